// SPDX-License-Identifier: BSL-1.0
#pragma once
// einsum : text, (x...) -> y        sums of products, said by letters for axes: einsum<"ij,jk->ik">(x, y)
//
// Operand after operand, from left to right: of each, diagonals and sums of its own; then a product with what there is, which contracts the
// axes that no one names later. An ellipsis stands for axes without letters, and gets letters first: "...ij,jk->...ik" of a matrix of
// matrices is "YZij,jk->YZik".
#include <constax/api/numpy/matrices.hpp>
#include <constax/api/numpy/products.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The letters of an array's axes.
struct subscripts {
  char at[max_rank] = {};
  int count = 0;
  bool too_many = false;
  constexpr void push(char c) {
    if (count == max_rank) too_many = true;
    else at[count++] = c;
  }
  constexpr int find(char c) const {
    for (int i = 0; i < count; ++i)
      if (at[i] == c) return i;
    return -1;
  }
  constexpr bool contains(char c) const { return find(c) >= 0; }
  friend constexpr bool operator==(subscripts const&, subscripts const&) = default;
};
struct einsum_text {
  static constexpr int most = 16;
  subscripts operand[most] = {};
  subscripts result;
  int count = 1;
  char const* wrong = nullptr;
};
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr einsum_text read_einsum(std::string_view s) {
  einsum_text t;
  bool arrow = false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    char const c = s[i];
    if (c == ' ') continue;
    if (c == '-' && i + 1 < s.size() && s[i + 1] == '>' && !arrow) arrow = true, ++i;
    else if (c == ',' && !arrow) {
      if (t.count == einsum_text::most) t.wrong = "it has more than 16 operands";
      else ++t.count;
    } else if (is_letter(c)) (arrow ? t.result : t.operand[t.count - 1]).push(c);
    else t.wrong = "it may hold letters, commas, blanks, ellipses and one ->";
  }
  int times[128] = {};
  for (int k = 0; k < t.count; ++k) {
    if (t.operand[k].too_many) t.wrong = "it names more than 8 axes of an operand";
    for (int i = 0; i < t.operand[k].count; ++i) ++times[static_cast<int>(t.operand[k].at[i])];
  }
  if (!arrow) { // what occurs once, in alphabetical order
    for (int c = 0; c < 128; ++c)
      if (times[c] == 1) t.result.push(static_cast<char>(c));
  }
  if (t.result.too_many) t.wrong = "its result has more than 8 axes";
  for (int i = 0; i < t.result.count; ++i) {
    if (!times[static_cast<int>(t.result.at[i])]) t.wrong = "its result has a letter that no operand has";
    if (t.result.find(t.result.at[i]) != i) t.wrong = "its result has a letter twice";
  }
  return t;
}
template <fixed_string Text> inline constexpr einsum_text einsum_of = read_einsum(Text.view());

