# SPDX-License-Identifier: BSL-1.0
# Writes docs/reference/math.md, its table results.tsv and its plots *.svg from what math_error and bench.math have measured:
#   python3 docs/reference/math/report.py build/math/math_error.log build/bench/benchmarks/bench.math.json
# A number of points stands beside every figure: runs that are not finished are reported as what they are. What neither has measured stays as results.tsv
# and derivatives.tsv have it. Only Python's own library is used.
import json, math, os, sys

here = os.path.dirname(os.path.abspath(__file__))
log_file, bench_file = (sys.argv + ['', ''])[1:3]
GROUPS = [
    ('Roots', ['sqrt', 'cbrt', 'rsqrt', 'hypot', 'cosine', 'inversion', 'one_minus_square']),
    ('Exponentials, logarithms, powers', ['exp', 'exp2', 'expm1', 'log', 'log1p', 'log2', 'log10', 'pow', 'scaled_pow, 1', 'integer_pow, 3', 'integer_pow, -2']),
    ('Circular functions', ['sin', 'cos', 'sincos, sin', 'sincos, cos', 'sincos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'lorentzian']),
    ('Hyperbolic functions', ['sinh', 'cosh', 'tanh', 'sech2', 'asinh', 'acosh', 'atanh']),
    ('Sigmoid and error functions', ['logistic', 'logistic_density', 'softplus', 'erf', 'erfc', 'gaussian', 'scaled_gaussian', 'erf_inv', 'erf_inv_slope']),
    ('Gamma and Bessel functions', ['tgamma', 'lgamma', 'digamma', 'polygamma', 'zeta', 'igamma', 'igammac', 'igamma_grad_a', 'gamma_density', 'betainc', 'beta_density', 'bessel_i0', 'bessel_i1', 'bessel_i1_slope', 'bessel_i1_bend', 'bessel_i0e', 'bessel_i1e']),
    ('Exact functions', ['floor', 'ceil', 'round', 'trunc', 'rem', 'nextafter', 'ldexp', 'frexp, mantissa', 'frexp, exponent']),
]
ARGUMENTS = {'hypot': 2, 'pow': 2, 'atan2': 2, 'polygamma': 2, 'zeta': 2, 'igamma': 2, 'igammac': 2, 'igamma_grad_a': 2, 'betainc': 3, 'cosine': 2, 'inversion': 2, 'scaled_pow, 1': 3, 'scaled_gaussian': 2, 'gamma_density': 2, 'beta_density': 3, 'rem': 2, 'nextafter': 2, 'ldexp': 2}

def read_log(path):
    runs = {}
    if not path or not os.path.exists(path): return runs
    for line in open(path):
        f = line.rstrip('\n').split('|')
        if line.startswith('#') or len(f) != 14: continue
        name, dtype, kind = f[0], f[1], f[2]
        bins = [int(b) if b else -1 for b in f[13].split('.')[:1024]]
        runs[name, dtype, kind] = dict(next=int(f[4]), blocks=int(f[5]), points=int(f[6]), worst=float(f[8]), at=[float.fromhex(x) if 'n' not in x else float(x) for x in f[9:12]], bins=bins)
    return runs

def points(n):
    if n == 2 ** 32: return 'all 2^32'
    if n == 0: return '0'
    e = int(math.floor(math.log10(n)))
    m = n / 10 ** e
    return f'{m:.1f}e{e}' if e > 4 else str(n)

def number(x, dtype): return '%.9g' % x if dtype == 'f32' else '%.17g' % x

# ---- plots: the largest error in each binade of the first argument --------------------------------------------------------------
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 460, 130, 34, 20, 16
def binades(bins): return [max(bins[4 * i:4 * i + 4]) for i in range(256)]
def plot(name, series, limit):
    used = [i for s in series.values() for i, v in enumerate(s) if v > 0]
    if not used: return None
    lo, hi = max(0, min(used) - 2), min(255, max(used) + 2)
    top = max(max(v for s in series.values() for v in s) / 100, 0.6)
    top = min(math.ceil(top * 1.1 * 5) / 5, 1000)
    x = lambda i: LEFT + (WIDTH - LEFT - 6) * (i - lo) / (hi + 1 - lo)
    y = lambda v: TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(v, top) / top)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="10">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
           f'<text x="{LEFT}" y="11">{name}: largest error in ulp, by binade of the argument</text>']
    step = 0.5 if top <= 3 else 1 if top <= 8 else top / 4
    v = 0.0
    while v <= top + 1e-9:
        out.append(f'<path d="M{LEFT} {y(v):.1f}H{WIDTH - 6}" stroke="#ddd"/><text x="{LEFT - 4}" y="{y(v) + 3:.1f}" text-anchor="end">{v:g}</text>')
        v += step
    last = -1e9
    for i in range(lo, hi + 1):  # bin 128 + k: 2^(k-64) <= x < 2^(k-63)
        e = i - 128 - 64 if i >= 128 else (127 - i) - 64
        label = ('' if i >= 128 else '−') + ('1' if e == 0 else f'2^{e}')
        if (e % 16 == 0) and x(i) - last > 34:
            out.append(f'<path d="M{x(i):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#eee"/><text x="{x(i):.1f}" y="{HEIGHT - 7}" text-anchor="middle">{label}</text>')
            last = x(i)
    if limit: out.append(f'<path d="M{LEFT} {y(limit):.1f}H{WIDTH - 6}" stroke="#c00" stroke-dasharray="4 3"/>')
    for k, (dtype, s) in enumerate(series.items()):
        colour = ['#1f77b4', '#d98000'][dtype == 'f64']
        d, pen = '', False
        for i in range(lo, hi + 1):
            if s[i] < 0: pen = False; continue
            d += (f'{"L" if pen else "M"}{x(i):.1f} {y(s[i] / 100):.1f}') + f'H{x(i + 1):.1f}'
            pen = True
        out.append(f'<path d="{d}" fill="none" stroke="{colour}"/><text x="{WIDTH - 60 + 28 * k}" y="11" fill="{colour}">{dtype}</text>')
    return '\n'.join(out + ['</svg>']) + '\n'

