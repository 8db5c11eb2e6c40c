# Fits of functions that Sollya does not know, or evaluates slowly: mpmath samples f at Chebyshev points, Sollya's fpminimax fits the polynomial of
# degree `high` through them in place of f. A script that imports this is run as: python NAME.py | sollya > NAME.txt
from mpmath import mp, mpf, cos, pi

mp.dps = 60


def stand_in(f, a, b, high):
    """That polynomial, as Sollya's expression in x."""
    a, b = mpf(a), mpf(b)
    m = high + 1
    theta = [(k + mpf(1) / 2) * pi / m for k in range(m)]
    y = [f((a + b) / 2 + (b - a) / 2 * cos(t)) for t in theta]
    c = [2 / mpf(m) * sum(y[k] * cos(j * theta[k]) for k in range(m)) for j in range(m)]
    c[0] /= 2
    assert abs(c[-1]) < mpf(2) ** -70 * max(map(abs, c)), mp.nstr(c[-1])
    # Chebyshev to powers of s = (2 x - a - b) / (b - a)
    p, q, r = [mpf(1)], [mpf(0), mpf(1)], [mpf(0)] * m
    for j in range(m):
        for k, v in enumerate(p):
            r[k] += c[j] * v
        n = [mpf(0)] + [2 * v for v in q]
        for k, v in enumerate(p):
            n[k] -= v
        p, q = q, n
    s = f"((2 * x - ({mp.nstr(a + b, 55)})) / ({mp.nstr(b - a, 55)}))"
    text = mp.nstr(r[-1], 55)
    for v in reversed(r[:-1]):
        text = f"({mp.nstr(v, 55)}) + s * ({text})"
    return text.replace("s *", s + " *")


def start():
    print("prec = 250!; verbosity = 0!; display = hexadecimal!;")
    print('procedure bits(e) { display = decimal!; print("  error 2^", round(log2(e), 10, RN)); display = hexadecimal!; };')


def fit(name, f, a, b, high, degree, single, weight=None, two_parts=False):
    """Relative to f, or to the function `weight` (a Sollya expression); two_parts: the first coefficient has twice the digits."""
    a, b = mp.nstr(mpf(a), 40), mp.nstr(mpf(b), 40)
    print(f"f = horner({stand_in(f, a, b, high)}); i = [{a}; {b}];")
    form = "[|SG...|]" if single else "[|DD, D...|]" if two_parts else "[|D...|]"
    print(f'p = fpminimax(f, {degree}, {form}, i, {"relative" if weight is None else "absolute"}); print("{name}:", p);')
    print(f"bits(dirtyinfnorm((p - f) / ({'f' if weight is None else weight}), i));")
