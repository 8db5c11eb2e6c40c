// SPDX-License-Identifier: BSL-1.0
#pragma once
// argnums: in which of a function's arguments derivatives are taken
#include <constax/api/inner.hpp>

namespace constax::inline CONSTAX_TAG {

/// Which arguments to differentiate: `cx::grad(f, cx::argnums<0, 2>)`; negative ones count from the end. What comes of one stands for
/// itself, of several there is a std::tuple, in the order of argnums.
template <int... Places>
struct argnums_t {};
template <int... Places>
inline constexpr argnums_t<Places...> argnums{};

namespace detail {

template <int Place, int Arguments>
inline constexpr int counted = Place < 0 ? Place + Arguments : Place;

constexpr text no_tangent(std::string_view name, int place, aval const& of, bool alone) {
  text t;
  return t << "[constax] " << name << ": derivatives are taken in floating-point arguments, argument " << place << " has a leaf of type "
           << of << "; convert it with cx::astype, or "
           << (alone ? "leave it out of cx::argnums" : "hand it over in an argument of its own, left out of cx::argnums");
}
template <class Name, int Place, class X>
struct says_no_tangent {
  constexpr text operator()() const {
    text t;
    if constexpr (static_part<X>) {
      t << "[constax] " << Name::name << ": argument " << Place << " is the constant ";
      write_static(t, X{});
      t << ", a part of the program, which has no derivative; leave it out of cx::argnums";
    }
    for_each_leaf_type<X>([&]<class L>(std::type_identity<L>) {
      if constexpr (!is_dynamic<L>)
        if (t.size() == 0 && !L::aval.floating()) t << no_tangent(Name::name, Place, L::aval, leaf<X>);
    });
    return t;
  }
};
template <class Name, int Arguments, int... Places>
struct says_no_such_argument {
  constexpr text operator()() const {
    text t;
    int const bad[] = {(Places < Arguments && Places >= -Arguments ? -1000 : Places)...};
    for (int b : bad)
      if (b != -1000 && t.size() == 0)
        t << "[constax] " << Name::name << ": argnums names argument " << b << ", the function is called with " << Arguments;
    return t;
  }
};
template <class... X>
struct one_or_tuple {
  using type = std::tuple<X...>;
};
template <class X>
struct one_or_tuple<X> {
  using type = X;
};

/// What argnums asks for of arguments X..., trees of tracers or specs.
template <class Places, class... X>
struct asked_of;
template <int... Places, class... X>
struct asked_of<argnums_t<Places...>, X...> {
  static constexpr int n = sizeof...(X);
  template <int Place>
  using argument = std::tuple_element_t<counted<Place, n>, std::tuple<X...>>;

  /// Are there such arguments, and have they derivatives? If not, the compiler says why, in the name of a transformation.
  template <class Name>
  static constexpr bool expected() {
    if constexpr (!is_silent<says_no_such_argument<Name, n, Places...>>()) return false;
    else return (is_silent<says_no_tangent<Name, counted<Places, n>, argument<Places>>>() && ...);
  }
  template <int... P>
  static auto tree_at(argnums_t<P...>) -> typename one_or_tuple<argument<P>...>::type;

  // The leaves asked for, among the inputs of a program: what it captured, then the leaves of its arguments.
  vec<u32> inputs;  // in the order of argnums
  vec<u32> nth;     // which of the active inputs each of them is: cotangents come in the order of the inputs
  vec<bool> active; // by input: is it asked for?

  constexpr explicit asked_of(u32 n_captured) : asked_of(n_captured, treedef<X>{}...) {}
  constexpr asked_of(u32 n_captured, treedef<X> const&... x) {
    u32 const sizes[] = {count_leaves(x)...};
    constexpr int places[] = {counted<Places, n>...};
    vec<u32> first, active_before;
    u32 n_in = n_captured, n_active = 0;
    for (u32 size : sizes) first.push(n_in), n_in += size;
    active.resize(n_in, false);
    for (int place : places)
      for (u32 k = 0; k < sizes[place]; ++k) active[inputs.push(first[static_cast<u32>(place)] + k)] = true;
    for (bool a : active) active_before.push(n_active), n_active += a;
    for (u32 i : inputs) nth.push(active_before[i]);
  }
  /// The structure of the tree of them, from those of the arguments.
  static constexpr auto structure(treedef<X> const&... x) {
    auto const all = std::tie(x...);
    if constexpr (sizeof...(Places) == 1) return (std::get<static_cast<std::size_t>(counted<Places, n>)>(all), ...);
    else return structure_of_all(std::get<static_cast<std::size_t>(counted<Places, n>)>(all)...);
  }
};
/// Of dynamic tracers, at run time: runtime/transform.hpp.
template <class Name, int... Places, class... X> void expect_tangents(X const&... x);
/// They as one tree.
template <class Places, class... X>
using asked_tree = decltype(asked_of<Places, X...>::tree_at(Places{}));

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
