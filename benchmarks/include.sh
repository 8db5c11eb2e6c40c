#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# include: what including constax costs beside xsimd alone, g++ -fsyntax-only, user seconds, medians of 9 that take turns; for any processor, and
# for this one.
set -u
out=${1:-build/bench}
mkdir -p "$out"
headers=(xsimd/xsimd.hpp constax/constax.hpp)
for target in "" -march=native; do
  rm -f "$out"/include.*.s
  for _ in 1 2 3 4 5 6 7 8 9; do
    for k in 0 1; do
      echo "#include <${headers[k]}>" >"$out/include.cpp"
      # shellcheck disable=SC2086 # no word where there is no target
      (TIMEFORMAT=%U; time g++ -std=c++20 $target -Iinclude -fsyntax-only "$out/include.cpp") 2>>"$out/include.$k.s"
    done
  done
  for k in 0 1; do
    printf '%s s  %-24s %s\n' "$(sort -n "$out/include.$k.s" | sed -n 5p)" "${headers[k]}" "$target"
  done
done
