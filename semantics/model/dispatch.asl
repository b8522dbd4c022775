// PTO-UNIT: {"id":"PTOPROVE-MODEL-DISPATCH","surface":"tile","classification":["model","dispatch"],"depends_on":["PTO-TILE-TDIV","PTO-TILE-TNEG","PTO-TILE-TREM","PTO-TILE-TSCATTER"]}

// The one place that knows which operations there are. What is true of each it asks its contract.

type TileOperation of enumeration {
    TileOperation_TDIV, TileOperation_TNEG, TileOperation_TREM, TileOperation_TSCATTER
};

type TileSemanticHandler of enumeration {
    TileHandler_ExecuteTileBinary, TileHandler_ExecuteTileUnary, TileHandler_TSCATTER
};

// The operation with the selector Mode :: Function, if there is one.
readonly func DecodeTileOperation(selector: bits(7)) => (boolean, TileOperation)
begin
    if selector == InstructionContractSelector_TDIV() then
        return (TRUE, InstructionContractOperation_TDIV());
    elsif selector == InstructionContractSelector_TNEG() then
        return (TRUE, InstructionContractOperation_TNEG());
    elsif selector == InstructionContractSelector_TREM() then
        return (TRUE, InstructionContractOperation_TREM());
    elsif selector == InstructionContractSelector_TSCATTER() then
        return (TRUE, InstructionContractOperation_TSCATTER());
    end;
    return (FALSE, TileOperation_TREM);
end;

readonly func TileOperationHandler(operation: TileOperation) => TileSemanticHandler
begin
    case operation of
        when TileOperation_TDIV => return InstructionContractHandler_TDIV();
        when TileOperation_TNEG => return InstructionContractHandler_TNEG();
        when TileOperation_TREM => return InstructionContractHandler_TREM();
        when TileOperation_TSCATTER => return InstructionContractHandler_TSCATTER();
    end;
end;

pure func TileOperationDataTypeLegal(
    operation: TileOperation, data_type: TileDataType) => boolean
begin
    case operation of
        when TileOperation_TDIV => return InstructionContractDataTypeLegal_TDIV(data_type);
        when TileOperation_TNEG => return InstructionContractDataTypeLegal_TNEG(data_type);
        when TileOperation_TREM => return InstructionContractDataTypeLegal_TREM(data_type);
        when TileOperation_TSCATTER => return InstructionContractDataTypeLegal_TSCATTER(data_type);
    end;
end;

readonly func TileOperationBindingsLegal(operation: TileOperation) => boolean
begin
    case operation of
        when TileOperation_TDIV => return InstructionContractBindingsLegal_TDIV();
        when TileOperation_TNEG => return InstructionContractBindingsLegal_TNEG();
        when TileOperation_TREM => return InstructionContractBindingsLegal_TREM();
        when TileOperation_TSCATTER => return InstructionContractBindingsLegal_TSCATTER();
    end;
end;

pure func TileOperationDataAttributesLegal(
    operation: TileOperation, attributes: BundleDataAttributes, data_type: bits(5)) => boolean
begin
    case operation of
        when TileOperation_TDIV =>
            return InstructionContractDataAttributesLegal_TDIV(attributes, data_type);
        when TileOperation_TNEG =>
            return InstructionContractDataAttributesLegal_TNEG(attributes, data_type);
        when TileOperation_TREM =>
            return InstructionContractDataAttributesLegal_TREM(attributes, data_type);
        when TileOperation_TSCATTER =>
            return InstructionContractDataAttributesLegal_TSCATTER(attributes, data_type);
    end;
end;

// The element rule of an operation that ExecuteTileBinary handles, and the operation of a rule.
pure func TileOperationBinary(operation: TileOperation) => TileBinaryOperation
begin
    case operation of
        when TileOperation_TDIV => return TileBinary_DIV;
        when TileOperation_TREM => return TileBinary_REM;
    end;
end;

pure func TileBinaryCarrier(op: TileBinaryOperation) => TileOperation
begin
    case op of
        when TileBinary_DIV => return TileOperation_TDIV;
        when TileBinary_REM => return TileOperation_TREM;
    end;
end;

// The same of ExecuteTileUnary.
pure func TileOperationUnary(operation: TileOperation) => TileUnaryOperation
begin
    case operation of
        when TileOperation_TNEG => return TileUnary_NEG;
    end;
end;

pure func TileUnaryCarrier(op: TileUnaryOperation) => TileOperation
begin
    case op of
        when TileUnary_NEG => return TileOperation_TNEG;
    end;
end;
