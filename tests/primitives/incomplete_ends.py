# SPDX-License-Identifier: BSL-1.0
# Writes incomplete_ends.inc: the first derivatives of the incomplete gamma and beta functions towards the ends of their domains, by mpmath.
#
#   python incomplete_ends.py > incomplete_ends.inc        (pip install mpmath)
#
# Arguments are floats, in the second part of a table doubles. A density is one formula; the derivative of P in a is the series of P term by term,
# with as many digits as cancel.
from mpmath import mp, mpf
import mpmath as m
import struct

to_float = lambda x: struct.unpack('f', struct.pack('f', x))[0]


def in_a(a, x):
    term = m.exp(a * m.log(x) - x - m.loggamma(a + 1))
    psi, log, total, k = m.digamma(a + 1), m.log(x), mpf(0), 0
    while True:
        more = term * (log - psi)
        total += more
        k += 1
        term, psi = term * x / (a + k), psi + 1 / (a + k)
        if k > x - a and abs(term) * (abs(log) + abs(psi)) < abs(total) * mpf(10) ** -40: return total


def row(name, arguments, value):
    if abs(value) < mpf(2) ** -1074 or abs(value) > mpf(2) ** 1024: return
    a = list(arguments) + [0.0] * (3 - len(arguments))
    print('{"%s", {%s}, %s},' % (name, ', '.join(float(v).hex() for v in a), float(value).hex()))


print('// SPDX-License-Identifier: BSL-1.0')
print(f'// Made by incomplete_ends.py with mpmath {__import__("mpmath").__version__}: {{function, arguments, derivative}}')
POSITIVE = [1e-40, 1e-30, 1e-10, 1e-3, 0.3, 1, 1.7, 2, 3, 12, 150, 1e4, 3e6, 1e12, 1e30]
X = [1e-44, 1e-38, 1e-25, 1e-7, 0.02, 0.99, 1, 1.01, 4.5, 20, 90, 102.5, 740, 1e10, 1e38]
for part, change in (('floats', to_float), ('doubles', float)):
    A, B = list(POSITIVE), list(X)
    if part == 'doubles': A, B = A[::2] + [5e-324, 1e-308, 1e-200, 1e100, 1e300], B[::2] + [5e-324, 1e-308, 1e-150, 1e150, 1.7e308]
    pairs = [(a, x) for a in A for x in B]
    for a in A:  # where the density is no tiny number
        if a >= 12: pairs += [(a, a + s * a ** 0.5) for s in (-20, -5, -1, 0.3, 2, 11)]
    seen = set()
    for a, x in pairs:
        a, x = change(a), change(x)
        if a <= 0 or x <= 0 or (a, x) in seen: continue
        seen.add((a, x))
        mp.dps = 750
        log_of = (mpf(a) - 1) * m.log(mpf(x)) - mpf(x) - m.loggamma(mpf(a))
        if abs(log_of) > 800: continue
        row('gamma', (a, x), m.exp(log_of))
        if x < 2e3 and a < 2e4:
            mp.dps = 80 + int(x)
            row('in a', (a, x), in_a(mpf(a), mpf(x)))
    for a in A[::2]:
        for b in A[1::2]:
            for x in [1e-44, 1e-30, 1e-7, 0.01, 0.5, 0.99, 1 - 2**-20, 1 - 2**-24, a / (a + b)] + ([1 - 2**-53, 1e-300] if part == 'doubles' else []):
                x = change(x)
                if not 0 < x < 1: continue
                mp.dps = 700
                aa, bb, xx = mpf(change(a)), mpf(change(b)), mpf(x)
                log_of = (aa - 1) * m.log(xx) + (bb - 1) * m.log1p(-xx) + m.loggamma(aa + bb) - m.loggamma(aa) - m.loggamma(bb)
                if abs(log_of) < 800: row('beta', (float(aa), float(bb), x), m.exp(log_of))
