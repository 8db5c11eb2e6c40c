# SPDX-License-Identifier: BSL-1.0
# Writes derivatives.inc: the first four derivatives of the elementwise functions at some points, by mpmath with 120 digits, rounded to double.
#
#   python derivatives.py > derivatives.inc        (pip install mpmath)
#
# Beside them a scale for each order: an error of 1 in the unit of the test is 2^-53 of it. It is the largest term in what a composition of
# rounded operations computes, by Cauchy: max over j of |f(j)| k!/j! / r^(k-j), with r how far f is analytic around x (or less, where the rule
# divides by something smaller); j from 1, or from 0 where the rule is written in the value. `amplified` multiplies it where the rule takes
# exp of something large, whose rounding counts.
from mpmath import mp, mpf
import mpmath as m

mp.dps = 120
pi = mp.pi
one = lambda x: mpf(1)
size = abs


def to_integers(x):  # the distance to the poles of gamma
    return abs(x) if x > 0 else min(abs(x - round(x)), abs(x)) if x > -1 else abs(x - round(x))


def cbrt(x):
    return m.sign(x) * m.cbrt(abs(x))


def i0e(x):
    return m.exp(-abs(x)) * m.besseli(0, x)


def i1e(x):
    return m.exp(-abs(x)) * m.besseli(1, x)


def P(a, x):
    return m.gammainc(a, 0, x, regularized=True)


def Q(a, x):
    return m.gammainc(a, x, mp.inf, regularized=True)


def density(a):
    return lambda x: 1 + abs((a - 1) * m.log(x)) + x + abs(m.loggamma(a))


def beta(a, b):
    return lambda x: 1 + abs((a - 1) * m.log(x)) + abs((b - 1) * m.log1p(-x)) + abs(m.loggamma(a)) + abs(m.loggamma(b)) + abs(m.loggamma(a + b))


