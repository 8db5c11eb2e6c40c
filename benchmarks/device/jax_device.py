# SPDX-License-Identifier: BSL-1.0
"""The rows of device.cpp in JAX, on its default device: a line "name dtype microseconds" each, the median of 15 times 8 calls.

A row that fails says so on stderr and is left out. Arguments lie on the device; compiling is not timed.
"""
import statistics
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def axpy(x, y):
    return 2.5 * x + y


def black_scholes(s, k, t):
    v, r = 0.3, 0.02

    def cdf(z):
        return 0.5 * jax.lax.erfc(-z * 0.70710678118654752)

    root = v * jnp.sqrt(t)
    d1 = (jnp.log(s / k) + (r + 0.5 * v * v) * t) / root
    return s * cdf(d1) - k * jnp.exp(-r * t) * cdf(d1 - root)


def chain(x):
    return jnp.sum(jnp.sin(x) * jnp.exp(-(x * x)) + jnp.tanh(x))


def softmax_rows(x):
    e = jnp.exp(x - jnp.max(x, 1, keepdims=True))
    return e / jnp.sum(e, 1, keepdims=True)


def rms_norm(x, w):
    return x * jax.lax.rsqrt(jnp.mean(x * x, 1) + 1e-6)[:, None] * w


def rms_norm_loss(x, w, ct):
    return jnp.sum(rms_norm(x, w) * ct)


def stencil(x):
    return 4.0 * x[1:-1, 1:-1] - x[:-2, 1:-1] - x[2:, 1:-1] - x[1:-1, :-2] - x[1:-1, 2:]


def columns(x):
    return (x - jnp.mean(x, 0)) / jnp.sqrt(jnp.mean(jnp.square(x - jnp.mean(x, 0)), 0))


N = 1 << 26
ROWS = [
    ("axpy", axpy, [(N,), (N,)]),
    ("black_scholes", black_scholes, [(N // 2,)] * 3),
    ("chain_gradient", jax.value_and_grad(chain), [(N,)]),
    ("chain_gradient 10^6", jax.value_and_grad(chain), [(1000000,)]),
    ("chain_gradient 10^5", jax.value_and_grad(chain), [(100000,)]),
    ("logsumexp", jax.nn.logsumexp, [(N,)]),
    ("logsumexp 10^5", jax.nn.logsumexp, [(100003,)]),
    ("softmax_rows", softmax_rows, [(8192, 4096)]),
    ("softmax_rows small", softmax_rows, [(64, 1000)]),
    ("rms_norm", rms_norm, [(8192, 4096), (4096,)]),
    ("rms_norm_gradient", jax.grad(rms_norm_loss, (0, 1)), [(8192, 4096), (4096,), (8192, 4096)]),
    ("stencil", stencil, [(8192, 8192)]),
    ("stencil small", stencil, [(200, 300)]),
    ("standardise_columns", columns, [(1 << 22, 8)]),
]


def microseconds(f, args, repeats=15, calls=8):
    times = []
    for _ in range(3):
        jax.block_until_ready(f(*args))
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            y = f(*args)
        jax.block_until_ready(y)
        times.append((time.perf_counter() - start) / calls)
    return statistics.median(times) * 1e6


def main():
    print(f"JAX {jax.__version__} on {jax.devices()[0].device_kind}", file=sys.stderr)
    numbers = np.random.default_rng(1)
    for dtype, name_of_dtype in ((np.float64, "f64"), (np.float32, "f32")):
        for name, f, shapes in ROWS:
            try:
                args = [jax.device_put(numbers.random(s, dtype) + dtype(0.5)) for s in shapes]
                print(f"{name} {name_of_dtype} {microseconds(jax.jit(f), args):.1f}", flush=True)
            except Exception as error:  # the other rows are still wanted
                print(f"{name} {name_of_dtype}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
