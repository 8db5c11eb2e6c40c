// SPDX-License-Identifier: BSL-1.0
// expect: [constax] params: at most seven parameters
#include <constax/constax.hpp>

namespace cx = constax;

namespace my {
struct many_t : cx::elementwise<many_t> {
  static constexpr std::string_view name = "my::many";
  struct params {
    cx::i64 a, b, c, d, e, f, g, h;
  };
  static constexpr auto eval(auto const& x, params const&) { return x; }
};
} // namespace my
inline constexpr auto f = [](auto x) { return cx::bind<my::many_t>({1, 2, 3, 4, 5, 6, 7, 8}, x.value), x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
