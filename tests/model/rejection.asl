// PTO-TEST: {"id":"PTOPROVE-MODEL-REJECTION","needs":["support.asl"]}

// One bundle for each reason to reject that its form gives, otherwise legal.

func Sources(data_type: TileDataType)
begin
    ResetProfileState();
    MakeScalar(0, data_type, 7);
    MakeScalar(1, data_type, 3);
end;

func CheckDimensions()
begin
    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);        // no LB0
    Bind(2, 0, 1);
    CheckRejected(Rejection_Dimension, Fault_TileLegality);

    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(1, 0);
    Bind(2, 0, 1);
    CheckRejected(Rejection_Dimension, Fault_TileLegality);

    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);
    Dimension(0, 5);
    Dimension(2, 4);                    // Col < ValidCol
    Bind(2, 0, 1);
    CheckRejected(Rejection_Dimension, Fault_TileLegality);

    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 65536);
    Bind(2, 0, 1);
    CheckRejected(Rejection_Shape, Fault_TileAllocation);

    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(1, 9);                    // 8 rows of 4 fit in 128 bytes
    Dimension(2, 4);
    Bind(2, 0, 1);
    CheckRejected(Rejection_Capacity, Fault_TileAllocation);

    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 4);
    AddBundleTileBinding(TRUE, 2, 11, '0001', TRUE, TRUE, 0, 1, TRUE);
    CheckRejected(Rejection_Capacity, Fault_TileAllocation);
end;

// One B.IOT with these fields, and B.IOR or B.IOS before it.
func CheckBinding(
    destination_valid: boolean, source0_valid: boolean, source1_valid: boolean, last: boolean,
    scalar: boolean, shared: boolean)
begin
    Sources(TileDataType_S32);
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 4);
    if scalar then
        AddBundleScalarBinding();
    end;
    if shared then
        AddBundleSharedBinding();
    end;
    AddBundleTileBinding(
        destination_valid, 2, 1, '0001', source0_valid, source1_valid, 0, 1, last);
    CheckRejected(Rejection_Binding, Fault_TileLegality);
end;

func CheckBindings()
begin
    CheckBinding(FALSE, TRUE, TRUE, TRUE, FALSE, FALSE);
    CheckBinding(TRUE, FALSE, TRUE, TRUE, FALSE, FALSE);
    CheckBinding(TRUE, TRUE, FALSE, TRUE, FALSE, FALSE);
    CheckBinding(TRUE, TRUE, TRUE, FALSE, FALSE, FALSE);
    CheckBinding(TRUE, TRUE, TRUE, TRUE, TRUE, FALSE);
    CheckBinding(TRUE, TRUE, TRUE, TRUE, FALSE, TRUE);

    Sources(TileDataType_S32);          // none at all
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    CheckRejected(Rejection_Binding, Fault_TileLegality);

    Sources(TileDataType_S32);          // two, of which one selects no processing element
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 4);
    AddBundleTileBinding(TRUE, 2, 1, '0000', TRUE, TRUE, 0, 1, FALSE);
    Bind(2, 0, 1);
    CheckRejected(Rejection_Binding, Fault_TileLegality);

    Sources(TileDataType_S32);
    ScalarTrem(TileDataType_S32);
    Bind(3, 0, 1);                      // after the terminating one
    CheckRejected(Rejection_Sequence, Fault_BundleControl);
end;

func WithAttributes(
    data_type: bits(5), data_layout: bits(5), comparison_mode: bits(3), rounding_mode: bits(3),
    saturating: boolean, canonicalize: boolean)
begin
    Sources(TileDataType_S32);
    ScalarTrem(TileDataType_S32);
    SetBundleDataAttributeState(
        data_type, data_layout, '01', comparison_mode, rounding_mode, saturating, canonicalize);
end;

func CheckAttributesRejected(
    data_type: bits(5), data_layout: bits(5), comparison_mode: bits(3), rounding_mode: bits(3),
    saturating: boolean, canonicalize: boolean)
begin
    WithAttributes(
        data_type, data_layout, comparison_mode, rounding_mode, saturating, canonicalize);
    CheckRejected(Rejection_DataAttribute, Fault_TileLegality);
end;

func CheckDataAttributes()
begin
    CheckAttributesRejected('10010', '00000', '000', '000', FALSE, FALSE);  // S16
    CheckAttributesRejected('11111', '00001', '000', '000', FALSE, FALSE);
    CheckAttributesRejected('11111', '00000', '001', '000', FALSE, FALSE);
    CheckAttributesRejected('11111', '00000', '000', '001', FALSE, FALSE);
    CheckAttributesRejected('11111', '00000', '000', '000', TRUE, FALSE);
    CheckAttributesRejected('11111', '00000', '000', '000', FALSE, TRUE);

    for i = 0 to 2 do
        let data_type = if i == 0 then '11111' else if i == 1 then '00000' else '10001';
        WithAttributes(data_type, '00000', '000', '000', FALSE, FALSE);
        let executed = ExecuteBundleTileOperation();
        assert executed;
    end;
end;

func main() => integer
begin
    CheckDimensions();
    CheckBindings();
    CheckDataAttributes();
    return 0;
end;
