# Interpolation at Chebyshev points, for gamma.py and igamma.py.
from mpmath import *

def cheb(f, a, b, n):
    """The polynomial of degree n through f at the Chebyshev points of [a, b], as monomials."""
    a, b = mpf(a), mpf(b)
    x = [(a + b) / 2 + (b - a) / 2 * cos(pi * (2 * k + 1) / (2 * n + 2)) for k in range(n + 1)]
    d = [f(t) for t in x]
    for j in range(1, n + 1):
        for i in range(n, j - 1, -1): d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - j])
    c = [d[n]]
    for i in range(n - 1, -1, -1):  # Newton's form to monomials
        c = [mpf(0)] + c
        for j in range(len(c) - 1): c[j] -= x[i] * c[j + 1]
        c[0] += d[i]
    return c

def show(name, f, a, b, n, weight=lambda t, y: 1):
    c = [float(v) for v in cheb(f, a, b, n)]
    worst = mpf(0)
    for k in range(401):
        t = mpf(a) + (mpf(b) - mpf(a)) * (k + mpf(1) / 2) / 401
        y = f(t)
        worst = max(worst, abs((polyval([mpf(v) for v in c[::-1]], t) - y) * weight(t, y)))
    print(f"// {name}: degree {n} on [{nstr(mpf(a), 6)}, {nstr(mpf(b), 6)}], error 2^{nstr(log(worst, 2), 4)}")
    print("  static constexpr double %s[] = {%s};" % (name, ", ".join(v.hex() for v in c)))

