// SPDX-License-Identifier: BSL-1.0
#pragma once
// tree: pytrees. A leaf is a number, a key, an array, a view, a spec or a tracer; a node is a std::tuple, pair, array, hana::tuple, a
// struct that CONSTAX_STRUCT describes, or, in the run-time half, a list, std::vector, or a dictionary, std::map. tree_map keeps the
// structure: gradients come back in the shape of the arguments. What its type carries (3_c, std::integral_constant, static_arg<v>) is a
// part of the structure: it has no leaf and stays as it is.
#include <constax/api/counted_nodes.hpp>
#include <constax/api/layout.hpp>
#include <constax/base/type_name.hpp>
#include <constax/base/unpack.hpp>

#include <array>
#include <tuple>

namespace constax::inline v0 {
/// An array whose dtype and shape are known at run time: runtime/ndarray.hpp.
class ndarray;
/// The same on a device: cuda/device_array.hpp.
class device_array;
/// Specialised by CONSTAX_STRUCT: the members of a user's struct, and a struct with the same member names for other types (tracers).
template <class X>
struct tree_of;
/// X of tree_of<X>: inside of it the struct's name would be looked up among constax' names first.
template <class Tree>
struct described_by;
template <class X>
struct described_by<tree_of<X>> {
  using user = X; // not `type`: that is a parameter of the macro
};
} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X> inline constexpr bool is_ndarray = __is_same(X, ndarray);
template <class X> inline constexpr bool is_device_array = __is_same(X, device_array);
}
/// An argument that decides what is recorded, and has no leaf: f(x, cx::static_arg<scheme::upwind>). The function takes it as it is; its
/// type carries the value, which converts to it.
template <auto Value>
struct static_arg_t {
  static constexpr auto value = Value;
  constexpr operator decltype(Value)() const { return Value; }
};
template <auto Value>
inline constexpr static_arg_t<Value> static_arg{};
namespace detail {
template <class X> inline constexpr bool is_static_arg = false;
template <auto Value> inline constexpr bool is_static_arg<static_arg_t<Value>> = true;
/// A part of a tree that its type carries.
template <class X>
concept static_part = integral_number<X> || is_static_arg<std::remove_cvref_t<X>>;
/// `3`, `scheme(1)`, `options`.
template <static_part X>
constexpr void write_static(text& t, X) {
  using value = std::remove_cvref_t<decltype(X::value)>;
  if constexpr (integral_number<X>) t << static_cast<i64>(X::value);
  else if constexpr (std::is_enum_v<value>) t << type_name<value>() << '(' << static_cast<i64>(X::value) << ')';
  else t << type_name<value>();
}
} // namespace detail
template <class X>
concept leaf = scalar<X> || container<X> || tracing<X> || detail::is_spec<std::remove_cvref_t<X>> || dynamic_tracing<X> ||
    detail::is_ndarray<std::remove_cvref_t<X>> || detail::is_device_array<std::remove_cvref_t<X>>;
/// What may be meant to be called: an array has parentheses too, which index it.
template <class F>
concept function_like = !leaf<F>;

