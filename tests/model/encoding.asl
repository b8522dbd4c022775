// PTO-TEST: {"id":"PTOPROVE-MODEL-ENCODING","needs":["support.asl"]}

// The BSTART word, data type codes, and commands out of place.

func CheckBadWord(word: bits(64), length_bits: integer{16, 32, 48, 64})
begin
    ResetProfileState();
    let status = ExecuteCommandInstruction(word, length_bits);
    assert status == CommandExecution_Rejected;
    assert _LastRejection == Rejection_Encoding;
    assert _LastFault == Fault_IllegalInstruction;
    assert !_BundleOperation.valid;
    // BSTOP finds no bundle; the reason remains the first.
    CheckRejected(Rejection_Encoding, Fault_IllegalInstruction);
end;

func CheckDataTypeCodes()
begin
    var assigned: integer = 0;
    for code = 0 to 31 do
        let encoding = code[4:0];
        ResetProfileState();
        let status = ExecuteCommandInstruction(TremWord(encoding), 32);
        assert status == CommandExecution_Executed;
        assert _BundleOperation.operation == TileOperation_TREM;
        assert _BundleOperation.data_type == encoding;
        if TileDataTypeEncodingValid(encoding) then
            assigned = assigned + 1;
            assert TileDataTypeToEncoding(TileDataTypeFromEncoding(encoding)) == encoding;
        else
            Dimension(0, 1);
            Bind(2, 0, 1);
            CheckRejected(Rejection_Encoding, Fault_IllegalInstruction);
        end;
    end;
    assert assigned == 25;
end;

func main() => integer
begin
    let good = TremWord(TileDataTypeToEncoding(TileDataType_S32));
    CheckBadWord(good, 16);
    CheckBadWord(good XOR 1[63:0], 32);
    CheckBadWord(good XOR 0x10_0000[63:0], 32);         // Function 5
    CheckBadWord(good XOR 0x200_0000[63:0], 32);        // Mode 1
    CheckDataTypeCodes();
    assert InstructionContractSelector_TREM() == 0x004[6:0];

    // What is above the word is no part of it.
    ResetProfileState();
    let status = ExecuteCommandInstruction(good OR 0xFF_0000_0000[63:0], 32);
    assert status == CommandExecution_Executed;

    // A dimension given twice.
    Dimension(0, 1);
    Dimension(0, 1);
    assert _LastFault == Fault_BundleControl;
    CheckRejected(Rejection_Sequence, Fault_BundleControl);

    // So with B.DATR.
    ResetProfileState();
    ScalarTrem(TileDataType_S32);
    Pad('11');
    Pad('11');
    CheckRejected(Rejection_Sequence, Fault_BundleControl);

    // A bundle begun inside another.
    ResetProfileState();
    StartTrem(TileDataType_S32);
    let nested = ExecuteCommandInstruction(good, 32);
    assert nested == CommandExecution_Rejected;
    CheckRejected(Rejection_Sequence, Fault_BundleControl);

    // Commands without a bundle.
    ResetProfileState();
    Dimension(0, 1);
    assert _LastFault == Fault_BundleControl && !_BundleDimensionPresent[[0]];
    return 0;
end;
