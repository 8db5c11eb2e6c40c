#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""log_ndtr.py > log_ndtr.inc: the logarithm of the normal distribution function and two derivatives, by mpmath with 60 digits."""
import mpmath as mp

mp.mp.dps = 60
print("// SPDX-License-Identifier: BSL-1.0")
print("// Made by log_ndtr.py: x, value, first and second derivative.")
for x in (-1e8, -1000.0, -40.0, -20.0, -12.5, -12.0, -11.75, -5.0, -1.0, 0.0, 1.0, 5.0, 10.0):
    x = mp.mpf(x)
    cdf = mp.erfc(-x / mp.sqrt(2)) / 2
    ratio = mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi) / cdf
    print("{" + ", ".join(mp.nstr(v, 20, min_fixed=0, max_fixed=0) for v in (x, mp.log(cdf), ratio, -ratio * (x + ratio))) + "},")
