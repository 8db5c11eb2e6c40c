#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""programs.py SEED COUNT: prints a test file with COUNT random programs, of seeds SEED, SEED + 1, ...

A program takes two to five arguments of the axes n and m (symbols or numbers) and k (3), and combines them in 6 to 14 operations. Its results, or
its value and gradient, must be those of the reference evaluator, bit for bit, for five pairs of lengths. `./dev fuzz` builds and runs them (five to
ten seconds each). What fails is made smaller by hand and becomes a test: tests/eval/region_axes.cpp began so.
"""
import random
import sys

LENGTHS = [(1, 1), (7, 5), (17, 40), (65, 33), (300, 19)]
ARGUMENTS = [('a', 'nm'), ('b', 'm'), ('c', 'n'), ('d', 'nk')]
ONE_MORE = [('e', 'mn'), ('e', 'nm'), ('e', 'n'), ('e', 'mk')]
KNOWN = [('n', 'm'), ('n', 'm'), ('100', 'm'), ('n', '70'), ('100', '70'), ('n', '20'), ('33', 'm')]  # what the axes n and m are


class Program:
    """Values are pairs of a name and a string of axes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
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

    def some_axis(self, value):
        return self.random.randrange(len(value[1]))

    def add(self, expression, axes):
        name = f't{len(self.lines)}'
        self.lines.append(f'auto const {name} = {expression};')
        self.values.append((name, axes))

    # ---- operations: one each, or nothing where no value fits ---------------------------------------------------------------------

    def unary(self):
        x, axes = self.pick()
        forms = ['cx::tanh({})', 'cx::sin({})', '-{}', 'cx::square({})', 'cx::exp(cx::sin({}))', '{} * 0.5', 'cx::sqrt(cx::square({}) + 1.0)']
        self.add(self.random.choice(forms).format(x), axes)

    def binary(self):
        x, axes = self.pick()
        y = self.pick(lambda a: a == axes)[0]
        self.add(f'{x} {self.random.choice("+-*")} {y if y != x else f"cx::cos({x})"}', axes)

    def select(self):
        x, axes = self.pick()
        y = self.pick(lambda a: a == axes)[0]
        self.add(f'cx::where({x} > 0.0, {x}, {y} * 2.0)', axes)

    def with_vector(self):
        if (x := self.pick(lambda a: len(a) == 2)) and (y := self.pick(lambda a: len(a) == 1 and a in x[1])):
            axis = self.random.choice([d for d in range(2) if x[1][d] == y[1]])
            self.add(f'{x[0]} {self.random.choice("+-*")} cx::expand_dims({y[0]}, {1 - axis}_c)', x[1])

    def along_axis(self, forms, keeps):
        if x := self.pick(lambda a: a):
            d = self.some_axis(x)
            self.add(self.random.choice(forms).format(x[0], d), x[1] if keeps else x[1][:d] + x[1][d + 1:])

    def reduce(self):
        self.along_axis([f'cx::{f}({{}}, {{}}_c)' for f in ('sum', 'sum', 'max', 'mean', 'min', 'logsumexp')], False)

    def keep(self):
        self.along_axis([f'cx::{f}({{}}, {{}}_c)' for f in ('softmax', 'softmax', 'cumsum', 'flip')], True)

    def differences(self):
        """Of neighbours, as many as before: the first with zero."""
        if x := self.pick(lambda a: a):
            every = 'cx::slice(), ' if self.some_axis(x) else ''
            d = 1 if every else 0
            parts = [f'{x[0]}({every}cx::slice({s}))' for s in ('0_c, 1_c', '1_c, cx::end', '0_c, -1_c')]
            self.add(f'cx::concatenate({parts[0]}, {parts[1]} - {parts[2]}, {d}_c)', x[1])

    def transpose(self):
        if x := self.pick(lambda a: len(a) == 2):
            self.add(f'cx::transpose({x[0]})', x[1][::-1])

    def column(self):
        if x := self.pick(lambda a: len(a) == 2 and a[1] == 'k'):
            self.add(f'{x[0]}(cx::slice(), {self.random.randrange(3)}_c)', x[1][0])

    def product(self):
        if (x := self.pick(lambda a: len(a) == 2)) and (y := self.pick(lambda a: a and a[0] == x[1][1])):
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

    # ---- the test -----------------------------------------------------------------------------------------------------------------

    def test(self, title):
        made = [v for v in self.values if v[0].startswith('t')] or self.values
        results = [v for v in made if v[0] not in self.used][-4:] or made[-1:]
        known = dict(zip('nm', self.random.choice(KNOWN)), k='3')
        function = 'f'
        if self.random.random() < 0.4:
            ends = ' + '.join(f'cx::sum(cx::tanh({x}))' if axes else f'cx::tanh({x})' for x, axes in results)
            function = f'cx::value_and_grad(f, cx::argnums<{", ".join(str(i) for i in range(len(self.arguments)))}>)'
        else:
            ends = f'std::tuple{{{", ".join(x for x, _ in results)}}}'
        number = self.random.choice(['double', 'double', 'double', 'float'])
        parameters = ', '.join(f'[[maybe_unused]] auto {x}' for x, _ in self.arguments)
        inputs = ', '.join(f'input<{number}, {", ".join(known[a] for a in axes)}>({", ".join(f"of_{a}" for a in axes if known[a] == a)})' for _, axes in self.arguments)
        body = '\n'.join(f'    {line}' for line in self.lines + [f'return {ends};'])
        lengths = ', '.join(f'{{{n}, {m}}}' for n, m in LENGTHS)
        return f'''TEST_CASE("{title}") {{
  static constexpr auto f = []({parameters}) {{
{body}
  }};
  for (auto [of_n, of_m] : std::vector<std::pair<int, int>>{{{lengths}}}) {{
    INFO(of_n << " x " << of_m);
    CHECK(compare({function}, {inputs}));
  }}
}}'''


OPERATIONS = [
    operation
    for operation, weight in [
        (Program.unary, 4), (Program.binary, 5), (Program.with_vector, 5), (Program.reduce, 6), (Program.keep, 4), (Program.transpose, 1),
        (Program.column, 1), (Program.product, 2), (Program.gram, 1), (Program.outer, 1), (Program.select, 1), (Program.joined, 1), (Program.differences, 1),
    ]
    for _ in range(weight)
]


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    print('''#include "same_bits.hpp"

#include <utility>
#include <vector>

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
''')
    for seed in range(first, first + count):
        print(Program(seed).test(f'seed {seed}'))


main()
