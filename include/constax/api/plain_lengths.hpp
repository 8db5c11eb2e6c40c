// SPDX-License-Identifier: BSL-1.0
#pragma once
// plain_lengths: what is said where a plain integer would decide a shape, as it does in NumPy: reshape(x, 2, 3), zeros(4), top_k(x, 3). The
// shape of a static tracer, of an array or of a view is part of its type. Without these overloads the compiler lists all that might have
// been meant. (Functions of the run-time half, which take such integers, are better matches: constax/runtime.hpp.)
#include <constax/api/numpy.hpp>

#include <initializer_list>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// What has its shape in its type.
template <class X>
concept shaped_by_type = tracing<X> || container<X> || is_expression<X>;
/// A number in the place of a length; it takes a conversion more than those of functions at run time.
struct plain_length {
  template <number N>
  requires(!integral_number<N>)
  constexpr plain_length(N) {}
};
template <fixed_string Name, fixed_string Instead, class X>
struct says_plain_length {
  constexpr text operator()() const {
    text t;
    return t << "[constax] " << Name.view()
             << ": what decides a shape is part of a type here, and the value of a plain integer is not; write " << Instead.view()
             << " with `using namespace constax::literals`, or use cx::ndarray, whose shapes are known at run time (constax/runtime.hpp)";
  }
};
/// X: what the call depends on, lest the sentence be said where no one calls.
template <fixed_string Name, fixed_string Instead, class X>
constexpr auto refuse_plain_length() {
  expect_silence<says_plain_length<Name, Instead, X>>();
  return after_error<basic_tracer<double>>();
}
} // namespace detail

#define CONSTAX_SHAPED(name, instead)                          \
  template <detail::shaped_by_type X, class... N>              \
  requires(sizeof...(N) > 0 && (std::is_integral_v<N> && ...)) \
  constexpr auto name(X const&, N...) {                        \
    return detail::refuse_plain_length<#name, instead, X>();   \
  }                                                            \
  template <detail::shaped_by_type X>                          \
  constexpr auto name(X const&, std::initializer_list<i64>) {  \
    return detail::refuse_plain_length<#name, instead, X>();   \
  }
CONSTAX_SHAPED(reshape, "cx::reshape<2, 3>(x)")
CONSTAX_SHAPED(broadcast_to, "cx::broadcast_to<2, 3>(x)")
CONSTAX_SHAPED(transpose, "cx::transpose(x, cx::axes_c<1, 0>)")
CONSTAX_SHAPED(tile, "cx::tile<2>(x)")
CONSTAX_SHAPED(one_hot, "cx::one_hot<10>(x)")
CONSTAX_SHAPED(expand_dims, "cx::expand_dims(x, 0_c)")
CONSTAX_SHAPED(repeat, "cx::repeat(x, 2_c)")
CONSTAX_SHAPED(split, "cx::split(x, 2_c)")
CONSTAX_SHAPED(array_split, "cx::array_split(x, 2_c)")
CONSTAX_SHAPED(hsplit, "cx::hsplit(x, 2_c)")
CONSTAX_SHAPED(vsplit, "cx::vsplit(x, 2_c)")
CONSTAX_SHAPED(dsplit, "cx::dsplit(x, 2_c)")
CONSTAX_SHAPED(top_k, "cx::top_k(x, 3_c)")
CONSTAX_SHAPED(diag, "cx::diag(x, 1_c)")
CONSTAX_SHAPED(diagonal, "cx::diagonal(x, 1_c)")
CONSTAX_SHAPED(trace, "cx::trace(x, 1_c)")
CONSTAX_SHAPED(tril, "cx::tril(x, 1_c)")
CONSTAX_SHAPED(triu, "cx::triu(x, 1_c)")
CONSTAX_SHAPED(rot90, "cx::rot90(x, 1_c)")
CONSTAX_SHAPED(diff, "cx::diff(x, 2_c)")
CONSTAX_SHAPED(delete_, "cx::delete_(x, 1_c)")
CONSTAX_SHAPED(vander, "cx::vander<3>(x)")
CONSTAX_SHAPED(bincount, "cx::bincount<10>(x)")
#undef CONSTAX_SHAPED

#define CONSTAX_MADE(name, instead, ...)                     \
  template <class T = double>                                \
  constexpr auto name(__VA_ARGS__) {                         \
    return detail::refuse_plain_length<#name, instead, T>(); \
  }
#define CONSTAX_MADE_OF_LENGTHS(name, instead)                            \
  CONSTAX_MADE(name, instead, detail::plain_length)                       \
  CONSTAX_MADE(name, instead, detail::plain_length, detail::plain_length) \
  CONSTAX_MADE(name, instead, detail::plain_length, detail::plain_length, detail::plain_length)
CONSTAX_MADE_OF_LENGTHS(zeros, "cx::zeros<2, 3>()")
CONSTAX_MADE_OF_LENGTHS(ones, "cx::ones<2, 3>()")
CONSTAX_MADE_OF_LENGTHS(empty, "cx::empty<2, 3>()")
CONSTAX_MADE_OF_LENGTHS(eye, "cx::eye<3>()")
CONSTAX_MADE_OF_LENGTHS(identity, "cx::identity<3>()")
CONSTAX_MADE_OF_LENGTHS(tri, "cx::tri<3>()")
CONSTAX_MADE_OF_LENGTHS(arange, "cx::arange<5>()")
CONSTAX_MADE(linspace, "cx::linspace<5>(0.0, 1.0)", detail::plain_length, detail::plain_length, detail::plain_length)
CONSTAX_MADE(logspace, "cx::logspace<5>(0.0, 1.0)", detail::plain_length, detail::plain_length, detail::plain_length)
CONSTAX_MADE(geomspace, "cx::geomspace<5>(1.0, 2.0)", detail::plain_length, detail::plain_length, detail::plain_length)
CONSTAX_MADE(full, "cx::full<2, 3>(1.5)", detail::plain_length, detail::plain_length)
#undef CONSTAX_MADE_OF_LENGTHS
#undef CONSTAX_MADE

} // namespace constax::inline CONSTAX_TAG
