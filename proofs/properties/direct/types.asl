// Which element types $X takes.

// PTO-PROPERTY: {"id":"type-agreement","contract":"$X","function":"Property_${X}_TypeAgreement","applies":["type predicate"],"title":"Operands that are legal have a type that the contract's own type predicate takes.","cases":{"configuration":$typed_cases},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_TypeAgreement(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if legal then
        assert InstructionContractDataTypeLegal_$X(_Tiles[[$primary]].data_type);
    end;
end;

// PTO-PROPERTY: {"id":"type-domain","contract":"$X","function":"Property_${X}_TypeDomain","applies":["type predicate","type list"],"title":"The type predicate takes exactly the types that the legality clauses list: $type_names.","scope":"all data types"}
func Property_${X}_TypeDomain()
begin
    let data_type = ARBITRARY: TileDataType;
    Explain("data type", data_type);
    let listed = data_type IN {$type_labels};
    Explain("listed", listed);
    assert InstructionContractDataTypeLegal_$X(data_type) == listed;
end;
