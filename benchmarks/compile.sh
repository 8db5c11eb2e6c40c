#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# compile: seconds and peak memory of value_and_grad of an unrolled program, g++ and clang 19, with no compiler flag for limits.
set -u
out=${1:-build/bench}
mkdir -p "$out"
for compiler in g++ clang++-19; do
  command -v "$compiler" >/dev/null || continue
  for equations in 0 100 500 1000; do
    sed "s/@EQUATIONS@/$equations/" benchmarks/compile/unrolled.cpp.in >"$out/unrolled.cpp"
    if /usr/bin/time -f "%U %M" -o "$out/time" "$compiler" -std=c++20 -O2 -march=native -Iinclude -c "$out/unrolled.cpp" -o "$out/unrolled.o" 2>"$out/log"; then
      read -r seconds kilobytes < <(tail -n 1 "$out/time")
      echo "$compiler $equations equations: $seconds s, $((kilobytes / 1024)) MB"
    else
      echo "$compiler $equations equations: refused: $(grep -m1 -oE 'maximum step limit|operation count exceeds limit' "$out/log" || echo 'see the log')"
    fi
  done
done
