#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# report.sh FOLDER: docs/reference/device.md from what the programs of `./dev device` have printed: bench.txt, and, where they are, on_device.txt,
# random.txt and jax.txt. The date is that of bench.txt.
folder=$1
[ -s "$folder/bench.txt" ] || { echo "$folder/bench.txt is missing" >&2; exit 1; }
of() { sed -nE "$2" "$folder/$1" 2>/dev/null | head -1; }
card=$(of bench.txt 's/^(device [0-9]+ \()?([^:]*[^:)])\)?: a copy moves.*/\2/p')
copy=$(of bench.txt 's/.*a copy moves ([0-9.]+) GB\/s.*/\1/p')
peak=$(of bench.txt 's/.* peak ([0-9.]+)$/\1/p')
# versions as the driver counts them: 13000 is 13.0
software=$(of on_device.txt 's/^note .*, driver ([0-9]+)0([0-9])0, NVRTC ([0-9]+)0([0-9])0:.*/, driver of CUDA \1.\2, NVRTC \3.\4/p')
checks=$(grep -cE '^(pass|FAIL) .* \(' "$folder/on_device.txt" 2>/dev/null)
failed=$(grep -cE '^FAIL .* \(' "$folder/on_device.txt" 2>/dev/null)
random=$(of random.txt 's/^([0-9]+) programs on .*, ([0-9]+) failed.*/\1 random programs (`tests\/random`), \2 of them failed: each is compared with the host, bit for bit/p')
[ -n "$card" ] && [ -n "$copy" ] || { echo "$folder/bench.txt names no device" >&2; exit 1; }

cat <<EOF
# On a device

Measured by \`./dev device\`, which writes this page: **$card**$software, $(date -r "$folder/bench.txt" +%Y-%m-%d).

EOF
[ "${checks:-0}" -eq 0 ] || echo "- $checks checks of memory, streams, graphs and the cache of kernels (\`tests/cuda/on_device.cpp\`), $failed of them failed."
[ -z "$random" ] || echo "- $random."
cat <<EOF
- A copy on the card moves $copy GB/s, of $peak that its memory can.

A row is a function of \`benchmarks/device/device.cpp\` as one kernel; arguments and results lie on the card, times are medians of launches. GB/s counts the bytes
that must move: arguments read once, results written once. \`of a copy\` is their share of what a copy moves: 1 is a kernel that waits for memory alone. \`compiled\`
is tracing, planning and NVRTC, once for a machine; 0 or near it where the kernel was in the cache. Bits are compared with the host's up to 300,000 elements.
EOF
[ ! -s "$folder/jax.txt" ] || echo '`JAX` is the time of the same formula under `jax.jit` (`benchmarks/device/jax_device.py`), on the same card; a call from Python takes some 50 us, which is what small rows show.'
cat <<EOF

| | elements | us | GB/s | of a copy |$([ -s "$folder/jax.txt" ] && echo ' JAX us |') compiled, s | registers | bits |
|---|---|---|---|---|$([ -s "$folder/jax.txt" ] && echo '---|')---|---|---|
EOF
sed -nE 's/^(.*[^ ]) +(f32|f64) +([0-9]+) +([0-9.]+) us +([0-9.]+) GB\/s +([0-9.]+) of a copy, ([0-9.]+) s to compile, ([0-9]+) registers, .*bits ([^ ]+)$/\1 \2|\3|\4|\5|\6|\7|\8|\9/p' "$folder/bench.txt" |
  while IFS='|' read -r name elements time rate share compile registers bits; do
    jax=''
    if [ -s "$folder/jax.txt" ]; then
      jax=$(awk -v name="$name" 'substr($0, 1, length(name) + 1) == name " " { print $NF }' "$folder/jax.txt")
      jax=" ${jax:--} |"
    fi
    echo "| $name | $elements | $time | $rate | $share |$jax $compile | $registers | $bits |"
  done
