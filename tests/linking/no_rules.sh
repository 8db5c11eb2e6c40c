#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# no_rules.sh NM OBJECT: a compiled program holds loops and messages. A rule, a pass, a jaxpr, a context or a whole plan in it means that something
# of them is named outside of constant evaluation, and costs size and compile time (a plan of 1,000 equations: 2.5 MB).
nm=$1 object=$2
found=$("$nm" -C "$object" | grep -E 'constax::.*(jaxpr|::context|builder|rewriter|planner|call_jvp|call_transpose|call_batch|call_evaluate|descriptor<|reference::)' | grep -v 'kernel<\|code_of<'
  "$nm" -C "$object" | grep -E 'code_of<.*>::value$')
[ -z "$found" ] && exit 0
echo "$object holds what belongs to the compiler alone:"
echo "$found"
exit 1