/// The text with letters for its ellipses, which no axis has yet. Those of several operands have their last axes in common, as shapes that
/// broadcast; without an arrow they come first in the result. What is no ellipsis stays, for read_einsum to refuse.
constexpr text with_letters_for_ellipses(std::string_view s, range<aval> types) {
  bool taken[128] = {};
  int times[128] = {};
  for (char c : s)
    if (is_letter(c)) taken[static_cast<int>(c)] = true, ++times[static_cast<int>(c)];
  char free[max_rank];          // from the last axis on
  for (char& f : free) f = '?'; // is refused, where the text has all letters
  int n_free = 0;
  for (std::string_view const letters : {"ZYXWVUTSRQPONMLKJIHGFEDCBA", "zyxwvutsrqponmlkjihgfedcba"})
    for (char c : letters)
      if (!taken[static_cast<int>(c)] && n_free < max_rank) free[n_free++] = c;
  text t;
  int most = 0;
  bool arrow = false;
  for (std::size_t i = 0, operand = 0; i < s.size(); ++i) {
    arrow = arrow || s[i] == '>';
    if (s[i] == ',') ++operand;
    if (s.substr(i, 3) != "...") {
      t << s[i];
      continue;
    }
    i += 2;
    int axes = most;
    if (!arrow) {
      axes = operand < types.size() ? types[static_cast<u32>(operand)].rank() : 0;
      std::size_t const begin = s.substr(0, i).find_last_of(',') + 1; // of the operand
      for (std::size_t k = begin; k < s.size() && s[k] != ',' && s[k] != '-'; ++k) axes -= is_letter(s[k]);
      if (axes > most) most = axes;
    }
    for (int k = axes; k-- > 0;) t << free[k];
  }
  if (arrow) return t;
  t << "->";
  for (int k = most; k-- > 0;) t << free[k];
  for (int c = 0; c < 128; ++c)
    if (times[c] == 1) t << static_cast<char>(c);
  return t;
}
constexpr bool has_ellipsis(std::string_view s) { return s.find("...") != s.npos; }
/// Why ellipses are refused; null: they are not.
constexpr char const* ellipses_fault(std::string_view s, range<aval> types) {
  std::size_t const arrow = s.find("->");
  std::string_view const operands = s.substr(0, arrow);
  for (std::size_t from = 0; from <= operands.size();) {
    std::size_t const end = operands.find(',', from) == operands.npos ? operands.size() : operands.find(',', from);
    std::string_view const one = operands.substr(from, end - from);
    if (std::size_t const first = one.find("..."); first != one.npos && has_ellipsis(one.substr(first + 3)))
      return "an operand has two ellipses";
    from = end + 1;
  }
  if (arrow == s.npos) return nullptr;
  std::string_view const result = s.substr(arrow);
  if (has_ellipsis(result)) return has_ellipsis(operands) ? nullptr : "its result has an ellipsis, and no operand has one";
  text const all = with_letters_for_ellipses(s, types);
  std::size_t letters = 0, given = 0;
  for (char c : all.view().substr(0, all.view().find("->"))) letters += is_letter(c);
  for (char c : operands) given += is_letter(c);
  return letters == given ? nullptr : "an ellipsis stands for axes that its result does not have; put one there too";
}
/// Text as einsum reads it for operands of these types.
template <fixed_string Text, class... X> struct einsum_in_letters {
  static constexpr text run() {
    aval const types[] = {X::aval...};
    return with_letters_for_ellipses(Text.view(), {types, sizeof...(X)});
  }
  static constexpr std::size_t size = run().size();
  static constexpr fixed_string<size + 1> value = [] {
    fixed_string<size + 1> s;
    text const t = run();
    for (std::size_t i = 0; i < size; ++i) s.chars[i] = t.view()[i];
    return s;
  }();
};

/// What does not fit between a text and operands.
constexpr char const* einsum_fault(einsum_text const& t, range<aval> types) {
  if (t.wrong) return t.wrong;
  if (t.count != static_cast<int>(types.size())) return "it has another number of operands";
  extent length[128] = {};
  bool known[128] = {};
  for (int k = 0; k < t.count; ++k) {
    aval const& of = types[static_cast<u32>(k)];
    if (t.operand[k].count != of.rank()) return "an operand has another number of axes";
    if (of.type != types[0].type) return "operands have several element types";
    for (int i = 0; i < t.operand[k].count; ++i) {
      int const c = static_cast<int>(t.operand[k].at[i]);
      if (known[c] && !(length[c] == of.shape[i])) return "a letter stands for axes of several lengths";
      known[c] = true, length[c] = of.shape[i];
    }
  }
  return nullptr;
}
template <fixed_string Text, class... X> constexpr char const* einsum_fault() {
  aval const types[] = {X::aval...};
  if constexpr (!has_ellipsis(Text.view())) return einsum_fault(einsum_of<Text>, {types, sizeof...(X)});
  else {
    if (char const* const wrong = ellipses_fault(Text.view(), {types, sizeof...(X)})) return wrong;
    return einsum_fault(einsum_of<einsum_in_letters<Text, X...>::value>, {types, sizeof...(X)});
  }
}
constexpr text no_einsum(std::string_view subscripts, range<aval> types, char const* why) {
  text t;
  t << "[constax] einsum: " << subscripts << " does not fit operands of types";
  for (u32 i = 0; i < types.size(); ++i) t << (i ? ", " : " ") << types[i];
  return t << ": " << why;
}
template <fixed_string Text, class... X> struct says_einsum {
  constexpr text operator()() const {
    aval const types[] = {X::aval...};
    return no_einsum(Text.view(), {types, sizeof...(X)}, einsum_fault<Text, X...>());
  }
};

