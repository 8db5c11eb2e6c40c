# SPDX-License-Identifier: BSL-1.0
# awk -v work=FOLDER -v doc=NAME -v header='#include <...>' -f snippets.awk DOCUMENT.md
# Writes a unit FOLDER/NN.cpp for each ```cpp block and prints "blocks skipped units" at the end.
#   a block with `int main`, or whose first line is `// file scope`   a unit as it stands
#   any other block                                                  the body of a function in the document's common unit
#   <!-- not compiled: reason --> directly before a block            left out
#   <!-- continues --> directly before a block                       goes on in the function of the block before it
# In a function body `inline constexpr` reads `static constexpr`, and #include lines go to the top of the unit.
function flush_block(   i, text, unit) {
  blocks++
  if (mark == "skip") { skipped++; return }
  text = ""
  is_unit = 0
  for (i = 1; i <= n; i++) if (line[i] ~ /^ *(int|auto) main *\(/) is_unit = 1
  if (line[1] ~ /^\/\/ file scope/) is_unit = 1
  if (is_unit) {
    unit = sprintf("%s/%03d.cpp", work, ++units)
    if (line[1] ~ /^\/\/ file scope/) print prologue > unit
    printf "#line %d \"%s\"\n", start, doc > unit
    for (i = 1; i <= n; i++) print line[i] > unit
    close(unit)
    return
  }
  for (i = 1; i <= n; i++) {
    if (line[i] ~ /^ *# *include/) { includes = includes line[i] "\n"; line[i] = "" }
    if (line[i] ~ /^ *namespace cx *= *constax *;/) line[i] = ""
    sub(/^ *inline constexpr /, "static constexpr ", line[i])
    text = text line[i] "\n"
  }
  if (mark == "continues" && open_body) body = body sprintf("#line %d \"%s\"\n", start, doc) text
  else {
    if (open_body) body = body "}\n"
    body = body sprintf("[[maybe_unused]] static void snippet_%d() {\n#line %d \"%s\"\n", blocks, start, doc) text
    open_body = 1
  }
}
BEGIN { prologue = header "\nnamespace cx = constax;\nusing namespace cx::literals;"; if (header == "") prologue = "" }
!inside && /^ *```(cpp|c\+\+)/ { inside = 1; n = 0; start = NR + 1; next }
inside && /^ *```/ { flush_block(); inside = 0; mark = ""; next }
inside { line[++n] = $0; next }
/^ *<!-- *not compiled: *[^ ]/ { mark = "skip"; next }
/^ *<!-- *continues *-->/ { mark = "continues"; next }
/[^ \t]/ { mark = "" }
END {
  if (inside) { printf "%s:%d: a block is not closed\n", doc, start; exit 1 }
  if (open_body) {
    unit = sprintf("%s/%03d.cpp", work, ++units)
    printf "%s%s\n%s}\n", includes, prologue, body > unit
    close(unit)
  }
  printf "%d %d %d\n", blocks, skipped, units
}
