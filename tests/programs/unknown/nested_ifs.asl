// Branches within branches, on conditions that repeat, contradict and depend on what was assigned.

type Level of enumeration { Low, Middle, High };

var level: Level = Low;
var word: bits(8) = '00000001';

func main() => integer
begin
    let n = ARBITRARY: integer;
    let w = ARBITRARY: bits(4);
    var result: integer = 0;
    if n > 0 then
        if w[0] == '1' then
            level = High;
            if n > 0 && w != '0000' then
                result = 1;
            else
                unreachable;
            end;
        elsif n <= 0 then
            unreachable;
        else
            level = Middle;
        end;
        if level == High then word = w :: w; end;
    elsif n IN {-8..-1, -100} then
        case w of
            when '1xxx' => level = High;
            when {'0001', '0010'} where n > -4 => result = n;
            when '0xx0' => word[7:4] = NOT w;
            otherwise => word = Ones{8};
        end;
    end;
    if level == Low ==> result != 0 then
        result = result + UInt(word);
    end;
    return result;
end;
