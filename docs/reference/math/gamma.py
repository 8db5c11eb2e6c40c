# Polynomials of lgamma, tgamma, digamma: interpolation at Chebyshev points with 60 digits, printed as double with the error that they then have.
# python3 gamma.py > gamma.txt          (mpmath 1.4.1)
from mpmath import *
from gamma_fit import cheb, show
mp.dps = 60

def split(name, v):
    hi = float(v); lo = float(v - mpf(hi))
    print(f"  static constexpr double {name}_hi = {hi.hex()}, {name}_lo = {lo.hex()};")

# (Chebyshev points are never 0.)
# atanh: 2 atanh(s) = 2 s + s^3 (2/3 + v log_tail(v)), v = s^2; error relative to the whole: v^2 / 2
m = (sqrt(2) - 1) / (sqrt(2) + 1)
show("log_tail", lambda v: ((2 * atanh(sqrt(v)) / sqrt(v) - 2) / v - mpf(2) / 3) / v, 1e-9, m * m, 7, lambda v, y: v * v / 2)
split("two_thirds", mpf(2) / 3)
split("ln2", log(2))
# log Gamma(Y) = (Y - 1/2) log Y - Y + log(2 pi) / 2 + w stirling(w^2), w = 1 / Y
show("stirling", lambda v: (loggamma(1 / sqrt(v)) - (1 / sqrt(v) - 0.5) * log(1 / sqrt(v)) + 1 / sqrt(v) - log(2 * pi) / 2) / sqrt(v), mpf(1) / 10**8, mpf(1) / 64, 8, lambda v, y: sqrt(v))
split("stirling", (log(2 * pi) - 1) / 2)
split("inverse_2pi", 1 / (2 * pi))
# psi(Y) = log Y - w / 2 - v psi_tail(v)
show("psi_tail", lambda v: (log(1 / sqrt(v)) - sqrt(v) / 2 - psi(0, 1 / sqrt(v))) / v, mpf(1) / 10**8, mpf(1) / 64, 8, lambda v, y: v)
# sin(pi f) / (pi f) = 1 - v (pi^2 / 6 - v sinc(v)), v = f^2 <= 1/4
split("sixth", pi * pi / 6)
show("sinc", lambda v: ((sin(pi * sqrt(v)) / (pi * sqrt(v)) - 1) / v + pi * pi / 6) / v if v > mpf(10)**-20 else pi**4 / 120, 0, 0.25, 7, lambda v, y: v * v)
# pi cot(pi g) = 1/g - g cot(g^2), |g| <= 1/4
show("cot", lambda v: (1 / sqrt(v) - pi * cot(pi * sqrt(v))) / sqrt(v), mpf(1) / 10**20, mpf(1) / 16, 9, lambda v, y: 1 / y)
split("pi_square", pi * pi)
# lgamma(1 + d) = d (d - 1) near(d - 1/2)
show("near", lambda t: loggamma(t + 1.5) / ((t + 0.5) * (t - 0.5)), -0.625, 0.625, 26, lambda t, y: 1 / y)
# psi(x) = (x - x0) root(x - x0)
x0 = findroot(lambda x: psi(0, x), 1.46)
hi = float(x0); print(f"  static constexpr double zero_hi = {hi.hex()}, zero_lo = {float(x0 - mpf(hi)).hex()};")
show("root", lambda t: psi(0, x0 + t) / t if t != 0 else psi(1, x0), -0.15, 0.15, 13, lambda t, y: 1 / y)
