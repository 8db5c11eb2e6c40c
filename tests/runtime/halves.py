# SPDX-License-Identifier: BSL-1.0
"""What JAX gives for bf16 and f16 on a CPU, one operation at a time: tests/runtime/halves.inc.

  python3 tests/runtime/halves.py > tests/runtime/halves.inc

A line is a name, a dtype, and words in base 16: those of x, of y, and of the result.
"""
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

ONE = {
    "neg": jnp.negative, "abs": jnp.abs, "floor": jnp.floor, "sign": jnp.sign, "square": jnp.square, "sqrt": jnp.sqrt,
    "rsqrt": jax.lax.rsqrt, "exp": jnp.exp, "expm1": jnp.expm1, "log": jnp.log, "log1p": jnp.log1p, "sin": jnp.sin, "cos": jnp.cos,
    "tan": jnp.tan, "tanh": jnp.tanh, "logistic": jax.nn.sigmoid, "erf": jax.lax.erf, "cbrt": jnp.cbrt, "asinh": jnp.arcsinh,
    "to_f32_and_back": lambda x: (x.astype(jnp.float32) * 3).astype(x.dtype), "to_i32_and_back": lambda x: x.astype(jnp.int32).astype(x.dtype),
    "from_f64": lambda x: (x.astype(jnp.float64) / 3).astype(x.dtype), "sum": jnp.sum, "mean": jnp.mean, "max": jnp.max, "min": jnp.min,
}
TWO = {
    "add": jnp.add, "sub": jnp.subtract, "mul": jnp.multiply, "div": jnp.divide, "max_of_two": jnp.maximum, "pow": jnp.power,
    "atan2": jnp.arctan2, "dot": jnp.dot, "where_less": lambda x, y: jnp.where(x < y, x, y), "scaled": lambda x, y: x * 2.5,
    "nextafter": jnp.nextafter,
}
FINITE = ("sum", "mean", "dot", "to_i32_and_back")


def words(x):
    return " ".join(f"{int(w):04x}" for w in np.atleast_1d(np.asarray(x)).view(np.uint16).ravel())


def operands(dtype, finite):
    r = np.random.default_rng(7)
    x, y = r.normal(size=21) * 2, r.normal(size=21)
    if not finite:
        x = np.concatenate([x, [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, 1e-7, 300.0]])
        y = np.concatenate([y, [1.0, 2.0, 0.5, -1.0, 1.0, 1.0, 3e-7, -250.0]])
    return jnp.asarray(x, dtype), jnp.asarray(y, dtype)


print("// written by halves.py, with jax", jax.__version__)
for dtype, name in ((jnp.bfloat16, "bf16"), (jnp.float16, "f16")):
    for table, two in ((ONE, False), (TWO, True)):
        for what, f in table.items():
            x, y = operands(dtype, what in FINITE)
            z = jax.jit(f)(x, y) if two else jax.jit(f)(x)
            assert z.dtype == dtype, what
            print(f'{{"{what}", "{name}", "{words(x)}",\n "{words(y) if two else ""}", "{words(z)}"}},')
