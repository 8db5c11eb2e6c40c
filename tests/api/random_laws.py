#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_laws.py > random_laws.inc: what real JAX draws of continuous laws with parameters, and derivatives in them.

python3 -m venv somewhere && somewhere/bin/pip install jax mpmath && somewhere/bin/python random_laws.py > random_laws.inc
XLA's elementary functions on a CPU are up to 150 units in the last place off (log1p near 0, f64), so that of the gamma law there are exact values too
(`exact_...`): its rejection at the uniform numbers that JAX draws; and how these move with the shape a, by their distribution function F: -(dF/da) / F'.
"""
import jax.numpy as jnp
import mpmath as mp
import numpy as np
from jax import grad, random

from random_table import print_table

mp.mp.prec = 200
alphas = jnp.array([0.1, 1.0, 5.0])
shapes = jnp.array([0.05, 0.7, 30.0])

cases = {}
for name, t in (("f32", jnp.float32), ("f64", jnp.float64)):
    laws = {
        "gamma_005": lambda k, t: random.gamma(k, 0.05, (6,), t),
        "gamma_1000": lambda k, t: random.gamma(k, 1000.0, (6,), t),
        "gamma_each": lambda k, t: random.gamma(k, shapes, (2, 3), t),
        "loggamma_3_7": lambda k, t: random.loggamma(k, 3.7, (6,), t),
        "beta": lambda k, t: random.beta(k, 0.5, 2.5, (6,), t),
        "dirichlet": lambda k, t: random.dirichlet(k, alphas, (3,), t),
        "chisquare": lambda k, t: random.chisquare(k, 3.0, (6,), t),
        "t": lambda k, t: random.t(k, 2.5, (6,), t),
        "f": lambda k, t: random.f(k, 3.0, 7.0, (6,), t),
        "generalized_normal": lambda k, t: random.generalized_normal(k, 1.5, (6,), t),
        "ball": lambda k, t: random.ball(k, 3, 2, (3,), t),
        "ball_1": lambda k, t: random.ball(k, 3, 1, (), t),
        "lognormal": lambda k, t: random.lognormal(k, 0.5, (6,), t),
        "pareto": lambda k, t: random.pareto(k, 2.5, (6,), t),
        "rayleigh": lambda k, t: random.rayleigh(k, 1.5, (6,), t),
        "weibull_min": lambda k, t: random.weibull_min(k, 1.5, 2.5, (6,), t),
        "maxwell": lambda k, t: random.maxwell(k, (6,), t),
        "double_sided_maxwell": lambda k, t: random.double_sided_maxwell(k, 0.5, 2.0, (6,), t),
        "wald": lambda k, t: random.wald(k, 1.5, (6,), t),
        "triangular": lambda k, t: random.triangular(k, -1.0, 0.5, 2.0, (6,), t),
    }
    cases |= {f"{law}_{name}": lambda k, draw=draw, t=t: draw(k, t) for law, draw in laws.items()}
cases |= {
    "gamma_half_both": lambda k: random.gamma(k, 0.5, (6,)),
    "gamma_3_7_both": lambda k: random.gamma(k, 3.7, (6,)),
    "loggamma_001_both": lambda k: random.loggamma(k, 0.01, (6,)),
    "d_gamma": lambda k: grad(lambda a: random.gamma(k, a, (2, 3)).sum())(shapes),
    "d_loggamma": lambda k: grad(lambda a: random.loggamma(k, a, (2, 3)).sum())(shapes),
    "d_beta": lambda k: grad(lambda a: random.beta(k, a, 2.5, (6,)).sum())(0.5),
    "d_dirichlet": lambda k: grad(lambda a: (random.dirichlet(k, a, (3,)) * alphas).sum())(alphas),
    "d_t": lambda k: grad(lambda a: random.t(k, a, (6,)).sum())(2.5),
    "d_generalized_normal": lambda k: grad(lambda p: random.generalized_normal(k, p, (6,), jnp.float64).sum())(1.5),
}


def exact_gamma(key, a, t):
    """The logarithms of 6 numbers of the gamma law of shape a (of type t)."""
    a = mp.mpf(float(t(a)))
    above = np.nextafter(t(-1), t(0))
    uniform = lambda k, lo=t(0): mp.mpf(float(random.uniform(k, (), t, lo, t(1))))

    def one(key):
        key, last = random.split(key)
        d = (a if a >= 1 else a + 1) - mp.mpf(1) / 3
        c = 1 / (3 * mp.sqrt(d))
        while True:
            key, of_x, of_u = random.split(key, 3)
            v = mp.mpf(0)
            while v <= 0:
                of_x, now = random.split(of_x)
                x = mp.sqrt(2) * mp.erfinv(uniform(now, above))
                v = (1 + c * x) ** 3
            u = uniform(of_u)
            if u < 1 - mp.mpf("0.0331") * x**4 or mp.log(u) < x**2 / 2 + d * (1 - v + mp.log(v)):
                break
        return mp.log(d * v) + (mp.log(1 - uniform(last)) / a if a < 1 else 0)

    return [one(k) for k in random.split(key, 6)]


def slope(a, log_x):
    """How log(x) moves with a while x keeps its quantile. F = x^a / gamma(a + 1) (1 - a x / (a + 1) + ...) is taken in its logarithm."""
    a, x = mp.mpf(float(a)), mp.exp(log_x)
    log_f = lambda a: a * log_x - x - mp.loggamma(a + 1) + mp.log(mp.hyp1f1(1, a + 1, x))
    density = mp.exp(a * log_x - x - mp.loggamma(a))  # times x
    return -mp.diff(log_f, a) * mp.exp(log_f(a)) / density


def rounded(xs, t):
    return np.array([float(x) for x in xs]).astype(t)


for name, t in (("f32", np.float32), ("f64", np.float64)):
    for law, a in (("005", 0.05), ("half", 0.5), ("3_7", 3.7), ("1000", 1000.0)):
        cases[f"exact_gamma_{law}_{name}"] = lambda k, a=a, t=t: rounded([mp.exp(y) for y in exact_gamma(k, a, t)], t)
    for law, a in (("001", 0.01), ("3_7", 3.7)):
        cases[f"exact_loggamma_{law}_{name}"] = lambda k, a=a, t=t: rounded(exact_gamma(k, a, t), t)
for law, a in (("005", 0.05), ("half", 0.5), ("3_7", 3.7), ("30", 30.0)):
    cases[f"exact_d_gamma_{law}"] = lambda k, a=a: rounded([mp.exp(y) * slope(a, y) for y in exact_gamma(k, a, np.float64)], np.float64)
for law, a in (("001", 0.01), ("3_7", 3.7)):
    cases[f"exact_d_loggamma_{law}"] = lambda k, a=a: rounded([slope(a, y) for y in exact_gamma(k, a, np.float64)], np.float64)

print_table("random_laws.py", cases, both_layouts=("_both",))
