// SPDX-License-Identifier: BSL-1.0
#pragma once
// tokens_of : text of C++ -> tokens        words, numbers, quoted texts, marks; and what lies between: blanks with comments, directives
//
// Put side by side they are the text again.
#include <constax/base/config.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen::translating {

enum class kind { blank, directive, word, number, quoted, mark };
struct token {
  kind is;
  std::string text;
};

inline bool in_word(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The length of the token that s begins with. Templates may end in >>, so that is two.
inline std::size_t token_length(std::string_view s, bool begins_line, kind& is) {
  std::size_t n = 0;
  if (is = kind::directive; begins_line && s[0] == '#') {
    for (; n < s.size() && (s[n] != '\n' || s[n - 1] == '\\'); ++n) {}
    return n;
  }
  if (is = kind::blank; s.starts_with("//")) return std::min(s.find('\n'), s.size());
  if (s.starts_with("/*")) return std::min(s.find("*/", 2), s.size() - 2) + 2;
  if (is_blank(s[0])) {
    for (; n < s.size() && is_blank(s[n]) && (n == 0 || s[n - 1] != '\n'); ++n) {}
    return n;
  }
  if (is = kind::quoted; s[0] == '"' || s[0] == '\'') {
    for (n = 1; n < s.size() && s[n] != s[0]; ++n) n += s[n] == '\\';
    return std::min(n + 1, s.size());
  }
  if (is = kind::number; is_digit(s[0]) || (s[0] == '.' && s.size() > 1 && is_digit(s[1]))) {
    auto const has_exponent = [&] { return std::string_view("eEpP").find(s[n - 1]) != std::string_view::npos; };
    for (n = 1; n < s.size(); ++n)
      if (!in_word(s[n]) && s[n] != '.' && s[n] != '\'' && !((s[n] == '+' || s[n] == '-') && has_exponent())) break;
    return n;
  }
  if (is = kind::word; in_word(s[0])) {
    for (; n < s.size() && in_word(s[n]); ++n) {}
    return n;
  }
  is = kind::mark;
  if (std::string_view(".<:->&|=!").find(s[0]) == std::string_view::npos) return 1;
  for (std::string_view const mark : {"...", "<<=", "::", "->", "&&", "||", "<<", "<=", ">=", "==", "!="})
    if (s.starts_with(mark)) return mark.size();
  return 1;
}
inline std::vector<token> tokens_of(std::string_view s) {
  std::vector<token> all;
  bool begins_line = true;
  while (!s.empty()) {
    kind is{};
    std::size_t const n = token_length(s, begins_line, is);
    all.push_back({is, std::string(s.substr(0, n))});
    begins_line = is == kind::blank && (begins_line || s[n - 1] == '\n');
    s.remove_prefix(n);
  }
  return all;
}

} // namespace constax::inline CONSTAX_TAG::codegen::translating