namespace detail {

template <class X>
struct tuple_like : std::false_type {};
template <class... X>
struct tuple_like<std::tuple<X...>> : std::true_type {
  static constexpr std::string_view name = "std::tuple";
  static constexpr auto make(auto&&... x) { return std::tuple<std::remove_cvref_t<decltype(x)>...>(static_cast<decltype(x)&&>(x)...); }
};
template <class A, class B>
struct tuple_like<std::pair<A, B>> : std::true_type {
  static constexpr std::string_view name = "std::pair";
  static constexpr auto make(auto&& a, auto&& b) {
    return std::pair<std::remove_cvref_t<decltype(a)>, std::remove_cvref_t<decltype(b)>>(static_cast<decltype(a)&&>(a),
                                                                                         static_cast<decltype(b)&&>(b));
  }
};
template <class X, std::size_t N>
struct tuple_like<std::array<X, N>> : std::true_type {
  static constexpr std::string_view name = "std::array";
  static constexpr auto make(auto&&... x) {
    return std::array<std::common_type_t<std::remove_cvref_t<decltype(x)>...>, N>{static_cast<decltype(x)&&>(x)...};
  }
};

template <class X>
concept described = requires { tree_of<X>::is_described; };
template <class X>
concept mirrored = requires { typename X::constax_tree; };
template <class X>
concept hana_tuple = requires(X const& x) { typename X::hana_tag; x.storage_; };

template <class X>
struct description {
  using type = tree_of<X>;
};
template <mirrored X>
struct description<X> {
  using type = typename X::constax_tree;
};

struct to_types {
  template <class... M>
  constexpr auto operator()(M&...) const {
    return std::type_identity<std::tuple<std::remove_cvref_t<M>...>>{};
  }
};
/// The members of a node of a tree, as a tuple of types; of a list or a dictionary the one that all have.
template <class X>
struct member_types {
  using type = typename decltype(description<X>::type::members(std::declval<X&>(), to_types{}))::type;
};
template <class X>
  requires tuple_like<X>::value
struct member_types<X> {
  using type = X;
};
template <static_part X>
struct member_types<X> {
  using type = std::tuple<>;
};
template <counted_node X>
struct member_types<X> {
  using type = std::tuple<counted_part<X>>;
};
template <class X>
concept tree_node = tuple_like<X>::value || described<X> || mirrored<X> || counted_node<X>;

template <class Members>
inline constexpr auto each_member = std::make_index_sequence<std::tuple_size_v<Members>>{};
/// Is<P> of X or of a part of it, node or leaf?
template <template <class> class Is, class X>
constexpr bool any_part() {
  if constexpr (Is<X>::value) return true;
  else if constexpr (leaf<X> || !tree_node<X>) return false; // a number, a constant, or what tree_map refuses
  else {
    using members = typename member_types<X>::type;
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (false || ... || any_part<Is, std::remove_cvref_t<std::tuple_element_t<I, members>>>());
    }(each_member<members>);
  }
}
template <class X>
struct is_counted_node : std::bool_constant<counted_node<X>> {};
/// Is there a list or a dictionary in it, so that the type of a tree does not say all of its structure?
template <class X>
inline constexpr bool has_counted_node = any_part<is_counted_node, X>();

template <class X>
struct is_expression_part : std::bool_constant<is_expression<X>> {};
/// Is there an expression of arrays (expr.hpp) among arguments?
template <class... X>
inline constexpr bool any_expression = (false || ... || any_part<is_expression_part, X>());
/// An argument, in which expressions are computed: a reference to one without any.
template <class X>
CONSTAX_INLINE constexpr decltype(auto) with_numbers(X const& x) {
  if constexpr (!any_expression<X>) return (x);
  else if constexpr (is_expression<X>) return x.eval();
  else return detail::unpack([](auto const&... m) { return tuple_like<X>::make(with_numbers(m)...); }, x);
}

template <class X>
struct is_static_tracer : std::bool_constant<tracing<X>> {};
template <class X>
struct is_dynamic_leaf : std::bool_constant<dynamic_tracing<X>> {};
/// Traced values whose types the compiler knows, in a list or a dictionary, whose length it does not.
template <class X>
struct is_counted_static : std::false_type {};
template <counted_node X>
struct is_counted_static<X> : std::bool_constant<any_part<is_static_tracer, X>() && !any_part<is_dynamic_leaf, X>()> {};
/// The same somewhere in a tree.
template <class X>
inline constexpr bool has_counted_static = any_part<is_counted_static, X>();

} // namespace detail

template <class F, class X>
constexpr auto tree_map(F&& f, X const& x);

namespace detail {
/// What a function has made of leaves: an expression of arrays (expr.hpp) is computed, since it refers to them.
template <class Y>
constexpr auto in_numbers(Y&& y) {
  if constexpr (is_expression<std::remove_cvref_t<Y>>) return y.eval();
  else return static_cast<Y&&>(y);
}
} // namespace detail

namespace detail {
/// Is X a leaf or a tree of leaves?
template <class X>
constexpr bool is_tree();
template <class X>
struct are_trees : std::true_type {};
template <template <class...> class Tuple, class... M>
struct are_trees<Tuple<M...>> : std::bool_constant<(is_tree<std::remove_cvref_t<M>>() && ...)> {};
template <class X, std::size_t N>
struct are_trees<std::array<X, N>> : std::bool_constant<is_tree<X>()> {};
template <class X>
constexpr bool is_tree() {
  if constexpr (std::is_arithmetic_v<X>) return element_type<X>;
  else if constexpr (leaf<X> || static_part<X>) return true;
  else if constexpr (has_counted_static<X>) return false;
  else if constexpr (tuple_like<X>::value) return are_trees<X>::value;
  else if constexpr (counted_node<X>) return is_tree<counted_part<X>>();
  else return described<X> || mirrored<X>;
}
// Through a tuple in braces: they fix the order in which members are mapped, function arguments do not.
template <class D, class F, class... M>
constexpr auto build(F& f, M const&... m) {
  std::tuple<decltype(tree_map(f, m))...> parts{tree_map(f, m)...};
  return detail::unpack([](auto&... p) { return D::make(static_cast<std::remove_reference_t<decltype(p)>&&>(p)...); }, parts);
}
} // namespace detail

