// SPDX-License-Identifier: BSL-1.0
#pragma once
// model: structs that are pytrees, one in the other.
#include <constax/constax.hpp>

#include <array>

namespace app {
struct layer {
  constax::array<double, 2> w;
  double b;
};
struct model {
  layer first;
  std::array<double, 2> scale;
};
} // namespace app
CONSTAX_STRUCT(app::layer, w, b);
CONSTAX_STRUCT(app::model, first, scale);
