# erf_inv: |x| <= 0.65: x + x p(x^2); beyond, with s = sqrt(-log(1 - |x|)): s + r(w), w = 0.45 - 2 / (s + 2), weighted with the result.
# log(m) = 2 f + f^3 a(f^2), f = (m - 1) / (m + 1), sqrt(1/2) <= m <= sqrt(2).
from stand_in import *
from mpmath import erfc, exp, log, sqrt, erfinv, atanh


def p(v):
    x = sqrt(v)
    return (erfinv(x) / x if x != 0 else sqrt(pi) / 2) - 1


def tail(s):
    q = exp(-s * s)
    y = s * mpf("0.9")
    for _ in range(60):  # Newton on log(erfc)
        e = erfc(y)
        step = log(e / q) * e * sqrt(pi) / 2 * exp(y * y)
        y += step
        if abs(step) < mpf(10) ** -50:
            break
    return y


def r(w):
    s = 2 / (mpf(9) / 20 - w) - 2
    return tail(s) - s


def w(s):
    return mpf(9) / 20 - 2 / (s + 2)


start()
least = sqrt(-log(mpf("0.35")))
mp.dps = 55
for name, single, near, far, logs, bits in (("f64", False, 18, 21, 7, 53), ("f32", True, 8, 9, 2, 24)):
    fit(name + " p", p, mpf("1e-30"), mpf("0.65") ** 2, 50, near, single, "1")
    fit(name + " r", r, w(least), w(sqrt(bits * log(mpf(2)))), 64, far, single, "1")
    fit(name + " a", lambda v: (2 * atanh(sqrt(v)) / sqrt(v) - 2) / v if v != 0 else mpf(2) / 3, mpf("1e-12"), mpf("0.02944"), 24, logs, single)
