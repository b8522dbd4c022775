// $X as a bundle of command words. Its sources are tiles 1 and on$to_words.

// The sources of each configuration, without contents, in the initial state.
func BundleSources_$X(configuration: integer{0..$last})
begin
    ResetProfileState();
    case configuration of
$bundle_sources
        otherwise => pass;
    end;
end;

// Every valid element of the sources unknown, and the first perhaps undefined.
func PerhapsPartial_$X()
begin
$perhaps
end;

// The header of a bundle$held_words.
func Header_$X(configuration: integer{0..$last}$held_typed)
begin
$registers
    case configuration of
$words
        otherwise => pass;
    end;
end;

// The whole bundle: whether it was accepted.
func Encoded_$X(configuration: integer{0..$last}$held_typed) => boolean
begin
    Header_$X(configuration$held);
    return PropertyStop();
end;
