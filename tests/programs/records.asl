// Records, tuples and arrays are values: a copy does not change with what it was copied from.

type Point of record { x: integer, y: integer };
type Box of record { corner: Point, size: array [[3]] of integer, tag: bits(8) };

var boxes: array [[4]] of Box;

func Moved(box: Box, dx: integer) => Box
begin
    var result = box;
    result.corner.x = result.corner.x + dx;
    return result;
end;

func Extent(box: Box) => (integer, Point)
begin
    var total: integer = 0;
    for i = 0 to 2 do
        total = total + box.size[[i]];
    end;
    return (total, box.corner);
end;

func main() => integer
begin
    boxes[[1]].corner = Point{x = 3, y = 4};
    boxes[[1]].size[[2]] = 7;
    boxes[[1]].tag[3:0] = '1001';
    let before = boxes;
    boxes[[2]] = Moved(boxes[[1]], 10);
    boxes[[1]].corner.y = -1;
    assert before[[1]].corner.y == 4 && boxes[[2]].corner.y == 4;
    assert before[[2]].tag == '00000000' && boxes[[2]].tag == '00001001';
    let (total, corner) = Extent(boxes[[2]]);
    assert total == 7 && corner.x == 13;
    var (a, b) = (corner.x, corner.y);
    (a, b) = (b, a);
    assert a == 4 && b == 13;
    (boxes[[3]].corner.x, -) = Extent(boxes[[1]]);
    return boxes[[3]].corner.x;
end;
