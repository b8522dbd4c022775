// Claims about loops whose number of rounds nobody knows. Those that start with `True` hold and are
// proved, those that start with `Open` hold and are not, and those that start with `False` do not.

constant N = 4100;
type Words of array [[N]] of bits(8);
var _Words: Words;
var _Other: Words;
var _Marks: bits(4100);
var _Count: integer{0..N};

func Shape() => integer{0..N}
begin
    return ARBITRARY: integer{0..N};
end;

func Any()
begin
    _Words = ARBITRARY: Words;
    _Other = ARBITRARY: Words;
end;

// ---- one place in each iteration

func True_Map()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = before[[i as integer{0..N-1}]] + 1;
    end;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        assert _Words[[k]] == before[[k]] + 1;
    end;
end;

func False_Map()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = before[[i as integer{0..N-1}]] + 1;
    end;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        assert _Words[[k]] == before[[k]] + 2;
    end;
end;

func True_MapInPlace()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        _Words[[k]] = _Words[[k]] + 1;
    end;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        assert _Words[[k]] == before[[k]] + 1;
    end;
end;

func True_OthersStay()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    let k = ARBITRARY: integer{0..N-1};
    if k >= n then
        assert _Words[[k]] == before[[k]];
    end;
end;

func False_OthersStay()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    let k = ARBITRARY: integer{0..N-1};
    assert _Words[[k]] == before[[k]];
end;

func False_AllZero()
begin
    Any();
    let n = Shape();
    for i = 0 to n - 2 do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
end;

// ---- iterations that are not independent

// Each element becomes the sum of all up to it, which is not what the one before was, plus its own.
func False_PrefixSum()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 1 to n - 1 do
        let k = i as integer{1..N-1};
        _Words[[k]] = _Words[[k]] + _Words[[k - 1]];
    end;
    for i = 1 to n - 1 do
        let k = i as integer{1..N-1};
        assert _Words[[k]] == before[[k]] + before[[k - 1]];
    end;
end;

// The value of the first goes to all.
func False_ShiftInPlace()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 1 to n - 1 do
        let k = i as integer{1..N-1};
        _Words[[k]] = _Words[[k - 1]];
    end;
    for i = 1 to n - 1 do
        let k = i as integer{1..N-1};
        assert _Words[[k]] == before[[k - 1]];
    end;
end;

func True_ShiftFromSnapshot()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 1 to n - 1 do
        let k = i as integer{1..N-1};
        _Words[[k]] = before[[k - 1]];
    end;
    for i = 1 to n - 1 do
        let k = i as integer{1..N-1};
        assert _Words[[k]] == before[[k - 1]];
    end;
end;

// Two iterations write to one place; the last one wins.
func False_TwiceToOnePlace()
begin
    Any();
    let n = Shape();
    let before = _Other;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        _Words[[k DIVRM 2]] = before[[k]];
    end;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        assert _Words[[k DIVRM 2]] == before[[k]];
    end;
end;

// In place, two iterations at one place do it twice.
func False_TwiceInPlace()
begin
    Any();
    let n = Shape();
    let before = _Words;
    for i = 0 to n - 1 do
        let k = (i DIVRM 2) as integer{0..N-1};
        _Words[[k]] = _Words[[k]] + 1;
    end;
    for i = 0 to n - 1 do
        let k = (i DIVRM 2) as integer{0..N-1};
        assert _Words[[k]] == before[[k]] + 1;
    end;
end;

func True_OnePlaceOneValue()
begin
    Any();
    let n = Shape();
    for i = 0 to n - 1 do
        _Words[[(i DIVRM 2) as integer{0..N-1}]] = Zeros{8} + 7;
    end;
    for i = 0 to n - 1 do
        assert _Words[[(i DIVRM 2) as integer{0..N-1}]] == Zeros{8} + 7;
    end;
end;

// An iteration writes twice, and the next one writes over the second.
func False_TwoWrites()
begin
    Any();
    let n = Shape();
    for i = 0 to n - 1 do
        let k = i as integer{0..N-2};
        _Words[[k]] = Zeros{8} + 1;
        _Words[[(k + 1) as integer{0..N-1}]] = Zeros{8} + 2;
    end;
    for i = 0 to n - 1 do
        assert _Words[[(i + 1) as integer{0..N-1}]] == Zeros{8} + 2;
    end;
end;

func True_EitherOfTwoWrites()
begin
    Any();
    let n = Shape();
    let up = ARBITRARY: boolean;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        if up then
            _Words[[k]] = Zeros{8} + 1;
        else
            _Words[[k]] = Zeros{8} + 2;
        end;
    end;
    for i = 0 to n - 1 do
        let word = _Words[[i as integer{0..N-1}]];
        assert word == Zeros{8} + (if up then 1 else 2);
    end;
