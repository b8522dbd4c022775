let a = 1 - 2 - 3;
let b = 1 + 2 - 3;
let c = 1 * 2 DIV 3;
let d = x && y || z;
let e = x ==> y ==> z;
let f = x < y < z;
let g = x == y == z;
let h = 2 ^ 3 ^ 4;
