let naïve = 1;
let b = 0xz + 1.5e3;
let c = "no \q escape";
let d = "no end;
let e = '012';
let f = a --> b;
let g = a <-> b;
let __h = 1;
let i = 1; let j = #;
let fine = 1;
let k = ; /* no end
let l = 1;
