#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# functions.sh AWK ROOT PAGE: is the page what docs/reference/functions.awk writes of the headers? With --write behind it, it becomes so.
awk=$1 page=$3
cd "$2" || exit 1
# what users do not call, in headers beside what they do
internal='api/(assign|bind_symbols|call_memory|call_workspace|callable|footprint|inner|program|expr)\.hpp|runtime/(call|control|evaluator|strips)\.hpp|'\
'cuda/(driver|nvrtc|library|module|kernel_cache|program|dlpack)\.hpp|primitives/[a-z0-9_]*(_slope|_bend|_density|_grad_a|gaussian|lorentzian|_square|'\
'sech2|summation|inversion|extremum|_sum|derivative_along|threefry2x32)\.hpp'
# types and functions behind what users write: what slices, x.at(i), options, trees and symbols are made of
behind='basic_(array|spec|view)|laid_out|expression|transformed|slice_index|late_slice|at_index|keeping_(scale|axes)|with_aux|located(_index)?|lazily|'\
'emit_dynamic|along_list|reduce_some_of|described_by|hana_mirror|symbol(_name)?|pack_symbol|as_extent|bindings|mode::tag|name|program'
LC_ALL=C
export LC_ALL
folders='aval/extent.hpp jaxpr/error.hpp api primitives runtime cuda codegen/emit.hpp compiled/call.hpp'
headers=$(for d in $folders; do find "include/constax/$d" -name '*.hpp'; done | sort | grep -vE "$internal")
# shellcheck disable=SC2086 # names without spaces
written=$("$awk" -v behind="^($behind)\$" -f docs/reference/functions.awk tests/functions/examples.hpp tests/functions/*.cpp $headers) || exit 1
if [ "$4" = --write ]; then
  printf '%s\n' "$written" > "$page"
elif [ "$written" != "$(cat "$page")" ]; then
  printf '%s\n' "$written" | diff "$page" - | head -20
  echo "$page is not what the headers say; write it anew: sh tests/functions.sh awk . docs/reference/functions.md --write"
  exit 1
fi
# Functions have a line in api/usage.hpp, which says how they are called. Left out: what takes lengths alone (api/plain_lengths.hpp), any
# number of arguments, or one argument of any type; and what is for ndarrays and devices alone.
usage='include/constax/api/usage.hpp'
without='arange|asarray|bartlett|blackman|checkpoint_name|closure|compiled|cost|diag_indices|emit_cpp|emit_cuda|empty|eval_shape|evaluate|evaluate_into|'\
'explain|eye|for_each_leaf|full|geomspace|hamming|hanning|histogram_bin_edges|identity|indices|initial|iota|lanes_along|leaf_count|linearize|linspace|'\
'logspace|make_jaxpr|ones|plan|set_cache_limit|slice|to_device|to_host|to_host_later|tree|tree_leaves|tree_map|tree_reduce|tri|tril_indices|'\
'triu_indices|unique_values|vjp|zeros'
for name in $(sed -nE 's/^\| `([a-z_0-9]+)\(.*/\1/p' "$page" | sort -u | grep -vE "^($without)\$"); do
  grep -qE "CONSTAX_[A-Z_]+\($name[,)]" "$usage" && continue
  echo "$usage has no line for $name"
  missing=yes
done
[ -z "$missing" ]
