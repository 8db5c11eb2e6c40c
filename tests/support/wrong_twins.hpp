// SPDX-License-Identifier: BSL-1.0
#pragma once
// wrong_twins: primitives of a user's, each with one planted defect, and their sound original. The laws must tell them apart: a law that
// no wrong twin has ever failed is not known to check anything.
#include <constax/primitives/primitives.hpp>
#include <constax/primitives/stop_gradient.hpp>
#include <constax/transform/jvp.hpp>

namespace constax_tests::twins {

using namespace constax;

// ---- the sound original of the unary ones ------------------------------------------------------------------------------------------

struct sound : elementwise<sound> {
  static constexpr std::string_view name = "twins::sound";
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(value x, value dx, value) { return dx * -constax::sin(x); }
};

// ---- oracle, difference ------------------------------------------------------------------------------------------------------------

struct wrong_sign : elementwise<wrong_sign> { // cos' without the minus
  static constexpr std::string_view name = "twins::wrong_sign";
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(value x, value dx, value) { return dx * constax::sin(x); }
};
struct wrong_value : elementwise<wrong_value> { // off by 1e-9: an approximation's coefficient
  static constexpr std::string_view name = "twins::wrong_value";
  static constexpr auto eval(auto const& x) { return math::mul(math::cos(x), std::remove_cvref_t<decltype(x)>(1.000000001)); }
  static constexpr value jvp(value x, value dx, value) { return dx * -constax::sin(x); }
};
struct imprecise_jvp : elementwise<imprecise_jvp> { // 1 - cos, where central differences in f64 see no fault
  static constexpr std::string_view name = "twins::imprecise_jvp";
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(value x, value dx, value) { return dx * (-constax::sin(x) + 1e-9); }
};
struct wrong_second : elementwise<wrong_second> { // right to first order only: the coefficient is detached
  static constexpr std::string_view name = "twins::wrong_second";
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(value x, value dx, value) { return dx * -constax::stop_gradient(constax::sin(x)); }
};
struct forgets_an_operand : elementwise<forgets_an_operand> { // a product whose jvp drops x dy
  static constexpr std::string_view name = "twins::forgets_an_operand";
  static constexpr auto eval(auto const& x, auto const& y) { return math::mul(x, y); }
  static constexpr value jvp(value, value y, value dx, value, value) { return dx * y; }
};
struct swaps_operands : elementwise<swaps_operands> { // a difference, transposed without the minus
  static constexpr std::string_view name = "twins::swaps_operands";
  static constexpr bool linear = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::sub(x, y); }
  static constexpr value transpose(value ct, u32 operand, range<value>) { return operand == 1 ? ct : -ct; }
};

// ---- type ----------------------------------------------------------------------------------------------------------------------------

struct wrong_dtype : elementwise<wrong_dtype> { // says f32, gives what came in
  static constexpr std::string_view name = "twins::wrong_dtype";
  static constexpr typed type(operand_types xs) { return aval{dtype::f32, xs[0]->shape}; }
  static constexpr auto eval(auto const& x) { return math::cos(x); }
};
struct wrong_shape : reduction<wrong_shape> { // keeps the axis that it sums
  static constexpr std::string_view name = "twins::wrong_shape";
  static constexpr bool linear = true;
  template <class T>
  static constexpr T identity = T(0);
  static constexpr typed type(operand_types xs, params const&) { return *xs[0]; }
  static constexpr auto combine(auto const& x, auto const& y) { return math::add(x, y); }
};
struct out_of_bounds : movement<out_of_bounds> { // reads one element beyond the operand
  static constexpr std::string_view name = "twins::out_of_bounds";
  static constexpr typed type(operand_types xs) { return *xs[0]; }
  static constexpr affine_map affine(no_params const&, shape const& in) {
    affine_map m;
    for (int d = 0; d < in.rank; ++d) m.axis[d] = d, m.start[d] = extent(1);
    return m;
  }
};

// ---- vmap, commute -------------------------------------------------------------------------------------------------------------------

