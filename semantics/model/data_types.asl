// PTO-UNIT: {"id":"PTOPROVE-MODEL-DATA-TYPES","surface":"architecture","classification":["model","data-types"],"depends_on":["PTOPROVE-MODEL-ARCHITECTURE"]}

// Element data types: their codes, widths and classes, and integer elements as words.

type TileDataType of enumeration {
    TileDataType_FP64, TileDataType_FP32, TileDataType_TF32, TileDataType_HF32,
    TileDataType_FP16, TileDataType_BF16, TileDataType_HiF8, TileDataType_E4M3,
    TileDataType_E5M2, TileDataType_E3M2, TileDataType_E2M3, TileDataType_E2M1X2,
    TileDataType_E1M2X2, TileDataType_E8M0, TileDataType_HiF4X2,
    TileDataType_S64, TileDataType_S32, TileDataType_S16, TileDataType_S8, TileDataType_S4X2,
    TileDataType_U64, TileDataType_U32, TileDataType_U16, TileDataType_U8, TileDataType_U4X2
};

type TileLayout of enumeration { TileLayout_RowMajor, TileLayout_ColumnMajor };

// As B.DATR selects the layout of a destination; other codes are reserved.
pure func TileLayoutEncodingValid(code: bits(5)) => boolean
begin
    return UInt(code) IN {0, 1};
end;

pure func TileLayoutFromEncoding(code: bits(5)) => TileLayout
begin
    return if IsZero(code) then TileLayout_RowMajor else TileLayout_ColumnMajor;
end;

type TileLocation of enumeration {
    TileLocation_Vector, TileLocation_Matrix, TileLocation_Memory, TileLocation_Any
};

type TileStorageKind of enumeration { TileStorage_Numeric, TileStorage_Predicate };

pure func TileDataTypeEncodingValid(code: bits(5)) => boolean
begin
    return UInt(code) IN {0..14, 16..20, 24..28};
end;

pure func TileDataTypeFromEncoding(code: bits(5)) => TileDataType
begin
    case UInt(code) of
        when 0 => return TileDataType_FP64;
        when 1 => return TileDataType_FP32;
        when 2 => return TileDataType_TF32;
        when 3 => return TileDataType_HF32;
        when 4 => return TileDataType_FP16;
        when 5 => return TileDataType_BF16;
        when 6 => return TileDataType_HiF8;
        when 7 => return TileDataType_E4M3;
        when 8 => return TileDataType_E5M2;
        when 9 => return TileDataType_E3M2;
        when 10 => return TileDataType_E2M3;
        when 11 => return TileDataType_E2M1X2;
        when 12 => return TileDataType_E1M2X2;
        when 13 => return TileDataType_E8M0;
        when 14 => return TileDataType_HiF4X2;
        when 16 => return TileDataType_S64;
        when 17 => return TileDataType_S32;
        when 18 => return TileDataType_S16;
        when 19 => return TileDataType_S8;
        when 20 => return TileDataType_S4X2;
        when 24 => return TileDataType_U64;
        when 25 => return TileDataType_U32;
        when 26 => return TileDataType_U16;
        when 27 => return TileDataType_U8;
        when 28 => return TileDataType_U4X2;
    end;
end;

pure func TileDataTypeToEncoding(data_type: TileDataType) => bits(5)
begin
    case data_type of
        when TileDataType_FP64 => return 0[4:0];
        when TileDataType_FP32 => return 1[4:0];
        when TileDataType_TF32 => return 2[4:0];
        when TileDataType_HF32 => return 3[4:0];
        when TileDataType_FP16 => return 4[4:0];
        when TileDataType_BF16 => return 5[4:0];
        when TileDataType_HiF8 => return 6[4:0];
        when TileDataType_E4M3 => return 7[4:0];
        when TileDataType_E5M2 => return 8[4:0];
        when TileDataType_E3M2 => return 9[4:0];
        when TileDataType_E2M3 => return 10[4:0];
        when TileDataType_E2M1X2 => return 11[4:0];
        when TileDataType_E1M2X2 => return 12[4:0];
        when TileDataType_E8M0 => return 13[4:0];
        when TileDataType_HiF4X2 => return 14[4:0];
        when TileDataType_S64 => return 16[4:0];
        when TileDataType_S32 => return 17[4:0];
        when TileDataType_S16 => return 18[4:0];
        when TileDataType_S8 => return 19[4:0];
        when TileDataType_S4X2 => return 20[4:0];
        when TileDataType_U64 => return 24[4:0];
        when TileDataType_U32 => return 25[4:0];
        when TileDataType_U16 => return 26[4:0];
        when TileDataType_U8 => return 27[4:0];
        when TileDataType_U4X2 => return 28[4:0];
    end;
