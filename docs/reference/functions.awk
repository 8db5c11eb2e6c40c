# SPDX-License-Identifier: BSL-1.0
# awk -f functions.awk HEADERS... : docs/reference/functions.md on stdout, a row for each name that users write. Headers by their paths from the root.
#
# A name is one that stands outside of namespace detail, at the beginning of a line: a function of tracers or callables, an object (of a primitive,
# with the comment of its struct), a type with a comment; in the folders that users include. Its comment is the `///` above it.

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function cell(s) { gsub(/\|/, "\\|", s); return trim(s) }
# The first sentence, and the next that tells shapes.
function sentences(s,   first, rest, i, shapes) {
  gsub(/[ \t]+/, " ", s)
  i = index(s, ". ")
  if (i == 0) return trim(s)
  first = substr(s, 1, i); rest = substr(s, i + 2)
  if (first ~ / -> /) return trim(first)
  while (rest != "") {
    i = index(rest, ". ")
    shapes = i ? substr(rest, 1, i) : rest
    if (shapes ~ /\] -> |: \[|T\[s\]/) return trim(first) " " trim(shapes)
    rest = i ? substr(rest, i + 2) : ""
  }
  return trim(first)
}
# From the name on to the parenthesis that closes its parameters.
function signature(s, name,   at, k, depth, c) {
  at = match(s, "(^|[^a-zA-Z0-9_:])" name "\\(")
  if (!at) return name
  s = substr(s, at)
  if (substr(s, 1, 1) != substr(name, 1, 1)) s = substr(s, 2)
  for (k = length(name) + 1; k <= length(s); ++k) {
    c = substr(s, k, 1)
    if (c == "(") ++depth
    if (c == ")" && --depth == 0) break
  }
  s = substr(s, 1, k)
  gsub(/[ \t]+/, " ", s)
  return s
}
function add(name, how, what) {
  if (name ~ /_$/ && name !~ /^(std_|switch_|delete_|while_|if_)$/) return
  if (how != "") how = file_space inner_space how
  name = file_space inner_space name
  key = name " " FILENAME
  if (key in row) {
    if (row_what[key] == "" && what != "") { row_what[key] = what; row_how[key] = how }
    return
  }
  row[key] = name; row_how[key] = how; row_what[key] = what; row_file[key] = FILENAME
  keys[++n_keys] = key
}
function ended(   name, how) {
  if (declaration ~ /^template *< *>/ || declaration ~ /operator|^friend|static_assert/) { }
  else if (match(declaration, /inline constexpr ([a-zA-Z0-9_:<>., ]+) [a-z_0-9]+(\{\}|;|\{)/) && declaration !~ /= *[[{(]/) {
    name = substr(declaration, RSTART, RLENGTH)
    sub(/(\{\}|;|\{)$/, "", name); sub(/.* /, "", name)
    how = name
    if (declaration ~ /^template/) how = name "<...>"
    what = comment != "" ? comment : of_struct[name "_t"]
    if (kind == "primitives" && !(name "_t" in of_struct)) return
    add(name, how, sentences(what))
  } else if (kind != "primitives" && match(declaration, /(^|[^a-z_])(struct|class) [a-z_0-9]+/) && comment != "" && declaration !~ /struct constax/) {
    name = substr(declaration, RSTART, RLENGTH); sub(/.* /, "", name)
    if (name !~ /(_t|_of)$/) add(name, name, sentences(comment))
  } else if (kind != "primitives" && match(declaration, /(constexpr|inline) (auto|decltype\(auto\)|[a-z_]+) [a-z_0-9]+\(/) && declaration !~ /constexpr value /) {
    name = substr(declaration, RSTART, RLENGTH); sub(/\($/, "", name); sub(/.* /, "", name)
    add(name, signature(declaration, name), sentences(comment))
  } else if (comment != "" && match(declaration, /(template ?<.*> ?|CONSTAX_INLINE |\) )(auto|void) [a-z_0-9]+\(/)) {
    name = substr(declaration, RSTART, RLENGTH); sub(/\($/, "", name); sub(/.* /, "", name)
    add(name, signature(declaration, name), sentences(comment))
  } else if (comment != "" && match(declaration, /(^|> ?)using [a-z_0-9]+ =/)) {
    name = substr(declaration, RSTART, RLENGTH - 2); sub(/.* /, "", name)
    if (name !~ /(_t|_of)$/) add(name, name "<...>", sentences(comment))
  } else if (kind == "runtime" && match(declaration, /[>)] dynamic_tracer [a-z_0-9]+\(/)) {
    name = substr(declaration, RSTART, RLENGTH); sub(/\($/, "", name); sub(/.* /, "", name)
    add(name, signature(declaration, name), sentences(comment))
  }
}
# Braces that a line opens, less those that it closes; none in texts and comments.
function braces(s,   n, m) {
  gsub(/"([^"\\]|\\.)*"/, "", s); gsub(/'([^'\\]|\\.)'/, "", s); sub(/\/\/.*$/, "", s)
  n = gsub(/\{/, "{", s); m = gsub(/\}/, "}", s)
  return n - m
}
FNR == 1 {
  hidden = 0; comment = ""; open = 0; file_space = ""; inner_space = ""
  kind = FILENAME ~ /\/primitives\// ? "primitives" : FILENAME ~ /\/runtime\// ? "runtime" : "api"
}
hidden { hidden += braces($0); next }
/^namespace / {
  if ($0 ~ /detail( |::|\{)|^namespace (std|side|flattening|device_text)|TAG::codegen|dlpack/) { if (FILENAME !~ /emit\.hpp/ || $0 ~ /detail/) hidden = braces($0) }
  else if (match($0, /TAG::[a-z_]+/)) file_space = substr($0, RSTART + 5, RLENGTH - 5) "::"
  else if (match($0, /^namespace [a-z_]+ \{/) && $0 !~ /^namespace constax/) inner_space = substr($0, 11, RLENGTH - 12) "::"
  else { file_space = ""; inner_space = "" }
  comment = ""
  next
}
/^\} \/\/ namespace/ { inner_space = ""; comment = ""; next }
!open && /^[ ]*\/\/\// {
  line = $0; sub(/^[ ]*\/\/\/ ?/, "", line)
  if ($0 ~ /^\/\/\//) comment = comment (comment == "" ? "" : " ") line
  next
}
!open && /^(template|requires|constexpr|inline|struct|class|CONSTAX_INLINED?|concept|using|  requires)/ { open = 1; declaration = "" }
open {
  line = $0; sub(/[ \t]*\/\/.*$/, "", line)
  declaration = declaration (declaration == "" ? "" : " ") trim(line)
  if (line ~ /[{;]/ || line ~ /\{$/) {
    if (match(declaration, /struct [a-z_0-9]+_t /)) {
      s = substr(declaration, RSTART + 7, RLENGTH - 8)
      if (comment != "") of_struct[s] = comment
    }
    ended(); open = 0; comment = ""
  }
  next
}
/^[^ \t]/ { comment = "" }
END {
  print "# Functions, objects and types"
  print ""
  print "What users write, in the order of the alphabet: how it is declared, the first sentence of its comment with its shapes, and the header that it stands"
  print "in. Sine and its relatives take tracers, numbers, and arrays in expressions; templates before a name are lengths, dtypes and options that are parts"
  print "of types. Written by `functions.awk` from the headers; the test `functions` says when it is not up to date."
  print ""
  print "| name | | in |"
  print "|---|---|---|"
  for (i = 2; i <= n_keys; ++i)
    for (k = i; k > 1 && keys[k] < keys[k - 1]; --k) { t = keys[k]; keys[k] = keys[k - 1]; keys[k - 1] = t }
  for (i = 1; i <= n_keys; ++i) {
    key = keys[i]; where = row_file[key]; sub(/^.*include\/constax\//, "", where)
    print "| `" cell(row_how[key]) "` | " cell(row_what[key]) " | [" where "](../../include/constax/" where ") |"
  }
}
