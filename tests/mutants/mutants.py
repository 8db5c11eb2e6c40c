#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Mutants: does a test notice when one expression of constax is wrong?

    mutants.py instrument LIST INCLUDE COPY              makes a copy of the headers in INCLUDE that holds all mutants
    mutants.py run LIST INCLUDE SECONDS JOBS FROM -- TEST...  runs the mutants from number FROM on against the tests, command lines, until one fails

LIST names headers and, below each, changes of one line:

    == transform/vjp.hpp
    sum = <<<sum.is_absent() ? y : sum + y>>>; ==> y
    -- any |= live[e.out + i];

The first kind replaces the expression in angle brackets, the second leaves a statement out. The text around the brackets says which place is meant:
it stands exactly once in its header. Below `== primitives/*.hpp` a line is a regular expression, whose first group is what is replaced, wherever it
matches, and `\\1` stands for it. All changes go into ONE copy of the headers, as `(mutated(17) ? (y) : (...))`; the environment variable
CONSTAX_MUTANT=17 puts one in force. So the tests are compiled once, and a mutant costs what its tests run. Only passes and rules that run at run time
can be mutated so: constant evaluation always takes the original.

A mutant is killed by a test that fails, crashes or does not end in time. `# equivalent: reason` behind a change says why no test can kill it.
"""
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

DECLARED = '''#pragma once
#include <cstdlib>
#include <type_traits>
namespace constax_mutants {
inline int const in_force = std::getenv("CONSTAX_MUTANT") ? std::atoi(std::getenv("CONSTAX_MUTANT")) : 0;
constexpr bool mutated(int k) { return !std::is_constant_evaluated() && in_force == k; }
} // namespace constax_mutants
'''


class Mutant:
    def __init__(self, number, header, line):
        self.number, self.header = number, header
        line, _, self.equivalent = line.partition(' # equivalent: ')
        self.text = line.strip()
        if self.text.startswith('-- '):
            self.before, self.original, self.changed = '', self.text[3:], None
            self.context = self.original
            return
        place, arrow, self.changed = self.text.partition(' ==> ')
        found = re.fullmatch(r'(.*)<<<(.*)>>>(.*)', place)
        if not arrow or not found:
            sys.exit(f'{header}: neither `-- statement;` nor `text <<<expression>>> text ==> expression`: {line}')
        self.before, self.original, after = found.groups()
        self.context = self.before + self.original + after

    def replaced(self, original):
        if self.changed is None:
            return f'if (!constax_mutants::mutated({self.number})) {original}'
        return f'(constax_mutants::mutated({self.number}) ? ({self.changed}) : ({original}))'


def matches(root, pattern, line):
    """The changes that a regular expression stands for -> pairs of a header and a line as it would be written for that header."""
    expression, _, changed = line.partition(' ==> ')
    for path in sorted(glob.glob(os.path.join(root, pattern))):
        with open(path) as source:
            for text in source:
                if found := re.search(expression, text.rstrip('\n')):
                    begin, end = found.span(1)
                    yield os.path.relpath(path, root), f'{text[:begin].lstrip()}<<<{found[1]}>>>{text[end:].rstrip()} ==> {changed.replace(chr(92) + "1", found[1])}'


def read_list(path, root):
    mutants, header = [], None
    with open(path) as lines:
        for line in lines:
            line = line.rstrip('\n')
            if line.startswith('== '):
                header = line[3:].strip()
            elif line.strip() and not line.startswith('#'):
                for where, text in matches(root, header, line) if '*' in header else [(header, line)]:
                    mutants.append(Mutant(len(mutants) + 1, where, text))
    return mutants


def instrument(mutants, include, copy):
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(include, copy)
    root = os.path.join(copy, 'constax')
    with open(os.path.join(root, 'mutants.hpp'), 'w') as out:
        out.write(DECLARED)
    wrong = 0
    for header in sorted({m.header for m in mutants}):
        path = os.path.join(root, header)
        with open(path) as source:
            text = source.read()
        spans = {}  # (begin, end) -> the mutants of this expression
        for m in (m for m in mutants if m.header == header):
            if text.count(m.context) != 1:
                print(f'{header}: stands {text.count(m.context)} times, must stand once: {m.context}')
                wrong += 1
                continue
            begin = text.index(m.context) + len(m.before)
            spans.setdefault((begin, begin + len(m.original)), []).append(m)
        places = sorted(spans)
        for (_, end), (begin, _) in zip(places, places[1:]):
            if begin < end:
                print(f'{header}: two changes overlap: {text[begin:end]}')
                wrong += 1
        for begin, end in reversed(places):
            new = text[begin:end]
            for m in spans[begin, end]:
                new = m.replaced(new)
            text = text[:begin] + new + text[end:]
        with open(path, 'w') as out:
            out.write(text.replace('#pragma once\n', '#pragma once\n#include <constax/mutants.hpp>\n', 1))
    sys.exit(1 if wrong else 0)


def outcome(number, tests, seconds):
    """What kills mutant `number`: the number of a test and how; None if it survives."""
    for which, test in enumerate(tests):
        try:
            done = subprocess.run(test, shell=True, timeout=seconds, env={**os.environ, 'CONSTAX_MUTANT': str(number)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return which, 'does not end'
        if done.returncode:
            return which, 'fails' if done.returncode > 0 and done.returncode < 128 else 'crashes'
    return None


def run(mutants, seconds, jobs, tests):
    def name(by):
        return ' '.join([os.path.basename(tests[by[0]]), by[1]])

    if by := outcome(0, tests, seconds):
        sys.exit(f'without a mutant, {name(by)}')
    survivors, killed, equivalent = [], [0 for _ in tests], 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for m, by in zip(mutants, pool.map(lambda m: outcome(m.number, tests, seconds), mutants)):
            if by:
                killed[by[0]] += 1
                if m.equivalent:
                    print(f'{m.number}: said to be equivalent, but {name(by)}: {m.header}: {m.text}', flush=True)
            elif m.equivalent:
                equivalent += 1
            else:
                survivors.append(m)
                print(f'{m.number} survives: {m.header}: {m.text}', flush=True)
    for test, n in zip(tests, killed):
        print(f'{n:5} killed by {os.path.basename(test)}')
    print(f'{len(mutants)} mutants: {sum(killed)} killed, {equivalent} equivalent, {len(survivors)} survive')
    sys.exit(1 if survivors else 0)


if __name__ == '__main__':
    command, include = sys.argv[1], sys.argv[3]
    listed = read_list(sys.argv[2], os.path.join(include, 'constax'))
    if command == 'instrument':
        instrument(listed, include, sys.argv[4])
    else:
        run(listed[int(sys.argv[6]) - 1:], float(sys.argv[4]), int(sys.argv[5]), sys.argv[8:])