SLOPES = ['sech2', 'logistic_density', 'inversion', 'cosine', 'scaled_pow, 1', 'erf_inv_slope', 'bessel_i1_bend']  # `slope` in tests/math/functions.hpp
LIMITS = {'Roots': 1.5, 'Exponentials, logarithms, powers': 1.5, 'Circular functions': 2.5, 'Hyperbolic functions': 2.5, 'Sigmoid and error functions': 1.5, 'Gamma and Bessel functions': 4, 'Exact functions': 0}
def limit_of(name, group): return 4 if name == 'pow' or name in SLOPES else 1.5 if name in ('lorentzian', 'one_minus_square') else 0 if name.startswith('integer_pow') or name == 'sqrt' else 1.5 if name.startswith('bessel') else LIMITS[group]

def read_table(name):
    path = os.path.join(here, name)
    lines = [l.rstrip('\n').split('\t') for l in open(path)][1:] if os.path.exists(path) else []
    return {tuple(l[:2]): l for l in lines}

runs = read_log(log_file)
kept = read_table('results.tsv')
speed = {(r['function'], r['dtype']): r for r in json.load(open(bench_file))} if bench_file and os.path.exists(bench_file) else {}
text, tsv = [], ['function\tdtype\tpoints\tlargest error in ulp\tat\tpoints of bits\tdifferences\tcycles\tbest contender\tits cycles']
for group, names in GROUPS:
    rows, plots = [], []
    for name in names:
        series = {}
        for dtype in ('f32', 'f64'):
            all_, drawn = runs.get((name, dtype, 'all')), runs.get((name, dtype, 'drawn'))
            run = all_ if all_ and (not drawn or all_['points'] >= drawn['points']) else drawn
            if run and all_ and drawn and max(all_['worst'], drawn['worst']) > run['worst']: run = max((all_, drawn), key=lambda r: r['worst'])
            bits, cycles = runs.get((name, dtype, 'bits')), speed.get((name, dtype))
            if not run and not bits and not cycles and (name, dtype) not in kept: continue
            old = kept.get((name, dtype))
            limit = limit_of(name, group)
            error = where = n = ''
            if run:
                where = ', '.join(number(v, dtype) for v in run['at'][:ARGUMENTS.get(name, 1)])
                error = 'exact' if limit == 0 and run['worst'] == 0 else f"{run['worst']:.3f}" + (f' (over {limit})' if run['worst'] > limit else '')
                if limit == 0 and run['worst'] == 0: where = ''
                n = points(run['points']) + ('' if run['next'] >= run['blocks'] else ' (unfinished)')
                if limit: series[dtype] = binades(run['bins'])
            same = '' if not bits else f"{points(bits['points'])}: " + ('equal' if bits['worst'] == 0 else f"{bits['worst']:.0f} differ")
            ours = best = ratio = ''
            who, theirs = '', None
            if cycles and 'constax' in cycles:
                ours = f"{cycles['constax'][0]:.2f}"
                others = {k: v[0] for k, v in cycles.items() if isinstance(v, list) and k != 'constax'}
                if others:
                    who = min(others, key=others.get)
                    theirs = others[who]
                    best, ratio = f'{theirs:.2f} ({who})', f"{cycles['constax'][0] / theirs:.2f}"
            if old and not run and old[2]:
                exact = limit == 0 and float(old[3]) == 0
                error, where, n = 'exact' if exact else f'{float(old[3]):.3f}', old[4], points(int(old[2]))
            if old and not bits and old[5]: same = f'{points(int(old[5]))}: ' + ('equal' if old[6] == '0' else f'{old[6]} differ')
            if old and not cycles and old[7]:
                ours, who, theirs = old[7], old[8], float(old[9]) if old[9] else None
                if theirs: best, ratio = f'{theirs:.2f} ({who})', f'{float(ours) / theirs:.2f}'
            rows.append(f'| {name} | {dtype} | {error} | {where} | {n} | {same} | {ours} | {best} | {ratio} |')
            tsv.append('\t'.join([name, dtype, str(run['points']) if run else old[2] if old else '', f"{run['worst']:.4f}" if run else old[3] if old else '', where,
                                  str(bits['points']) if bits else old[5] if old else '', f"{bits['worst']:.0f}" if bits else old[6] if old else '', ours, who, f'{theirs:.3f}' if theirs else '']))
        file = name.replace(', ', '_').replace('-', 'minus_') + '.svg'
        svg = plot(name, series, limit_of(name, group)) if series else None
        if svg: open(os.path.join(here, file), 'w').write(svg)
        if svg or (not series and os.path.exists(os.path.join(here, file))): plots.append(f'![{name}](math/{file})')
    if rows:
        text += [f'\n## {group}\n', '| function | dtype | largest error (ulp) | at | points | bits | cycles | best contender | ratio |', '|---|---|---|---|---|---|---|---|---|'] + rows
        if plots: text += [''] + plots

