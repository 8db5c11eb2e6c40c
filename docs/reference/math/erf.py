# erf in f64. |x| < 19/16: erf(x) = x + x p(x^2 - 3/4); from there erf(x) = 1 - 2^q(|x|), q = log2(erfc) weighted with erfc, as its error counts in erf.
# python erf.py > erf_f64.txt          (mpmath 1.4.1; the other polynomials: erf.sollya)
from mpmath import erf, erfc, log, mpf, sqrt

from remez import error, remez, rounded, show

start, middle = mpf(19) / 16, mpf(3) / 4


def near(u):
    z = max(u + middle, mpf(10) ** -30)
    return erf(sqrt(z)) / sqrt(z) - 1


def far(x):
    return log(erfc(x), 2)


def weight(x):
    return erfc(x) * log(2)


ends = -middle, start**2 - middle
c = rounded(remez(near, *ends, 12))
show("p", c, error(c, near, *ends))
c = rounded(remez(far, start, 6, 14, weight))
show("q", c, error(c, far, start, 6, weight))
