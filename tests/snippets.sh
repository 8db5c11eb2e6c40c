#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# snippets.sh AWK DOCUMENT WORK CXX FLAGS...: compiles the ```cpp blocks of a document.
awk=$1 document=$2 work=$3
shift 3
here=$(dirname "$0")
case $document in
  *wrong_twin*) header='' ;;
  *) header='#include <constax/constax.hpp>' ;;
esac
rm -rf "$work"
mkdir -p "$work" || exit 1
counts=$("$awk" -v work="$work" -v doc="$document" -v header="$header" -f "$here/snippets.awk" "$document") || { echo "$counts"; exit 1; }
set -- "$counts" "$@"
read -r blocks skipped units <<EOF
$1
EOF
shift
if [ "$blocks" -eq 0 ]; then
  echo "$document: no blocks"
  exit 77
fi
wrong=0
for unit in "$work"/*.cpp; do
  [ -e "$unit" ] || continue
  "$@" -fsyntax-only -w "$unit" || wrong=$((wrong + 1))
done
echo "$document: $blocks blocks, $skipped skipped, $wrong of $units units do not compile"
[ "$wrong" -eq 0 ]
