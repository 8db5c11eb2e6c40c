#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# common_weak.sh NM OBJECT...: fails when two objects define the same weak symbol of constax's own.
# Own: the qualified name begins with constax:: . A function of std:: or of the user's that only mentions constax's types is
# not ours to name; two objects built with different flags differ in the tag, so a tagged name is never common.
# typeinfo (_ZTI, _ZTS) holds no code and is the same everywhere.
nm=$1
shift
for object in "$@"; do
  [ -s "$object" ] && "$nm" "$object" > /dev/null || { echo "cannot read $object: was it built?"; exit 1; }
done
for object in "$@"; do
  "$nm" "$object" | awk '$2 ~ /^[WVu]$/ { print $3 }' | sort -u
done | awk '
  /^_ZT[IS]/ { next }
  {
    name = $1
    sub(/^_Z/, "", name)
    while (name ~ /^(GV|GR|TV|TT|TC|TH|TW|Z)/) sub(/^(GV|GR|TV|TT|TC|TH|TW|Z)/, "", name)   # guards, tables, things local to a function
    sub(/^N[rVKRO]*/, "N", name)                                                            # members: const, &, &&
    if (name ~ /^N7constax/) count[$1]++
  }
  END {
    for (name in count) if (count[name] > 1) { n++; print name }
    if (n) { printf "%d weak symbols of constax are in more than one object\n", n }
    exit n > 0
  }' > "${TMPDIR:-/tmp}/constax_weak.$$"
rc=$?
(c++filt < "${TMPDIR:-/tmp}/constax_weak.$$" 2>/dev/null || cat "${TMPDIR:-/tmp}/constax_weak.$$") | cut -c1-400
rm -f "${TMPDIR:-/tmp}/constax_weak.$$"
[ $rc -eq 0 ] && echo "no weak symbol of constax is in more than one of $# objects"
exit $rc
