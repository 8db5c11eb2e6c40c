#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# include: what including constax costs beside xsimd alone, g++ -fsyntax-only, user seconds, median of 5.
set -u
out=${1:-build/bench}
mkdir -p "$out"
median() { sort -n | sed -n 3p; }
for header in xsimd/xsimd.hpp constax/constax.hpp; do
  echo "#include <$header>" >"$out/include.cpp"
  for _ in 1 2 3 4 5; do
    ( TIMEFORMAT=%U; time g++ -std=c++20 -march=native -Iinclude -fsyntax-only "$out/include.cpp" ) 2>&1
  done | median | sed "s|\$| s  $header|"
done
