#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""beside_drjit.py: rows of strips (main.cpp) by Dr.Jit's LLVM backend on one thread, f64: ns an element, the median of seven.

python3 -m venv somewhere && somewhere/bin/pip install drjit numpy && taskset -c 0 somewhere/bin/python benchmarks/run/strips/beside_drjit.py

It needs LLVM's library: DRJIT_LIBLLVM_PATH says where it is, as libLLVM-19.so. Dr.Jit traces each call, and has the compiled kernel from its
cache. Rows are those whose arrays have one axis; numbers are those of main.cpp.
"""
import time

import drjit as dr
import numpy as np
from drjit.llvm.ad import Float64, UInt32

dr.set_thread_count(1)


def chain(x):
    return dr.sum(dr.sin(x) * dr.exp(-x * x) + dr.tanh(x))


def rosenbrock(x):
    at = dr.arange(UInt32, len(x) - 1)
    b, after = dr.gather(Float64, x, at), dr.gather(Float64, x, at + 1)
    u, v = after - b * b, 1.0 - b
    return dr.sum(100.0 * u * u + v * v)


def polynomial(x):
    y = 0.1 + 0.0 * x
    for i in range(1, 11):
        y = y * x + 1.0 / (1.0 + i)
    return dr.sum(y * y)


def value_and_grad(f):
    def g(x):
        x = Float64(x)
        dr.enable_grad(x)
        y = f(x)
        dr.backward(y)
        return dr.detach(y), dr.grad(x)

    return g


def grad(f):
    return lambda x: value_and_grad(f)(x)[1]


def seconds(f, x):
    def call():
        dr.eval(f(x))
        dr.sync_thread()

    call()
    runs = []
    for _ in range(7):
        calls, start = 0, time.perf_counter()
        while True:
            call()
            calls += 1
            if time.perf_counter() - start >= 0.02:
                break
        runs.append((time.perf_counter() - start) / calls)
    return sorted(runs)[3]


print(f"Dr.Jit {dr.__version__}: ns an element")
for size, name in ((1000, "1000"), (1000000, "10^6")):
    x = Float64(np.sin(0.7 * np.arange(size)) + 1.5)
    for row, f in (
        (f"chain, {name}", chain),
        ("  value and gradient", value_and_grad(chain)),
        ("  gradient of Rosenbrock's function", grad(rosenbrock)),
        (f"polynomial and gradient, {name}", value_and_grad(polynomial)),
    ):
        print(f"{row:34} {1e9 * seconds(f, x) / size:10.2f}")
