#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""beside_jax.py: ns a number of jax.random on a CPU, compiled, 4096 and 1,048,576 at a time: the least of many calls.

python3 -m venv somewhere && somewhere/bin/pip install jax && taskset -c 0 somewhere/bin/python beside_jax.py
"""
import os
import time

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
from jax import random

jax.config.update("jax_enable_x64", True)

laws = {
    "bits u64": lambda k, n: random.bits(k, (n,), jnp.uint64),
    "bits u32": lambda k, n: random.bits(k, (n,), jnp.uint32),
    "uniform f64": lambda k, n: random.uniform(k, (n,), jnp.float64),
    "uniform f32": lambda k, n: random.uniform(k, (n,), jnp.float32),
    "normal f64": lambda k, n: random.normal(k, (n,), jnp.float64),
    "normal f32": lambda k, n: random.normal(k, (n,), jnp.float32),
    "exponential f64": lambda k, n: random.exponential(k, (n,), jnp.float64),
    "gumbel f64": lambda k, n: random.gumbel(k, (n,), jnp.float64),
    "randint": lambda k, n: random.randint(k, (n,), 0, 1000, jnp.int32),
    "bernoulli": lambda k, n: random.bernoulli(k, 0.3, (n,)),
    "gamma(3.7) f64": lambda k, n: random.gamma(k, 3.7, (n,), jnp.float64),
    "mean of normal f64": lambda k, n: random.normal(k, (n,), jnp.float64).mean(),
}


def least_time(f, key, calls):
    f(key).block_until_ready()
    least = 1e300
    for _ in range(calls):
        start = time.perf_counter()
        f(key).block_until_ready()
        least = min(least, time.perf_counter() - start)
    return least


print(f"JAX {jax.__version__}, ns a number: 4096, 1048576 at a time")
for impl, names in (("threefry2x32", laws), ("rbg", ("bits u64", "bits u32", "normal f64")), ("philox4x32", ("bits u64", "bits u32", "normal f64"))):
    for name in names:
        few, many = (jax.jit(lambda k, n=n: laws[name](k, n)) for n in (4096, 1 << 20))
        key = random.key(0, impl=impl)
        small, large = least_time(few, key, 300), least_time(many, key, 10)
        print(f"{impl:12} {name:24} {1e9 * small / 4096:8.2f} {1e9 * large / (1 << 20):8.2f}")