# name, function, points, r, first j, amplified
table = [
    ("exp", m.exp, [-700, -20, -1.5, 0, 1e-10, 0.7, 20, 700], one, 1, one),
    ("exp2", lambda x: m.power(2, x), [-1000, -1.5, 0, 0.7, 30.25, 1000], one, 1, one),
    ("expm1", m.expm1, [-30, -1.5, -1e-10, 0, 1e-10, 0.7, 20, 700], one, 0, one),
    ("log", m.log, [1e-60, 1e-8, 0.3, 0.999999, 1, 1.000001, 2.5, 1e8, 1e60], size, 1, one),
    ("log1p", m.log1p, [-0.999999, -0.3, -1e-12, 0, 1e-12, 2.5, 1e8, 1e60], lambda x: 1 + x, 1, one),
    ("log2", lambda x: m.log(x, 2), [1e-60, 1e-8, 0.3, 1, 2.5, 1e8, 1e60], size, 1, one),
    ("log10", m.log10, [1e-60, 1e-8, 0.3, 1, 2.5, 1e8, 1e60], size, 1, one),
    ("pow_x", lambda x: m.power(x, 2.5), [1e-40, 1e-3, 0.3, 1, 7.5, 1e8], size, 1, one),
    ("pow_negative", lambda x: m.power(x, -1.75), [1e-3, 0.3, 1, 7.5, 1e8], size, 1, one),
    ("pow_y", lambda x: m.power(mpf(2.5), x), [-30, -1.5, 0, 1e-8, 0.7, 30], one, 1, one),
    ("pow_both", lambda x: m.power(x, x), [0.01, 0.3, 1, 2.5, 7.5], size, 0, one),
    ("integer_pow", lambda x: x**7, [-20, -1.5, -1e-8, 1e-30, 0.7, 1e20], size, 1, one),
    ("integer_pow_negative", lambda x: x**-3, [-20, -1.5, -1e-8, 1e-30, 0.7, 1e20], size, 1, one),
    ("square", lambda x: x * x, [-20, -1e-8, 0, 0.7, 1e20], lambda x: max(abs(x), 1), 1, one),
    ("sqrt", m.sqrt, [1e-60, 1e-8, 0.3, 1, 2.5, 1e8, 1e60], size, 1, one),
    ("cbrt", cbrt, [-1e60, -8, -1e-8, 1e-60, 0.3, 1, 2.5, 1e8], size, 1, one),
    ("rsqrt", lambda x: 1 / m.sqrt(x), [1e-50, 1e-8, 0.3, 1, 2.5, 1e8, 1e50], size, 1, one),
    ("hypot_x", lambda x: m.sqrt(x * x + 4), [-1e8, -1.5, -1e-8, 0, 0.7, 2, 1e8], lambda x: m.sqrt(x * x + 4), 1, one),
    ("hypot_y", lambda x: m.sqrt(x * x + mpf(0.25)), [-30, -1.5, -1e-8, 0, 0.7, 2], lambda x: m.sqrt(x * x + mpf(0.25)), 1, one),
    ("sin", m.sin, [-1e5, -1.5, -1e-8, 0, 0.7, 3.141592653589793, 30, 1e15], one, 1, one),
    ("cos", m.cos, [-1e5, -1.5, -1e-8, 0, 0.7, 1.5707963267948966, 30, 1e15], one, 1, one),
    ("tan", m.tan, [-1.5, -0.7, -1e-8, 0, 0.3, 1.57, 10], lambda x: abs(m.cos(x)), 0, one),
    ("asin", m.asin, [-0.999999, -0.7, -1e-8, 0, 0.3, 0.9, 0.9999999], lambda x: 1 - abs(x), 1, one),
    ("acos", m.acos, [-0.999999, -0.7, -1e-8, 0, 0.3, 0.9, 0.9999999], lambda x: 1 - abs(x), 1, one),
    ("atan", m.atan, [-1e8, -1.5, -1e-8, 0, 0.3, 1, 30, 1e20], lambda x: m.sqrt(1 + x * x), 1, one),
    ("atan2_y", lambda x: m.atan2(x, mpf(1.5)), [-1e8, -1.5, -1e-8, 0, 0.3, 30], lambda x: m.sqrt(mpf(2.25) + x * x), 1, one),
    ("atan2_x", lambda x: m.atan2(mpf(1.5), x), [-1e8, -1.5, -1e-8, 0, 0.3, 30], lambda x: m.sqrt(mpf(2.25) + x * x), 1, one),
    ("sinh", m.sinh, [-700, -1.5, -1e-8, 0, 0.3, 20, 700], one, 1, one),
    ("cosh", m.cosh, [-700, -1.5, -1e-8, 0, 0.3, 20, 700], one, 1, one),
    ("tanh", m.tanh, [-15, -1.5, -1e-8, 0, 0.3, 3, 10, 40], one, 0, one),
    ("asinh", m.asinh, [-1e8, -1.5, -1e-8, 0, 0.3, 30, 1e20], lambda x: m.sqrt(1 + x * x), 1, one),
    ("acosh", m.acosh, [1.000001, 1.1, 2.5, 30, 1e20], lambda x: x - 1, 1, one),
    ("atanh", m.atanh, [-0.999999, -0.7, -1e-8, 0, 0.3, 0.9, 0.9999999], lambda x: 1 - abs(x), 1, one),
    ("logistic", lambda x: 1 / (1 + m.exp(-x)), [-700, -20, -1.5, 0, 1e-10, 0.7, 3, 20, 40], one, 0, one),
    ("softplus", lambda x: m.log1p(m.exp(x)), [-700, -20, -1.5, 0, 1e-10, 0.7, 3, 20, 40], one, 1, one),
    ("erf", m.erf, [-5, -1.5, -1e-8, 0, 0.3, 1, 3, 8], lambda x: 1 / (1 + abs(x)), 1, one),
    ("erfc", m.erfc, [-5, -1.5, -1e-8, 0, 0.3, 1, 3, 8, 20], lambda x: 1 / (1 + abs(x)), 1, one),
    ("gaussian", lambda x: m.exp(-x * x), [-8, -1.5, -1e-8, 0, 0.3, 1, 3, 20], lambda x: 1 / (1 + abs(x)), 0, one),
    ("erf_inv", m.erfinv, [-0.9999, -0.7, -1e-8, 0, 0.3, 0.9, 0.999999], lambda x: 1 - abs(x), 1, lambda x: 1 + m.erfinv(x) ** 2),
    ("lgamma", lambda x: m.log(abs(m.gamma(x))), [-20.3, -3.5, -0.1, 1e-8, 0.1, 1, 1.4616321449683622, 2, 3.25, 50, 1e10], to_integers, 0, one),
    ("tgamma", m.gamma, [-20.3, -3.5, -0.1, 1e-8, 0.1, 1, 1.4616321449683622, 2, 3.25, 20.5, 120], lambda x: min(to_integers(x), 1), 0, one),
    ("digamma", m.digamma, [-20.3, -3.5, -0.1, 1e-8, 0.1, 1, 1.4616321449683622, 3.25, 50, 1e10], to_integers, 1, one),
    ("polygamma_1", lambda x: m.psi(1, x), [-20.3, -3.5, -0.1, 1e-8, 0.1, 1, 3.25, 50, 1e10], to_integers, 0, one),
    ("polygamma_4", lambda x: m.psi(4, x), [-20.3, -3.5, -0.1, 1e-8, 0.1, 1, 3.25, 50, 1e10], to_integers, 0, one),
    ("zeta", lambda x: m.zeta(mpf(2.5), x), [1e-8, 0.1, 1, 3.25, 50, 1e10], to_integers, 1, one),
    ("igamma", lambda x: P(mpf(2.5), x), [1e-8, 0.1, 1, 2.5, 7, 50], size, 1, density(mpf(2.5))),
    ("igamma_large", lambda x: P(mpf(120), x), [60, 115, 120, 150], lambda x: m.sqrt(x), 1, density(mpf(120))),
    ("igammac", lambda x: Q(mpf(0.5), x), [1e-8, 0.1, 1, 2.5, 7, 50], size, 1, density(mpf(0.5))),
    ("betainc", lambda x: m.betainc(mpf(2.5), mpf(1.5), 0, x, regularized=True), [1e-8, 0.1, 0.5, 0.9, 0.999999], lambda x: min(x, 1 - x), 1, beta(mpf(2.5), mpf(1.5))),
    ("betainc_large", lambda x: m.betainc(mpf(40), mpf(60), 0, x, regularized=True), [0.2, 0.4, 0.45, 0.7], lambda x: m.sqrt(x * (1 - x) / 100), 1, beta(mpf(40), mpf(60))),
    ("bessel_i0e", i0e, [-1e5, -30, -1.5, -0.125, 0.0625, 0.7, 3, 30, 1e5], lambda x: min(abs(x), 1), 0, one),
    ("bessel_i1e", i1e, [-1e5, -30, -1.5, -0.125, 0.0625, 0.7, 3, 30, 1e5], lambda x: min(abs(x), 1), 0, one),
    ("ldexp", lambda x: x * 8, [-1e8, 0, 0.3], one, 1, one),
]

