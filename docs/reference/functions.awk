# SPDX-License-Identifier: BSL-1.0
# awk -f functions.awk EXAMPLES... HEADERS... : docs/reference/functions.md on stdout, a row for each name that users write. Paths from the root;
# EXAMPLES are tests/functions/*.cpp, whose macros tests/functions/examples.hpp explains. A name without an example is an error, and an example
# without a name. -v behind=REGEX: names that are left out.
#
# A name is one that stands outside of namespace detail, at the beginning of a line: a function of tracers or callables, an object (of a primitive,
# with the comment of its struct), a type with a comment; in the folders that users include. Its comment is the `///` above it.

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function cell(s) { gsub(/\|/, "\\|", s); return trim(s) }
# The first sentence, and the next that tells shapes.
function sentences(s) {
  gsub(/[ \t]+/, " ", s)
  gsub(/\.\.\. /, "..\001", s) # ends no sentence
  return whole(first_sentences(s))
}
function whole(s) { gsub(/\.\.\001/, "... ", s); return s }
function first_sentences(s,   first, rest, i, shapes) {
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
  if (behind != "" && name ~ behind) return
  if (!(name in row_what)) names[++n_names] = name
  if (row_what[name] == "") row_what[name] = what
  if (!seen[name, "how", how]++) row_how[name] = row_how[name] (row_how[name] == "" ? "" : "<br>") "`" cell(how) "`"
  if (!seen[name, "file", FILENAME]++) row_file[name] = row_file[name] (row_file[name] == "" ? "" : "<br>") link(FILENAME)
}
function link(file,   short) {
  short = file; sub(/^.*include\/constax\//, "", short)
  return "[" short "](../../include/constax/" short ")"
}

# ---- examples ----
# The arguments of a macro, split at commas outside of brackets and texts: arg[1], arg[2], ...; the last of `most` takes what is left.
function arguments(s, most,   k, c, depth, text, n) {
  n = 1; arg[1] = ""
  for (k = 1; k <= length(s); ++k) {
    c = substr(s, k, 1)
    if (c == "\"" && substr(s, k - 1, 1) != "\\") text = !text
    if (!text && c ~ /[({[]/) ++depth
    if (!text && c ~ /[)}\]]/) --depth
    if (c == "," && !text && !depth && n < most) arg[++n] = ""
    else arg[n] = arg[n] c
  }
  for (k = 1; k <= n; ++k) arg[k] = trim(arg[k])
  return n
}
# Texts that stand side by side are one, without its quotes.
function unquoted(s) { gsub(/"[ \t]+"/, "", s); gsub(/^"|"$/, "", s); gsub(/\\"/, "\"", s); return s }
function code(s) { return "`" cell(s) "`" }
function example(macro, s,   name) {
  sub(/\);[ \t]*$/, "", s); gsub(/[ \t]+/, " ", s)
  if (macro == "DERIVATIVE" || macro == "DERIVATIVES") {
    arguments(s, macro == "DERIVATIVE" ? 3 : 4)
    derivative[arg[1]] = code(macro == "DERIVATIVE" ? arg[3] : arg[4])
    return
  }
  arguments(s, macro == "DERIVED" ? 4 : macro == "COMPILES" ? 2 : 3)
  name = unquoted(arg[1])
  if (name in shown) return
  shown[name] = code(arg[macro == "DERIVED" ? 4 : macro == "COMPILES" ? 2 : 3]) (macro == "COMPILES" ? "" : "<br>" code(unquoted(arg[2])))
  if (macro == "DERIVED") derivative[name] = "gradient " code(unquoted(arg[3]))
}
function ended(   name, how, s, rest, also) {
  if (declaration ~ /^template *< *>/ || declaration ~ /operator|^friend|static_assert/) { }
  else if (match(declaration, /inline constexpr ([a-zA-Z0-9_:<>., ]+) [a-z_0-9]+(\{\}|;|\{)/) && declaration !~ /= *[[{(]/) {
    name = substr(declaration, RSTART, RLENGTH)
    sub(/(\{\}|;|\{)$/, "", name); sub(/.* /, "", name)
    how = name
    if (declaration ~ /^template/) how = name "<...>"
    what = comment != "" ? comment : of_struct[name "_t"]
    if (match(declaration, /[a-z_0-9]+_t [a-z_0-9]+\{\}/)) { # of a primitive, perhaps under another name, or under several
      s = substr(declaration, RSTART, RLENGTH)
      sub(/_t .*/, "", s)
      if (s != name) {
        alias_of[file_space inner_space name] = s
        if (of_struct[name "_t"] == "" && !own) what = ""
      }
      for (rest = declaration; match(rest, /, [a-z_0-9]+\{\}/); rest = substr(rest, RSTART + RLENGTH)) {
        also = substr(rest, RSTART + 2, RLENGTH - 4)
        alias_of[file_space inner_space also] = s
        add(also, also, what)
      }
    } else s = name
    if (kind == "primitives" && !own && of_struct[s "_t"] == "") return
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
function parentheses(s,   n, m) {
  gsub(/"([^"\\]|\\.)*"/, "", s); gsub(/'([^'\\]|\\.)'/, "", s)
  n = gsub(/\(/, "(", s); m = gsub(/\)/, ")", s)
  return n - m
}
FNR == 1 {
  hidden = 0; comment = ""; open = 0; file_space = ""; inner_space = ""
  kind = FILENAME ~ /\/primitives\// ? "primitives" : FILENAME ~ /\/runtime\// ? "runtime" : "api"
}
# A macro may take several lines.
FILENAME ~ /^tests\/functions\// {
  if ($0 ~ /^namespace given/) in_given = 1
  if ($0 ~ /^\} \/\/ namespace given/) in_given = 0
  if (in_given && match($0, /^inline /)) { given[++n_given] = $0; sub(/^inline /, "", given[n_given]) }
  if (!macro && match($0, /^[ \t]*(EXAMPLE|STEPS|DERIVED|DERIVATIVES?|COMPILES)\(/)) {
    macro = trim(substr($0, RSTART, RLENGTH - 1)); called = ""
    $0 = substr($0, RSTART + RLENGTH)
  }
  if (macro) {
    called = called " " $0
    if ($0 ~ /\);[ \t]*$/ && parentheses("(" called) == 0) { example(macro, called); macro = "" }
  }
  next
}
hidden { hidden += braces($0); next }
/^namespace / {
  if ($0 ~ /detail( |::|\{)|^namespace (std|side|flattening|device_text)|TAG::codegen|dlpack/) { if (FILENAME !~ /emit\.hpp/ || $0 ~ /detail/) hidden = braces($0) }
  else if (match($0, /TAG::[a-z_]+/)) file_space = substr($0, RSTART + 5, RLENGTH - 5) "::"
  else if (match($0, /^namespace [a-z_]+ \{/) && $0 !~ /^namespace constax/) inner_space = substr($0, 11, RLENGTH - 12) "::"
  else { file_space = ""; inner_space = "" }
  comment = group = ""
  next
}
/^$/ { group = "" }
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
    own = comment != ""
    if (own) group = comment
    else comment = group # a comment is that of all declarations up to an empty line
    ended(); open = 0; comment = ""
  }
  next
}
/^[^ \t]/ { comment = "" }
END {
  for (i = 2; i <= n_names; ++i)
    for (k = i; k > 1 && names[k] < names[k - 1]; --k) { t = names[k]; names[k] = names[k - 1]; names[k - 1] = t }
  for (i = 1; i <= n_names; ++i)
    if (!(names[i] in shown)) without = without " " names[i]
  for (t in shown)
    if (!(t in row_what)) unknown = unknown " " t
  for (t in derivative)
    if (!(t in row_what)) unknown = unknown " " t
  if (without != "") print "tests/functions has no example of:" without > "/dev/stderr"
  if (unknown != "") print "tests/functions has examples of what is no name:" unknown > "/dev/stderr"
  if (without unknown != "") exit 1
  print "# Functions, objects and types"
  print ""
  print "What users write, in the order of the alphabet: how it is declared, the first sentence of its comment with its shapes, an example with its value, and"
  print "the derivative. Sine and its relatives take tracers, numbers, and arrays in expressions; templates before a name are lengths, dtypes and options"
  print "that are parts of types."
  print ""
  print "Derivatives are formulas, of two arguments in both; or the gradient in `x` of the sum of what the example gives; they are of any order, and forward as"
  print "well. A name without one gives integers, bools, or nothing that is computed. Examples are called as shown, outside of traced functions; in these they"
  print "are the same. In them stand"
  print ""
  print "```cpp"
  print "// file scope"
  print "#include <constax/runtime.hpp>"
  print ""
  print "namespace cx = constax;"
  for (i = 1; i <= n_given; ++i) print given[i]
  print "```"
  print ""
  print "Written by `functions.awk` from the headers and from the tests in `tests/functions`, which run all examples and compare all formulas; the test `functions` says when"
  print "this page is not up to date."
  print ""
  print "| name | | example, and its value | derivative | in |"
  print "|---|---|---|---|---|"
  for (i = 1; i <= n_names; ++i) {
    t = names[i]
    if (row_what[t] == "" && alias_of[t] "_t" in of_struct) row_what[t] = sentences(of_struct[alias_of[t] "_t"])
    print "| " row_how[t] " | " cell(row_what[t]) " | " shown[t] " | " derivative[t] " | " row_file[t] " |"
  }
}