end;

func False_EitherOfTwoPlaces()
begin
    Any();
    let n = Shape();
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        if i MOD 2 == 0 then
            _Words[[k]] = Zeros{8} + 1;
        else
            _Words[[(k - 1) as integer{0..N-1}]] = Zeros{8} + 2;
        end;
    end;
    for i = 0 to n - 1 do
        if i MOD 2 == 0 then
            assert _Words[[i as integer{0..N-1}]] == Zeros{8} + 1;
        end;
    end;
end;

// ---- what is known of scalars

func True_LastOne()
begin
    let n = Shape();
    var last: integer = -1;
    for i = 0 to n - 1 do
        last = i;
    end;
    assert last == n - 1;
end;

func False_LastOne()
begin
    let n = Shape();
    var last: integer = -2;
    for i = 0 to n - 1 do
        last = i;
    end;
    assert last == n - 1;
end;

func Open_Count()
begin
    let n = Shape();
    var count: integer{0..N} = 0;
    for i = 0 to n - 1 do
        count = (count + 1) as integer{0..N};
    end;
    assert count == n;
end;

func False_Count()
begin
    let n = Shape();
    var count: integer = 0;
    for i = 0 to n - 1 do
        count = count + 1;
    end;
    assert count <= 1;
end;

// Whether the count is odd: an iteration depends on the one before.
func False_Alternating()
begin
    let n = Shape();
    var odd = FALSE;
    for i = 0 to n - 1 do
        odd = !odd;
    end;
    assert odd == (n > 0);
end;

func True_All()
begin
    Any();
    let n = Shape();
    var same = TRUE;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        same = same && _Words[[k]] == _Other[[k]];
    end;
    if same then
        for i = 0 to n - 1 do
            let k = i as integer{0..N-1};
            assert _Words[[k]] == _Other[[k]];
        end;
    end;
end;

func False_All()
begin
    Any();
    let n = Shape();
    var same = TRUE;
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        same = same && _Words[[k]] == _Other[[k]];
    end;
    assert same || n > 1;
end;

func True_AnyOf()
begin
    Any();
    let n = Shape();
    var zero = FALSE;
    for i = 0 to n - 1 do
        zero = zero || _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
    if n > 3 && _Words[[3]] == Zeros{8} then
        for i = 3 to 3 do
            assert zero || n <= i;
        end;
    end;
    for i = 0 to n - 1 do
        if _Words[[i as integer{0..N-1}]] == Zeros{8} then
            assert zero;
        end;
    end;
end;

func False_AnyOf()
begin
    Any();
    let n = Shape();
    var zero = FALSE;
    for i = 0 to n - 1 do
        zero = zero || _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
    assert !zero;
end;

func True_Flags()
begin
    Any();
    let n = Shape();
    var flags = Zeros{5};
    for i = 0 to n - 1 do
        flags = flags OR _Words[[i as integer{0..N-1}]][4:0];
    end;
    for i = 0 to n - 1 do
        let mine = _Words[[i as integer{0..N-1}]][4:0];
        assert (flags AND mine) == mine;
    end;
end;

func False_Flags()
begin
    Any();
    let n = Shape();
    var flags = Zeros{5};
    for i = 0 to n - 1 do
        flags = flags OR _Words[[i as integer{0..N-1}]][4:0];
    end;
    for i = 0 to n - 1 do
        assert flags == _Words[[i as integer{0..N-1}]][4:0];
    end;
end;

// ---- leaving

readonly func HasZero(n: integer{0..N}) => boolean
begin
    for i = 0 to n - 1 do
        if _Words[[i as integer{0..N-1}]] == Zeros{8} then
            return TRUE;
        end;
    end;
    return FALSE;
end;

func True_Leaves()
begin
    Any();
    let n = Shape();
    if HasZero(n) then return; end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] != Zeros{8};
    end;
end;

func True_LeavesTwice()
begin
    Any();
    let n = Shape();
    let found = HasZero(n);
    assert HasZero(n) == found;
    var zero = FALSE;
    for i = 0 to n - 1 do
        zero = zero || _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
    assert zero == found;
end;

func False_Leaves()
begin
    Any();
    let n = Shape();
    if !HasZero(n) then return; end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
end;

func False_LeavesMore()
begin
    Any();
    let n = Shape();
    let m = Shape();
    if HasZero(n) then return; end;
    assert !HasZero(m);
end;

