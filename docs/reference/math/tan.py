# tan: the denominator 1 + z d(z) of the best rational approximation r (1 + z n(z)) / (1 + z d(z)), z = r^2, of tan(r) on |r| <= b, by Remez's
# exchange; tan.sollya takes it rounded and fits n to it.
from mpmath import cos, log, lu_solve, matrix, mp, mpf, pi, sqrt, tan

mp.dps = 60


def best(nn, nd, b):
    top = b**2
    f = lambda z: tan(sqrt(z)) / sqrt(z)
    m = nn + nd + 1  # unknowns beside the error; both constants: the numerator's is free to move by the error
    pts = [top * (1 - cos(pi * (2 * i + 1) / (2 * (m + 1)))) / 2 for i in range(m + 1)]
    e = mpf(0)
    for _ in range(30):
        for _ in range(4):
            a = matrix(m + 1, m + 1)
            rhs = matrix(m + 1, 1)
            for i, z in enumerate(pts):
                s = (-1) ** i
                for k in range(nn + 1):
                    a[i, k] = z**k
                for k in range(nd):
                    a[i, nn + 1 + k] = -f(z) * (1 + s * e) * z ** (k + 1)
                a[i, m] = -s * f(z)
                rhs[i] = f(z)
            x = lu_solve(a, rhs)
            e = x[m]
        num = lambda z: sum(x[k] * z**k for k in range(nn + 1))
        den = lambda z: 1 + sum(x[nn + 1 + k] * z ** (k + 1) for k in range(nd))
        err = lambda z: num(z) / den(z) / f(z) - 1
        grid = [top * (1 - cos(pi * (i + mpf(1) / 2) / 600)) / 2 for i in range(600)]
        val = [err(z) for z in grid]
        new, i = [], 0
        while i < 600:  # the largest error of each run of one sign
            j = i
            while j + 1 < 600 and val[j + 1] * val[i] > 0:
                j += 1
            new.append(max(range(i, j + 1), key=lambda k: abs(val[k])))
            i = j + 1
        if len(new) != m + 1:
            break
        old, pts = pts, [grid[k] for k in new]
        if old == pts:
            break
    return x, e, [x[nn + 1 + k] for k in range(nd)]


for name, nn, nd, b in [("f64", 3, 4, pi / 4 * (1 + mpf(2) ** -12)), ("f32", 2, 2, pi / 4 + mpf("0.0015"))]:
    x, e, d = best(nn, nd, b)
    print("//", name, "relative error 2^%.1f" % float(log(abs(e), 2)))
    print("d = [|" + ", ".join(mp.nstr(c, 25) for c in d) + "|];")
