// SPDX-License-Identifier: BSL-1.0
// expect: [constax] broadcast_in_dim: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto product = [](auto y) { return y * cx::ones<double, 1, 2, 1, 2, 1, 2, 1, 2>(); };
auto const j = cx::make_jaxpr(cx::vmap(product))(cx::spec<double, 3>{});
