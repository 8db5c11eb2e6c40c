// SPDX-License-Identifier: BSL-1.0
#pragma once
// lanes_along : axis, (a... -> b) -> (a... -> b)        the same function and bits, with lanes of SIMD where the user wants them
#include <constax/api/transformed.hpp>

namespace constax::inline CONSTAX_TAG {

template <class F, int Axis>
struct lanes_along_of : transformed<lanes_along_of<F, Axis>, F> {
  template <class G>
  using over = lanes_along_of<G, Axis>;
  /// As a part of a larger program it has no loops of its own: there the outermost callable says where lanes go.
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return f(x...);
  }
};

/// cx::lanes_along<Axis>(f): f, whose loops have lanes along their axis Axis (negative: from the last) where they have that many. Where
/// nothing is asked the planner goes where reading and writing costs least; `plan` prints both costs. The loops of a region share buffers:
/// lanes go along the region's axis, if that is the one, else along the last of each. No bit of a result depends on it.
template <int Axis, class F>
constexpr auto lanes_along(F f) {
  static_assert(Axis >= -max_rank && Axis < max_rank, "[constax] lanes_along: loops have at most 8 axes");
  return lanes_along_of<F, Axis>{{f}};
}

/// The same program, planned with a wish.
template <class F, int Axis, class... Captured, class... Specs>
struct program<lanes_along_of<F, Axis>, std::tuple<Captured...>, Specs...> : program<F, std::tuple<Captured...>, Specs...> {
  static constexpr lane_choice lanes{true, Axis};
};

} // namespace constax::inline CONSTAX_TAG
