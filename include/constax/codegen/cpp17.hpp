// SPDX-License-Identifier: BSL-1.0
#pragma once
// in_cpp17 : text of constax' headers -> the same as C++17        so that emitted programs need no later compiler
//
//   template <floating_lane X> X exp(X x)     ->     template <class X, std::enable_if_t<floating_lane<X>, int> = 0> X exp(X x)
//
// It knows the words of C++20 that lane/, math/ and what kernels call besides are written with, and no others:
//
//   concepts                  constants; constraints of functions go into their template parameters, those of partial specialisations into
//                             a last argument that is void, those of templates that are alone are dropped
//   requires behind (...)     dropped: of members and friends that are no templates, whose bodies are compiled where they are called
//   namespace a::inline b {   namespace a { inline namespace b {
//   []<int K>, []<int... I>   lambdas whose argument is std::integral_constant or std::integer_sequence get the constants themselves
//   std::remove_cvref_t, ...  codegen/std20.hpp has them
//
// Declarations alone change. Where one of those words would stay, it raises: nothing is guessed.
#include <constax/codegen/raise_text.hpp>
#include <constax/codegen/tokens.hpp>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen {

namespace translating {

[[noreturn]] inline void raise_unknown(std::string const& what) {
  raise_text("[constax] codegen: no C++17 is known for " + what + ": write it as codegen/cpp17.hpp knows it");
}

/// Concepts of the standard library, as constants.
inline std::string_view constant_of(std::string_view concept_name) {
  static constexpr std::pair<std::string_view, std::string_view> all[] = {{"same_as", "is_same_v"},
                                                                          {"integral", "is_integral_v"},
                                                                          {"floating_point", "is_floating_point_v"},
                                                                          {"convertible_to", "is_convertible_v"},
                                                                          {"invocable", "is_invocable_v"}};
  for (auto const& [name, constant] : all)
    if (name == concept_name) return constant;
  return {};
}
/// What codegen/std20.hpp has.
inline bool is_later(std::string_view name) {
  for (std::string_view const later : {"remove_cvref_t", "type_identity", "type_identity_t", "bit_width", "countr_one"})
    if (name == later) return true;
  return false;
}

class translation {
public:
  explicit translation(std::string_view text) : t_(tokens_of(text)) { pair_brackets(), find_concepts(); }

  std::string text() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].is == kind::directive) directive(i);
      else if (is(i, "std")) of_library(i);
      else if (is(i, "namespace")) nested_namespace(i);
      else if (is(i, "template")) constrained(i);
      else if (is(i, "[")) lambda_template(i);
    }
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (is(i, "requires")) behind_parameters(i);
      if (is(i, "struct") || is(i, "class")) with_condition(i);
    }
    std::string out;
    bool likely = false;
    for (token const& x : t_) {
      out += x.text;
      if (x.is != kind::word) continue;
      for (std::string_view const later : {"concept", "requires", "consteval", "constinit", "co_await", "co_yield", "co_return"})
        if (x.text == later) raise_unknown(x.text);
      likely |= x.text == "likely" || x.text == "unlikely";
    }
    return likely ? without_warning(out) : out;
  }

