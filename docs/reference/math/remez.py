# Weighted minimax polynomials by Remez' exchange on a grid, for functions that Sollya does not know, or evaluates slowly; coefficients rounded to nearest.
from struct import pack, unpack

from mpmath import cos, lu_solve, matrix, mp, mpf, pi, polyval, sign

mp.dps = 50


def remez(f, a, b, n, weight=lambda t: mpf(1), rounds=8, grid=600):
    """The coefficients of degree n that minimise weight * (polynomial - f) on [a, b]."""
    a, b, k = mpf(a), mpf(b), n + 2
    points = [(a + b) / 2 - (b - a) / 2 * cos(pi * i / (k - 1)) for i in range(k)]
    g = [a] + [(a + b) / 2 - (b - a) / 2 * cos(pi * (i + mpf(1) / 2) / grid) for i in range(grid)] + [b]
    values, weights = [f(t) for t in g], [weight(t) for t in g]
    for _ in range(rounds):
        m, y = matrix(k, k), matrix(k, 1)
        for i, t in enumerate(points):
            for j in range(n + 1):
                m[i, j] = t**j
            m[i, n + 1], y[i] = (-1) ** i / weight(t), f(t)
        s = lu_solve(m, y)
        c = [s[j] for j in range(n + 1)]
        e = [(polyval(c[::-1], t) - v) * w for t, v, w in zip(g, values, weights)]
        extrema = []  # of alternating sign
        for i in range(len(g)):
            if extrema and sign(e[i]) == sign(e[extrema[-1]]):
                if abs(e[i]) > abs(e[extrema[-1]]):
                    extrema[-1] = i
            elif e[i] != 0:
                extrema.append(i)
        while len(extrema) > k:
            extrema.pop(0 if abs(e[extrema[0]]) < abs(e[extrema[-1]]) else -1)
        if len(extrema) < k:
            break
        new = [g[i] for i in extrema]
        if max(abs(x - y) for x, y in zip(new, points)) < mpf(10) ** -6:
            break
        points = new
    return c


def rounded(c, single=False):
    """As doubles, or floats."""
    return [unpack("f", pack("f", float(v)))[0] if single else float(v) for v in c]


def error(c, f, a, b, weight=lambda t: mpf(1), grid=300):
    a, b = mpf(a), mpf(b)
    p = [mpf(v) for v in c[::-1]]
    return max(abs((polyval(p, t) - f(t)) * weight(t)) for t in (a + (b - a) * i / grid for i in range(grid + 1)))


def show(name, c, e):
    print(f"{name}: degree {len(c) - 1}, error 2^{mp.nstr(mp.log(e, 2), 5)}")
    print("  " + ", ".join(v.hex() for v in c), flush=True)
