"""The codec of every floating format."""

from __future__ import annotations

from typing import Final

from semantics.floats.binary_codec import BinaryCodec
from semantics.floats.codec import Codec
from semantics.floats.table_codec import E8M0Codec, HiF8Codec
from semantics.formats import BY_CODE, Format


def _codec(format: Format) -> Codec:
    if format.layout is not None:
        return BinaryCodec(format, format.layout)
    return HiF8Codec(format) if format.name == "HiF8" else E8M0Codec(format)


CODECS: Final = tuple(_codec(each) for _, each in sorted(BY_CODE.items()) if each.is_float)
"""By the code of the format."""