/// tree_map : (leaf -> b), tree of leaves -> tree of b        leaves are visited in order
template <class F, class X>
constexpr auto tree_map(F&& f, X const& x) {
  if constexpr (leaf<X>) return detail::in_numbers(f(x));
  else if constexpr (detail::static_part<X>) return x;
  else if constexpr (detail::tuple_like<X>::value)
    return detail::unpack([&](auto const&... m) { return detail::build<detail::tuple_like<X>>(f, m...); }, x);
  else if constexpr (detail::described<X> || detail::mirrored<X>) {
    using D = typename detail::description<X>::type;
    return D::members(x, [&](auto const&... m) { return detail::build<D>(f, m...); });
  } else if constexpr (detail::is_counted_static<X>::value) {
    static_assert(
        !detail::is_counted_static<X>::value,
        "[constax] a std::vector or std::map of traced values has a length that is known at run time, the types of its elements are "
        "known at compile time; make it a std::array, a std::tuple or a struct, or hold cx::dynamic_tracer in it");
    return after_error<basic_tracer<double>>();
  } else if constexpr (detail::counted_node<X>) return detail::map_parts([&](auto const& m) { return tree_map(f, m); }, x);
  else {
    static_assert(
        leaf<X>,
        "[constax] this argument is neither a number, an array, a view nor a tree of these; describe its struct with CONSTAX_STRUCT(type, members...)");
  }
}

/// A tree of tracers where an error has been said.
template <class Tree>
constexpr Tree tree_after_error() {
  return tree_map([]<class X>(X const&) { return after_error<X>(); }, Tree{});
}

/// for_each_leaf : (leaf -> void), tree -> void
template <class F, class X>
constexpr void for_each_leaf(F&& f, X&& x) {
  using T = std::remove_cvref_t<X>;
  if constexpr (leaf<T>) f(x);
  else if constexpr (detail::static_part<T>) return;
  else if constexpr (detail::tuple_like<T>::value) detail::unpack([&](auto&... m) { (for_each_leaf(f, m), ...); }, x);
  else if constexpr (detail::described<T> || detail::mirrored<T>)
    detail::description<T>::type::members(x, [&](auto&... m) { (for_each_leaf(f, m), ...); });
  else if constexpr (detail::counted_node<T>) detail::each_part([&](auto& m) { for_each_leaf(f, m); }, x);
  else
    static_assert(
        leaf<T>,
        "[constax] this argument is neither a number, an array, a view nor a tree of these; describe its struct with CONSTAX_STRUCT(type, members...)");
}

namespace detail {
/// f of the type of each leaf, as std::type_identity; of the elements of a list or a dictionary once.
template <class X, class F>
constexpr void for_each_leaf_type(F const& f) {
  if constexpr (leaf<X>) f(std::type_identity<X>{});
  else {
    using members = typename member_types<X>::type;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (for_each_leaf_type<std::remove_cvref_t<std::tuple_element_t<I, members>>>(f), ...);
    }(each_member<members>);
  }
}
} // namespace detail

/// Number of leaves in a tree type. (Of a tree with lists or dictionaries: treedef.hpp.)
template <class X>
constexpr int leaf_count() {
  static_assert(!detail::counted_node<X>, "[constax] the length of a std::vector or std::map is known at run time");
  if constexpr (leaf<X>) return 1;
  else if constexpr (detail::static_part<X>) return 0;
  else if constexpr (detail::tuple_like<X>::value)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (0 + ... + leaf_count<std::tuple_element_t<I, X>>());
    }(std::make_index_sequence<std::tuple_size_v<X>>{});
  else return detail::description<X>::type::template count<X>();
}

} // namespace constax::inline CONSTAX_TAG

