// SPDX-License-Identifier: BSL-1.0
// Corrected twins of files one folder up, a namespace each: they must compile.
#include <constax/constax.hpp>

#include <cstdint>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

// ---- rules ---------------------------------------------------------------------------------------------------------------------------------

namespace no_batch_rule {
struct backwards_t : cx::movement<backwards_t> {
  static constexpr std::string_view name = "my::backwards";
  static constexpr cx::typed type(cx::operand_types xs) { return *xs[0]; }
  static constexpr cx::affine_map affine(cx::no_params const&, cx::shape const& in) {
    cx::affine_map map;
    map.axis[0] = 0, map.step[0] = -1, map.start[0] = in[0] - cx::extent(1);
    return map;
  }
  static constexpr auto transpose(auto ct) { return cx::bind<backwards_t>({}, ct); }
};
auto const j = cx::make_jaxpr([](auto x) { return cx::emit<backwards_t>(x); })(cx::spec<double, 3>{});
}

namespace jvp_of_custom_vjp {
inline constexpr auto f = cx::custom_vjp([](auto x) { return cx::sin(x); }, [](auto x) { return std::pair{cx::sin(x), x}; },
                                         [](auto x, auto ct) { return ct * cx::cos(x); });
auto const j = cx::make_jaxpr(cx::grad(f))(cx::spec<double>{});
}

namespace custom_jvp_results {
inline constexpr auto f = cx::custom_jvp([](auto x) { return cx::sin(x); }, [](auto x, auto dx) { return std::pair{cx::sin(x), dx * cx::cos(x)}; });
auto const j = cx::make_jaxpr([](auto x) { return cx::sum(f(x)); })(cx::spec<double, 3>{});
}

namespace custom_jvp_arguments {
inline constexpr auto rule = [](auto x, auto dx) {
  auto const [a, b] = x;
  auto const [da, db] = dx;
  return std::pair{a * b, da * b + a * db};
};
auto const j = cx::make_jaxpr(cx::custom_jvp([](auto x, auto y) { return x * y; }, rule))(cx::spec<double>{}, cx::spec<double>{});
}

namespace custom_vjp_fwd {
inline constexpr auto f = cx::custom_vjp([](auto x) { return cx::sin(x); }, [](auto x) { return std::pair{cx::sin(x), x}; },
                                         [](auto x, auto ct) { return ct * cx::cos(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace custom_vjp_bwd_count {
inline constexpr auto f = cx::custom_vjp([](auto x, auto y) { return x * y; }, [](auto x, auto y) { return std::pair{x * y, std::pair{x, y}}; },
                                         [](auto xy, auto ct) { return std::tuple{ct * xy.second, ct * xy.first}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
}

// ---- control flow ----------------------------------------------------------------------------------------------------------------------------

inline constexpr auto same = [](auto y) { return y; };
inline constexpr auto negative = [](auto y) { return -y; };
inline constexpr auto squared = [](auto, auto y) { return y * y; };

namespace cond_predicate {
auto const j = cx::make_jaxpr([](auto x) { return cx::cond(cx::all(x > 0.0), same, negative, x); })(cx::spec<double, 3>{});
}

namespace switch_index {
auto const j = cx::make_jaxpr([](auto i, auto x) { return cx::switch_(i, std::tuple{same, negative}, x); })(cx::spec<int>{}, cx::spec<double>{});
}

namespace fori_bounds {
auto const last_symbol = cx::make_jaxpr([](auto x) { return cx::fori_loop(2, n, squared, x); })(cx::spec<double, n>{});
auto const typed = cx::make_jaxpr([](auto x) { return cx::fori_loop(2_c, 5, squared, x, cx::unroll<2>); })(cx::spec<double>{});
auto const traced = cx::make_jaxpr([](auto lo, auto hi, auto x) {
  return cx::fori_loop(lo, hi, squared, x) + cx::fori_loop(lo, 7, squared, x) + cx::fori_loop(0_c, hi, squared, x);
})(cx::spec<std::int64_t>{}, cx::spec<std::int64_t>{}, cx::spec<double>{});
}

namespace scan_over_number {
auto const j = cx::make_jaxpr([](auto x) {
  return cx::scan([&](auto c) { return std::pair{c + x, c}; }, 0.0 * x, cx::length<4>);
})(cx::spec<double>{});
}

namespace associative_scan_symbol {
auto const j = cx::make_jaxpr([](auto x) { return cx::associative_scan([](auto a, auto b) { return a + b; }, x); })(cx::spec<double, 5>{});
}

// ---- lengths ---------------------------------------------------------------------------------------------------------------------------------

namespace jacfwd_two_symbols {
auto const j = cx::make_jaxpr(cx::vmap(cx::jacfwd([](auto x) { return x * x; })))(cx::spec<double, n, m>{});
}

namespace reshape_undecidable {
auto const j = cx::make_jaxpr([](auto x) { return cx::reshape<6>(x); })(cx::spec<double, 2, 3>{});
}

namespace slice_undecidable {
auto const j = cx::make_jaxpr([](auto x) { return x[cx::slice(0_c, n)]; })(cx::spec<double, n + 1>{});
}

namespace slice_symbolic_step {
auto const j = cx::make_jaxpr([](auto x) { return x[cx::slice(0_c, cx::end, 2_c)]; })(cx::spec<double, 7>{});
}

namespace concatenate_three_symbols {
auto const j = cx::make_jaxpr([](auto x, auto y, auto z) { return cx::concatenate(x, y, z); })(cx::spec<double, n>{}, cx::spec<double, m>{}, cx::spec<double, 3>{});
}

namespace slice_step {
auto const j = cx::make_jaxpr([](auto x) { return x[cx::slice(cx::end, cx::end, -1_c)] + cx::arange<double, 3, 0, -1>(); })(cx::spec<double, 3>{});
}

namespace integer_pow_negative {
auto const j = cx::make_jaxpr([](auto x) { return cx::pow(x, -2_c); })(cx::spec<double, 3>{});
}

namespace index_comma {
inline constexpr auto f = [](auto x) { return x(0_c, cx::slice()); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
}

namespace index_two_ellipses {
inline constexpr auto f = [](auto x) { return x(cx::ellipsis, 0_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
}

namespace index_list {
inline constexpr auto f = [](auto x) { return x[cx::asarray({0, 2})]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
}

namespace slice_traced_bounds {
inline constexpr auto f = [](auto x, auto i) { return cx::dynamic_slice_in_dim<2>(x, i, 0_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{}, cx::spec<int>{});
}
