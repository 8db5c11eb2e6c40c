#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# refuses.sh NIST WORK: what the demo cannot fit, it refuses: exit status 2, nothing on stdout, and on stderr one line, which says why.
# The files are made here, of what the demo embeds, so that the test needs none of NIST's.
nist=$1 work=$2
source=$(cd "$(dirname "$0")/../.." && pwd)/examples/support/nist_file.hpp
rm -rf "$work"
mkdir -p "$work/empty" && cd "$work" || exit 1
failures=0

# refused SENTENCE COMMAND...: is this how COMMAND ends? SENTENCE is a pattern of the shell.
refused() {
  sentence=$1
  shift
  "$@" > stdout 2> stderr
  status=$?
  [ "$status" -eq 2 ] && [ ! -s stdout ] && [ "$(wc -l < stderr)" -eq 1 ] || return 1
  # shellcheck disable=SC2254 # a pattern
  case $(cat stderr) in
    $sentence) return 0 ;;
  esac
  return 1
}
must_refuse() {
  refused "$@" && return
  echo "not refused: $*"
  echo "  exit status $status, $(wc -c < stdout) bytes on stdout; stderr:"
  sed 's/^/  /' stderr
  failures=$((failures + 1))
}
must_not_count() {
  refused "$@" || return 0
  echo "counts as refused: $*"
  failures=$((failures + 1))
}

# The problem that the demo embeds, as a file: NIST's own, line by line.
sed -n '/R"(NIST\/ITL/,/^)";/p' "$source" | sed '1s/.*R"(//; $d' > Misra1a.dat
sed 's/^Dataset Name:  Misra1a/Dataset Name:  Misra9z/' Misra1a.dat > unknown.dat
sed 's/-exp\[/-gxp[/' unknown.dat > no_formula.dat
sed 's/^Dataset Name:  Misra1a/Dataset Name:  Rat42/' Misra1a.dat > other.dat
sed '62s/114.9E0/114.9EO/' Misra1a.dat > malformed.dat
head -n 71 Misra1a.dat > cut.dat

must_refuse 'There is no readable file "no/such.dat".' "$nist" no/such.dat
must_refuse 'There is no readable file "empty".' "$nist" empty
must_refuse 'The model Misra9z is not compiled, and its text is no formula: column 11 of the formula: expected *, found "gxp*' "$nist" no_formula.dat
must_refuse '--model: column 15 of the formula: expected a number, b1 to b2, x, a function or a bracket, found "y))"' "$nist" --model 'b1*(1-exp(-b2*y))'
must_refuse '--model: column 6 of the formula: expected an operator or the end, found ") + x"' "$nist" --model 'b1*b2) + x'
must_refuse '--model: column 12 of the formula: expected ")", found the end' "$nist" --model 'b1*(1-b2*x '
must_refuse 'The option --model needs a value.' "$nist" --model
must_refuse 'The model Rat42 has 3 parameters and 1 predictors, the file has 2 and 1.' "$nist" other.dat
must_refuse 'malformed.dat:62: expected 2 numbers (y x), found "14.73E0     114.9EO"' "$nist" malformed.dat
must_refuse 'cut.dat:71: expected row 12 of 14, 2 numbers (y x), found the end of the file' "$nist" cut.dat
must_refuse '--start takes 1 or 2, not "3".' "$nist" --start 3
must_refuse '--start takes 1 or 2, not "3".' "$nist" Misra1a.dat --start 3
must_refuse 'The option --start needs a value.' "$nist" Misra1a.dat --start
must_refuse 'There is no option --stat; there are --model formula, --start 1|2, --svg file, --help.' "$nist" --stat 1
must_refuse 'One file is fitted at a time; "cut.dat" is the second.' "$nist" Misra1a.dat cut.dat

# The wrong twins. A good run is none that was refused, and was good.
must_not_count '*' "$nist" Misra1a.dat --start 2
if [ "$status" -ne 0 ] || [ ! -s stdout ] || [ -s stderr ]; then
  echo "the file of which the refused ones are copies is not fitted: exit status $status"
  cat stderr
  failures=$((failures + 1))
fi
# A formula is fitted in the place of the compiled model, and where there is none.
for formula in "$nist --model b1*(1-exp(-b2*x))" "$nist --model y=b1-b1/exp(b2*x)+e" "$nist unknown.dat"; do
  # shellcheck disable=SC2086 # words
  if ! $formula > stdout || ! grep -q 'traced and evaluated at run time' stdout; then
    echo "not fitted by its formula: $formula"
    failures=$((failures + 1))
  fi
done
# Each of the four conditions alone: another status, something on stdout, a second line, another sentence.
must_not_count 'why' sh -c 'echo why >&2; exit 1'
must_not_count 'why' sh -c 'echo why >&2; echo beginning; exit 2'
must_not_count '*why' sh -c 'echo more >&2; echo why >&2; exit 2'
must_not_count 'why' sh -c 'echo because >&2; exit 2'
must_not_count '*' sh -c 'exit 2'
must_refuse 'why' sh -c 'echo why >&2; exit 2'

[ "$failures" -eq 0 ] && echo "all that cannot be fitted is refused"
exit "$((failures > 0))"
