#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
# Compile time and memory above the include against operations, on logarithmic axes: python3 benchmarks/compile/chart.py RECORDS compile.json compile.svg
import json
import math
import sys

COLOURS = {'g++': '#c2185b', 'clang++-19': '#1f77b4'}
records_file, json_file, svg_file = sys.argv[1:4]
records = [json.loads(line) for line in open(records_file)]
json.dump(records, open(json_file, 'w'), indent=1)

include = {r['compiler']: r for r in records if r['equations'] == 0}
lines = {}
for r in records:
    if r['equations'] and r['compiler'] in include:
        base = include[r['compiler']]
        lines.setdefault(r['compiler'], []).append((r['operations'], max(r['seconds'] - base['seconds'], 0.01), max(r['megabytes'] - base['megabytes'], 1)))
if not lines:
    sys.exit('nothing was compiled')

width, height, margin = 760, 330, 52
panels = [('seconds above the include', 1), ('MB above the include', 2)]
out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
       f'<rect width="{width}" height="{height}" fill="white"/>',
       '<text x="12" y="20" font-size="14">Compiling value and gradient of an unrolled program</text>']
for p, (title, column) in enumerate(panels):
    left, right, top, bottom = margin + p * width / 2, (p + 1) * width / 2 - 14, 62, height - 42
    points = [q for line in lines.values() for q in line]
    low_x, high_x = math.log10(min(q[0] for q in points)) - 0.1, math.log10(max(q[0] for q in points)) + 0.1
    low_y, high_y = math.log10(min(q[column] for q in points)) - 0.1, math.log10(max(q[column] for q in points)) + 0.1
    x = lambda v: left + (math.log10(v) - low_x) / (high_x - low_x) * (right - left)
    y = lambda v: bottom - (math.log10(v) - low_y) / (high_y - low_y) * (bottom - top)
    out.append(f'<text x="{left}" y="{top - 10}">{title}</text>')
    for e in range(math.ceil(low_x), math.floor(high_x) + 1):
        out.append(f'<line x1="{x(10 ** e):.1f}" y1="{top}" x2="{x(10 ** e):.1f}" y2="{bottom}" stroke="#e4e4e4"/><text x="{x(10 ** e):.1f}" y="{bottom + 15}" text-anchor="middle">{10 ** e}</text>')
    for e in range(math.ceil(low_y), math.floor(high_y) + 1):
        out.append(f'<line x1="{left}" y1="{y(10 ** e):.1f}" x2="{right}" y2="{y(10 ** e):.1f}" stroke="#e4e4e4"/><text x="{left - 5}" y="{y(10 ** e) + 4:.1f}" text-anchor="end">{10.0 ** e:g}</text>')
    out.append(f'<text x="{(left + right) / 2}" y="{bottom + 32}" text-anchor="middle">operations on numbers</text>')
    for compiler, line in lines.items():
        colour = COLOURS.get(compiler, '#444444')
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{x(q[0]):.1f},{y(q[column]):.1f}" for q in line)}"/>')
        out += [f'<circle cx="{x(q[0]):.1f}" cy="{y(q[column]):.1f}" r="3.5" fill="{colour}"><title>{compiler}: {q[0]} operations, {q[column]:.3g}</title></circle>' for q in line]
for i, compiler in enumerate(lines):
    out.append(f'<rect x="{width - 220 + 100 * i}" y="10" width="12" height="12" fill="{COLOURS.get(compiler, "#444444")}"/><text x="{width - 203 + 100 * i}" y="20">{compiler}</text>')
out.append('</svg>\n')
open(svg_file, 'w').write('\n'.join(out))
