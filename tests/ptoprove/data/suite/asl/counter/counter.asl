// PTO-UNIT: {"id": "DEMO-COUNTER", "surface": "demo", "classification": ["counter"]}
// NDF-BEGIN: DEMO-COUNTER-001
// ndf: kind=contract
// The counter MUST keep its mode.
// NDF-END: DEMO-COUNTER-001
type Mode of enumeration {Mode_Idle, Mode_Up};
type Counter of record {mode: Mode, value: bits(8), history: array [[100]] of bits(8)};
var _Counter: Counter;

func Step(by: bits(8))
begin
    _Counter.mode = Mode_Up;
    _Counter.value = _Counter.value + by;
end;

func CheckCounter(mode: Mode, value: bits(8))
begin
    assert _Counter.mode == mode && _Counter.value == value;
end;
