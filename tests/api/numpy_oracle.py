#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""numpy_oracle.py > numpy_oracle.inc: what jax.numpy's functions give, and their derivatives, as words: bits of the elements, in row-major order.

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python numpy_oracle.py > numpy_oracle.inc
Each case is computed in f64 and in f32, from the same numbers. A line holds: name; types of operands and results; operands; results; cotangents of the
floating operands, where the results' are (1 + 7 i mod 11) / 8, i counting the elements of each result. An operand of None's place is not differentiated.
"""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
from jax import lax
import numpy as np

jax.config.update("jax_enable_x64", True)
rng = np.random.RandomState(20)
inf, nan = np.inf, np.nan


def some(*shape, low=-3.0, high=3.0):
    """Numbers that an f32 holds, different from case to case."""
    return np.round(rng.uniform(low, high, shape) * 64) / 64


def ints(*shape, low=-9, high=9):
    return rng.randint(low, high, shape).astype(np.int32)


cases, only = [], sys.argv[1:]  # names: lines of these cases alone


def case(name, f, *xs, grad=True):
    cases.append((name, f, xs, grad))


v5, v4, v3, m34, m23, c234 = some(5), some(4), some(3), some(3, 4), some(2, 3), some(2, 3, 4)

# ---- shapes
case("pad_constant", lambda x: jnp.pad(x, ((1, 2), (0, 3))), m34)
case("pad_value", lambda x: jnp.pad(x, 1, constant_values=7.5), m23)
case("pad_of_value", lambda x, v: jnp.pad(x, ((2, 0),), constant_values=v), v3, some())
case("pad_empty", lambda x: jnp.pad(x, ((2, 1), (1, 0))), some(0, 3))
for mode in ("edge", "reflect", "symmetric", "wrap"):
    case(f"pad_{mode}", lambda x, mode=mode: jnp.pad(x, ((1, 2), (2, 0)), mode=mode), m34)
    case(f"pad_{mode}_far", lambda x, mode=mode: jnp.pad(x, ((7, 8),), mode=mode), v3)
    case(f"pad_{mode}_one", lambda x, mode=mode: jnp.pad(x, ((2, 3),), mode=mode), some(1))
case("roll", lambda x: jnp.roll(x, 2), m34)
case("roll_axis", lambda x: jnp.roll(x, -1, 1), m34)
case("roll_far", lambda x: jnp.roll(x, 11, -2), m34)
case("roll_axes", lambda x: jnp.roll(x, (1, -2), (0, 1)), m34)
case("roll_one_shift", lambda x: jnp.roll(x, 1, (0, 1)), m34)
case("roll_empty", lambda x: jnp.roll(x, 1, 0), some(0, 2))
case("roll_traced", lambda x, s: jnp.roll(x, s, 1), m34, np.int32(-6))
case("roll_traced_flat", lambda x, s: jnp.roll(x, s), m34, np.int32(5))
case("repeat", lambda x: jnp.repeat(x, 3), m23)
case("repeat_axis", lambda x: jnp.repeat(x, 2, -1), m23)
case("repeat_none", lambda x: jnp.repeat(x, 0, 0), m23)
case("repeat_each", lambda x: jnp.repeat(x, np.array([1, 0, 3]), axis=1), m23)
case("moveaxis", lambda x: jnp.moveaxis(x, 0, -1), c234)
case("moveaxis_two", lambda x: jnp.moveaxis(x, (0, 1), (-1, -2)), c234)
case("moveaxis_back", lambda x: jnp.moveaxis(x, -1, 1), c234)
for k in range(-1, 4):
    case(f"rot90_{k + 1}", lambda x, k=k: jnp.rot90(x, k), m23)
case("rot90_axes", lambda x: jnp.rot90(x, 1, (2, 0)), c234)
case("flipud", jnp.flipud, m23)
case("fliplr", jnp.fliplr, m23)
case("atleast", lambda x, y, z: (jnp.atleast_1d(x), jnp.atleast_2d(y), jnp.atleast_3d(x), jnp.atleast_3d(y), jnp.atleast_3d(z)), some(), v3, m23)
case("vstack", lambda x, y: jnp.vstack([x, y]), m23, v3)
case("hstack", lambda x, y: jnp.hstack([x, y]), v3, v5)
case("hstack_matrices", lambda x, y: jnp.hstack([x, y]), m23, some(2, 1))
case("dstack", lambda x, y: jnp.dstack([x, y]), v3, some(3))
case("dstack_matrices", lambda x, y: jnp.dstack([x, y]), m23, some(2, 3, 2))
case("column_stack", lambda x, y: jnp.column_stack([x, y]), v3, some(3, 2))
case("append", lambda x, y: jnp.append(x, y), m23, v3)
case("append_axis", lambda x, y: jnp.append(x, y, 0), m23, some(1, 3))
case("delete", lambda x: jnp.delete(x, 1, 1), m23)
case("delete_flat", lambda x: jnp.delete(x, -2), m23)
case("insert", lambda x, v: jnp.insert(x, 1, v, 0), m23, v3)
case("insert_flat", lambda x: jnp.insert(x, -1, 4.0), v3)
case("split", lambda x: jnp.split(x, 2, 1), m34)
case("split_at", lambda x: jnp.split(x, [1, 3]), v5)
case("split_at_twice", lambda x: jnp.split(x, [3, 3]), v5)
case("array_split", lambda x: jnp.array_split(x, 3), v5)
case("hsplit", lambda x: jnp.hsplit(x, 2), m34)
case("vsplit", lambda x: jnp.vsplit(x, 3), m34)
case("dsplit", lambda x: jnp.dsplit(x, 2), c234)
case("unstack", lambda x: jnp.unstack(x, axis=1), m23)
# ---- matrices
case("tril", jnp.tril, m34)
case("tril_below", lambda x: jnp.tril(x, -1), c234)
case("triu", lambda x: jnp.triu(x, 1), m34)
case("triu_nan", jnp.triu, np.array([[nan, inf], [nan, 2.0]]))
case("diag", jnp.diag, v3)
case("diag_above", lambda x: jnp.diag(x, 2), v3)
case("diag_below", lambda x: jnp.diag(x, -1), v3)
case("diag_of", jnp.diag, m34)
case("diag_of_above", lambda x: jnp.diag(x, 3), m34)
case("diag_of_below", lambda x: jnp.diag(x, -2), m34)
case("diag_of_far", lambda x: jnp.diag(x, 4), m34)
case("diagflat", lambda x: jnp.diagflat(x, 1), m23)
case("diagonal", lambda x: jnp.diagonal(x, -1, 2, 1), c234)
case("trace", jnp.trace, m34)
case("trace_of_two", lambda x: jnp.trace(x, 1, 1, 2), c234)
case("vander", jnp.vander, v3)
case("vander_increasing", lambda x: jnp.vander(x, 4, increasing=True), v3, grad=False)
case("tri", lambda x: x * (jnp.tri(3, dtype=x.dtype).sum() + jnp.tri(3, 4, 1, dtype=x.dtype).sum() * 10 + jnp.tri(3, 2, -1, dtype=x.dtype).sum() * 100), some())
case("eye", lambda x: (x * jnp.eye(3, dtype=x.dtype), x * jnp.eye(2, 4, 1, dtype=x.dtype), x * jnp.eye(3, k=-2, dtype=x.dtype)), some())
# ---- grids
case("linspace", lambda a, b: jnp.linspace(a, b, 7), some(), some())
case("linspace_open", lambda a, b: jnp.linspace(a, b, 5, endpoint=False), some(), some())
case("linspace_one", lambda a, b: jnp.linspace(a, b, 1), some(), some())
case("linspace_vectors", lambda a, b: jnp.linspace(a, b, 4), v3, some())
case("logspace", lambda a, b: jnp.logspace(a, b, 5), some(low=0), some())
case("logspace_base", lambda a, b: jnp.logspace(a, b, 3, base=2.0), some(low=0), some())
case("geomspace", lambda a, b: jnp.geomspace(a, b, 4), some(low=1), some(low=4, high=90))
case("geomspace_negative", lambda a, b: jnp.geomspace(a, b, 4), some(low=-4, high=-1), some(low=-90, high=-5), grad=False)
case("meshgrid", lambda x, y: jnp.meshgrid(x, y), v3, v4)
case("meshgrid_ij", lambda x, y, z: jnp.meshgrid(x, y, z, indexing="ij"), v3, v4, some(2))
case("indices", lambda x: x[0] + jnp.indices((2, 3), dtype=x.dtype), v3)
# ---- products
case("vdot", jnp.vdot, m23, some(2, 3))
case("inner", jnp.inner, m23, some(4, 3))
case("inner_scalar", jnp.inner, m23, some())
case("tensordot", jnp.tensordot, c234, some(3, 4, 2))
case("tensordot_0", lambda x, y: jnp.tensordot(x, y, 0), v3, m23)
case("tensordot_axes", lambda x, y: jnp.tensordot(x, y, ((2, 0), (1, -1))), c234, some(3, 4, 2))
case("kron", jnp.kron, m23, some(3, 2))
case("kron_vector", jnp.kron, v3, m23)
case("cross", jnp.cross, v3, some(3))
case("cross_rows", jnp.cross, some(4, 3), some(4, 3))
case("cross_axis", lambda x, y: jnp.cross(x, y, axis=0), some(3, 2), some(3, 2))
case("cross_two", jnp.cross, some(2), some(2))
square = some(3, 3)
for text, xs in {
    "ij,jk->ik": (m23, m34), "ij,jk": (m23, m34), "ij->ji": (m23,), "ij": (m23,), "ba": (m23,), "ij->": (m23,), "ij->j": (m23,), "ii": (square,), "ii->i": (square,),
    "i,i": (v3, some(3)), "i,i->i": (v3, some(3)), "i,j->ij": (v3, v4), "i,j->ji": (v3, v4), "ij,j": (m23, v3), "i,ij,j": (some(2), m23, v3),
    "bij,bjk->bik": (c234, some(2, 4, 2)), "bi,bj,ij->b": (some(2, 3), some(2, 4), m34), "iij,jk->ik": (some(3, 3, 2), m23), "ij,ij,ij->i": (m23, some(2, 3), some(2, 3)),
    "ijk,ijl->kl": (c234, some(2, 3, 2)), "ijk,k->ji": (c234, v4), "iij->j": (some(3, 3, 2),), "a,b,c->cab": (some(2), v3, v4), "ij,kl->il": (m23, m34),
    ",i->i": (some(), v3), "aBc , cB -> aB": (c234, some(4, 3)), "iijj->ij": (some(2, 2, 3, 3),), "ij,jk,kl->il": (m23, m34, some(4, 2)), "i,i->": (some(0), some(0)),
}.items():
    case(f"einsum {text}", lambda *xs, text=text: jnp.einsum(text, *xs), *xs)
# ---- calculus
case("diff", jnp.diff, m34)
case("diff_twice", lambda x: jnp.diff(x, 2, 0), m34)
case("diff_none_left", lambda x: jnp.diff(x, 4), v3)
case("diff_bool", lambda x: jnp.diff(x > 0), v5, grad=False)
case("ediff1d", jnp.ediff1d, m23)
case("trapezoid", jnp.trapezoid, m34)
case("trapezoid_dx", lambda y: jnp.trapezoid(y, dx=0.25, axis=0), m34)
case("trapezoid_x", lambda y, x: jnp.trapezoid(y, x, axis=0), m34, v3)
case("trapezoid_xs", lambda y, x: jnp.trapezoid(y, x), m34, some(3, 4))
case("gradient", jnp.gradient, v5)
case("gradient_two", lambda x: jnp.gradient(x, axis=1), some(3, 2))
case("gradient_h", lambda x, h: jnp.gradient(x, h), m34, some(low=1))
case("gradient_x", lambda x, h: jnp.gradient(x, h, axis=1), m34, np.array([0.0, 0.5, 2.0, 2.25]))
points = np.array([-2.0, -1.0, 0.5, 0.75, 3.0])
far = np.array([-2.5, -2.0, -1.0, 0.25, 0.6875, 2.0, 3.0, 4.0])
case("interp", jnp.interp, far, points, v5)
case("interp_ends", lambda x, p, f: jnp.interp(x, p, f, -9.0, 9.0), far.reshape(2, 4), points, v5)
case("interp_one", lambda x, p, f: jnp.interp(x, p, f), some(), points, v5)
many = np.cumsum(some(23, low=0.125, high=1))
case("interp_many", jnp.interp, np.concatenate([many[[0, 5, 16, 22]], some(6, low=0, high=many[-1]), [-1.0, 99.0]]), many, some(23), grad=False)
for mode in ("full", "same", "valid"):
    case(f"convolve_{mode}", lambda x, v, mode=mode: jnp.convolve(x, v, mode), some(7), v4)
    case(f"convolve_{mode}_short", lambda x, v, mode=mode: jnp.convolve(x, v, mode), v3, some(6))
    case(f"convolve_{mode}_long", lambda x, v, mode=mode: jnp.convolve(x, v, mode), some(21), some(18))
    case(f"correlate_{mode}", lambda x, v, mode=mode: jnp.correlate(x, v, mode), some(7), v4)
    case(f"correlate_{mode}_short", lambda x, v, mode=mode: jnp.correlate(x, v, mode), v3, some(6))
case("convolve_one", jnp.convolve, v3, some(1))
case("polyval", jnp.polyval, v4, m23)
# ---- elements
a, b = np.array([7.0, -7.0, 7.0, -7.0, 6.0, -6.0, 0.0, 0.5]), np.array([3.0, 3.0, -3.0, -3.0, 3.0, -3.0, 2.0, -0.125])
special = np.array([1.0, -1.0, inf, -inf, nan, 0.0, -0.0])
case("floor_divide", jnp.floor_divide, a, b)
case("remainder", jnp.remainder, a, b, grad=False)
case("remainder_special", jnp.remainder, special, np.array([inf, inf, 2.0, 2.0, 1.0, -3.0, 3.0]), grad=False)
case("floor_divide_zero", jnp.floor_divide, np.array([1.0, -1.0, 0.0]), np.array([0.0, 0.0, 0.0]), grad=False)
case("mod", jnp.mod, m23, np.array([0.75, -1.5, 2.0]), grad=False)
case("fmod", jnp.fmod, a, b, grad=False)
case("divmod", jnp.divmod, a, b, grad=False)
case("divmod_ints", jnp.divmod, np.array([7, -7, 7, -7, 6, -6, 0], np.int32), np.array([3, 3, -3, -3, 3, -3, 2], np.int32))
case("modf", jnp.modf, np.array([1.25, -1.25, 3.0, nan, -0.5]), grad=False)
case("reciprocal", jnp.reciprocal, v5)
case("float_power", jnp.float_power, some(4, low=0.5), v4, grad=False)
# (JAX's derivatives lose digits of sinc near 0 and of logaddexp far from it, and are wrong where one is inf: numpy_plans.cpp has them)
case("sinc", jnp.sinc, np.array([0.0, 0.25, 0.5, 1.0, -2.0, 3.75, -0.75, 2.25]))
case("sinc_small", jnp.sinc, np.array([1e-3, 0.03125, -0.03125, 1e-9]), grad=False)
case("logaddexp", jnp.logaddexp, np.array([1.0, 4.0, -3.0, 0.0, 2.0, 1.5, -inf]), np.array([1.0, 5.0, -3.0, -40.0, -inf, -1.0, 3.0]))
case("logaddexp_far", jnp.logaddexp, np.array([1000.0, -1000.0, 1.0, inf]), np.array([1001.0, -1000.0, inf, 2.0]), grad=False)
case("logaddexp_equal", jnp.logaddexp, np.array([-inf, inf, nan, inf]), np.array([-inf, inf, 1.0, -inf]), grad=False)
case("logaddexp2", jnp.logaddexp2, np.array([1.0, 4.0, -3.0, 0.0, 2.0]), np.array([1.0, 5.0, -3.0, -40.0, -3.0]))
case("heaviside", jnp.heaviside, special, np.full(7, 0.5), grad=False)
case("heaviside_one", lambda x, h: jnp.heaviside(x, h), v3, some())
case("nan_to_num", jnp.nan_to_num, special)
case("nan_to_num_values", lambda x: jnp.nan_to_num(x, nan=3.0, posinf=1e3, neginf=-1e3), special)
case("nan_to_num_nan", lambda x: jnp.nan_to_num(x, nan=-2.0), special)
case("tests", lambda x: (jnp.isnan(x), jnp.isinf(x), jnp.isposinf(x), jnp.isneginf(x), jnp.signbit(x), jnp.isfinite(x)), special, grad=False)
near = np.array([1.00000001, -1.0, inf, inf, nan, 1e-9, 0.0])
case("isclose", jnp.isclose, special, near, grad=False)
case("isclose_nan", lambda x, y: jnp.isclose(x, y, 1e-9, 0.0, equal_nan=True), special, near, grad=False)
case("allclose", lambda x, y: (jnp.allclose(x, y), jnp.allclose(x, y + 1e-9), jnp.allclose(x, y, 10.0, 10.0)), v3, v3, grad=False)
case("array_equal", lambda x, y: (jnp.array_equal(x, x), jnp.array_equal(x, y), jnp.array_equal(x, y[:2]), jnp.array_equiv(x, y[:1] * 0 + x)), v3, some(3), grad=False)
case("copysign", jnp.copysign, np.array([1.0, -2.0, 3.0, -4.0, 0.5]), np.array([1.0, 1.0, -1.0, -0.0, 0.0]))
case("angles", lambda x: (jnp.deg2rad(x), jnp.rad2deg(x), jnp.radians(x), jnp.degrees(x)), v3)
case("fix", lambda x: (jnp.trunc(x), jnp.trunc(x), jnp.rint(x), jnp.fabs(x)), np.array([1.5, -1.5, 0.25, 2.5]))
case("logical", lambda x, y: (jnp.logical_and(x, y), jnp.logical_or(x, y), jnp.logical_xor(x, y), jnp.logical_not(x)), np.array([0.0, 0.0, 2.0, nan]), np.array([0.0, 1.0, 0.0, -1.0]), grad=False)
case("shifts", lambda x, n: (jnp.left_shift(x, n), jnp.right_shift(x, n), x << 3, x >> 1, jnp.left_shift(1, n)), ints(6, low=-99, high=99), np.array([0, 1, 2, 5, 31, 7], np.int32))
case("shifts_unsigned", lambda x, n: (x << n, x >> n), np.array([5, 4294967295, 77], np.uint32), np.array([1, 4, 3], np.uint32))
case("names", lambda x, y: (jnp.arcsin(x), jnp.arccos(x), jnp.arctan(y), jnp.arctan2(x, y), jnp.arcsinh(y), jnp.arctanh(x), jnp.subtract(x, y), jnp.multiply(x, y), jnp.divide(x, y), jnp.negative(x),
                            jnp.absolute(x)), some(4, low=-0.9, high=0.9), some(4, low=0.5))
case("arccosh", jnp.arccosh, some(3, low=1.25))
case("compare", lambda x, y: (jnp.equal(x, y), jnp.not_equal(x, y), jnp.less(x, y), jnp.less_equal(x, y), jnp.greater(x, y), jnp.greater_equal(x, y)), special, near, grad=False)
# ---- reductions
holes = np.array([[1.0, nan, -3.0, 0.5], [nan, nan, nan, nan], [2.0, 2.5, nan, -1.0]])
for f in ("nansum", "nanprod", "nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "nanargmax", "nanargmin"):
    g = getattr(jnp, f)
    place = "arg" in f
    case(f, g, holes, grad=not place)
    case(f"{f}_rows", lambda x, g=g: g(x, 1), holes, grad=False)
    case(f"{f}_columns", lambda x, g=g: g(x, 0), holes[::2, ::3], grad=not place)
case("nan_ints", lambda x: (jnp.nansum(x), jnp.nanmax(x, 0), jnp.nanargmin(x)), ints(2, 3))
case("nancumulative", lambda x: (jnp.nancumsum(x, 1), jnp.nancumprod(x, 0)), holes)
case("average", jnp.average, m34)
case("average_axis", lambda x: jnp.average(x, 0), m34)
case("average_weights", lambda x, w: jnp.average(x, 1, w), m34, some(4, low=0.25))
case("average_weights_each", lambda x, w: jnp.average(x, 0, w), m34, some(3, 4, low=0.25))
case("average_weights_all", lambda x, w: jnp.average(x, weights=w), m34, some(3, 4, low=0.25))
case("ptp", jnp.ptp, m34)
case("ptp_axis", lambda x: jnp.ptp(x, 0), m34)
case("count_nonzero", lambda x: (jnp.count_nonzero(x), jnp.count_nonzero(x, 1)), np.array([[0.0, 1.0, nan], [0.0, -0.0, 3.0]]), grad=False)
case("arg_bool", lambda x: (jnp.argmax(x > 0), jnp.argmin(x > 0, 1)), m34, grad=False)
case("cov", jnp.cov, m34)
case("cov_vector", jnp.cov, v5)
case("cov_two", jnp.cov, v5, some(5))
case("corrcoef", jnp.corrcoef, m34)
case("corrcoef_two", jnp.corrcoef, v5, some(5))
case("fmax", lambda x, y: (jnp.fmax(x, y), jnp.fmin(x, y)), special, np.array([nan, 2.0, 1.0, 1.0, 3.0, 0.0, nan]), grad=False)
case("vectors", lambda x, y, z: (jnp.vecdot(x, y), jnp.matvec(z, y), jnp.vecmat(x, z)), some(2, 3), some(2, 3), some(3, 3))

# ---- sorting
def lax_sort(*xs, keys=1, axis=-1):
    return lax.sort(xs, dimension=axis, num_keys=keys)


few = np.array([2.0, -0.0, nan, inf, 0.0, -inf, 2.0, 1.0, nan, -3.0, 0.0])  # equal ones, nan and infinities
twice = np.array([[1.0, 0.0, 1.0, 0.0, 2.0, 1.0], [0.0, 0.0, nan, 2.0, nan, -0.0]])
case("argsort", jnp.argsort, m34)
case("argsort_few", lambda x: (jnp.argsort(x), jnp.argsort(x, descending=True)), few, grad=False)
case("argsort_axis", lambda x: jnp.argsort(x, 0), c234)
case("argsort_ints", lambda x: (jnp.argsort(x), jnp.argsort(x, descending=True)), ints(20, low=-3, high=3))
case("argsort_unsigned", lambda x: (jnp.argsort(x), jnp.sort(x)), np.array([5, 4294967295, 77, 0, 2147483648, 5], np.uint32))
case("argsort_bool", lambda x: jnp.argsort(x > 0), m34, grad=False)
case("sort", jnp.sort, m34)
case("sort_axis", lambda x: jnp.sort(x, 0), c234)
case("sort_descending", lambda x: jnp.sort(x, -2, descending=True), c234)
case("sort_few", jnp.sort, few, grad=False)
case("sort_empty", lambda x: (jnp.sort(x), jnp.argsort(x, 0)), some(0, 3))
case("sort_two", lambda x, y: lax_sort(x, y), twice, some(2, 6))
case("sort_three", lambda x, y, z: lax_sort(x, y, z, keys=2, axis=0), twice.T, np.round(some(6, 2)), some(6, 2))
case("lexsort", lambda x, y: jnp.lexsort((x, y)), some(2, 6), twice, grad=False)
case("top_k", lambda x: lax.top_k(x, 3), c234)
case("top_k_few", lambda x: lax.top_k(x, 5), few, grad=False)
case("top_k_all", lambda x: lax.top_k(x, 4), v4)
case("median", lambda x: (jnp.median(x), jnp.median(x, 0), jnp.median(x, 1)), m34)
case("median_nan", lambda x: jnp.median(x, 1), twice, grad=False)
case("quantile", lambda x: (jnp.quantile(x, 0.3), jnp.quantile(x, 0.75, 0), jnp.quantile(x, 1.0, -1)), m34)
case("quantile_traced", lambda x, q: jnp.quantile(x, q, 1), c234, np.float64(0.40625))
case("quantile_vector", lambda x, q: jnp.quantile(x, q, 1), c234, np.array([0.0, 0.40625, 0.875]))
for method in ("lower", "higher", "nearest", "midpoint"):
    case("quantile_" + method, lambda x, method=method: jnp.quantile(x, np.array([0.125, 0.5, 0.875]), 0, method=method), m34)
case("percentile", lambda x: jnp.percentile(x, 62.5, 1), m34)
case("nanmedian", lambda x: (jnp.nanmedian(x), jnp.nanmedian(x, 1)), holes, grad=False)
case("nanquantile", lambda x: (jnp.nanquantile(x, 0.375), jnp.nanpercentile(x, 75.0, 0)), holes, grad=False)
case("unique", lambda x: jnp.unique(x, size=6), few, grad=False)
case("unique_more", lambda x: jnp.unique(x, size=9), few, grad=False)
case("unique_counts", lambda x: tuple(jnp.unique_counts(x, size=8)), ints(3, 4, low=-2, high=2))
case("unique_inverse", lambda x: tuple(jnp.unique_inverse(x, size=5)), ints(3, 4, low=-2, high=2))
case("union1d", lambda x, y: jnp.union1d(x, y, size=9), ints(3, low=-2, high=2), ints(4, low=-2, high=4))

# ---- places, histograms, number theory, angles
flags = np.array([[0.0, 1.5, 0.0], [-2.0, 0.0, 0.25]])
numbers = np.array([-14, -13, -12, -1, 0, 5, 11, 12, 40], np.int32)
case("unravel_index", lambda i: jnp.unravel_index(i, (3, 4)), numbers)
case("unravel_index_three", lambda i: jnp.unravel_index(i, (2, 3, 2)), numbers)
case("nonzero", lambda x: jnp.nonzero(x, size=4), flags, grad=False)
case("nonzero_fewer", lambda x: jnp.nonzero(x, size=2), flags, grad=False)
case("argwhere", lambda x: jnp.argwhere(x, size=4), flags, grad=False)
case("tril_indices", lambda x: (x[jnp.tril_indices(3)], x[jnp.tril_indices(3, -1)], x[jnp.tril_indices(3, 1, 4)]), some(3, 4))
case("triu_indices", lambda x: (x[jnp.triu_indices(3)], x[jnp.triu_indices(3, -1)], x[jnp.triu_indices(3, 2, 4)]), some(3, 4))
case("diag_indices", lambda x: x[jnp.diag_indices(3)], some(3, 4))
case("fill_diagonal", lambda x, v: jnp.fill_diagonal(x, v, inplace=False), some(3, 4), some(3))
case("fill_diagonal_number", lambda x: jnp.fill_diagonal(x, 7.0, inplace=False), some(4, 2))
case("isin", lambda x, y: jnp.isin(x, y), ints(2, 5, low=0, high=6), ints(3, low=0, high=6))
samples, edges = np.round(rng.normal(size=40) * 8) / 8, np.array([-1.5, -0.25, 0.5, 2.0])
case("histogram", lambda x: jnp.histogram(x, bins=5), samples, grad=False)
case("histogram_one", lambda x: jnp.histogram(x, bins=4), np.full(3, 1.25), grad=False)
case("histogram_edges", lambda x, e: jnp.histogram(x, e), samples, edges, grad=False)
case("histogram_weights", lambda x, e, w: jnp.histogram(x, e, weights=w)[0], samples.reshape(5, 8), edges, some(5, 8), grad=False)
case("digitize", lambda x, e: jnp.digitize(x, e), np.concatenate([samples, edges]), edges, grad=False)
case("digitize_left", lambda x, e: jnp.digitize(x, e, right=True), np.concatenate([samples, edges]), edges, grad=False)
case("digitize_down", lambda x, e: jnp.digitize(x, e), np.concatenate([samples, edges]), edges[::-1], grad=False)
case("gcd", lambda x, y: (jnp.gcd(x, y), jnp.lcm(x, y)), np.array([12, -18, 0, 7, 0, 100, 48], np.int32), np.array([18, 12, 5, -7, 0, 75, -36], np.int32))
case("gcd_broadcast", lambda x, y: jnp.gcd(x, y), ints(2, 3, low=-60, high=60), np.int32(12))
case("polyder", lambda p: jnp.polyder(p), some(5))
case("polyint", lambda p: jnp.polyint(p), some(4))
case("unwrap", lambda x: jnp.unwrap(x), np.array([0.5, 3.0, -3.0, -0.25, 6.5, 6.0, -20.0]))
case("unwrap_axis", lambda x: jnp.unwrap(x, axis=0), some(4, 3, low=-9, high=9))
tapers = jnp.bartlett, jnp.blackman, jnp.hamming, jnp.hanning
case("tapers", lambda x: tuple((x[()] * (1 + f(n))).astype(x.dtype) for f in tapers for n in (1, 2, 7)), some())

# ---- determinants
case("slogdet", lambda x: tuple(jnp.linalg.slogdet(x)), some(4, 4))
case("slogdet_rows", lambda x: tuple(jnp.linalg.slogdet(x)), some(3, 2, 2))
case("slogdet_turned", lambda x: tuple(jnp.linalg.slogdet(x)), np.array([[0.0, 2.0, 0.0], [0.0, 0.0, 0.5], [3.0, 0.0, 0.0]]))
case("slogdet_singular", lambda x: tuple(jnp.linalg.slogdet(x)), np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.5, 1.0, 1.0]]), grad=False)
case("slogdet_one", lambda x: tuple(jnp.linalg.slogdet(x)), np.array([[-2.5]]))
case("det", lambda x: jnp.linalg.det(x), some(5, 5))

# ---- reductions of some elements, and with a first value
b34, b4 = rng.rand(3, 4) < 0.6, np.array([True, False, True, True])
case("sum_where", lambda x, c: jnp.sum(x, 1, where=c), some(3, 4), b34)
case("sum_where_row", lambda x, c, v: jnp.sum(x, where=c, initial=v), some(3, 4), b4, some())
case("prod_where", lambda x, c: jnp.prod(x, 0, where=c, initial=0.5, keepdims=True), some(3, 4), b34)
case("max_where", lambda x, c, v: jnp.max(x, 1, where=c, initial=v), some(3, 4), b34, some())
case("min_initial", lambda x: jnp.min(x, 0, initial=0.25), some(3, 4))
case("min_of_none", lambda x: jnp.min(x, 0, initial=0.25), some(0, 3))
case("mean_where", lambda x, c: jnp.mean(x, 1, where=c, keepdims=True), some(3, 4), b34)
case("any_where", lambda x, c: (jnp.any(x > 1.0, 1, where=c), jnp.all(x < 1.0, 1, where=c)), some(3, 4), b34, grad=False)
case("var_sample", lambda x: jnp.var(x, 1, ddof=1), some(3, 4))
case("std_sample", lambda x: jnp.std(x, ddof=2, keepdims=True), some(3, 4))

# variances of some elements
c34 = np.array([[True, False, True, True], [True, True, False, False], [True, True, True, True]])
case("var_where", lambda x, c: jnp.var(x, 1, where=c), some(3, 4), c34)
case("std_where", lambda x, c: jnp.std(x, 0, where=c, keepdims=True), some(3, 4), c34)
case("var_where_all", lambda x, c: jnp.var(x, where=c), some(3, 4), c34)
case("var_where_sample", lambda x, c: jnp.var(x, 1, where=c, ddof=1, keepdims=True), some(3, 4), c34)

# of what a shorter operand slides along, the middle
for n, m in [(2, 4), (2, 5), (3, 4), (4, 6), (4, 2), (6, 4)]:
    case(f"correlate_middle_{n}_{m}", lambda x, v: jnp.correlate(x, v, "same"), some(n), some(m))

# ellipses, which stand for axes without letters
for text, *shapes in [("...ij,jk->...ik", (2, 2, 3, 4), (4, 2)), ("...ij,...jk->...ik", (2, 3, 4), (2, 4, 2)), ("...ij,...jk", (3, 2, 3, 4), (2, 4, 2)),
                      ("...i->...", (2, 3)), ("i...->...", (2, 3, 2)), ("...", (2, 3)), ("...ii->...i", (2, 3, 3)), ("i...j,j->...i", (2, 3, 4), (4,)),
                      ("... , ...i", (2,), (2, 3)), ("...,...", (), (3,)), ("b...,b...->...", (2, 3), (2, 2, 3)), ("...i,...i", (4,), (2, 3, 4)),
                      ("ij...,jk...,k->...i", (2, 3, 2), (3, 2, 2), (2,)), ("...ij->...ji", (2, 3))]:
    case(f"einsum {text}", lambda *xs, text=text: jnp.einsum(text, *xs), *[some(*shape) for shape in shapes])


def words(x):
    x = np.ascontiguousarray(np.asarray(x)).ravel()
    x = x.astype(np.uint64) if x.dtype == bool else x.view(f"u{x.dtype.itemsize}").astype(np.uint64)
    return " ".join(format(int(w), "x") for w in x)


def type_of(x):
    x = np.asarray(x)
    name = {"bool": "bool", "float64": "f64", "float32": "f32", "int32": "i32", "int64": "i64", "uint32": "u32"}[x.dtype.name]
    return f"{name}[{','.join(map(str, x.shape))}]"


def places_as_i32(x):
    """Counts and places: JAX's 64-bit mode makes i64 of them, constax i32."""
    return x.astype(jnp.int32) if x.dtype == jnp.int64 else x