private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  CONSTAX_INLINE bool is(std::size_t i, std::string_view text) const {
    return i < t_.size() && t_[i].is > kind::directive && t_[i].text == text;
  }
  bool is_word(std::size_t i) const { return i < t_.size() && t_[i].is == kind::word; }
  std::size_t next(std::size_t i) const {
    for (++i; i < t_.size() && t_[i].is <= kind::directive; ++i) {}
    return i;
  }
  std::size_t previous(std::size_t i) const {
    while (i-- > 0)
      if (t_[i].is > kind::directive) return i;
    return none;
  }
  /// Whether a directive's name begins so.
  bool begins(std::size_t i, std::string_view name) const {
    std::string_view const s = t_[i].text;
    auto const at = s.find_first_not_of("# \t");
    return at != s.npos && s.substr(at).starts_with(name);
  }
  /// The text of [from, to) in one line, without comments.
  std::string between(std::size_t from, std::size_t to) const {
    std::string out;
    for (std::size_t i = from; i < to; ++i)
      if (t_[i].is > kind::directive) out += t_[i].text;
      else if (t_[i].is == kind::blank && !out.empty() && out.back() != ' ') out += ' ';
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
  }
  void drop(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (t_[i].is != kind::directive) t_[i] = {kind::blank, ""};
  }

  /// Each bracket's other one. What #if opens, #else opens again.
  void pair_brackets() {
    pair_.assign(t_.size(), none);
    std::vector<std::size_t> open;
    std::vector<std::vector<std::size_t>> at_if;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].is == kind::directive) {
        if (begins(i, "if")) at_if.push_back(open);
        else if (!at_if.empty() && begins(i, "el")) open = at_if.back();
        else if (!at_if.empty() && begins(i, "endif")) at_if.pop_back();
      }
      if (is(i, "(") || is(i, "[") || is(i, "{")) open.push_back(i);
      if (!is(i, ")") && !is(i, "]") && !is(i, "}")) continue;
      if (open.empty()) raise_unknown("a " + t_[i].text + " without its pair");
      pair_[open.back()] = i, pair_[i] = open.back(), open.pop_back();
    }
    if (!open.empty()) raise_unknown("a " + t_[open.back()].text + " without its pair");
  }
  /// The > of a <.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < t_.size(); ++i) {
      if (is(i, "(") || is(i, "[") || is(i, "{")) i = pair_[i];
      else if (is(i, "<")) ++depth;
      else if (is(i, ">") && --depth == 0) return i;
    }
    raise_unknown("< without its >");
  }
  void find_concepts() {
    for (std::size_t i = 0; i < t_.size(); ++i)
      if (is(i, "concept")) concepts_.insert(t_[next(i)].text), t_[i].text = "inline constexpr bool";
  }

  /// The version is asked for, and headers that came later are not included.
  void directive(std::size_t i) {
    std::string& s = t_[i].text;
    if (s.find("<concepts>") != s.npos || s.find("<bit>") != s.npos) s.clear();
    for (auto const& [from, to] : {std::pair<std::string_view, std::string_view>{"__cplusplus < 202002L", "__cplusplus < 201703L"},
                                   {"C++20 is needed: compile with -std=c++20", "C++17 is needed: compile with -std=c++17"}})
      if (auto const at = s.find(from); at != s.npos) s.replace(at, from.size(), to);
  }
  void of_library(std::size_t i) {
    std::size_t const name = next(next(i));
    if (!is(next(i), "::") || !is_word(name)) return;
    if (is_later(t_[name].text)) t_[i].text = "std20";
    else if (auto const constant = constant_of(t_[name].text); !constant.empty()) t_[name].text = constant;
  }
  void library_names(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (is(i, "std")) of_library(i);
  }
  void nested_namespace(std::size_t i) {
    std::size_t const first = next(i);
    std::size_t open = first;
    bool has_inline = false;
    for (; is_word(open) || is(open, "::"); open = next(open)) has_inline |= is(open, "inline");
    if (!has_inline || !is(open, "{")) return;
    std::string out = "namespace ";
    std::string closed = "}";
    for (std::size_t k = first; k < open; k = next(k)) {
      bool const before_inline = is(k, "::") && is(next(k), "inline"), behind = is(k, "::") && is(previous(previous(k)), "inline");
      if (before_inline || behind) closed += " }", out += before_inline ? " { inline namespace " : " { namespace ";
      else if (!is(k, "inline")) out += t_[k].text;
    }
    drop(i, open);
    t_[i] = {kind::word, out + " "};
    t_[pair_[open]].text = closed;
  }

  // ---- constraints

  /// The end of a constraint that begins at i: names and parentheses, joined by && and ||.
  std::size_t end_of_constraint(std::size_t i) const {
    for (;;) {
      if (is(i, "(")) i = next(pair_[i]);
      else
        for (bool name = true; name;) {
          i = next(i);
          if (is(i, "<")) i = next(closing(i));
          name = is(i, "::");
          if (name) i = next(i);
        }
      if (!is(i, "&&") && !is(i, "||")) return i;
      i = next(i);
    }
  }
  std::string constraint(std::size_t from, std::size_t to) {
    std::string c = between(from, to);
    bool joined = false;
    for (std::size_t i = from; i < to; i = is(i, "(") ? next(pair_[i]) : next(i)) joined |= is(i, "||");
    return joined ? "(" + c + ")" : c;
  }
  /// A template parameter from i on that bears a concept becomes `class`; what it asks for.
  std::string parameter(std::size_t i) {
    std::size_t end = i, name = i;
    while (is_word(end) && is(next(end), "::")) end = next(next(end));
    name = end, end = next(end);
    bool const of_std = is(i, "std") && t_[name].text.starts_with("is_") && t_[name].text.ends_with("_v");
    if (!is_word(name) || (!of_std && !concepts_.contains(t_[name].text))) return {};
    std::string const constant = between(i, next(name));
    std::string more;
    if (is(end, "<")) {
      std::size_t const close = closing(end);
      more = ", " + between(next(end), close);
      end = next(close);
    }
    bool const many = is(end, "...");
    std::size_t const own = many ? next(end) : end;
    if (!is_word(own)) raise_unknown("a constrained parameter without a name");
    std::string const c = constant + "<" + t_[own].text + more + ">";
    std::size_t last = end; // blanks in front of the name stay
    while (t_[last - 1].is == kind::blank) --last;
    drop(i, last);
    t_[i] = {kind::word, "class"};
    return many ? "(" + c + " && ...)" : c;
  }
  /// template <...> requires ... of whatever.
  void constrained(std::size_t i) {
    std::size_t const open = next(i);
    if (!is(open, "<")) return;
    std::size_t const close = closing(open);
    library_names(open, close);
    std::vector<std::string> all;
    auto const add = [&](std::string const& c) {
      if (!c.empty()) all.push_back(c);
    };
    for (std::size_t k = next(open); k < close;) {
      add(parameter(k));
      for (; k < close && !is(k, ","); k = next(k))
        if (is(k, "(") || is(k, "[") || is(k, "{")) k = pair_[k];
        else if (is(k, "<")) k = closing(k);
      k = next(k);
    }
    std::size_t at = next(close);
    if (is(at, "requires")) {
      std::size_t const begin = next(at), end = end_of_constraint(begin);
      library_names(begin, end);
      add(constraint(begin, end));
      drop(at, end);
      at = end;
    }
    if (is(at, "struct") || is(at, "class")) return of_class(next(at), all);
    if (is(at, "using")) return;
    std::size_t const declared = declarator(at);
    if (!is(declared, "(")) {
      if (!all.empty() && is(previous(declared), ">")) raise_unknown("a constrained specialisation of a variable");
      return;
    }
    for (std::size_t k = declared; k < t_.size() && !is(k, "{") && !is(k, ";"); k = next(is(k, "(") ? pair_[k] : k))
      if (is(k, "requires")) raise_unknown("`requires` behind the parameters of a template");
    if (!all.empty()) t_[close].text = ", std::enable_if_t<" + joined(all) + ", int> = 0>";
  }
  /// What a declaration from i on shows first of a function's parameters, an initial value, or its end.
  std::size_t declarator(std::size_t i) const {
    for (;; i = next(i)) {
      bool const attribute = is(i, "__attribute__") || is(i, "alignas") || is(i, "decltype") || is(i, "explicit");
      if (attribute && is(next(i), "(")) i = pair_[next(i)];
      else if (is(i, "[")) i = pair_[i];
      else if (is(i, "operator")) i = next(i); // the sign of an operator
      else if (i >= t_.size() || is(i, "(") || is(i, "=") || is(i, ";") || is(i, "{")) return i;
    }
  }
  void of_class(std::size_t name, std::vector<std::string> const& all) {
    std::size_t const open = next(name);
    if (all.empty() || !is(open, "<")) return;
    t_[closing(open)].text = ", std::enable_if_t<" + joined(all) + ">>";
    specialised_.insert(t_[name].text);
  }
  static std::string joined(std::vector<std::string> const& all) {
    std::string out;
    for (std::string const& c : all) out += (out.empty() ? "" : " && ") + c;
    return out;
  }
  /// A template that has such specialisations gets their last argument; only its first declaration may say what that is.
  void with_condition(std::size_t i) {
    std::size_t const name = next(i), close = previous(i);
    if (!is_word(name) || !specialised_.contains(t_[name].text) || is(next(name), "<") || !is(close, ">")) return;
    t_[close].text = declared_.insert(t_[name].text).second ? ", class = void>" : ", class>";
  }
  void behind_parameters(std::size_t i) {
    std::size_t const before = previous(i);
    if (!is(before, ")") && !is(before, "noexcept") && !is(before, "const")) raise_unknown("`requires` here");
    std::size_t const end = end_of_constraint(next(i));
    drop(i, end);
  }

  // ---- lambdas

  void lambda_template(std::size_t i) {
    std::size_t const before = previous(i), open = next(pair_[i]);
    bool const subscript = before != none && (is(before, ")") || is(before, "]") || (is_word(before) && !is(before, "return")));
    if (subscript || !is(open, "<")) return;
    std::size_t const close = closing(open), list = next(close);
    std::size_t const name = previous(close);
    bool const many = is(previous(name), "...");
    std::string const type = between(next(open), many ? previous(name) : name), own = t_[name].text;
    std::string const taken = is(list, "(") ? between(next(list), pair_[list]) : "";
    bool const known = many ? taken == "std::integer_sequence<" + type + ", " + own + "...>" ||
                                  (type == "std::size_t" && taken == "std::index_sequence<" + own + "...>")
                            : taken == "std::integral_constant<" + type + ", " + own + ">";
    if (!known) raise_unknown("a lambda of <" + between(next(open), close) + ">(" + taken + ")");
    std::size_t body = pair_[list];
    while (body < t_.size() && !is(body, "{")) body = next(body);
    if (body >= t_.size()) raise_unknown("a lambda without a body");
    drop(open, list);
    drop(next(list), pair_[list]);
    t_[list + 1] = {kind::word, (many ? "auto... " : "auto ") + own};
    for (std::size_t k = next(pair_[list]); k < pair_[body]; k = next(k)) {
      std::size_t const p = previous(k);
      bool const counted = is(p, "(") && is(previous(p), "..."), member = is(p, ".") || is(p, "->") || is(p, "::");
      if (is_word(k) && t_[k].text == own && !counted && !member) t_[k].text = "decltype(" + own + ")::value"; // nothing is captured
    }
    if (many) t_[i].text = "std20::unpacked([", t_[pair_[body]].text += ")";
  }
  /// [[likely]] is ignored where it is not known; clang knows it, and says that it came later.
  static std::string without_warning(std::string const& text) {
    return "#if defined(__clang__)\n#pragma clang diagnostic push\n#if __has_warning(\"-Wc++20-attribute-extensions\")\n"
           "#pragma clang diagnostic ignored \"-Wc++20-attribute-extensions\"\n#endif\n#endif\n" +
           text + "#if defined(__clang__)\n#pragma clang diagnostic pop\n#endif\n";
  }

  std::vector<token> t_;
  std::vector<std::size_t> pair_;
  std::set<std::string, std::less<>> concepts_, specialised_, declared_;
};

} // namespace translating

/// A text of constax' headers as C++17. A text is translated as a whole: what stands in it twice is declared once.
inline std::string in_cpp17(std::string_view text) { return translating::translation(text).text(); }

} // namespace constax::inline CONSTAX_TAG::codegen
