# SPDX-License-Identifier: BSL-1.0
# Writes the table of derivatives.md, functions of two arguments, from what the test prints (of one: docs/reference/math/report.py):
#
#   CONSTAX_PRINT_ULP=1 build/test/tests/primitives.derivative_accuracy | python3 docs/reference/derivatives.py
import re
import sys

two = {}
for line in sys.stdin:
    if m := re.match(r"^(.{16}) f(32|64) by (\w+): ([\d.]+) ulp", line):
        two.setdefault(m[1].strip(), {})[m[2] + m[3]] = f"{float(m[4]):.2f}"
print("| function | f32: x | y | xx | xy | yy | f64: x | y | xx | xy | yy |\n|---|---|---|---|---|---|---|---|---|---|---|")
for name, of in two.items():
    print(f"| {name} | " + " | ".join(of[t + k] for t in ("32", "64") for k in ("x", "y", "xx", "xy", "yy")) + " |")
