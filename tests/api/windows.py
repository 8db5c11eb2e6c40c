#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""windows.py > windows.inc: windows and convolutions of JAX and their derivatives, as numpy_oracle.py has it."""
import numpy_oracle as oracle
from numpy_oracle import case, inf, ints, jnp, lax, nan, np, some

oracle.cases.clear()
oracle.rng.seed(7)

INIT = {"add": (0, lax.add), "mul": (1, lax.mul), "max": (-inf, lax.max), "min": (inf, lax.min)}


def window(op, lengths, strides=None, padding="VALID", **dilations):
    init, f = INIT[op]
    return lambda x: lax.reduce_window(x, jnp.asarray(init, x.dtype), f, lengths, strides or (1,) * len(lengths), padding, **dilations)


def pool(op, lengths, strides=None, padding="VALID", inside=True):
    """flax.linen's pools, in terms of lax."""
    strides = strides or (1,) * len(lengths)
    if not isinstance(padding, str):
        padding = ((0, 0),) + tuple(padding) + ((0, 0),)
    window_of = lambda y, by: window(by, (1,) + lengths + (1,), (1,) + strides + (1,), padding)(y)
    if op != "avg":
        return lambda x: window_of(x, op)
    return lambda x: window_of(x, "add") / (np.prod(lengths) if inside else window_of(jnp.ones_like(x), "add"))


def few(*shape):
    """Many equal numbers."""
    return oracle.rng.randint(-2, 3, shape).astype(np.float64)


v11, m67, images = some(11), some(6, 7), some(2, 5, 6, 3)
for op in ("add", "max", "min"):  # of dilated windows JAX has no derivatives of extrema
    case("window_" + op, window(op, (3,)), v11)
    case(f"window_{op}_equal", window(op, (3, 2), (2, 1), "SAME"), few(7, 5))
    case(f"window_{op}_one", window(op, (1, 1), (2, 3)), m67)
    case(f"window_{op}_same", window(op, (2, 3), (2, 2), "SAME"), m67)
    case(f"window_{op}_lower", window(op, (2, 4), (1, 2), "SAME_LOWER"), m67)
    case(f"window_{op}_around", window(op, (3, 2), (1, 3), ((2, 1), (0, 1))), m67)
    case(f"window_{op}_dilated", window(op, (3, 2), (1, 2), "SAME", window_dilation=(2, 3)), m67, grad=op == "add")
    case(f"window_{op}_base", window(op, (3, 2), (2, 1), ((1, 2), (0, 0)), base_dilation=(2, 3)), some(4, 3))
    case(f"window_{op}_both", window(op, (2, 3), (3, 2), ((1, 0), (2, 3)), base_dilation=(3, 1), window_dilation=(2, 2)), some(4, 5), grad=op == "add")
    case(f"window_{op}_long", window(op, (21,), (3,), ((4, 9),)), some(37))
    case(f"window_{op}_long_dilated", window(op, (19,), (1,), "SAME", window_dilation=(2,)), some(41), grad=op == "add")
    case(f"window_{op}_long_equal", window(op, (17,), (1,)), few(40))
    case(f"window_{op}_side_by_side", window(op, (2, 18), (2, 18)), some(3, 40))
    case(f"window_{op}_whole", window(op, (5, 24)), some(5, 24))
    case(f"window_{op}_none", window(op, (4, 9)), some(6, 7))
    case(f"window_{op}_ints", lambda x, op=op: lax.reduce_window(x, np.int32({"add": 0, "max": -2**31, "min": 2**31 - 1}[op]), INIT[op][1], (3,), (2,), "SAME"), ints(8))
case("window_mul", window("mul", (3, 2), (1, 2), "SAME"), some(4, 5, low=0.5, high=2), grad=False)
case("window_mul_long", window("mul", (20,)), some(25, low=0.5, high=2), grad=False)
case("window_nan", window("max", (3,)), np.array([1.0, nan, 2.0, 3.0, 0.0, -inf, nan, inf, inf, -inf, -inf, -inf]), grad=False)
case("window_nan_min", window("min", (3,)), np.array([1.0, nan, 2.0, 3.0, 0.0, -inf, nan, inf, inf, inf, -inf, 0.0]), grad=False)
case("max_pool", pool("max", (2, 2), (2, 2)), images)
case("max_pool_same", pool("max", (3, 3), (2, 2), "SAME"), images)
case("min_pool", pool("min", (2, 3), (1, 2), ((1, 1), (0, 2))), images)
case("avg_pool", pool("avg", (2, 2), (2, 2)), images)
case("avg_pool_same", pool("avg", (3, 2), (1, 1), "SAME"), images)
case("avg_pool_inside", pool("avg", (3, 2), (2, 1), "SAME", inside=False), images)
case("avg_pool_line", pool("avg", (3,), (2,), ((1, 1),), inside=False), some(2, 9, 3))
case("avg_pool_whole", pool("avg", (5, 6)), images)

if __name__ == "__main__":
    oracle.print_table("windows.py")
