# erfc(x) = e^(-x^2) u g(s), u = 1 / (x + 2), s = u - 1/4, 0 <= x <= last.
from stand_in import *


def g(s):
    u = s + mpf(1) / 4
    x = 1 / u - 2
    return mp.erfc(x) * mp.exp(x * x) / u


def scaled(name, degree, single, last):
    fit(f"{name} g", g, 1 / mpf(last + 2) - mpf(1) / 4, mpf(1) / 4, 70, degree, single)


start()
scaled("f64", 24, False, 27.5)
scaled("f32", 10, True, 10.25)