// What was written before an iteration left is written.
func WriteUpTo(n: integer{0..N})
begin
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        if _Other[[k]] == Zeros{8} then
            return;
        end;
        _Words[[k]] = Zeros{8};
    end;
end;

func False_WrittenBeforeLeaving()
begin
    Any();
    let n = Shape();
    let before = _Words;
    WriteUpTo(n);
    let k = ARBITRARY: integer{0..N-1};
    assert _Words[[k]] == before[[k]] || n == 0 || _Other[[0]] != Zeros{8} || k > 0
        || _Words[[k]] == Zeros{8};
    assert _Words[[k]] == before[[k]];
end;

func False_AllWrittenDespiteLeaving()
begin
    Any();
    let n = Shape();
    WriteUpTo(n);
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
end;

// ---- two dimensions

func Rows() => integer{0..60}
begin
    return ARBITRARY: integer{0..60};
end;

func True_Matrix()
begin
    Any();
    let (rows, columns, wide) = (Rows(), Rows(), Rows());
    if columns > wide then return; end;
    let before = _Words;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * wide + column) as integer{0..N-1};
            _Words[[k]] = before[[k]] + 1;
        end;
    end;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * wide + column) as integer{0..N-1};
            assert _Words[[k]] == before[[k]] + 1;
        end;
    end;
end;

func True_MatrixPadded()
begin
    Any();
    let (rows, columns, wide) = (Rows(), Rows(), Rows());
    if columns > wide then return; end;
    let before = _Words;
    for row = 0 to rows - 1 do
        for column = 0 to wide - 1 do
            if column >= columns then
                _Words[[(row * wide + column) as integer{0..N-1}]] = Zeros{8};
            end;
        end;
    end;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * wide + column) as integer{0..N-1};
            assert _Words[[k]] == before[[k]];
        end;
    end;
end;

// The padding of a row goes into the next.
func False_MatrixPadded()
begin
    Any();
    let (rows, columns, wide) = (Rows(), Rows(), Rows());
    if columns > wide then return; end;
    let before = _Words;
    for row = 0 to rows - 1 do
        for column = 0 to wide do
            if column >= columns then
                _Words[[(row * wide + column) as integer{0..N-1}]] = Zeros{8};
            end;
        end;
    end;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * wide + column) as integer{0..N-1};
            assert _Words[[k]] == before[[k]];
        end;
    end;
end;

func True_Broadcast()
begin
    Any();
    let (rows, columns) = (Rows(), Rows());
    let before = _Other;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * columns + column) as integer{0..N-1};
            _Words[[k]] = before[[row as integer{0..N-1}]];
        end;
    end;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * columns + column) as integer{0..N-1};
            assert _Words[[k]] == before[[row as integer{0..N-1}]];
        end;
    end;
end;

// Of one column alone a row is the place.
func False_Broadcast()
begin
    Any();
    let (rows, columns) = (Rows(), Rows());
    let before = _Other;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * columns + column) as integer{0..N-1};
            _Words[[k]] = before[[row as integer{0..N-1}]];
        end;
    end;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            let k = (row * columns + column) as integer{0..N-1};
            assert _Words[[k]] == before[[column as integer{0..N-1}]];
        end;
    end;
end;

// Each row goes over the one before.
func False_RowsOverRows()
begin
    Any();
    let (rows, columns) = (Rows(), Rows());
    let before = _Other;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            _Words[[column as integer{0..N-1}]] = before[[row as integer{0..N-1}]];
        end;
    end;
    for row = 0 to rows - 1 do
        for column = 0 to columns - 1 do
            assert _Words[[column as integer{0..N-1}]] == before[[row as integer{0..N-1}]];
        end;
    end;
end;

// A sum over a row is none of its terms.
func False_RowSums()
begin
    Any();
    let (rows, columns) = (Rows(), Rows());
    for row = 0 to rows - 1 do
        var sum = Zeros{8};
        for column = 0 to columns - 1 do
            sum = sum + _Other[[column as integer{0..N-1}]];
        end;
        _Words[[row as integer{0..N-1}]] = sum;
    end;
    if rows > 0 && columns > 0 then
        assert _Words[[0]] == _Other[[0]];
    end;
end;

// ---- bits of a long word

func True_Marks()
begin
    let n = Shape();
    _Marks = Zeros{4100};
    for i = 0 to n - 1 do
        _Marks[i as integer{0..N-1}] = '1';
    end;
    let k = ARBITRARY: integer{0..N-1};
    assert (_Marks[k] == '1') == (k < n);
end;