/// An array, and the letters of its axes.
template <subscripts Letters, class X> struct lettered {
  static constexpr subscripts letters = Letters;
  X x;
};
template <subscripts Letters, class X> constexpr lettered<Letters, X> with_letters(X const& x) { return {x}; }

/// Axes of one letter become their diagonal.
template <subscripts L, class X> constexpr auto with_diagonals(X const& x) {
  struct plan {
    int first = -1, second = -1;
    subscripts left;
  };
  constexpr plan p = [] {
    plan q;
    for (int i = 0; i < L.count && q.first < 0; ++i)
      if (L.find(L.at[i]) != i) q.first = L.find(L.at[i]), q.second = i;
    for (int i = 0; i < L.count; ++i)
      if (i != q.first && i != q.second) q.left.push(L.at[i]);
    if (q.first >= 0) q.left.push(L.at[q.first]);
    return q;
  }();
  if constexpr (p.first < 0) return with_letters<L>(x);
  else return with_diagonals<p.left>(diagonal(x, integer<0>{}, integer<p.first>{}, integer<p.second>{}));
}
/// Sums over axes whose letters are not among those that are wanted.
template <subscripts L, subscripts Wanted, class X> constexpr auto summed_to(X const& x) {
  struct plan {
    reduction_params gone;
    subscripts left;
  };
  constexpr plan p = [] {
    plan q;
    for (int i = 0; i < L.count; ++i)
      if (Wanted.contains(L.at[i])) q.left.push(L.at[i]);
      else q.gone.axes.push(i);
    return q;
  }();
  if constexpr (p.gone.axes.size() == 0) return with_letters<L>(x);
  else return with_letters<p.left>(emit<reduce_sum_t, p.gone>(x));
}
/// x with its axes in another order.
template <subscripts L, subscripts To, class X> constexpr auto in_order(X const& x) {
  if constexpr (L == To) return x;
  else {
    constexpr axes order = [] {
      axes a;
      for (int i = 0; i < To.count; ++i) a.push(L.find(To.at[i]));
      return a;
    }();
    return emit<transpose_t, transpose_t::params{order}>(x);
  }
}
/// The letters of the operands from one on, and of the result; what does not go into eight axes is not asked for.
struct wanted_letters {
  bool at[128] = {};
};
template <fixed_string Text, int From> constexpr wanted_letters letters_after() {
  constexpr auto& t = einsum_of<Text>;
  wanted_letters w;
  for (int k = From; k < t.count; ++k)
    for (int i = 0; i < t.operand[k].count; ++i) w.at[static_cast<int>(t.operand[k].at[i])] = true;
  for (int i = 0; i < t.result.count; ++i) w.at[static_cast<int>(t.result.at[i])] = true;
  return w;
}
/// Those of L that are wanted later.
template <fixed_string Text, int From, subscripts L, subscripts... More> constexpr subscripts kept_letters() {
  constexpr wanted_letters later = letters_after<Text, From>();
  subscripts s;
  for (int i = 0; i < L.count; ++i) {
    bool more = later.at[static_cast<int>(L.at[i])];
    ((more = more || More.contains(L.at[i])), ...);
    if (more) s.push(L.at[i]);
  }
  return s;
}

