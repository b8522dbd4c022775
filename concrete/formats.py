"""What NumPy and the tile library call the element types of PTO."""

from __future__ import annotations

from typing import Any, Final

import ml_dtypes
import numpy as np

from semantics.formats import FORMATS, Format

# How the tile library and MLIR spell element types; a signless integer is taken as signed.
LIBRARY_NAMES: Final[dict[str, str]] = {
    "f64": "FP64", "f32": "FP32", "float": "FP32", "f16": "FP16", "half": "FP16",
    "bf16": "BF16", "bfloat16_t": "BF16", "f8E4M3FN": "E4M3", "f8E5M2": "E5M2", "hif8": "HiF8",
    **{f"{p}{b}": f"S{b}" for p in ("i", "si", "s") for b in (8, 16, 32, 64)},
    **{f"{p}{b}": f"U{b}" for p in ("ui", "u") for b in (8, 16, 32, 64)},
    **{f"int{b}_t": f"S{b}" for b in (8, 16, 32, 64)},
    **{f"uint{b}_t": f"U{b}" for b in (8, 16, 32, 64)},
}  # fmt: skip

_DTYPES: Final[dict[str, Any]] = {
    "FP64": np.float64, "FP32": np.float32, "FP16": np.float16, "BF16": ml_dtypes.bfloat16,
    "E4M3": ml_dtypes.float8_e4m3fn, "E5M2": ml_dtypes.float8_e5m2,
    "E3M2": ml_dtypes.float6_e3m2fn, "E2M3": ml_dtypes.float6_e2m3fn,
    "E2M1X2": ml_dtypes.float4_e2m1fn, "E8M0": ml_dtypes.float8_e8m0fnu,
    "S64": np.int64, "S32": np.int32, "S16": np.int16, "S8": np.int8, "S4X2": ml_dtypes.int4,
    "U64": np.uint64, "U32": np.uint32, "U16": np.uint16, "U8": np.uint8, "U4X2": ml_dtypes.uint4,
}  # fmt: skip


def dtype_of(fmt: Format) -> np.dtype[Any] | None:
    """The NumPy (or ml_dtypes) type with the same values; None for TF32, HF32, HiF8, E1M2X2
    and HiF4X2, which neither has."""
    found = _DTYPES.get(fmt.name)
    return None if found is None else np.dtype(found)


def format_of(dtype: np.dtype[Any]) -> Format | None:
    """The element type of a NumPy type in either byte order, or None."""
    native = dtype.newbyteorder("=") if dtype.kind in "iuf" else dtype
    return next((FORMATS[name] for name, each in _DTYPES.items() if np.dtype(each) == native), None)