// ---- CONSTAX_STRUCT ---------------------------------------------------------------------------------------------------------
#define CONSTAX_PARENS_ ()
#define CONSTAX_EXPAND_(...) CONSTAX_EXPAND1_(CONSTAX_EXPAND1_(CONSTAX_EXPAND1_(__VA_ARGS__)))
#define CONSTAX_EXPAND1_(...) CONSTAX_EXPAND2_(CONSTAX_EXPAND2_(CONSTAX_EXPAND2_(__VA_ARGS__)))
#define CONSTAX_EXPAND2_(...) CONSTAX_EXPAND3_(CONSTAX_EXPAND3_(CONSTAX_EXPAND3_(__VA_ARGS__)))
#define CONSTAX_EXPAND3_(...) __VA_ARGS__
#define CONSTAX_EACH_(m, ...) __VA_OPT__(CONSTAX_EXPAND_(CONSTAX_EACH_STEP_(m, __VA_ARGS__)))
#define CONSTAX_EACH_STEP_(m, x, ...) m(x) __VA_OPT__(, CONSTAX_EACH_AGAIN_ CONSTAX_PARENS_(m, __VA_ARGS__))
#define CONSTAX_EACH_AGAIN_() CONSTAX_EACH_STEP_
#define CONSTAX_EACH_MEMBER_(m, ...) __VA_OPT__(CONSTAX_EXPAND_(CONSTAX_EACH_MEMBER_STEP_(m, __VA_ARGS__)))
#define CONSTAX_EACH_MEMBER_STEP_(m, x, ...) m(x) __VA_OPT__(CONSTAX_EACH_MEMBER_AGAIN_ CONSTAX_PARENS_(m, __VA_ARGS__))
#define CONSTAX_EACH_MEMBER_AGAIN_() CONSTAX_EACH_MEMBER_STEP_
#define CONSTAX_TYPENAME_(x) class x##_type_
#define CONSTAX_MEMBER_(x) x##_type_ x;
#define CONSTAX_NAME_(member) #member
#define CONSTAX_MEMBER_TYPE_(x) x##_type_
#define CONSTAX_ACCESS_(x) constax_self_.x
#define CONSTAX_TYPE_OF_(x) decltype(constax_self_type_::x)

/// Makes a struct a pytree: `CONSTAX_STRUCT(my::params, w, b)`, at file scope. In traced functions `p.w` is then a tracer.
#define CONSTAX_STRUCT(type, ...)                                                                                                            \
  template <>                                                                                                                                \
  struct constax::v0::tree_of<type> {                                                                                                        \
    static constexpr bool is_described = true;                                                                                               \
    using constax_described_ = described_by<tree_of>::user;                                                                                  \
    static constexpr char const* names[] = {CONSTAX_EACH_(CONSTAX_NAME_, __VA_ARGS__)};                                                      \
    template <CONSTAX_EACH_(CONSTAX_TYPENAME_, __VA_ARGS__)>                                                                                 \
    struct mirror {                                                                                                                          \
      using constax_tree = tree_of;                                                                                                          \
      using constax_members = std::tuple<CONSTAX_EACH_(CONSTAX_MEMBER_TYPE_, __VA_ARGS__)>;                                                  \
      CONSTAX_EACH_MEMBER_(CONSTAX_MEMBER_, __VA_ARGS__)                                                                                     \
    };                                                                                                                                       \
    template <class constax_self_t_, class constax_f_t_>                                                                                     \
    CONSTAX_INLINED static constexpr decltype(auto) members(constax_self_t_&& constax_self_, constax_f_t_&& constax_f_) {             \
      return constax_f_(CONSTAX_EACH_(CONSTAX_ACCESS_, __VA_ARGS__));                                                                        \
    }                                                                                                                                        \
    template <class... constax_m_t_>                                                                                                         \
    CONSTAX_INLINED static constexpr auto make(constax_m_t_... constax_m_) {                                                          \
      if constexpr (same<constax_described_, constax_m_t_...>()) return constax_described_{static_cast<constax_m_t_&&>(constax_m_)...};      \
      else return mirror<constax_m_t_...>{static_cast<constax_m_t_&&>(constax_m_)...};                                                       \
    }                                                                                                                                        \
    template <class constax_self_type_, class... constax_m_t_>                                                                               \
    static consteval bool same() {                                                                                                           \
      return std::is_same_v<std::tuple<CONSTAX_EACH_(CONSTAX_TYPE_OF_, __VA_ARGS__)>, std::tuple<constax_m_t_...>>;                          \
    }                                                                                                                                        \
    template <class constax_self_type_>                                                                                                      \
    static consteval int count() {                                                                                                           \
      return []<class... constax_m_t_>(std::tuple<constax_m_t_...>*) {                                                                       \
        return (0 + ... + constax::leaf_count<constax_m_t_>());                                                                              \
      }(static_cast<std::tuple<CONSTAX_EACH_(CONSTAX_TYPE_OF_, __VA_ARGS__)>*>(nullptr));                                                    \
    }                                                                                                                                        \
  }
