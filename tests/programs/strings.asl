// Strings and printing.

pure func Name(n: integer) => string
begin
    return if n == 0 then "none" else "some";
end;

func main() => integer
begin
    print(Name(0) ++ "\n");
    println("n: " ++ Name(1));
    println('1010 0101');
    println(-3);
    println(TRUE);
    println(1.25);
    assert Name(2) == "some" && Name(0) != "some";
    return 0;
end;
