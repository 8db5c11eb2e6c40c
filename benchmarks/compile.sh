#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# compile: seconds and peak memory of value_and_grad of unrolled programs, g++ and clang 19, with no compiler flag for limits; a chart of both, above
# the include, against operations. INSTRUCTIONS=1 counts the front end's, by valgrind, for the smaller programs: fifty times as long.
set -u
out=${1:-build/bench}
mkdir -p "$out"
: >"$out/compile.jsonl"
flags=(-std=c++20 -O2 -march=native -Iinclude)
for compiler in g++ clang++-19; do
  command -v "$compiler" >/dev/null || continue
  for equations in 0 10 30 100 300 1000 1800; do
    sed "s/@EQUATIONS@/$equations/" benchmarks/compile/unrolled.cpp.in >"$out/unrolled.cpp"
    if ! /usr/bin/time -f "%U %M" -o "$out/time" "$compiler" "${flags[@]}" -c "$out/unrolled.cpp" -o "$out/unrolled.o" 2>"$out/log"; then
      echo "$compiler $equations equations: refused: $(grep -m1 -oE 'maximum step limit|operation count exceeds limit' "$out/log" || echo 'see the log')"
      continue
    fi
    read -r seconds kilobytes < <(tail -n 1 "$out/time")
    operations=$((16#$(nm -S "$out/unrolled.o" | awk '/scalarised_operations/ { print $2 }')))
    instructions=null
    if [ "${INSTRUCTIONS:-}" ] && [ "$equations" -le 100 ]; then
      instructions=$(valgrind --tool=callgrind --trace-children=yes --callgrind-out-file=/dev/null "$compiler" "${flags[@]/native/x86-64-v3}" -fsyntax-only "$out/unrolled.cpp" 2>&1 |
        awk '/Collected/ { n += $NF } END { if (n) printf "%.0f", n; else print "null" }')
    fi
    echo "$compiler $equations equations, $operations operations: $seconds s, $((kilobytes / 1024)) MB$([ "$instructions" = null ] || echo ", $((instructions / 1000000)) million instructions in the front end")"
    echo "{\"compiler\": \"$compiler\", \"equations\": $equations, \"operations\": $operations, \"seconds\": $seconds, \"megabytes\": $((kilobytes / 1024)), \"instructions\": $instructions}" >>"$out/compile.jsonl"
  done
done
python3 benchmarks/compile/chart.py "$out/compile.jsonl" build/bench/compile.json build/bench/compile.svg
