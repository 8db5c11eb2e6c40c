#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
# Puts the records of several processes together, by medians: python3 benchmarks/report.py FOLDER results.json results.svg
# Records: problem, size, dtype, layout, contender, ns (of one call), ratio_to_by_hand, threads, items (elements, options, rows).
import glob
import json
import math
import statistics
import sys
from xml.sax.saxutils import escape

CASE = ('problem', 'size', 'dtype', 'layout', 'threads')
FIRST = ('by_hand', 'constax', 'by_hand_scalar', 'primal')
NAMES = {'by_hand': 'by hand, SIMD', 'by_hand_scalar': 'by hand, scalar', 'primal': 'the value alone, scalar', 'adolc': 'ADOL-C', 'eigen': 'Eigen', 'xtensor': 'xtensor'}
COLOURS = {'by_hand': '#444444', 'constax': '#c2185b', 'by_hand_scalar': '#1f77b4', 'primal': '#8fb8de'}
OTHERS = ('#2e8b57', '#d98c00', '#7b5ea7', '#8c564b')


def merged(folder):
    groups = {}
    for file in sorted(glob.glob(folder + '/*.json')):
        for r in json.load(open(file)):
            groups.setdefault(tuple(r[k] for k in CASE) + (r['contender'],), []).append(r)
    return [dict(rs[0], ns=statistics.median(r['ns'] for r in rs), ratio_to_by_hand=statistics.median(r['ratio_to_by_hand'] for r in rs)) for rs in groups.values()]


def duration(ns):
    for unit, factor in (('ns', 1), ('us', 1e3), ('ms', 1e6)):
        if ns < 1000 * factor:
            break
    return f'{ns / factor:.3g} {unit}' if ns / factor < 100 else f'{ns / factor:.0f} {unit}'


def case_name(r):
    number = {'10000000': '10^7', '1000000': '10^6', '100000': '10^5'}
    size = 'x'.join(number.get(part, part) for part in r['size'].split('x'))
    return ' '.join([r['problem'], size, r['dtype']] + ([r['layout']] if r['layout'] != '-' else []) + ([f"{r['threads']} threads"] if r['threads'] > 1 else []))


def table(records):
    wide = max([len(case_name(r)) for r in records] + [4])
    print(f"{'case':{wide}}  {'contender':16}{'time':>10}{'per item':>12}{'by_hand = 1':>14}")
    before = None
    for r in records:
        name = case_name(r)
        print(f"{name if name != before else '':{wide}}  {r['contender']:16}{duration(r['ns']):>10}{r['ns'] / r['items']:>9.3g} ns{r['ratio_to_by_hand']:>14.3f}")
        before = name


def chart(records, file):
    cases, contenders = [], []
    for r in records:
        if case_name(r) not in cases:
            cases.append(case_name(r))
        if r['contender'] not in contenders:
            contenders.append(r['contender'])
    contenders.sort(key=lambda c: (FIRST.index(c) if c in FIRST else len(FIRST), c))
    others = [c for c in contenders if c not in COLOURS]
    colour = dict(COLOURS, **{c: OTHERS[i % len(OTHERS)] for i, c in enumerate(others)})
    ratios = [r['ratio_to_by_hand'] for r in records]
    low, high = math.log10(min(ratios + [1]) * 0.8), math.log10(max(ratios + [10]) * 1.25)
    left, right, top, row = 215, 90, 64, 24
    width, height = 900, top + row * len(cases) + 44
    bottom = top + row * len(cases)
    x = lambda ratio: left + (width - left - right) * (math.log10(ratio) - low) / (high - low)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           '<text x="12" y="22" font-size="15">Value and gradient: time relative to SIMD code by hand</text>']
    at = 12
    for c in contenders:
        out.append(f'<circle cx="{at + 5}" cy="40" r="5" fill="{colour[c]}"/><text x="{at + 15}" y="44">{escape(NAMES.get(c, c))}</text>')
        at += 30 + 7 * len(NAMES.get(c, c))
    for exponent in range(math.floor(low), math.ceil(high) + 1):
        for digit in (1, 2, 5):
            tick = digit * 10.0 ** exponent
            if low <= math.log10(tick) <= high:
                out.append(f'<line x1="{x(tick):.1f}" y1="{top - 6}" x2="{x(tick):.1f}" y2="{bottom}" stroke="{"#999999" if tick == 1 else "#e4e4e4"}"/>'
                           f'<text x="{x(tick):.1f}" y="{bottom + 16}" text-anchor="middle" fill="#555555">{tick:g}</text>')
    out.append(f'<text x="{width - right + 10}" y="{bottom + 16}" fill="#555555">constax</text>')
    for i, case in enumerate(cases):
        y = top + row * i + row / 2
        if i % 2 == 0:
            out.append(f'<rect x="0" y="{y - row / 2}" width="{width}" height="{row}" fill="#000000" fill-opacity="0.03"/>')
        out.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(case)}</text>')
        of_case = {r['contender']: r for r in records if case_name(r) == case}
        for c in reversed(contenders):
            if c in of_case:
                r = of_case[c]
                out.append(f'<circle cx="{x(r["ratio_to_by_hand"]):.1f}" cy="{y}" r="5" fill="{colour[c]}">'
                           f'<title>{escape(NAMES.get(c, c))}: {duration(r["ns"])}, {r["ratio_to_by_hand"]:.2f}</title></circle>')
        if 'constax' in of_case:
            out.append(f'<text x="{width - right + 10}" y="{y + 4}" fill="{colour["constax"]}">{duration(of_case["constax"]["ns"])}</text>')
    out.append('</svg>\n')
    open(file, 'w').write('\n'.join(out))


folder, json_file, svg_file = sys.argv[1:4]
all_records = merged(folder)
table(all_records)
chart(all_records, svg_file)
with open(json_file, 'w') as f:
    f.write('[\n' + ',\n'.join(json.dumps(r) for r in all_records) + '\n]\n')
