// SPDX-License-Identifier: BSL-1.0
// Corrected twins of files one folder up, a namespace each: they must compile.
#include <constax/constax.hpp>

#include <string>

namespace cx = constax;
using namespace cx::literals;

namespace shapes {
inline constexpr auto f = [](auto x, auto y) { return x + y; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{}, cx::spec<double, 3>{});
}

namespace dtypes {
inline constexpr auto f = [](auto x, auto y) { return x * cx::astype<double>(y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<float, 3>{});
}

namespace reduction_axis {
inline constexpr auto f = [](auto x) { return cx::sum(x, -2_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
}

namespace loop_on_tracer {
inline constexpr auto f = [](auto x) {
  for (int i = 0; i < 10; ++i) x = cx::where(x < 10.0, x * 2.0, x);
  return x;
};
auto const j = cx::make_jaxpr(f)(cx::spec<float>{});
}

namespace grad_of_tree {
inline constexpr auto f = cx::jacfwd([](auto x) { return std::pair{x, x}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace argnums {
inline constexpr auto f = cx::grad([](auto x, auto y) { return x * y; }, cx::argnums<-2>);
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
}

namespace integer_primal {
inline constexpr auto f = cx::grad([](auto x, auto i) { return cx::sum(x * cx::astype<double>(i)); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int, 3>{});
}

namespace in_axes_no_axis {
inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0, cx::none>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
}

namespace in_axes_count {
inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
}

namespace in_axes_lengths {
inline constexpr auto f = cx::vmap([](auto x, auto y) { return cx::sum(x) * y; }, cx::in_axes<1, 0>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{}, cx::spec<double, 4>{});
}

namespace floating_scalar_integer_tracer {
inline constexpr auto f = [](auto x) { return 0.5 * cx::astype<double>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
}

namespace captures_in_grad {
double slope(double x) {
  double const w = x + 1;
  return cx::grad(cx::closure([](auto v, auto y) { return v * y * y; }, w))(x);
}
}

namespace escaped_result {
inline constexpr auto f = [](auto x) {
  auto kept = x;
  auto const rows = cx::vmap([&](auto y) { return kept * y; })(cx::stack(x, x));
  return rows;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace no_transpose_rule {
namespace my {
struct twice_t : cx::elementwise<twice_t, cx::floating> {
  static constexpr std::string_view name = "my::twice";
  static constexpr bool linear = true;
  static constexpr auto eval(auto const& x) { return cx::math::add(x, x); }
  static constexpr cx::value transpose(cx::value ct, cx::u32, cx::range<cx::value>) { return ct + ct; }
};
inline constexpr twice_t twice{};
} // namespace my
inline constexpr auto f = cx::grad([](auto x) { return my::twice(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace symbol_length {
inline constexpr cx::dim<"particle"> n;
}

namespace tangent_shape {
inline constexpr auto f = [](auto x, auto dx) { return cx::jvp([](auto y) { return cx::sin(y); }, x, dx); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
}

namespace tangent_count {
double slope(double x) {
  return cx::jvp([](auto y, auto z) { return y * z; }, std::tuple{x, x}, std::tuple{x, x}).second;
}
}

namespace result_type {
inline constexpr auto f = [](auto x) {
  (void)x;
  return 1.0;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
}

namespace index_out_of_bounds {
inline constexpr auto f = [](auto x) { return x[-3_c]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace index_too_many {
inline constexpr auto f = [](auto x) { return x(0_c, 1_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{});
}

namespace slice_plain_bounds {
inline constexpr auto f = [](auto x) { return x[cx::slice(1_c, 2_c)]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace dot {
inline constexpr auto f = [](auto x, auto y) { return cx::dot(x, cx::transpose(y)); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{}, cx::spec<double, 3, 2>{});
}

namespace concatenate {
inline constexpr auto f = [](auto x, auto y) { return cx::concatenate(x, y, 1_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{}, cx::spec<double, 3, 4>{});
}

namespace transpose_axes {
inline constexpr auto f = [](auto x) { return cx::swapaxes(x, 0_c, 1_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{});
}

namespace squeeze {
inline constexpr auto f = [](auto x) { return cx::squeeze(x, 1_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 1>{});
}

namespace mean_of_integers {
inline constexpr auto f = [](auto x) { return cx::mean(cx::astype<double>(x)); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
}

namespace output_leaves {
void into(std::pair<double, double>& y, double x) {
  cx::evaluate_into(y, [](auto a) { return std::pair{a, a}; }, x);
}
}

namespace output_rank {
void into(double& y, double x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
}

namespace output_const {
void into(cx::view<double, 3> y, cx::array<double, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
}
