# The bits of 2/pi for angle.hpp: 64 zeros, then 1216 bits after the point, as words of 64, the first word the most significant.
from mpmath import mp, mpf, pi, floor

mp.prec = 1400
bits = int(floor(2 / pi * mpf(2) ** 1216))
print("0x0000000000000000")
for k in range(18, -1, -1):
    print("0x%016x" % (bits >> (64 * k) & (2**64 - 1)))
