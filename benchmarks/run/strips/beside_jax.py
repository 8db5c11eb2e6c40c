#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""beside_jax.py: the rows of strips (main.cpp) under jax.jit on one core of a CPU, f64: ns an element, the median of seven.

python3 -m venv somewhere && somewhere/bin/pip install jax && taskset -c 0 somewhere/bin/python benchmarks/run/strips/beside_jax.py [strips.txt]

strips.txt: what the program printed in the same minutes; then the rows stand side by side, with JAX's time over that of strips. The
numbers that go in are those of main.cpp. A call from Python takes some microseconds, which the rows of a few numbers show.
"""
import os
import re
import sys
import time

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def chain(x):
    return jnp.sum(jnp.sin(x) * jnp.exp(-x * x) + jnp.tanh(x))


def rosenbrock(x):
    b, after = x[:-1], x[1:]
    u, v = after - b * b, 1.0 - b
    return jnp.sum(100.0 * u * u + v * v)


def standardised(x):
    d = x - jnp.mean(x, 0)
    return d / jnp.sqrt(jnp.mean(d * d, 0))


def logistic(w, x, y):
    z = x @ w
    return jnp.mean(jax.nn.softplus(z) - y * z)


def newton(x):
    return jax.lax.fori_loop(0, 100, lambda _, g: 0.5 * (g + x / g), x)


def kepler(m, e):
    first = m + e * jnp.sin(m)

    def step(c):
        a, _ = c
        d = (a - e * jnp.sin(a) - m) / (1.0 - e * jnp.cos(a))
        return a - d, d

    return jax.lax.while_loop(lambda c: jnp.abs(c[1]) > 1e-14, step, (first, jnp.ones_like(first)))[0]


def polynomial(x):
    y = 0.1 + 0.0 * x
    for i in range(1, 11):
        y = y * x + 1.0 / (1.0 + i)
    return jnp.sum(y * y)


def stencil(u):
    r = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
    return 0.5 * jnp.sum(r * r)


def price(S, K, r, s, t):
    d1 = (jnp.log(S / K) + (r + s * s / 2.0) * t) / (s * jnp.sqrt(t))
    d2 = d1 - s * jnp.sqrt(t)
    normal = lambda d: 0.5 * jax.lax.erfc(d * -0.70710678118654752440)
    return S * normal(d1) - K * jnp.exp(-r * t) * normal(d2)


def log_density(x, alpha, mu, icf):
    d = 10
    e, diagonal = x - mu, jnp.exp(icf[:d])
    squares = jnp.square(diagonal[0] * e[0])
    for i in range(1, d):
        q = diagonal[i] * e[i]
        for j in range(i):
            q = q + icf[d + j * (2 * d - j - 1) // 2 + i - j - 1] * e[j]
        squares = squares + q * q
    return alpha + jnp.sum(icf[:d]) - 0.5 * squares


def log_posterior(alpha, mu, icf, x):
    at_point = jax.vmap(log_density, (None, 0, 0, 0))
    densities = jax.vmap(at_point, (0, None, None, None))(x, alpha, mu, icf)
    lse = jax.nn.logsumexp
    prior = 0.5 * (jnp.sum(jnp.square(jnp.exp(icf[:, :10]))) + jnp.sum(jnp.square(icf[:, 10:])))
    return jnp.sum(lse(densities, 1) - lse(alpha)) + prior


def numbers(*shape):
    return jnp.asarray((np.sin(0.7 * np.arange(np.prod(shape))) + 1.5).reshape(shape))


def seconds(f, args):
    f = jax.jit(f)
    jax.block_until_ready(f(*args))
    runs = []
    for _ in range(7):
        calls, start = 0, time.perf_counter()
        while True:
            jax.block_until_ready(f(*args))
            calls += 1
            if time.perf_counter() - start >= 0.02:
                break
        runs.append((time.perf_counter() - start) / calls)
    return sorted(runs)[3]


rows = []
for size, name in ((1000, "chain, 1000"), (1000000, "chain, 10^6")):
    x = (numbers(size),)
    rows += [(name, size, chain, x), ("  value and gradient", size, jax.value_and_grad(chain), x)]
    rows += [("  gradient of Rosenbrock's function", size, jax.grad(rosenbrock), x)]
x = numbers(1000, 200)
rows += [("softmax of rows, 1000 x 200", 2e5, lambda x: jax.nn.softmax(x, -1), (x,))]
rows += [("standardised columns, 1000 x 200", 2e5, standardised, (x,))]
rows += [("logistic regression, 10000 x 20", 2e5, jax.value_and_grad(logistic), (numbers(20), numbers(10000, 20), numbers(10000)))]
rows += [("product, 200 x 200, a multiply-add", 8e6, jnp.matmul, (numbers(200, 200), numbers(200, 200)))]
p, q = jnp.float64(0.3), jnp.float64(1.7)
rows += [("a call with two numbers", 1, lambda a, b: jnp.sin(a) * b + a / b - 1.0, (p, q))]
rows += [("a trip of Newton's loop", 100, newton, (q,)), ("Kepler's equation by while", 1, kepler, (q, p))]
for size, name in ((1000, "1000"), (1000000, "10^6")):
    rows += [(f"polynomial and gradient, {name}", size, jax.value_and_grad(polynomial), (numbers(size),))]
for size in (100, 1000):
    rows += [(f"5-point stencil, gradient, {size}^2", size * size, jax.value_and_grad(stencil), (numbers(size, size),))]
x = numbers(10000)
slopes = jax.vmap(jax.value_and_grad(price, (0, 1, 2, 3, 4)))
rows += [("Black-Scholes and five slopes, 10000", 10000, slopes, (x, 1.1 * x, 0.02 * x, 0.1 * x, 0.5 * x))]
mixture = (0.1 * numbers(25), numbers(25, 10), 0.1 * numbers(25, 55), numbers(1000, 10))
rows += [("gmm, gradient, d 10, k 25, a point", 1000, jax.value_and_grad(log_posterior, (0, 1, 2)), mixture)]

beside = []  # of each row of strips: ns an element
if len(sys.argv) > 1:
    for line in open(sys.argv[1]):
        found = re.match(r"(.+?) +\d+ +(\d+\.\d+) ", line)
        if found:
            beside.append((found[1], float(found[2])))
print(f"JAX {jax.__version__}: ns an element" + (", of strips, JAX over strips" if beside else ""))
ratios = []
for i, (name, elements, f, args) in enumerate(rows):
    ns = 1e9 * seconds(f, args) / elements
    print(f"{name:34} {ns:10.2f}", end="")
    if beside:
        assert beside[i][0] == name, beside[i]
        ratios.append(ns / beside[i][1])
        print(f" {beside[i][1]:10.2f} {ratios[-1]:7.2f}", end="")
    print()
if ratios:
    print(f"geometric mean {np.exp(np.mean(np.log(ratios))):.2f}")
