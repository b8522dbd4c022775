// PTO-UNIT: {"id":"PTOPROVE-MODEL-DISPATCH","surface":"tile","classification":["model","dispatch"],"depends_on":["PTO-TILE-TREM"]}

// The one place that knows which operations there are. What is true of each it asks its contract.

type TileOperation of enumeration { TileOperation_TREM };

type TileSemanticHandler of enumeration { TileHandler_ExecuteTileBinary };

// The operation with the selector Mode :: Function, if there is one.
readonly func DecodeTileOperation(selector: bits(7)) => (boolean, TileOperation)
begin
    if selector == InstructionContractSelector_TREM() then
        return (TRUE, InstructionContractOperation_TREM());
    end;
    return (FALSE, TileOperation_TREM);
end;

readonly func TileOperationHandler(operation: TileOperation) => TileSemanticHandler
begin
    case operation of
        when TileOperation_TREM => return InstructionContractHandler_TREM();
    end;
end;

pure func TileOperationDataTypeLegal(
    operation: TileOperation, data_type: TileDataType) => boolean
begin
    case operation of
        when TileOperation_TREM => return InstructionContractDataTypeLegal_TREM(data_type);
    end;
end;

readonly func TileOperationBindingsLegal(operation: TileOperation) => boolean
begin
    case operation of
        when TileOperation_TREM => return InstructionContractBindingsLegal_TREM();
    end;
end;

pure func TileOperationDataAttributesLegal(
    operation: TileOperation, attributes: BundleDataAttributes, data_type: bits(5)) => boolean
begin
    case operation of
        when TileOperation_TREM =>
            return InstructionContractDataAttributesLegal_TREM(attributes, data_type);
    end;
end;

// The element rule of an operation that ExecuteTileBinary handles, and the operation of a rule.
pure func TileOperationBinary(operation: TileOperation) => TileBinaryOperation
begin
    case operation of
        when TileOperation_TREM => return TileBinary_REM;
    end;
end;

pure func TileBinaryCarrier(op: TileBinaryOperation) => TileOperation
begin
    case op of
        when TileBinary_REM => return TileOperation_TREM;
    end;
end;