print("// SPDX-License-Identifier: BSL-1.0")
print("// Made by derivatives.py with mpmath %s: {function, x, {f', f'', f''', f''''}, {scales}}" % m.__version__)
for name, f, points, radius, first, amplified in table:
    for p in points:
        x = mpf(p)
        r, a = radius(x), amplified(x)
        quotients = lambda h: [f(x)] + [m.diff(f, x, k, h=h) for k in range(1, 5)]
        d, wider = quotients(r * mpf(10) ** -24), quotients(r * mpf(10) ** -23)
        s = [max(abs(d[j]) * m.factorial(k) / m.factorial(j) / r ** (k - j) for j in range(first, k + 1)) * a for k in range(1, 5)]
        assert all(abs(v - w) <= t * mpf(10) ** -30 for v, w, t in zip(d[1:], wider[1:], s)), (name, p)
        digits = lambda v, n: m.nstr(m.re(v), n, min_fixed=0, max_fixed=0) if v != 0 else "0.0"
        tidy = lambda v: 0 if abs(v) < mpf(10) ** -320 else v
        def small(v, scale):  # a difference quotient of what vanishes leaves some 10^-46
            return 0 if abs(v) <= abs(scale) * mpf(10) ** -40 else tidy(v)
        print('{"%s", %r, {%s}, {%s}},' % (name, float(x), ", ".join(digits(small(v, t), 17) for v, t in zip(d[1:], s)), ", ".join(digits(tidy(v), 3) for v in s)))
