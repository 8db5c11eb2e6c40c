# Nodes and weights of Gauss-Legendre's rule of 28 points on [0, 1], for betainc's integral where both parameters are large.
# python3 betainc.py > betainc.txt          (mpmath 1.4.1)
from mpmath import *
mp.dps = 40
n = 28
x = [cos(pi * (k + mpf(3) / 4) / (n + mpf(1) / 2)) for k in range(n)]
for _ in range(8): x = [t - legendre(n, t) * (t * t - 1) / (n * (t * legendre(n, t) - legendre(n - 1, t))) for t in x]  # Newton
w = [2 * (1 - t * t) / (n * (legendre(n - 1, t)))**2 for t in x]
print("  static constexpr double nodes[] = {%s};" % ", ".join(float((1 - t) / 2).hex() for t in x))
print("  static constexpr double weights[] = {%s};" % ", ".join(float(v / 2).hex() for v in w))
