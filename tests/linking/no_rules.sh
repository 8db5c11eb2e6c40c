#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# no_rules.sh NM OBJECT left|translated: a compiled program holds loops and messages. A rule, a pass, a jaxpr, a context or a whole plan in it means
# that something of them is named outside of constant evaluation, and costs size and compile time (a plan of 1,000 equations: 2.5 MB).
# "translated": an object compiled without optimisation holds all that the compiler made code of, not only what it left. A plan's data may be there
# (registers are indexed at run time, types of literals looked up), its rules not.
nm=$1 object=$2 what=$3
found=$("$nm" -C "$object" | grep -E 'constax::.*(jaxpr|::context|builder|rewriter|planner|call_jvp|call_transpose|call_batch|call_evaluate|descriptor<|reference::)' | grep -v 'kernel<\|code_of<\|instruction{') # these only name a descriptor, as an argument
case $what in
  left) found=$found$("$nm" -C "$object" | grep -E 'code_of<.*>::value$') ;;
  translated) found=$(echo "$found" | grep -v 'jaxpr::scalar_type(') ;;
  *) found="no_rules.sh looks for what is left or translated, not for '$what'" ;;
esac
[ -z "$found" ] && exit 0
echo "$object holds what belongs to the compiler alone:"
echo "$found"
exit 1
