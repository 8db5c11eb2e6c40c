#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""programs.py SEED COUNT: prints a test file with COUNT random programs, of seeds SEED, SEED + 1, ...

A program takes two to five arguments of the axes n and m (symbols or numbers) and k (3), and combines them in 6 to 14 operations, some of which are
loops, branches, functions of rows or derivatives themselves. Its results, also in memory of other layouts, or its value and gradient, tangents, or those
of a batch, must be those of the reference evaluator, bit for bit, for five pairs of lengths. `./dev fuzz` builds and runs them (five to twenty seconds
each). What fails is made smaller by hand and becomes a test: tests/eval/region_axes.cpp began so.
"""
import random
import sys

LENGTHS = [(1, 1, 3), (7, 5, 1), (17, 40, 40), (65, 33, 2), (300, 19, 5)]  # of n, m, and batches
ARGUMENTS = [('a', 'nm'), ('b', 'm'), ('c', 'n'), ('d', 'nk')]
ONE_MORE = [('e', 'mn'), ('e', 'nm'), ('e', 'n'), ('e', 'mk')]
KNOWN = [('n', 'm'), ('n', 'm'), ('100', 'm'), ('n', '70'), ('100', '70'), ('n', '20'), ('33', 'm'), ('n', '40'), ('48', '40')]  # what the axes n and m are


ROWS = [  # functions of a vector {0} that give one of the same length
    'cx::softmax({0})', 'cx::cumsum({0}) * 0.1', '{0} / (cx::norm({0}) + 1.0)', 'cx::flip({0}, 0_c) - {0}', '{0} - cx::max({0})',
    'cx::cond(cx::sum({0}) > 0.0, [](auto const& v) {{ return cx::tanh(v); }}, [](auto const& v) {{ return v * 2.0; }}, {0})',
    'cx::fori_loop(0, 3, [](auto, auto const& v) {{ return cx::sin(v) * 0.9 + cx::mean(v); }}, {0})',
    'cx::grad([](auto const& v) {{ return cx::logsumexp(cx::sin(v)); }})({0})',
    'cx::while_loop([](auto const& v) {{ return cx::max(v) > 0.5; }}, [](auto const& v) {{ return v * 0.7 - 0.01; }}, {0})',
]
NUMBERS = ['cx::sum({0})', 'cx::logsumexp({0})', 'cx::max({0})', 'cx::var({0})', 'cx::dot({0}, cx::cos({0}))']  # that give a number


class Program:
    """Values are pairs of a name and a string of axes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.number = self.random.choice(['double', 'double', 'double', 'float'])
        self.known = dict(zip('nm', self.random.choice(KNOWN)), k='3', p=self.random.choice(['5', 'b']))
        self.arguments = ARGUMENTS + [self.random.choice(ONE_MORE)]
        self.random.shuffle(self.arguments)
        self.arguments = self.arguments[: self.random.randint(2, 5)]
        self.values, self.used, self.lines = list(self.arguments), set(), []
        for _ in range(self.random.randint(6, 14)):
            self.random.choice(OPERATIONS)(self)

    def pick(self, fits=lambda axes: True):
        """A value whose axes fit, preferably one that nothing has used yet; None: there is none."""
        fitting = [v for v in self.values if fits(v[1])]
        if not fitting:
            return None
        recent = len(fitting) - 3
        weights = [1 + 2 * (v[0] not in self.used) + (i >= recent) for i, v in enumerate(fitting)]
        value = self.random.choices(fitting, weights)[0]
        self.used.add(value[0])
        return value

    def pick_two(self):
        """Of the same axes, or one twice."""
        x, axes = self.pick()
        return x, self.pick(lambda a: a == axes)[0], axes

    def some_axis(self, value):
        return self.random.randrange(len(value[1]))

    def add(self, expression, axes):
        name = f't{len(self.lines)}'
        self.lines.append(f'auto const {name} = {expression};')
        self.values.append((name, axes))

    # ---- operations: one each, or nothing where no value fits ---------------------------------------------------------------------

    def piece(self, x):
        """An expression in x, of its axes."""
        forms = ['cx::tanh({})', 'cx::sin({})', '-{}', 'cx::square({})', 'cx::exp(cx::sin({}))', '{} * 0.5', 'cx::sqrt(cx::square({}) + 1.0)', 'cx::clip({}, -0.5, 2.0)']
        return self.random.choice(forms).format(x)

    def unary(self):
        x, axes = self.pick()
        self.add(self.piece(x), axes)

    def binary(self):
        x, y, axes = self.pick_two()
        self.add(f'{x} {self.random.choice("+-*")} {y if y != x else f"cx::cos({x})"}', axes)

    def select(self):
        x, y, axes = self.pick_two()
        self.add(f'cx::where({x} > 0.0, {x}, {y} * 2.0)', axes)

    def with_smaller(self):
        """An array and one that lacks one of its axes."""
        if x := self.pick(lambda a: a):
            d = self.some_axis(x)
            if y := self.pick(lambda a: a == x[1][:d] + x[1][d + 1:]):
                self.add(f'{x[0]} {self.random.choice("+-*")} cx::expand_dims({y[0]}, {d}_c)', x[1])

    def along_axis(self, forms, keeps):
        if x := self.pick(lambda a: a):
            d = self.some_axis(x)
            self.add(self.random.choice(forms).format(x[0], d), x[1] if keeps else x[1][:d] + x[1][d + 1:])

    def reduce(self):
        self.along_axis([f'cx::{f}({{}}, {{}}_c)' for f in ('sum', 'sum', 'max', 'mean', 'min', 'logsumexp', 'prod', 'var', 'norm')], False)

    def keep(self):
        self.along_axis([f'cx::{f}({{}}, {{}}_c)' for f in ('softmax', 'softmax', 'log_softmax', 'cumsum', 'cummax', 'cumlogsumexp', 'flip')] + ['cx::cumsum({}, {}_c, cx::reverse)', 'cx::cumprod(cx::sin({}), {}_c)'], True)

    def differences(self):
        """Of neighbours, as many as before: the first with zero."""
        if x := self.pick(lambda a: 0 < len(a) < 3):
            every = 'cx::slice(), ' if self.some_axis(x) else ''
            d = 1 if every else 0
            parts = [f'{x[0]}({every}cx::slice({s}))' for s in ('0_c, 1_c', '1_c, cx::end', '0_c, -1_c')]
            self.add(f'cx::concatenate({parts[0]}, {parts[1]} - {parts[2]}, {d}_c)', x[1])

    def neighbours(self):
        """What neighbours give together, summed."""
        if x := self.pick(lambda a: 0 < len(a) < 3):
            d = self.some_axis(x)
            before, behind = (f'y({"cx::slice(), " * d}cx::slice({s}))' for s in ('0_c, -1_c', '1_c, cx::end'))
            form = self.random.choice(['{0} * {1}', '{1} - {0}', 'cx::sqrt(cx::square({1} - {0}) + 1.0)', 'cx::tanh({0} - {1}) * {0}', '{0} / (1.0 + cx::square({1}))'])
            of = f'[](auto const& y) {{ return cx::sum({form.format(before, behind)}, {d}_c); }}({self.piece(x[0])})'
            self.add(of, x[1][:d] + x[1][d + 1:])

    def transpose(self):
        if x := self.pick(lambda a: len(a) > 1):
            self.add(f'cx::transpose({x[0]})', x[1][::-1])

    def column(self):
        if x := self.pick(lambda a: len(a) == 2 and a[1] == 'k'):
            self.add(f'{x[0]}(cx::slice(), {self.random.randrange(3)}_c)', x[1][0])

    def product(self):
        if (x := self.pick(lambda a: len(a) == 2)) and (y := self.pick(lambda a: 0 < len(a) < 3 and a[0] == x[1][1])):
            self.add(f'cx::matmul({x[0]}, {y[0]})', x[1][0] + y[1][1:])

    def gram(self):
        if x := self.pick(lambda a: len(a) == 2 and a[1] == 'k'):
            self.add(f'cx::matmul({x[0]}, cx::transpose({x[0]})) * 0.01', x[1][0] * 2)

    def outer(self):
        if x := self.pick(lambda a: len(a) == 1):
            self.add(f'cx::expand_dims({x[0]}, 1_c) * cx::expand_dims({x[0]}, 0_c)', x[1] * 2)

    def joined(self):
        if x := self.pick(lambda a: len(a) == 2):
            d = self.some_axis(x)
            self.add(f'cx::sum(cx::concatenate({x[0]}, cx::tanh({x[0]}), {d}_c), {d}_c)', x[1][1 - d])

    def every_other(self):
        """Of the last axis, where it is a number: a stride cannot divide a symbol."""
        if x := self.pick(lambda a: 0 < len(a) < 3 and self.known[a[-1]] != a[-1]):
            d = len(x[1]) - 1
            self.add(f'cx::sum({x[0]}({"cx::slice(), " * d}cx::slice(0_c, cx::end, 2_c)), {d}_c)', x[1][:d])

    def differences_of_rows(self):
        """x[i] - y[j] of rows of 3: three axes."""
        if (x := self.pick(lambda a: len(a) == 2 and a[1] == 'k')) and (y := self.pick(lambda a: len(a) == 2 and a[1] == 'k')):
            self.add(f'cx::expand_dims({x[0]}, 1_c) - cx::expand_dims({y[0]}, 0_c)', x[1][0] + y[1][0] + 'k')

    def integers(self):
        forms = [('cx::argmax({}, {}_c)', False), ('cx::sum({} > 0.5, {}_c)', False), ('cx::any({} > 2.0, {}_c)', False),
                 ('cx::cumsum(cx::astype<int>(cx::clip({}, -9.0, 9.0)), {}_c)', True), ('cx::max(cx::astype<int>(cx::clip({}, -9.0, 9.0)), {}_c)', False)]
        form, keeps = self.random.choice(forms)
        self.along_axis([f'cx::astype<{self.number}>({form})'], keeps)

    def recurrence(self):
        self.along_axis(['cx::linear_recurrence(cx::sin({0}), {0} * 0.5, {1}_c)'], True)

    def scan(self):
        if x := self.pick(lambda a: a):
            start = self.pick(lambda a: a == x[1][1:]) or (f'cx::zeros_like({x[0]}[0_c])', '')
            option = self.random.choice(['', '', ', cx::reversed', ', cx::unroll<3>'])
            body = f'auto const next = {self.piece("s")} * 0.5 + {self.piece("r")}; return std::pair{{next, next * {self.piece("r")}}};'
            pair = f's{len(self.lines)}'
            self.lines.append(f'[[maybe_unused]] auto const {pair} = cx::scan([](auto const& s, auto const& r) {{ {body} }}, {start[0]}, {x[0]}{option});')
            for part, axes in self.random.choice([[('first', x[1][1:])], [('second', x[1])], [('first', x[1][1:]), ('second', x[1])]]):
                self.add(f'{pair}.{part}', axes)

    def loop(self):
        """A few trips with a captured value."""
        x, y, axes = self.pick_two()
        self.add(f'cx::fori_loop(0, 3, [&](auto, auto const& v) {{ return {self.piece("v")} * 0.9 + {self.piece(y)}; }}, {x})', axes)

    def long_chain(self):
        """More than a processor has in flight, behind a sine: kernels in two phases."""
        x, y, axes = self.pick_two()
        body = f'auto const s = cx::sin({x}); auto t = s; for (int i = 0; i < 60; ++i) t = t * s + 0.01 * {y} - t * {y} * 0.001; return t;'
        self.add(f'[&] {{ {body} }}()', axes)

    def data_decide(self):
        x, axes = self.pick()
        y, by = self.pick()
        if self.random.random() < 0.5:
            self.add(f'cx::cond(cx::sum({y}) > 0.0, [](auto const& v) {{ return {self.piece("v")}; }}, [](auto const& v) {{ return {self.piece("v")}; }}, {x})', axes)
        else:
            body = f'std::pair{{{self.piece("s.first")}, s.second + 1.0 + cx::tanh(cx::square(cx::mean(s.first)))}}'
            self.add(f'cx::while_loop([](auto const& s) {{ return s.second < 4.0; }}, [](auto const& s) {{ return {body}; }}, std::pair{{{x}, cx::tanh(cx::sum({y}))}}).first', axes)

    def rows(self):
        """vmap of a function of rows, or of columns."""
        if x := self.pick(lambda a: len(a) == 2):
            d, keeps = self.random.randrange(2), self.random.random() < 0.7
            form = self.random.choice(ROWS if keeps else NUMBERS).format('r')
            places = f', cx::in_axes<{d}>' + (f', cx::out_axes<{d}>' if keeps else '')
            self.add(f'cx::vmap([](auto const& r) {{ return {form}; }}{places})({x[0]})', x[1] if keeps else x[1][d])

    def of_vector(self):
        if x := self.pick(lambda a: len(a) == 1):
            self.add(self.random.choice(ROWS).format(x[0]), x[1])

    def called(self):
        x, axes = self.pick()
        how = self.random.choice(['cx::jit', 'cx::checkpoint'])
        self.add(f'{how}([](auto const& v) {{ return {self.piece("v")} + {self.piece("v")}; }})({x})', axes)

    # ---- the test -----------------------------------------------------------------------------------------------------------------

    def flat(self):
        """All elements in a row and back, as far as the product of the lengths is a length."""
        found = self.pick(lambda a: a and sum(not self.known[c].isdigit() for c in a) < 2)
        if found:
            x, axes = found
            self.add(f'cx::reshape<{", ".join(self.known[a] for a in axes)}>({self.piece(f"cx::ravel({x})")})', axes)

    def shaped(self, axes):
        """The template arguments and the lengths of an array of these axes."""
        return ', '.join(self.known[a] for a in axes), ', '.join(f'of_{self.known[a]}' for a in axes if not self.known[a].isdigit())

    def result(self, axes):
        dims, lengths = self.shaped(axes)
        return f'output<{self.random.choice(["nullptr", "cx::strided", "cx::col_major"])}, {self.number}, {dims}>({lengths})'

    def argument(self, axes):
        dims, lengths = self.shaped(axes)
        layout = self.random.random()
        kind = 'input_in<cx::strided, ' if layout < 0.1 else 'input_in<cx::col_major, ' if layout < 0.2 and len(axes) > 1 else 'input<'
        return f'{kind}{self.number}, {dims}>({lengths})'

    def test(self, title):
        made = [v for v in self.values if v[0].startswith('t')] or self.values
        results = [v for v in made if v[0] not in self.used][-4:] or made[-1:]
        function, batch, places, kind = 'f', '', '', self.random.random()
        numbers = ' + '.join(f'cx::sum(cx::tanh({x}))' if axes else f'cx::tanh({x})' for x, axes in results)
        if kind < 0.4:
            ends = numbers
            function = f'cx::value_and_grad(f, cx::argnums<{", ".join(str(i) for i in range(len(self.arguments)))}>)'
        else:
            ends = f'std::tuple{{{", ".join(x for x, _ in results)}}}'
        if 0.4 < kind < 0.5:
            function = '[](auto... x) { return cx::jvp(f, std::tuple{x...}, std::tuple{cx::cos(x)...}); }'
        elif 0.5 < kind < 0.6:
            function, batch = 'cx::vmap(f)', 'p'
        elif kind > 0.75 and all(axes for _, axes in results):
            places = ', '.join(self.result(axes) for _, axes in results)
        elif 0.3 < kind < 0.4:
            function, batch = f'cx::vmap({function})', 'p'
        mapped = [True] * len(self.arguments)
        if 0.2 < kind < 0.3:  # the gradient of a batch's sum, where some arguments are the same for all
            batch, mapped = 'p', [i == 0 or self.random.random() < 0.6 for i in range(len(self.arguments))]
            places = f'cx::in_axes<{", ".join("0" if m else "cx::none" for m in mapped)}>'
            function = function.replace('(f,', f'([](auto... x) {{ return cx::sum(cx::vmap(f, {places})(x...)); }},')
            places = ''
        parameters = ', '.join(f'[[maybe_unused]] auto {x}' for x, _ in self.arguments)
        inputs = ', '.join(self.argument((batch if m else '') + axes) for (_, axes), m in zip(self.arguments, mapped))
        body = '\n'.join(f'    {line}' for line in self.lines + [f'return {ends};'])
        lengths = ', '.join(f'{{{n}, {m}, {b}}}' for n, m, b in LENGTHS)
        return f'''TEST_CASE("{title}") {{
  static constexpr auto f = []({parameters}) {{
{body}
  }};
  for (auto [of_n, of_m, of_b] : std::vector<std::tuple<int, int, int>>{{{lengths}}}) {{
    INFO(of_n << " x " << of_m << ", " << of_b);
    CHECK({f"compare_into(f, std::tuple{{{places}}}" if places else f"compare({function}"}, {inputs}));
  }}
}}'''


OPERATIONS = [
    operation
    for operation, weight in [
        (Program.unary, 4), (Program.binary, 5), (Program.with_smaller, 6), (Program.reduce, 6), (Program.keep, 4), (Program.transpose, 1),
        (Program.column, 1), (Program.product, 2), (Program.gram, 1), (Program.outer, 1), (Program.select, 1), (Program.joined, 1), (Program.differences, 1), (Program.neighbours, 2),
        (Program.every_other, 1), (Program.differences_of_rows, 1), (Program.integers, 1), (Program.recurrence, 1), (Program.scan, 1), (Program.loop, 1), (Program.long_chain, 1),
        (Program.data_decide, 1), (Program.rows, 2), (Program.of_vector, 1), (Program.called, 1), (Program.flat, 2),
    ]
    for _ in range(weight)
]


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    print('''#include "same_bits.hpp"

#include <tuple>
#include <utility>
#include <vector>

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"b"> b;
''')
    for seed in range(first, first + count):
        print(Program(seed).test(f'seed {seed}'))


main()
