// SPDX-License-Identifier: BSL-1.0
// Corrected twins of files one folder up, a namespace each: they must compile.
#include <constax/constax.hpp>

#include <string>

namespace cx = constax;
using namespace cx::literals;

namespace symbols_differ {
inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x, auto y) { return x * y; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{}, cx::spec<double, n>{});
}

namespace dtype_not_accepted {
inline constexpr auto f = [](auto x) { return cx::sin(cx::astype<double>(x)); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
}

namespace tracer_to_bool {
inline constexpr auto f = [](auto x) { return cx::where(x > 0, 2.0 * x, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace grad_of_vector {
inline constexpr auto f = cx::grad([](auto x) { return cx::sum(2.0 * x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace grad_of_integer_result {
inline constexpr auto f = cx::grad([](auto x) { return cx::floor(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace argnums_negative {
inline constexpr auto f = cx::value_and_grad([](auto x, auto y) { return x * y; }, cx::argnums<0, -1>);
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
}

namespace argnums_hessian {
inline constexpr auto f = cx::hessian([](auto x, auto y) { return x * y; }, cx::argnums<0, 1>);
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
}

namespace integer_result_jacfwd {
inline constexpr auto f = cx::jacfwd([](auto x) { return std::pair{x * x, x + 1.0}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace integer_result_jacrev {
inline constexpr auto f = cx::jacrev([](auto x) { return std::pair{x * x, x + 1.0}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace integer_primal_jacfwd {
inline constexpr auto f = cx::jacfwd([](auto x) { return cx::astype<float>(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace in_axes_of_scalar {
inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0, cx::none>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double>{});
}

namespace in_axes_none {
inline constexpr auto f = cx::vmap([](auto x) { return x * x; }, cx::in_axes<-1>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace out_axes {
inline constexpr auto f = cx::vmap([](auto x) { return x * x; }, cx::in_axes<0>, cx::out_axes<1>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{});
}

namespace captures {
double scaled(double x) {
  double const w = x + 1;
  return cx::jit(cx::closure([](auto v, auto y) { return v * y; }, w))(x);
}
}

namespace escaped {
inline constexpr auto f = [](auto x) {
  auto kept = x;
  auto const slope = cx::grad([&](auto y) {
    return x * y;
  })(x);
  return kept + slope;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace no_jvp_rule {
namespace my {
struct wave_t : cx::elementwise<wave_t, cx::floating> {
  static constexpr std::string_view name = "my::wave";
  static constexpr auto eval(auto const& x) { return cx::math::sin(x); }
  static constexpr cx::value jvp(cx::value x, cx::value dx, cx::value) { return dx * cx::cos(x); }
};
inline constexpr wave_t wave{};
} // namespace my
inline constexpr auto f = cx::grad([](auto x) { return my::wave(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace no_derivative {
inline constexpr auto f = cx::grad([](auto n) { return cx::polygamma(cx::stop_gradient(n), n); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace ldexp_exponent {
auto const j = cx::make_jaxpr([](auto x, auto n) { return cx::ldexp(x, n); })(cx::spec<double>{}, cx::spec<int>{});
}

namespace symbols_too_many {
template <char C>
inline constexpr cx::dim<cx::fixed_string<2>({C, 0})> n;
template <char... C>
double total(cx::view<double const, n<C>>... x) {
  return cx::jit([](auto... y) { return (cx::sum(y) + ...); })(x...);
}
auto const f = total<'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'>;
}

namespace symbol_empty {
inline constexpr cx::dim<"n"> n;
}

namespace tangent_dtype {
double slope(cx::array<double, 3> const& x, cx::array<double, 3> const& dx) {
  return cx::jvp([](auto y) { return cx::sum(y); }, x, dx).second;
}
}

namespace argument_type {
auto length(double s) {
  return cx::jit([](auto x) { return x; })(s);
}
}

namespace argument_long_double {
auto at(float x) {
  return cx::jit([](auto y) { return y * y; })(x);
}
}

namespace in_axes_parts {
inline constexpr auto f = cx::vmap([](auto p) { return p.first * p.second; }, cx::in_axes<cx::in_axes<0, cx::none>>);
auto const r = f(std::pair{cx::array<double, 3>{}, 1.0});
}

namespace in_axes_of_leaf {
inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0, cx::none>);
auto const r = f(cx::array<double, 3>{}, cx::array<double, 3>{});
}

namespace out_axes_parts {
inline constexpr auto f = cx::vmap([](auto x) { return std::tuple{x, x, x}; }, cx::in_axes<0>, cx::out_axes<0, 0, 0>);
auto const r = f(cx::array<double, 3>{});
}

namespace array_operand {
inline constexpr cx::array<double, 3> w{1, 2, 3};
inline constexpr auto f = [](auto x) { return x * w; };
auto const y = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace array_too_many {
inline constexpr auto f = [](auto x) { return x * cx::array<double, 256>{}; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 256>{});
}

namespace array_symbol {
inline constexpr double numbers[] = {1, 2, 3};
inline constexpr auto f = [](auto x) { return x + cx::view<double const, 3>(numbers); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace index_out_of_bounds_int {
inline constexpr auto f = [](auto x) {
  auto s = x[0];
  for (int i = 1; i < 3; ++i) s = s + x[i];
  return s;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace index_by_float {
inline constexpr auto f = [](auto x, auto i) { return x[i]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int>{});
}

namespace reshape {
inline constexpr auto f = [](auto x) { return cx::reshape<2, 3>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{});
}

namespace matmul_scalar {
inline constexpr auto f = [](auto x, auto y) { return cx::matmul(x, y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{}, cx::spec<double, 2>{});
}

namespace stack {
inline constexpr auto f = [](auto x, auto y) { return cx::stack(x, y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
}

namespace broadcast_to {
inline constexpr auto f = [](auto x) { return cx::broadcast_to<2, 3>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace select_predicate {
inline constexpr auto f = [](auto c, auto x) { return cx::where(c > 0, x, 0.0); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
}

namespace logic_on_floats {
inline constexpr auto f = [](auto x) { return (x > 0) & (x < 1.0); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace output_dtype {
void into(cx::array<float, 3>& y, cx::array<double, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return cx::astype<float>(2.0 * a); }, x);
}
}

namespace output_shape {
void into(cx::array<double, 3>& y, cx::array<double, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
}

namespace result_void {
inline constexpr auto f = [](auto x) { return x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace view_layout {
void into(cx::view<double, 2, 3, cx::col_major> y, cx::array<double, 2, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
}

namespace floating_scalar_integer_array {
cx::array<int, 3> g(cx::array<int, 3> const& x, cx::array<int, 3> const& y) { return 5 * (x + y); }
cx::array<double, 3> h(cx::array<int, 3> const& x, cx::array<int, 3> const& y) {
  return cx::jit([](auto a, auto b) { return 0.5 * cx::astype<double>(a + b); })(x, y);
}
}

namespace extent_floating {
double first(cx::view<double const, 2> x) { return x[0]; }
}

namespace extent_negative {
inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) { return 2.0 * x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 0, n - 3>{});
inline constexpr auto g = [](auto x) { return cx::reshape<-1>(x); };
auto const k = cx::make_jaxpr(g)(cx::spec<double, 3, 2>{});
}
