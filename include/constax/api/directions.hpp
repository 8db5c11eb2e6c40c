// SPDX-License-Identifier: BSL-1.0
#pragma once
// directions : tangents and cotangents, which are trees like those that they belong to, of leaves of the same types, as in JAX
//
//   jvp, linearize      tangents, like the primals: one for each argument
//   vjp                 one cotangent, like the result
#include <constax/api/has_aux.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct jvp_name {
  static constexpr std::string_view name = "jvp", what = "primals", first = "are", given = "the tangents", second = "the tangents are",
                                    one = "the tangent of a primal";
};
struct linearize_name : jvp_name {
  static constexpr std::string_view name = "linearize";
};
struct vjp_name {
  static constexpr std::string_view name = "vjp", what = "result", first = "is", given = "the cotangent", second = "the cotangent is",
                                    one = "the cotangent of a result";
};

/// X, but for a constant, in whose place there is a std::tuple<>.
template <class X>
using without_constant = std::conditional_t<static_part<X>, std::tuple<>, X>;
template <class X>
struct without_constants {
  using type = X;
};
template <class... X>
struct without_constants<std::tuple<X...>> {
  using type = std::tuple<without_constant<X>...>;
};

/// Of constants among arguments or results there are no derivatives: a direction has the constant, or a std::tuple<> as pullbacks give it.
template <class Name, class Of, class T>
constexpr text directions_differ([[maybe_unused]] treedef<Of> const* of = nullptr, [[maybe_unused]] treedef<T> const* given = nullptr) {
  if constexpr (!same_nodes<Of, T> && same_nodes<typename without_constants<Of>::type, typename without_constants<T>::type>)
    if (!of || same_words(of->words(), given->words())) return {};
  return structures_differ<Name>(of, given);
}
/// Of leaves in equal places.
template <class Name>
constexpr text wrong_direction(vec<aval> const& of, vec<aval> const& given) {
  text t;
  for (u32 i = 0; i < of.size() && t.size() == 0; ++i)
    if (!(of[i] == given[i]))
      t << "[constax] " << Name::name << ": " << Name::one << " of type " << of[i] << " has type " << given[i] << "; they must be the same";
  return t;
}
template <class Specs>
constexpr vec<aval> types_of_leaves() {
  vec<aval> types;
  for_each_leaf([&](auto const& l) { types.push(l.aval); }, Specs{});
  return types;
}
template <class Name, class Of, class T>
struct says_wrong_direction {
  constexpr text operator()() const {
    text t;
    if constexpr (!is_tree<T>()) t << "[constax] " << Name::name << ": " << Name::given << ": " << no_tree;
    else if constexpr (!holds_dynamic<Of>() && !holds_dynamic<T>()) { // of which it is asked at run time
      using of = specs_of<Of>;
      using given = specs_of<T>;
      if constexpr (!std::is_same_v<of, given>) {
        t = directions_differ<Name, of, given>();
        if (t.size() == 0) t = wrong_direction<Name>(types_of_leaves<of>(), types_of_leaves<given>());
      }
    }
    return t;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
