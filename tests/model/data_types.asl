// PTO-TEST: {"id":"PTOPROVE-MODEL-DATA-TYPES-TEST","needs":["support.asl"]}

// Words of elements: extension, normal form and the extremes that padding uses.

func CheckInteger(data_type: TileDataType, signed: boolean, width: integer)
begin
    assert TileDataTypeIsInteger(data_type) && !TileDataTypeIsFloating(data_type);
    assert TileDataTypeIsSigned(data_type) == signed;
    assert TileDataTypeIsUnsignedInteger(data_type) == !signed;
    assert TileElementBits(data_type) == width;
    let least: integer = if signed then -(2^(width - 1)) else 0;
    let greatest: integer = if signed then 2^(width - 1) - 1 else 2^width - 1;
    assert TilePadValueForDataType(TilePad_Min, data_type) == least[63:0];
    assert TilePadValueForDataType(TilePad_Max, data_type) == greatest[63:0];
    assert TilePadValueForDataType(TilePad_Zero, data_type) == Zeros{64};
    // Whatever is above the element, the normal form of an extreme is the extreme.
    for i = 0 to 1 do
        let value: integer = if i == 0 then least else greatest;
        let noise: integer = value + 5 * 2^width;
        assert NormalizeTileInteger(noise[63:0], data_type) == value[63:0];
        assert TileIntegerOperandValue(noise[63:0], data_type) == value[63:0];
        assert TileElementInteger(noise[63:0], data_type) == value;
    end;
end;

func main() => integer
begin
    CheckInteger(TileDataType_S64, TRUE, 64);
    CheckInteger(TileDataType_S32, TRUE, 32);
    CheckInteger(TileDataType_S16, TRUE, 16);
    CheckInteger(TileDataType_S8, TRUE, 8);
    CheckInteger(TileDataType_S4X2, TRUE, 4);
    CheckInteger(TileDataType_U64, FALSE, 64);
    CheckInteger(TileDataType_U32, FALSE, 32);
    CheckInteger(TileDataType_U16, FALSE, 16);
    CheckInteger(TileDataType_U8, FALSE, 8);
    CheckInteger(TileDataType_U4X2, FALSE, 4);
    // Each floating pad fits its element, and the least is the greatest with a sign.
    for code = 0 to 14 do
        let data_type = TileDataTypeFromEncoding(code[4:0]);
        assert TileDataTypeIsFloating(data_type);
        let greatest = TilePadValueForDataType(TilePad_Max, data_type);
        let least = TilePadValueForDataType(TilePad_Min, data_type);
        assert TileElementCarrier(greatest, data_type) == greatest;
        assert TileElementCarrier(least, data_type) == least;
        if data_type != TileDataType_E8M0 then
            assert UInt(least) > UInt(greatest) && (least AND greatest) == greatest;
        end;
    end;
    return 0;
end;
