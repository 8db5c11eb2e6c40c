// SPDX-License-Identifier: BSL-1.0
// expect: [constax] params: `names` has a name for each parameter
#include <constax/constax.hpp>

namespace cx = constax;

namespace my {
struct between_t : cx::elementwise<between_t> {
  static constexpr std::string_view name = "my::between";
  struct params {
    cx::i64 low = 0, high = 1;
    static constexpr char const* names[] = {"low"};
  };
  static constexpr auto eval(auto const& x, params const&) { return x; }
};
} // namespace my
inline constexpr auto f = [](auto x) { return cx::bind<my::between_t>({1, 2}, x.value), x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