def floating(x):
    return jnp.issubdtype(jnp.asarray(x).dtype, jnp.floating)


def print_table(script):
    """All cases, or those that the command line names."""
    print("// SPDX-License-Identifier: BSL-1.0")
    print(f"// Made by {script} with JAX {jax.__version__}: name, types, operands, results, cotangents.")
    for name, f, xs, grad in cases:
        if only and name not in only:
            continue
        for t in (np.float64, np.float32):
            args = [jnp.asarray(x, t) if np.asarray(x).dtype == np.float64 else jnp.asarray(x) for x in xs]
            if t == np.float32 and not any(floating(x) for x in args):
                continue
            ys = [places_as_i32(y) for y in jax.tree.leaves(f(*args))]
            grads = []
            if grad:
                of = [i for i, x in enumerate(args) if floating(x)]

                def through(*some_args):
                    full = list(args)
                    for i, x in zip(of, some_args):
                        full[i] = x
                    return [y for y in jax.tree.leaves(f(*full)) if floating(y)]

                if of:
                    out, back = jax.vjp(through, *[args[i] for i in of])
                    grads = back([jnp.asarray(((1 + 7 * np.arange(y.size)) % 11 / 8).reshape(y.shape), y.dtype) for y in out])
            types = " ".join(map(type_of, args)) + " -> " + " ".join(map(type_of, ys))
            parts = ["  ".join(words(x) for x in part) for part in (args, ys, grads)]
            print(f'{{"{name}", "{types}", ' + ", ".join(f'"{p.strip()}"' for p in parts) + "},")


if __name__ == "__main__":
    print_table("numpy_oracle.py")
