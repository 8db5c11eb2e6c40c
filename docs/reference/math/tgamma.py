# tgamma's and lgamma's Stirling series to base 2: log2 Gamma(z) = (z - 1/2) (log2 z - log2 e) + first + w stirling(w^2), w = 1 / z <= 1/4.
# python tgamma.py > tgamma.txt          (mpmath 1.4.1)
from mpmath import log, loggamma, mp, mpf, pi, sqrt

from remez import error, remez, rounded, show

mp.dps = 45


def series(v):
    w, z = sqrt(v), 1 / sqrt(v)
    return (loggamma(z) - (z - mpf(1) / 2) * log(z) + z - log(2 * pi) / 2) / w / log(2)


a, b = mpf(10) ** -6, mpf(1) / 16
c = rounded(remez(series, a, b, 8, sqrt, rounds=6, grid=200))
show("stirling", c, error(c, series, a, b, sqrt))
for name, v in ("first", (log(2 * pi) - 1) / 2 / log(2)), ("log2 e", 1 / log(2)):
    h = float(v)
    print(f"{name}: {h.hex()} {float(v - mpf(h)).hex()}")
