// An implementation takes the place of the default that the text declares `impdef`.

pure impdef func Limit() => integer
begin
    return 1;
end;

pure implementation func Limit() => integer
begin
    return 42;
end;

impdef func Scale(x: integer) => integer
begin
    return x * Limit();
end;

func main() => integer
begin
    assert Limit() == 42;
    return Scale(2);
end;
