// SPDX-License-Identifier: BSL-1.0
// expect: [constax] my::backwards: this primitive has no batch rule; add batch to its file
#include <constax/constax.hpp>

namespace cx = constax;

namespace my {
/// x backwards, with all rules but one.
struct backwards_t : cx::movement<backwards_t> {
  static constexpr std::string_view name = "my::backwards";
  static constexpr cx::typed type(cx::operand_types xs) { return *xs[0]; }
  static constexpr cx::affine_map affine(cx::no_params const&, cx::shape const& in) {
    cx::affine_map m;
    m.axis[0] = 0, m.step[0] = -1, m.start[0] = in[0] - cx::extent(1);
    return m;
  }
  static constexpr auto transpose(auto ct) { return cx::bind<backwards_t>({}, ct); }
};
inline constexpr auto backwards = [](auto x) { return cx::emit<backwards_t>(x); };
} // namespace my
inline constexpr auto f = cx::vmap([](auto x) { return my::backwards(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4, 3>{});
