# erfc(x) = e^(-x^2) u g(u - middle), u = 1 / (x + 3), one polynomial g below `cut` and one from there. Of the middles near the interval's, with g there nearly a
# number of the type, that one is taken where rounding the coefficients costs least.
# python erfc.py > erfc.txt          (mpmath 1.4.1)
from mpmath import erfc, exp, floor, mp, mpf

from remez import error, remez, rounded, show

mp.dps = 40


def region(name, lo, hi, degree, single, tries):
    a, b, step = 1 / (mpf(hi) + 3), 1 / (mpf(lo) + 3), mpf(2) ** (-10 if single else -12)
    best = None
    for t in range(tries):
        middle = (floor((a + b) / 2 / step) + (t + 1) // 2 * (-1) ** t) * step

        def g(s):
            x = 1 / (s + middle) - 3
            return erfc(x) * exp(x * x) / (s + middle)

        v = g(mpf(0))
        if abs(rounded([v], single)[0] - v) > v * mpf(2) ** (-29 if single else -58):
            continue
        c = rounded(remez(g, a - middle, b - middle, degree, lambda s: 1 / g(s), rounds=6, grid=200), single)
        e = error(c, g, a - middle, b - middle, lambda s: 1 / g(s), 150)
        if best is None or e < best[0]:
            best = e, middle, c
    e, middle, c = best
    print(f"{name} middle: {float(middle).hex()}")
    show(f"{name} g", c, e)


region("f64 near", 0, 2.5, 16, False, 600)
region("f64 far", 2.5, 27.5, 16, False, 600)
region("f32 near", 0, 2, 7, True, 200)
region("f32 far", 2, 10.25, 7, True, 200)