struct product_of_two {
  dot_general_t::params dot;
  subscripts result;               // of the dot
  subscripts joint, second;        // of a product without sums: its letters, and those of y in that order
  broadcast_in_dim_t::params x, y; // into them
};
/// Of arrays of shapes x and y with letters a and b; later(c): is c wanted later?
template <class Later>
constexpr product_of_two product_plan(Later const& later, subscripts const& a, subscripts const& b, shape const& x, shape const& y) {
  product_of_two p;
  for (int i = 0; i < a.count; ++i)
    if (int const k = b.find(a.at[i]); k >= 0) {
      if (later(a.at[i])) p.dot.lhs_batch.push(i), p.dot.rhs_batch.push(k), p.result.push(a.at[i]);
      else p.dot.lhs_contracting.push(i), p.dot.rhs_contracting.push(k);
    }
  for (int i = 0; i < a.count; ++i)
    if (!b.contains(a.at[i])) p.result.push(a.at[i]);
  for (int i = 0; i < b.count; ++i)
    if (!a.contains(b.at[i])) p.result.push(b.at[i]);
  for (int i = 0; i < a.count; ++i) {
    p.joint.push(a.at[i]), p.x.dims.push(i), p.x.to.push(x[i]);
    if (b.contains(a.at[i])) p.second.push(a.at[i]);
  }
  for (int i = 0; i < b.count; ++i)
    if (!a.contains(b.at[i])) p.joint.push(b.at[i]), p.second.push(b.at[i]), p.x.to.push(y[i]);
  p.y.to = p.x.to;
  for (int i = 0; i < p.second.count; ++i) p.y.dims.push(p.joint.find(p.second.at[i]));
  return p;
}
template <fixed_string Text, int K, subscripts A, subscripts B, class X, class Y> constexpr product_of_two product_plan() {
  constexpr wanted_letters later = letters_after<Text, K + 1>();
  return product_plan([&](char c) { return later.at[static_cast<int>(c)]; }, A, B, X::aval.shape, Y::aval.shape);
}
template <broadcast_in_dim_t::params P, class X> constexpr auto spread_letters(X const& x) {
  if constexpr (P.to == X::aval.shape) return x;
  else return emit<broadcast_in_dim_t, P>(x);
}
template <fixed_string Text, int K, subscripts A, subscripts B, class X, class Y> constexpr auto product_in_einsum(X const& x, Y const& y) {
  constexpr product_of_two p = product_plan<Text, K, A, B, X, Y>();
  if constexpr (p.dot.lhs_contracting.size() != 0 || p.joint.too_many) return with_letters<p.result>(emit<dot_general_t, p.dot>(x, y));
  else {
    auto const first = spread_letters<p.x>(x);
    auto const second = spread_letters<p.y>(in_order<B, p.second>(y));
    return with_letters<p.joint>(mul(first, second));
  }
}
/// One operand, less what no other and no result names.
template <fixed_string Text, int K, subscripts... Others, class X> constexpr auto operand_of_einsum(X const& x) {
  auto const d = with_diagonals<einsum_of<Text>.operand[K]>(x);
  constexpr subscripts l = decltype(d)::letters;
  return summed_to<l, kept_letters<Text, K + 1, l, Others...>()>(d.x);
}
template <fixed_string Text, int K, subscripts L, class X> constexpr auto einsum_from(X const& x) {
  constexpr subscripts to = einsum_of<Text>.result;
  auto const s = summed_to<L, to>(x);
  return in_order<decltype(s)::letters, to>(s.x);
}
template <fixed_string Text, int K, subscripts L, class X, class Y, class... More>
constexpr auto einsum_from(X const& x, Y const& y, More const&... more) {
  auto const next = operand_of_einsum<Text, K, L>(y);
  auto const z = product_in_einsum<Text, K, L, decltype(next)::letters>(x, next.x);
  return einsum_from<Text, K + 1, decltype(z)::letters>(z.x, more...);
}

} // namespace detail

/// Sums of products of operands whose axes letters name; what the result does not name is summed: einsum<"ij,jk->ik">(x, y),
/// einsum<"ii">(x), einsum<"bi,bj,ij->b">(x, y, a), einsum<"...ij,jk->...ik">(x, y).
template <fixed_string Text, tracing X, tracing... More> constexpr auto einsum(X const& x, More const&... more) {
  if constexpr (detail::einsum_fault<Text, X, More...>() != nullptr) {
    expect_silence<detail::says_einsum<Text, X, More...>>();
    return after_error<X>();
  } else if constexpr (detail::has_ellipsis(Text.view())) return einsum<detail::einsum_in_letters<Text, X, More...>::value>(x, more...);
  else {
    auto const first = detail::operand_of_einsum<Text, 0>(x);
    return detail::einsum_from<Text, 1, decltype(first)::letters>(first.x, more...);
  }
}

} // namespace constax::inline CONSTAX_TAG
