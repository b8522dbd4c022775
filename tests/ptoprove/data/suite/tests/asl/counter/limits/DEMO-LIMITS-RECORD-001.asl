func main() => integer
begin
    return 0;
end;
