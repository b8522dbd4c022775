// Records and tuples that branches change in part, and exchange.

type Point of record { x: integer, w: bits(4) };
type Shape of record { corner: Point, sizes: array [[2]] of integer, open: boolean };

var shape: Shape;
var spare: Shape;

func Grown(point: Point, by: integer) => (Point, boolean)
begin
    var result = point;
    if by > 2 then
        result.x = result.x + by;
    else
        result.w = result.w + by;
    end;
    return (result, result.x > result.x - by);
end;

func main() => integer
begin
    let n = ARBITRARY: integer{-3..5};
    let p = ARBITRARY: Point;
    shape.corner = p;
    if n > 0 then
        (shape.corner, shape.open) = Grown(p, n);
        spare = shape;
        if shape.corner.w == '1111' then
            spare.sizes[[1]] = n;
        else
            spare.corner.w[3:2] = '10';
        end;
    else
        let old = shape;
        shape = spare;
        spare = old;
        shape.sizes[[0]] = -n;
    end;
    return shape.corner.x + spare.sizes[[1]];
end;
