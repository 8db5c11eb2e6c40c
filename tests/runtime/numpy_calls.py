#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""numpy_calls.py > numpy_calls.inc: what NumPy gives for calls drawn at random: odd shapes, negative axes, empty arrays, four dtypes.

python3 -m venv somewhere && somewhere/bin/pip install numpy && somewhere/bin/python numpy_calls.py > numpy_calls.inc
A line holds: name; whole numbers that the call takes besides arrays; operands, as dtype[shape]*seed, whose elements numpy_calls.cpp makes by the rule of
`data`; shape of the result; its elements in row-major order. Calls that NumPy refuses are drawn again.
"""
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
rng = np.random.RandomState(7)
names = {np.float64: "f64", np.float32: "f32", np.int32: "i32", np.bool_: "bool"}
F, N, A = (np.float64, np.float32), (np.float64, np.float32, np.int32), (np.float64, np.float32, np.int32, np.bool_)


def data(dtype, shape, seed):
    k = (np.arange(int(np.prod(shape))) * 37 + seed * 11) % 101
    x = k % 17 - 8 if dtype is np.int32 else k % 3 == 0 if dtype is np.bool_ else k / 8 - 5
    return x.astype(dtype).reshape(shape)


def shape(least, most, empty=True):
    return tuple(int(rng.choice([0, 1, 2, 3, 4, 5] if empty else [1, 2, 3, 4, 5], p=[0.08, 0.17, 0.2, 0.25, 0.2, 0.1] if empty else None))
                 for _ in range(rng.randint(least, most + 1)))


def axis_of(s, more=0):
    return int(rng.randint(-(len(s) + more), len(s) + more))


calls = []


def call(name, f, draw, times=3):
    """draw() -> whole numbers, [(dtype, shape)]; f(*arrays, *numbers)"""
    calls.append((name, f, draw, times))


def one(dtypes=N, least=1, most=3, empty=True):
    return lambda: ([], [(dtypes[rng.randint(len(dtypes))], shape(least, most, empty))])


def along(dtypes=N, most=3, empty=True, also=lambda s: []):
    def draw():
        s = shape(1, most, empty)
        return [axis_of(s)] + also(s), [(dtypes[rng.randint(len(dtypes))], s)]
    return draw


def two(dtypes=N):
    def draw():
        s = shape(0, 3)
        t = tuple(1 if rng.rand() < 0.3 else n for n in s)[rng.randint(0, len(s) + 1):]
        d = dtypes[rng.randint(len(dtypes))]
        return [], [(d, s), (d, t)] if rng.rand() < 0.5 else [(d, t), (d, s)]
    return draw


def vector(dtypes=N, least=1, most=6, also=lambda: []):
    return lambda: (also(), [(dtypes[rng.randint(len(dtypes))], (rng.randint(least, most + 1),))])


def vectors(dtypes=N, least=1, most=6, also=lambda: []):
    def draw():
        d = dtypes[rng.randint(len(dtypes))]
        return also(), [(d, (rng.randint(least, most + 1),)), (d, (rng.randint(least, most + 1),))]
    return draw


def small(low=-3, high=4):
    return int(rng.randint(low, high))


# ---- reductions, along an axis or of all
for name in ("sum", "prod", "any", "all", "count_nonzero"):
    call(name, getattr(np, name), one(A if name != "prod" else N), 2)
    call(name + "_axis", lambda x, a, f=getattr(np, name): f(x, axis=a), along(A if name != "prod" else N))
for name in ("max", "min", "argmax", "argmin", "ptp"):
    call(name, getattr(np, name), one(empty=False), 2)
    call(name + "_axis", lambda x, a, f=getattr(np, name): f(x, axis=a), along(empty=False))
for name in ("mean", "var", "std", "median", "nansum", "nanmean"):
    call(name, getattr(np, name), one(F, empty=False), 2)
    call(name + "_axis", lambda x, a, f=getattr(np, name): f(x, axis=a), along(F, empty=False))
call("sum_where", lambda x, c, a: np.sum(x, axis=a, where=c), lambda: (lambda s: ([axis_of(s)], [(N[small(0, 3)], s), (np.bool_, s)]))(shape(1, 3)))
call("max_where", lambda x, c, a: np.max(x, axis=a, where=c, initial=-1), lambda: (lambda s: ([axis_of(s)], [(N[small(0, 3)], s), (np.bool_, s)]))(shape(1, 3)))
call("mean_where", lambda x, c, a: np.mean(x, axis=a, where=c), lambda: (lambda s: ([axis_of(s)], [(F[small(0, 2)], s), (np.bool_, s)]))(shape(1, 3, False)))
call("quantile", lambda x, a, q: np.quantile(x, q / 8, axis=a), along(F, empty=False, also=lambda s: [small(0, 9)]))
call("average", lambda x, w: np.average(x, axis=0, weights=w), lambda: (lambda s: ([], [(np.float64, s), (np.float64, s[:1])]))(shape(1, 3, False)))
# ---- along an axis, of the same shape
for name in ("cumsum", "cumprod", "sort", "flip"):
    call(name, lambda x, a, f=getattr(np, name): f(x, axis=a), along(N))
call("argsort", lambda x, a: np.argsort(x, axis=a, kind="stable"), along(A))
call("diff", lambda x, a, n: np.diff(x, n=n, axis=a), along(A, also=lambda s: [small(0, 3)]))
call("unwrap", lambda x, a: np.unwrap(x, axis=a), along(F))
call("gradient", lambda x, a: np.gradient(x, axis=a), along(F, empty=False))
call("trapezoid", lambda x, a: np.trapezoid(x, axis=a), along(F))
call("roll", lambda x, a, n: np.roll(x, n, axis=a), along(A, also=lambda s: [small(-9, 10)]))
call("roll_flat", lambda x, n: np.roll(x, n), lambda: ([small(-9, 10)], [(np.int32, shape(1, 3))]))
# ---- shapes
call("swapaxes", lambda x, a, b: np.swapaxes(x, a, b), along(A, also=lambda s: [axis_of(s)]))
call("moveaxis", lambda x, a, b: np.moveaxis(x, a, b), along(A, also=lambda s: [axis_of(s)]))
call("transpose", np.transpose, one(A))
call("expand_dims", lambda x, a: np.expand_dims(x, a), lambda: (lambda s: ([int(rng.randint(-len(s) - 1, len(s) + 1))], [(np.int32, s)]))(shape(0, 3)))
call("squeeze", np.squeeze, one(A))
call("reshape", lambda x, n: np.reshape(x, (n, -1)), lambda: (lambda s: ([s[0] * (1 if len(s) < 3 else s[1])], [(np.int32, s)]))(shape(2, 3, False)))
call("repeat", lambda x, a, n: np.repeat(x, n, axis=a), along(A, also=lambda s: [small(0, 4)]))
call("tile", lambda x, n, m: np.tile(x, (n, m)), lambda: ([small(0, 4), small(0, 4)], [(np.int32, shape(1, 3))]))
call("rot90", lambda x, k: np.rot90(x, k), lambda: ([small(-5, 6)], [(np.float64, shape(2, 3))]))
call("concatenate", lambda x, y, a: np.concatenate([x, y], a), lambda: (lambda s, a: ([a], [(np.float64, s), (np.float64, tuple(2 if d == a % len(s) else n for d, n in enumerate(s)))]))(*(lambda s: (s, axis_of(s)))(shape(1, 3))))
call("stack", lambda x, y, a: np.stack([x, y], a), lambda: (lambda s: ([int(rng.randint(-len(s) - 1, len(s) + 1))], [(np.int32, s), (np.int32, s)]))(shape(0, 3)))
call("split", lambda x, a, n: np.array_split(x, n, axis=a)[-1], along(A, also=lambda s: [small(1, 4)]))
call("delete", lambda x, a, i: np.delete(x, i, axis=a), along(N, empty=False, also=lambda s: [-1]))
call("insert", lambda x, a, i: np.insert(x, i, 7, axis=a), along(N, also=lambda s: [0]))
for mode in ("edge", "reflect", "symmetric", "wrap"):
    call("pad_" + mode, lambda x, n, m, mode=mode: np.pad(x, (n, m), mode=mode), lambda: ([small(0, 6), small(0, 6)], [(np.float64, shape(1, 2, False))]))
call("pad", lambda x, n: np.pad(x, n), lambda: ([small(0, 3)], [(A[small(0, 4)], shape(1, 3))]))
# ---- matrices
for name in ("tril", "triu", "diagonal", "trace", "diag"):
    call(name, lambda x, k, f=getattr(np, name): f(x, k), lambda name=name: ([small(-3, 4)], [(N[small(0, 3)], shape(2, 2 if name == "diag" else 3))]))
call("diag_vector", lambda x, k: np.diag(x, k), vector(also=lambda: [small(-3, 4)]))
call("matmul", np.matmul, lambda: (lambda b, n, k, m: ([], [(np.float64, b[rng.randint(0, len(b) + 1):] + (n, k)), (np.float64, b + (k, m))]))(shape(0, 2), *(int(i) for i in rng.randint(0, 5, 3))), 5)
call("dot", np.dot, lambda: (lambda s, k: ([], [(np.float64, s + (k,)), (np.float64, shape(0, 1) + (k,) + shape(1, 1)[:rng.randint(0, 2)])]))(shape(0, 2), 3), 4)
call("outer", np.outer, vectors(least=0))
call("kron", np.kron, lambda: ([], [(np.float64, shape(1, 2)), (np.float64, shape(1, 2))]))
call("cross", np.cross, lambda: (lambda s: ([], [(np.float64, s + (3,)), (np.float64, s + (3,))]))(shape(0, 2)))
call("tensordot", lambda x, y, n: np.tensordot(x, y, n), lambda: ([small(0, 3)], [(np.float64, (2, 3, 4)), (np.float64, (3, 4, 2))]))
call("einsum", lambda x, y: np.einsum("bij,jk->bki", x, y), lambda: (lambda b, i, j, k: ([], [(np.float64, (b, i, j)), (np.float64, (j, k))]))(*(int(i) for i in rng.randint(0, 5, 4))))
call("cov", np.cov, lambda: ([], [(np.float64, (small(2, 5), small(2, 6)))]))
call("det", lambda x: np.linalg.det(x + 20 * np.eye(x.shape[-1])), lambda: (lambda n: ([], [(np.float64, shape(0, 1) + (n, n))]))(small(1, 5)), 4)
call("slogdet", lambda x: np.linalg.slogdet(x + 20 * np.eye(x.shape[-1]))[1], lambda: (lambda n: ([], [(np.float64, shape(0, 1) + (n, n))]))(small(1, 5)), 4)
call("fill_diagonal", lambda x: (lambda y: (np.fill_diagonal(y, 7), y)[1])(x.copy()), one(N, 2, 2, False))
call("vander", lambda x, n: np.vander(x, n), vector(F, also=lambda: [small(1, 5)]))
# ---- two operands, broadcast
for name in ("add", "subtract", "multiply", "maximum", "minimum", "less", "equal"):
    call(name, getattr(np, name), two(N), 2)
for name in ("hypot", "arctan2", "copysign", "logaddexp", "fmod", "heaviside", "isclose"):
    call(name, getattr(np, name), two(F), 2)
for name in ("floor_divide", "mod"):
    call(name, getattr(np, name), two(F), 2)
call("gcd", np.gcd, two((np.int32,)), 2)
call("lcm", np.lcm, two((np.int32,)), 2)
call("where", lambda c, x, y: np.where(c, x, y), lambda: (lambda s: ([], [(np.bool_, s[1:]), (np.float64, s), (np.float64, ())]))(shape(1, 3)))
call("clip", lambda x, lo: np.clip(x, lo, lo + 3), lambda: ([small()], [(N[small(0, 3)], shape(0, 3))]))
# ---- samples
for mode in ("full", "same", "valid"):
    call("convolve_" + mode, lambda x, v, mode=mode: np.convolve(x, v, mode), vectors(F, most=30), 2)
    call("correlate_" + mode, lambda x, v, mode=mode: np.correlate(x, v, mode), lambda: (lambda m: ([], [(np.float64, (m + small(0, 5),)), (np.float64, (m,))]))(small(1, 6)), 2)
call("polyval", np.polyval, lambda: ([], [(np.float64, shape(1, 1)), (np.float64, shape(0, 2))]))
call("polyder", np.polyder, vector(F, 2))
call("polyint", np.polyint, vector(F))
call("interp", lambda x, p, v: np.interp(x, np.sort(p), v), lambda: (lambda n: ([], [(np.float64, shape(0, 2)), (np.float64, (n,)), (np.float64, (n,))]))(small(1, 30)))
call("searchsorted_left", lambda p, x: np.searchsorted(np.sort(p), x), lambda: ([], [(np.float64, (small(0, 9),)), (np.float64, shape(0, 2))]))
call("searchsorted_right", lambda p, x: np.searchsorted(np.sort(p), x, "right"), lambda: ([], [(np.float64, (small(0, 9),)), (np.float64, shape(0, 2))]))
call("histogram", lambda x, n: np.histogram(x, n)[0].astype(x.dtype), lambda: ([small(1, 7)], [(np.float64, shape(1, 2, False))]))
call("histogram_edges", lambda x, n: np.histogram(x, n)[1], lambda: ([small(1, 7)], [(np.float64, shape(1, 2, False))]))
# ---- places
call("take", lambda x, a: np.take(x, [0, -1, 0], axis=a), along(N, empty=False))
call("take_along_axis", lambda x, a: np.take_along_axis(x, np.argsort(x, axis=a, kind="stable")[::-1], a), along(N))
call("nonzero", lambda x: np.stack(np.nonzero(x)), one(A))
call("argwhere", np.argwhere, one(A))
call("bools", lambda x, c: x[c], lambda: (lambda s: ([], [(np.float64, s), (np.bool_, s[: rng.randint(1, len(s) + 1)])]))(shape(1, 3)))
call("unique", np.unique, one(N))
call("unique_counts", lambda x: np.unique(x, return_counts=True)[1], one(N))
call("unique_inverse", lambda x: np.unique(x, return_inverse=True)[1].reshape(x.shape), one(N))
for name in ("union1d", "intersect1d", "setdiff1d", "setxor1d"):
    call(name, getattr(np, name), vectors((np.int32, np.float64), least=0, most=9))
call("isin", np.isin, lambda: ([], [(np.int32, shape(0, 2)), (np.int32, shape(0, 1))]))
call("unravel_index", lambda i, n, m: np.stack(np.unravel_index(np.abs(i), (n, m))), lambda: ([3, small(3, 6)], [(np.int32, shape(0, 2))]))
call("bincount", lambda i: np.bincount(np.abs(i), minlength=9), vector((np.int32,)))
call("slice", lambda x, a, b, c: x[a:b:c], lambda: ([small(-7, 8), small(-7, 8), int(rng.choice([-3, -2, -1, 1, 2, 3]))], [(np.int32, shape(1, 2))]), 6)
call("slice_from", lambda x, a, c: x[a::c], lambda: ([small(-7, 8), int(rng.choice([-2, -1, 1, 3]))], [(np.int32, shape(1, 2))]), 4)
call("rows", lambda x, i: x[i], lambda: (lambda s: ([int(rng.randint(-s[0], s[0]))], [(np.int32, s)]))(shape(1, 3, False)))
call("add_at", lambda x, i: (lambda y: (np.add.at(y, np.abs(i) % len(x), 1), y)[1])(x.copy()), lambda: ([], [(np.int32, shape(1, 2, False)), (np.int32, shape(0, 2))]))
# ---- of numbers alone
call("linspace", lambda n: np.linspace(-1, 2, n), lambda: ([small(0, 8)], []))
call("linspace_open", lambda n: np.linspace(-1, 2, n, endpoint=False), lambda: ([small(0, 8)], []))
call("geomspace", lambda n: np.geomspace(1, 256, n), lambda: ([small(2, 8)], []))
call("logspace", lambda n: np.logspace(0, 2, n), lambda: ([small(1, 8)], []))
for name in ("hanning", "hamming", "blackman", "bartlett"):
    call(name, getattr(np, name), lambda: ([small(1, 12)], []), 2)
call("eye", lambda n, m, k: np.eye(n, m, k), lambda: ([small(0, 5), small(0, 5), small()], []))
call("tri", lambda n, m, k: np.tri(n, m, k), lambda: ([small(0, 5), small(0, 5), small()], []))
call("triu_indices", lambda n, m, k: np.stack(np.triu_indices(n, k, m)), lambda: ([small(0, 5), small(1, 5), small()], []))
call("tril_indices", lambda n, m, k: np.stack(np.tril_indices(n, k, m)), lambda: ([small(0, 5), small(1, 5), small()], []))
call("arange", lambda a, b, c: np.arange(a, b, c), lambda: ([small(-5, 6), small(-5, 6), int(rng.choice([-3, -2, -1, 1, 2, 3]))], []))


def number(v):
    return "nan" if v != v else "inf" if v == np.inf else "-inf" if v == -np.inf else repr(float(v)).removesuffix(".0")


print("// SPDX-License-Identifier: BSL-1.0")
print(f"// Made by numpy_calls.py with NumPy {np.__version__}: name, whole numbers, operands, shape of the result, its elements.")
count = 0
for name, f, draw, times in calls:
    lines, tries = set(), 0
    while len(lines) < times and tries < 200:
        tries += 1
        numbers, operands = draw()
        operands = [(d, tuple(int(n) for n in s), 1 + i) for i, (d, s) in enumerate(operands)]
        try:
            y = np.asarray(f(*(data(*o) for o in operands), *numbers))
        except (ValueError, IndexError, TypeError, ZeroDivisionError):
            continue
        if y.size > 40 or (y.size == 0 and rng.rand() < 0.7):
            continue
        of = " ".join(f"{names[d]}[{','.join(map(str, s))}]*{seed}" for d, s, seed in operands)
        kind = "f" if y.dtype.kind == "f" else "b" if y.dtype.kind == "b" else "i"
        lines.add(f'{{"{name}", "{" ".join(map(str, numbers))}", "{of}", "{kind}[{",".join(map(str, y.shape))}]", "{" ".join(map(number, y.ravel()))}"}},')
    count += len(lines)
    print("\n".join(sorted(lines)))
print(count, "calls", file=sys.stderr)
