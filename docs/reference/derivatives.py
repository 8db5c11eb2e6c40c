# SPDX-License-Identifier: BSL-1.0
# Writes the tables of derivatives.md from what the test prints:
#
#   CONSTAX_PRINT_ULP=1 build/test/tests/primitives.derivative_accuracy | python3 docs/reference/derivatives.py
import re
import sys

one, two = {}, {}
for line in sys.stdin:
    if m := re.match(r"^(.{16}) f(32|64) order (\d): ([\d.]+) ulp at (\S+):", line):
        if m[1].strip() != "twin":
            one.setdefault(m[1].strip(), {})[m[2] + m[3]] = f"{float(m[4]):.2f} | {m[5]}"
    elif m := re.match(r"^(.{16}) f(32|64) by (\w+): ([\d.]+) ulp", line):
        two.setdefault(m[1].strip(), {})[m[2] + m[3]] = f"{float(m[4]):.2f}"
print("| function | f32, first | at | f32, second | at | f64, first | at | f64, second | at |\n|---|---|---|---|---|---|---|---|---|")
for name, of in one.items():
    print(f"| {name} | " + " | ".join(of[k] for k in ("321", "322", "641", "642")) + " |")
print("\n| function | f32: x | y | xx | xy | yy | f64: x | y | xx | xy | yy |\n|---|---|---|---|---|---|---|---|---|---|---|")
for name, of in two.items():
    print(f"| {name} | " + " | ".join(of[t + k] for t in ("32", "64") for k in ("x", "y", "xx", "xy", "yy")) + " |")