end;

// The storage of one logical element. The two halves of an X2 pair are two elements; the 6-bit
// formats occupy a byte, and TF32 and HF32 a 32-bit word with their significand on the left.
pure func TileElementBits(data_type: TileDataType) => integer{4, 8, 16, 32, 64}
begin
    case data_type of
        when TileDataType_FP64, TileDataType_S64, TileDataType_U64 =>
            return 64;
        when TileDataType_FP32, TileDataType_TF32, TileDataType_HF32,
             TileDataType_S32, TileDataType_U32 =>
            return 32;
        when TileDataType_FP16, TileDataType_BF16, TileDataType_S16, TileDataType_U16 =>
            return 16;
        when TileDataType_E2M1X2, TileDataType_E1M2X2, TileDataType_HiF4X2,
             TileDataType_S4X2, TileDataType_U4X2 =>
            return 4;
        otherwise =>
            return 8;
    end;
end;

pure func TileDataTypeIsSigned(data_type: TileDataType) => boolean
begin
    return data_type IN {
        TileDataType_S64, TileDataType_S32, TileDataType_S16, TileDataType_S8, TileDataType_S4X2
    };
end;

pure func TileDataTypeIsUnsignedInteger(data_type: TileDataType) => boolean
begin
    return data_type IN {
        TileDataType_U64, TileDataType_U32, TileDataType_U16, TileDataType_U8, TileDataType_U4X2
    };
end;

pure func TileDataTypeIsInteger(data_type: TileDataType) => boolean
begin
    return TileDataTypeIsSigned(data_type) || TileDataTypeIsUnsignedInteger(data_type);
end;

pure func TileDataTypeIsFloating(data_type: TileDataType) => boolean
begin
    return !TileDataTypeIsInteger(data_type);
end;

// The low bits of a stored word that make up its element, as they are.
pure func TileElementCarrier(value: Word, data_type: TileDataType) => Word
begin
    case TileElementBits(data_type) of
        when 64 => return value;
        when 32 => return ZeroExtend{64}(value[31:0]);
        when 16 => return ZeroExtend{64}(value[15:0]);
        when 8 => return ZeroExtend{64}(value[7:0]);
        when 4 => return ZeroExtend{64}(value[3:0]);
    end;
end;

// Whether the bits are zero that the format of an element leaves without use.
pure func TileNumericEncodingValid(data_type: TileDataType, value: Word) => boolean
begin
    case data_type of
        when TileDataType_TF32 => return IsZero(value[12:0]);
        when TileDataType_HF32 => return IsZero(value[11:0]);
        when TileDataType_E3M2, TileDataType_E2M3 => return IsZero(value[7:6]);
        otherwise => return TRUE;
    end;
end;

// The word that equals the element: a stored word counts only by the element's low bits.
pure func TileIntegerOperandValue(value: Word, data_type: TileDataType) => Word
begin
    assert TileDataTypeIsInteger(data_type);
    if TileDataTypeIsUnsignedInteger(data_type) then
        return TileElementCarrier(value, data_type);
    end;
    case TileElementBits(data_type) of
        when 64 => return value;
        when 32 => return SignExtend{64}(value[31:0]);
        when 16 => return SignExtend{64}(value[15:0]);
        when 8 => return SignExtend{64}(value[7:0]);
        when 4 => return SignExtend{64}(value[3:0]);
    end;
end;

// The form in which results and padding are stored. It is the operand's own value, so that
// a stored result reads back as itself; the name says that the high bits of `value` are dropped.
pure func NormalizeTileInteger(value: Word, data_type: TileDataType) => Word
begin
    return TileIntegerOperandValue(value, data_type);
end;

// The mathematical integer that an element stands for.
pure func TileElementInteger(value: Word, data_type: TileDataType) => integer
begin
    let operand = TileIntegerOperandValue(value, data_type);
    if TileDataTypeIsSigned(data_type) then
        return SInt(operand);
    end;
    return UInt(operand);
end;
