# bessel_i0e, bessel_i1e: u = 1 / (x + 2): e^-x I0(x) = sqrt(u) g(s), e^-x I1(x) = x u sqrt(u) g(s), with s = u - 5/16 for x <= 6, s = u - 1/16 beyond.
from stand_in import *
from mpmath import besseli, exp, sqrt


def g(order, middle):
    def of(s):
        u = s + mpf(middle) / 16
        if u < mpf(10) ** -4:  # the asymptotic series
            x = 1 / u - 2 if u != 0 else mp.inf
            t, r = mpf(1), mpf(1)
            for k in range(1, 14):
                t *= -(4 * order**2 - (2 * k - 1) ** 2) / (8 * k * x)
                r += t
            r *= (1 / (1 - 2 * u)) ** (order + mpf(1) / 2) / sqrt(2 * pi)
            return r
        x = 1 / u - 2
        if x == 0:
            return sqrt(mpf(2)) ** (1 if order == 0 else 1)
        return exp(-x) * besseli(order, x) * sqrt(x + 2) * ((x + 2) / x) ** order
    return of


mp.dps = 50
start()
for order in (0, 1):
    fit(f"i{order}e near", g(order, 5), -mpf(3) / 16, mpf(3) / 16, 72, 31, False, None, True)
    fit(f"i{order}e far", g(order, 1), -mpf(1) / 16, mpf(1) / 16, 72, 27, False, None, True)
