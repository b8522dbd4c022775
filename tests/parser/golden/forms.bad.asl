let a = if TRUE then 1 elsif FALSE then 2 else 3;
let b: integer{-} = 1;
let c = x[:3];
let d = x[1 *: 3];
let e = f{}(1);
let f = f{, 3}(1);
type G of record;
type H of exception;
var i: collection;
let - = 1;

func local()
begin
    constant j = 1;
end;
