#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""indexing.py > indexing.inc: what real JAX reads and writes at computed places: results, and gradients of sum(result * weights).

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python indexing.py > indexing.inc
Arguments are `data(shape, seed)`, which indexing.cpp makes too. A gradient is that in all floating arguments, one after the other.
"""
import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def data(*shape, seed=0, dtype=np.float64):
    k = np.arange(int(np.prod(shape)))
    return jnp.asarray((((k * 37 + seed * 11) % 101) / 8 - 5).reshape(shape).astype(dtype))


def ints(values, dtype=np.int32):
    return jnp.asarray(np.array(values, dtype=dtype))


class read:
    """x[...] of JAX promises that indices are inside: it reads the nearest element, whose gradient it then drops. Ours is that of what is read."""

    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        return self.x.at[i].get(mode="clip")


x5, x34, x234 = data(5), data(3, 4), data(2, 3, 4)
i, k, j, s = ints([1, -1]), ints([3, 0]), ints([[0, 5, -2], [3, -7, 1]]), ints(2)
r = ints([1, 0, 1, 1, -1, 7])
x62, x6 = data(6, 2, seed=3), data(6, seed=3)
nan = float("nan")
drop, clip, fill = "drop", "clip", "fill"
cases = {
    "rows": (lambda x, i: read(x)[i], x34, i),
    "rows_f32": (lambda x, i: read(x)[i], data(3, 4, dtype=np.float32), i),
    "elements": (lambda x, i, k: read(x)[i, k], x34, i, k),
    "vector_by_matrix": (lambda x, j: read(x)[j], x5, j),
    "rows_by_matrix": (lambda x, j: read(x)[j], x34, j),
    "broadcast": (lambda x, j, s: read(x)[j, s], x34, j, s),
    "scalar": (lambda x, s: read(x)[s], x34, s),
    "scalars": (lambda x, s: read(x)[s, s], x34, s),
    "negative_scalar": (lambda x, s: read(x)[s - 5], x34, s),
    "beyond": (lambda x, s: read(x)[s * 50], x34, s),
    "far_below": (lambda x, s: read(x)[s - 50], x34, s),
    "u8": (lambda x, i: read(x)[i], x34, ints([2, 200], np.uint8)),
    "u64": (lambda x, i: read(x)[i], x34, ints([2, 9], np.uint64)),
    "i8": (lambda x, i: read(x)[i], data(100), ints([-100, 99, 127], np.int8)),
    "slice_array_slice": (lambda x, i: read(x)[:, i, 1:3], x234, i),
    "array_slice_array": (lambda x, i, k: read(x)[i, :, k], x234, ints([0, -1]), k),
    "new_array_slice_array": (lambda x, i, k: read(x)[None, i, :, k], x234, ints([0, -1]), k),
    "slice_array_array": (lambda x, i, k: read(x)[:, i, k], x234, i, k),
    "integer_array": (lambda x, i: read(x)[0, i], x234, i),
    "integer_slice_array": (lambda x, k: read(x)[0, :, k], x234, k),
    "array_slice_integer": (lambda x, i: read(x)[i, :, -1], x234, ints([0, -1])),
    "array_new": (lambda x, i: read(x)[i, None], x34, i),
    "new_between": (lambda x, i, k: read(x)[i, None, k], x34, i, k),
    "ellipsis": (lambda x, j: read(x)[..., j], x234, j),
    "ellipsis_between": (lambda x, i, k: read(x)[i, ..., k], x234, ints([0, -1]), k),
    "ellipsis_of_none": (lambda x, i, k: read(x)[i, ..., k], x34, i, k),
    "reversed_array": (lambda x, i: read(x)[::-1, i], x34, i),
    "strided_array": (lambda x, i: read(x)[1::2, ::2, i], x234, i),
    "get_fill": (lambda x, j: x.at[j].get(mode=fill), x5, j),
    "get_fill_rows": (lambda x, j: x.at[:, j].get(mode=fill), x34, j),
    "get_fill_i32": (lambda x, j: x.at[j].get(mode=fill), ints([1, 2, 3, 4, 5]), j),
    "get_fill_u8": (lambda x, j: x.at[j].get(mode=fill), ints([1, 2, 3, 4, 5], np.uint8), j),
    "get_clip": (lambda x, j: x.at[j].get(mode=clip), x5, j),
    "get_wrap": (lambda x, j: jnp.take(x, j, mode="wrap"), x5, j),
    "set_number": (lambda x, i: x.at[i].set(7.0), x34, i),
    "set_rows": (lambda x, i, v: x.at[i].set(v), x34, i, data(2, 4, seed=1)),
    "set_row": (lambda x, i, v: x.at[i].set(v), x34, i, data(4, seed=1)),
    "set_again": (lambda x, r, v: x.at[r].set(v), x34, r, data(6, 4, seed=1)),
    "set_elements": (lambda x, i, k, v: x.at[i, k].set(v), x34, i, k, data(2, seed=1)),
    "set_columns": (lambda x, k, v: x.at[:, k].set(v), x34, k, data(3, 2, seed=1)),
    "set_slice": (lambda x, v: x.at[1:].set(v), x34, data(2, 4, seed=1)),
    "set_element": (lambda x: x.at[1, -1].set(7.0), x34),
    "set_strided": (lambda x, v: x.at[::2, 1::2].set(v), x34, data(2, 2, seed=1)),
    "set_reversed": (lambda x, v: x.at[::-1].set(v), x34, data(3, 4, seed=1)),
    "set_all": (lambda x, v: x.at[:].set(v), x34, data(4, seed=1)),
    "set_slice_array": (lambda x, i, v: x.at[:, i, 1:3].set(v), x234, i, data(2, 2, 2, seed=1)),
    "set_array_slice_array": (lambda x, i, k, v: x.at[i, :, k].set(v), x234, ints([0, -1]), k, data(2, 3, seed=1)),
    "set_strided_array": (lambda x, i, v: x.at[:, ::2, i].set(v), x234, i, data(2, 2, 2, seed=1)),
    "set_new": (lambda x, i, v: x.at[i, None].set(v), x34, i, data(2, 1, 4, seed=1)),
    "set_clip": (lambda x, j, v: x.at[j].set(v, mode=clip), x5, j, data(2, 3, seed=1)),
    "set_drop": (lambda x, j, v: x.at[j].set(v, mode=drop), x5, j, data(2, 3, seed=1)),
    "add_again": (lambda x, r, v: x.at[r].add(v), x34, r, data(6, 4, seed=1)),
    "add_f32": (lambda x, r, v: x.at[r].add(v), data(3, dtype=np.float32), r, data(6, seed=1, dtype=np.float32)),
    "add_slices": (lambda x, v: x.at[1:3, ::2].add(v), x34, data(2, 2, seed=1)),
    "subtract": (lambda x, r, v: x.at[r].subtract(v), x34, r, data(4, seed=1)),
    "mul_again": (lambda x, r: x.at[r].mul(3.0), x34, r),
    "min_again": (lambda x, r, v: x.at[r].min(v), x34, r, data(6, 4, seed=1)),
    "max_again": (lambda x, r, v: x.at[r].max(v), x34, r, data(6, 4, seed=1)),
    "max_ties": (lambda x, r, v: x.at[r].max(v), jnp.zeros(3), r, jnp.array([0.0, 1.0, 0.0, 2.0, 2.0, 3.0])),
    "take": (lambda x, j: jnp.take(x, j), x34, j),
    "take_axis": (lambda x, j: jnp.take(x, j, axis=1), x34, j),
    "take_last": (lambda x, s: jnp.take(x, s, axis=-1), x34, s),
    "take_clip": (lambda x, j: jnp.take(x, j, axis=0, mode=clip), x34, j),
    "take_wrap": (lambda x, j: jnp.take(x, j, axis=0, mode="wrap"), x34, j),
    "take_along_0": (lambda x, j: jnp.take_along_axis(x, j, axis=0), x34, ints([[0, 1, 2, -1], [2, 2, 1, 0]])),
    "take_along_1": (lambda x, j: jnp.take_along_axis(x, j, axis=1), x34, ints([[0, 3], [1, -1], [2, 2]])),
    "take_along_repeated": (lambda x, j: jnp.take_along_axis(x, j, axis=1), x34, ints([[0, 3, 1]])),
    "dynamic_slice": (lambda x, s: jax.lax.dynamic_slice(x, (s, s), (2, 3)), x34, s),
    "dynamic_slice_negative": (lambda x, s: jax.lax.dynamic_slice(x, (s - 4, s - 5), (1, 2)), x34, s),
    "dynamic_update": (lambda x, v, s: jax.lax.dynamic_update_slice(x, v, (s, s)), x34, data(2, 2, seed=1), s),
    "dynamic_slice_in_dim": (lambda x, s: jax.lax.dynamic_slice_in_dim(x, s, 2, axis=1), x34, s),
    "dynamic_update_in_dim": (lambda x, v, s: jax.lax.dynamic_update_slice_in_dim(x, v, s, axis=0), x34, data(2, 4, seed=1), s),
    "segment_sum": (lambda x, r: jax.ops.segment_sum(x, r, 3), x62, r),
    "segment_prod": (lambda x, r: jax.ops.segment_prod(x, r, 3), x62, r),
    "segment_min": (lambda x, r: jax.ops.segment_min(x, r, 3), x62, r),
    "segment_max": (lambda x, r: jax.ops.segment_max(x, r, 3), x62, r),
    "bincount": (lambda r: jnp.bincount(r, length=4), r),
    "bincount_weights": (lambda r, w: jnp.bincount(r, w, length=4), r, x6),
    "one_hot": (lambda r: jax.nn.one_hot(r, 3), r),
    "searchsorted": (lambda a, v: jnp.searchsorted(a, v), jnp.array([1.0, 2.0, 2.0, 3.0, nan]), jnp.array([[0.0, 2.0, nan], [2.5, 9.0, 1.0]])),
    "searchsorted_right": (lambda a, v: jnp.searchsorted(a, v, side="right"), jnp.array([1.0, 2.0, 2.0, 3.0, nan]), jnp.array([[0.0, 2.0, nan], [2.5, 9.0, 1.0]])),
    "flatnonzero": (lambda x: jnp.flatnonzero(x > 0, size=4), x34),
    "flatnonzero_few": (lambda x: jnp.flatnonzero(x > 6, size=4), x34),
    "vmap_rows": (jax.vmap(lambda x, i: read(x)[i]), x34, ints([[0, 3], [1, -1], [2, 9]])),
    "vmap_of_indices": (jax.vmap(lambda x, i: read(x)[i], in_axes=(None, 0)), x34, j),
    "vmap_of_array": (jax.vmap(lambda x, k: read(x)[k], in_axes=(1, None)), x34, i),
    "vmap_set": (jax.vmap(lambda x, i, v: x.at[i].set(v)), x34, ints([[0, 3], [1, 1], [2, 9]]), data(3, 2, seed=1)),
    "vmap_add_to_one": (jax.vmap(lambda x, i, v: x.at[i].add(v), in_axes=(None, 0, 0)), x5, ints([[0, 3], [1, 1], [2, 9]]), data(3, 2, seed=1)),
    "vmap_dynamic": (jax.vmap(lambda x, s: jax.lax.dynamic_slice_in_dim(x, s, 2)), x34, ints([0, 2, 9])),
}

print("// SPDX-License-Identifier: BSL-1.0")
print(f"// Made by indexing.py with JAX {jax.__version__}: name, result, gradient.")
for name, (f, *args) in cases.items():
    y = np.asarray(f(*args))
    number = lambda v: "nan" if np.isnan(v) else "inf" if v == np.inf else "-inf" if v == -np.inf else repr(float(v))
    floats = [n for n, a in enumerate(args) if jnp.issubdtype(a.dtype, jnp.floating)]
    grads = []
    if floats and np.issubdtype(y.dtype, np.floating):
        try:
            weights = data(*y.shape, seed=2, dtype=y.dtype)
            grads = [g for d in jax.grad(lambda *a: jnp.sum(jnp.where(jnp.isfinite(f(*a)), f(*a), 0) * weights), argnums=floats)(*args) for g in np.ravel(d)]
        except NotImplementedError:
            pass
    print(f'{{"{name}", {{{", ".join(number(v) for v in np.ravel(y))}}}, {{{", ".join(number(v) for v in grads)}}}}},')
