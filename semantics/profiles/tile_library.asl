// PTO-UNIT: {"id":"PTOPROVE-PROFILE-TILE-LIBRARY","surface":"architecture","classification":["profile","numeric"],"depends_on":["PTOPROVE-PROFILE-IEEE754"]}

// The numeric profile `tile-library`: floating modulo as the page of the tile library writes it,
// src0 - floor(src0 / src1) * src1, each step rounded to nearest even in the element's format.
// All else is as in the profile `ieee754`.

// The value and the flags of all steps.
func TileLibraryModulo(data_type: TileDataType, left: Word, right: Word) => (Word, bits(5))
begin
    let format = UInt(TileDataTypeToEncoding(data_type));
    let quotient = FloatDiv(format, 0, left, right);
    let floor = FloatRoundToIntegral(format, 1, quotient[63:0]);
    let multiple = FloatMul(format, 0, floor[63:0], right);
    let result = FloatSub(format, 0, left, multiple[63:0]);
    let flags = quotient[68:64] OR floor[68:64] OR multiple[68:64] OR result[68:64];
    return (result[63:0], flags);
end;

implementation func TileProfileFloatingModulo(
    data_type: TileDataType, left: Word, right: Word) => Word
begin
    let (value, -) = TileLibraryModulo(data_type, left, right);
    return value;
end;

implementation func TileProfileFloatingModuloFlags(
    data_type: TileDataType, left: Word, right: Word) => bits(5)
begin
    let (-, flags) = TileLibraryModulo(data_type, left, right);
    return flags;
end;