# ---- derivatives -----------------------------------------------------------------------------------------------------------------
measured = read_table('derivatives.tsv')
for (name, dtype, kind), run in runs.items():
    if not kind.startswith(('first', 'second')) or run['next'] < run['blocks']: continue  # a part of the floats is no column
    row = measured.setdefault((name, dtype), [name, dtype, '', '', '', '', '', ''])
    i = 2 if kind.startswith('first') else 5
    if run['points'] >= int(row[i] or 0): row[i:i + 3] = [str(run['points']), f"{run['worst']:.3f}", number(run['at'][0], dtype)]
if measured:
    text += ['\n## Derivatives\n', 'In forward mode, against MPFR; what is promised and excepted: [derivatives.md](derivatives.md). Points of f32: all, or one drawn in each so many neighbouring floats.\n',
             '| function | dtype | first (ulp) | at | points | second (ulp) | at | points |', '|---|---|---|---|---|---|---|---|']
    text += [f'| {r[0]} | {r[1]} | {r[3]} | {r[4]} | {points(int(r[2] or 0))} | {r[6]} | {r[7]} | {points(int(r[5] or 0))} |' for r in measured.values()]
    open(os.path.join(here, 'derivatives.tsv'), 'w').write('\n'.join(['function\tdtype\tpoints\tfirst in ulp\tat\tpoints\tsecond in ulp\tat'] + ['\t'.join(r) for r in measured.values()]) + '\n')

