"""Operands that lie where rules change, for the formats of which not all can be tried."""

from __future__ import annotations

from hypothesis import strategies as st

from semantics.formats import Format
from tests.semantics.floats.oracle import oracle


def words(format: Format) -> st.SearchStrategy[int]:
    """Canonical words: zeros, least and largest numbers, near one, infinities, NaNs, any."""
    known, layout = oracle(format), format.layout
    assert layout is not None
    hidden, one = 1 << layout.fraction_bits, layout.bias << layout.fraction_bits
    last = (1 << layout.exponent_bits + layout.fraction_bits) - 1
    corners = {0, 1, 2, hidden - 1, hidden, hidden + 1, one - 1, one, one + 1, one + hidden}
    corners |= {known.top - 2, known.top - 1, known.top, known.top + 1, last}
    near_one = st.integers(one - 12 * hidden, one + 12 * hidden)
    codes = st.sampled_from(sorted(corners)) | near_one | st.integers(0, last)
    return st.builds(
        lambda code, negative: code << layout.low_zeros | (known.sign if negative else 0),
        codes.filter(lambda code: 0 <= code <= last),
        st.booleans(),
    )