func False_Marks()
begin
    let n = Shape();
    _Marks = Zeros{4100};
    for i = 0 to n - 1 do
        _Marks[i as integer{0..N-1}] = '1';
    end;
    let k = ARBITRARY: integer{0..N-1};
    assert _Marks[k] == '1';
end;

// ---- what is unknown in a loop is unknown in each iteration anew

func False_OneUnknown()
begin
    let n = Shape();
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = ARBITRARY: bits(8);
    end;
    if n >= 2 then
        assert _Words[[0]] == _Words[[1]];
    end;
end;

func True_UnknownInBounds()
begin
    let n = Shape();
    for i = 0 to n - 1 do
        let upper = ARBITRARY: bits(4);
        _Words[[i as integer{0..N-1}]] = upper :: '0101';
    end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]][3:0] == '0101';
    end;
end;

// ---- runtime errors

func True_InBounds()
begin
    let n = Shape();
    for i = 0 to n - 1 do
        _Count = i as integer{0..N};
    end;
end;

func False_OutOfBounds()
begin
    let n = Shape();
    for i = 0 to n do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
end;

func False_LoopLimit()
begin
    let n = Shape();
    for i = 0 to n - 1 looplimit 4099 do
        _Count = 0;
    end;
end;

// ---- events

func True_WritesNothingElse()
begin
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    assert WritesOf("_Other", -1) == 0;
end;

func False_WritesNothing()
begin
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    assert WritesOf("_Words", -1) == 0;
end;

func False_WritesOnce()
begin
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    assert WritesOf("_Words", -1) <= 1;
end;

func False_ReadsBeforeWriting()
begin
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        let k = i as integer{0..N-1};
        _Words[[k]] = _Other[[k]];
    end;
    assert ReadsAfterWrite("_Other", -1, "_Words", -1) == 0;
end;

// ---- found by claims made at random

// The bounds of one loop are not those of another.
func False_FlagsButTheFirst()
begin
    Any();
    let n = Shape();
    var flags = Zeros{5};
    for i = 1 to n - 1 do
        flags = flags OR _Other[[i as integer{0..N-1}]][4:0];
    end;
    for i = 0 to n - 1 do
        let mine = _Other[[i as integer{0..N-1}]][4:0];
        assert (flags AND mine) == mine;
    end;
end;

// ---- arrays that iterations replace

func False_DrawnAnew()
begin
    Any();
    let n = ARBITRARY: integer{0..5};
    for i = 0 to n - 1 do
        _Words = ARBITRARY: Words;
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
end;

func False_Exchanged()
begin
    Any();
    let n = Shape();
    for i = 0 to n - 1 do
        let words = _Words;
        _Words = _Other;
        _Other = words;
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
end;

func False_WrittenAfterALoopOfWhichLittleIsKnown()
begin
    Any();
    let n = Shape();
    for i = 0 to n - 1 do
        for j = 0 to n - 1 do
            _Words[[j as integer{0..N-1}]] = Ones{8};
            _Words[[0]] = Zeros{8};
        end;
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
    for i = 0 to n - 1 do
        assert _Words[[i as integer{0..N-1}]] == Zeros{8};
    end;
end;

// ---- events of loops

func True_WritesOfOthersInALoop()
begin
    Any();
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        assert WritesOf("_Other", -1) == 0;
        _Words[[i as integer{0..N-1}]] = Zeros{8};
    end;
end;

func False_WritesInTheLoop()
begin
    Any();
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        _Count = i as integer{0..N};
        assert WritesOf("_Count", -1) == 1;
    end;
end;

func False_WritesBeforeInTheLoop()
begin
    Any();
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        for j = 0 to n - 1 do
            assert WritesOf("_Count", -1) == 0;
        end;
        _Count = i as integer{0..N};
    end;
end;

func False_WritesUntilOneReturns()
begin
    Any();
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        _Count = i as integer{0..N};
        if _Words[[i as integer{0..N-1}]] == Zeros{8} then
            assert WritesOf("_Count", -1) == 1;
            return;
        end;
    end;
end;

func False_WritesCountedFromAnIteration()
begin
    Any();
    let n = Shape();
    TraceStart();
    for i = 0 to n - 1 do
        _Count = i as integer{0..N};
        if i == 0 then TraceStart(); end;
    end;
    for i = 0 to n - 1 do
        if i == 0 then assert WritesOf("_Count", -1) == 0; end;
    end;
end;

func False_WritesCountedFromALoopThatIsNotEntered()
begin
    Any();
    let n = Shape();
    _Count = 1;
    for i = 0 to n - 1 do
        TraceStart();
    end;
    assert WritesOf("_Count", -1) == 0;
end;