head = '''# Elementary and special functions: errors, bits, speed

*Written by `docs/reference/math/report.py` from what `math_error` and `bench.math` measured; do not edit.*

## What is promised

- **One source.** Each function is one generic text on `lane<T, W>` in `include/constax/math/`, f32 and f64, whose first comment names its method and the source of its polynomials. It is
  compiled for scalars, for lanes of every width, and evaluated in constant expressions of g++ and clang.
- **The same bits** in scalar code, in lanes of every width, on every instruction set that has fma, in constant evaluation, and for every place in a register. Not promised: the sign and
  payload of a nan; and the last bit on targets without fma (plain SSE2), where a fused product is rounded twice, within the same bounds of error.
- **Errors**: at most 1.5 ulp; 2.5 for circular and hyperbolic functions; 4 for `pow`, the gamma family and derivatives of others. Near zeros of lgamma and digamma that are no floating-point numbers the
  error is measured against the local scale (`least` in tests/math/functions.hpp).
- **Special values** of C's Annex F (tests/math/special_values.cpp), of JAX where C is silent. No function hangs, overflows early or loses the sign of a zero. Subnormals are arguments and
  results like others. The floating-point environment is not touched.

## How it was measured

- *Largest error*: the distance from the exact value in units in its last place, 2^(e-p) for 2^(e-1) <= |exact| < 2^e, and the least subnormal's below. A result is first compared with
  libm in a wider type (long double for f64, double for f32), or Boost.Math; f32 special functions without either with constax's own f64 ones; the worst of each block of 10^6 then with
  MPFR at 192 bits and more, and only that is reported. Special functions that MPFR lacks are summed in MPFR (tests/math/oracle_special.hpp, checked against mpmath by oracle_check.py).
- *Points*: all 2^32 arguments, or so many drawn ones, of which a third or more lie at hard places: all bit patterns, zeros, poles, thresholds of the method (tests/math/functions.hpp).
- *Derivatives*: the program that forward mode makes, by strips. In f32 the same program in f64 judges, whose error is below 2^-25 of a float's last place wherever it is below 16 of its own: so
  much the figures may be too small. Of each 2^24 floats 64 drawn ones are asked of MPFR for the f64 program too, of all magnitudes, lest a rule fail in both dtypes at once; and the worst of
  each 2^24 are measured with MPFR, and only that is reported. f64 with MPFR alone.
- *Bits*: scalars and widths 2, 4, 8, 16, built for AVX with fma, AVX2 and AVX-512, on so many arguments. Constant evaluation: tests/math/same_bits.cpp.
- *Cycles* per element, median, 1,024 elements in L1, 512-bit registers, constax, xsimd, SLEEF (u10 where offered) and libmvec in turns in one process. libmvec and xsimd have wider error
  bounds; for `logistic`, `softplus` and `rsqrt` xsimd's users write the formula themselves, which overflows or cancels.

| what | how |
|---|---|
| errors and bits, the full run (hours; it may be stopped, and goes on from its log) | `./dev math --exhaustive` |
| derivatives, of all floats (an hour or two; 4096: of one in so many) | `./dev math --derivatives 1` |
| of some functions, for a minute | `./dev math --seconds 60 exp sin.f64` |
| cycles | `./dev bench math` |
| this page | `python3 docs/reference/math/report.py build/math/math_error.log build/bench/benchmarks/bench.math.json` |
| the fast versions, in every test run | `./dev test -R math` |
'''
open(os.path.join(here, '..', 'math.md'), 'w').write(head + '\n'.join(text) + '\n')
open(os.path.join(here, 'results.tsv'), 'w').write('\n'.join(tsv) + '\n')
print(f'{len(tsv) - 1} rows; {len(runs)} runs, {len(speed)} timings')