struct wrong_axis : reduction<wrong_axis> { // batched, it still reduces the axis it reduced before
  static constexpr std::string_view name = "twins::wrong_axis";
  static constexpr bool linear = true;
  template <class T>
  static constexpr T identity = T(-0.0);
  static constexpr auto combine(auto const& x, auto const& y) { return math::add(x, y); }
  static constexpr value transpose(value ct, u32, range<value> xs, params const& p) {
    aval const x = type_of(xs[0]);
    return broadcast_in_dim(ct, x.shape, constax::detail::kept_axes(x.rank(), p.axes));
  }
  static constexpr value batch(range<value> xs, range<bool>, extent, params const& p) { return bind<wrong_axis>(p, xs[0]); }
};
struct wrong_batch : elementwise<wrong_batch> { // batched, it becomes another function
  static constexpr std::string_view name = "twins::wrong_batch";
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(value x, value dx, value) { return dx * -constax::sin(x); }
  static constexpr value batch(range<value> xs, range<bool>, extent, range<i64>) { return constax::sin(xs[0]); }
};

// ---- cumulative ------------------------------------------------------------------------------------------------------------------------

struct wrong_slopes : cumulative_reduction<wrong_slopes, reduce_prod_t> { // a product's derivatives, exchanged
  static constexpr std::string_view name = "twins::wrong_slopes";
  static constexpr cumulative_slopes slopes(value before, value x, value) { return {before, x}; }
};
struct not_shifted : cumulative<not_shifted, floating, 2> { // transposed, a[i] stands where a[i+1] should
  static constexpr std::string_view name = "twins::not_shifted";
  using params = cumulative_params;
  template <class T>
  static constexpr T identity = T(0);
  static constexpr auto first(auto const&, auto const& b) { return b; }
  static constexpr auto step(auto const& y, auto const& a, auto const& b) { return constax::fma(a, y, b); }
  static constexpr value jvp(value a, value b, value da, value db, value, params const& p) {
    return bind<not_shifted>(p, a, da * bind<not_shifted>({p.axis, p.reverse, true}, a, b) + db);
  }
  static constexpr value transpose(value ct, u32, range<value> xs, params const& p) {
    return bind<not_shifted>({p.axis, !p.reverse, p.exclusive}, xs[0], ct);
  }
};
struct wrong_end : cumulative_reduction<wrong_end, reduce_sum_t> { // a sum from the left, transposed into itself
  static constexpr std::string_view name = "twins::wrong_end";
  static constexpr bool linear = true;
  static constexpr value transpose(value ct, u32, range<value>, params const& p) { return bind<wrong_end>(p, ct); }
};
struct stays_on_its_axis : cumulative_reduction<stays_on_its_axis, reduce_sum_t> { // batched, it goes along the axis it went along before
  static constexpr std::string_view name = "twins::stays_on_its_axis";
  static constexpr bool linear = true;
  static constexpr value transpose(value ct, u32, range<value>, params const& p) {
    return bind<stays_on_its_axis>({p.axis, !p.reverse, p.exclusive}, ct);
  }
  static constexpr value batch(range<value> xs, range<bool>, extent, range<i64> p) {
    return bind<stays_on_its_axis>(decode<params>(p), xs[0]);
  }
};

// ---- evaluators, record, simplify -----------------------------------------------------------------------------------------------------

struct knows_its_time : elementwise<knows_its_time> { // records another rule at run time than while compiling
  static constexpr std::string_view name = "twins::knows_its_time";
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(value x, value dx, value) {
    if (is_constant_evaluated()) return dx * -constax::sin(x);
    return -(dx * constax::sin(x));
  }
};
inline int calls = 0;
struct knows_its_place : elementwise<knows_its_place> { // every third call gives another number: a tail that takes another path
  static constexpr std::string_view name = "twins::knows_its_place";
  static constexpr auto eval(auto const& x) {
    auto const y = math::cos(x);
    if (!is_constant_evaluated() && ++calls % 3 == 0) return math::mul(y, std::remove_cvref_t<decltype(x)>(1.0000001));
    return y;
  }
  static constexpr value jvp(value x, value dx, value) { return dx * -constax::sin(x); }
};
struct not_commutative : elementwise<not_commutative> { // claims that its operands may be exchanged
  static constexpr std::string_view name = "twins::not_commutative";
  static constexpr bool commutative = true, linear = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::sub(x, y); }
  static constexpr value transpose(value ct, u32 operand, range<value>) { return operand == 0 ? ct : -ct; }
};

} // namespace constax_tests::twins
