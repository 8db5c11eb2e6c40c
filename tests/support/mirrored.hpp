// SPDX-License-Identifier: BSL-1.0
#pragma once
// mirrored: a routine for tests, linear, its own transpose. y[..., i] = x[..., n - 1 - i].
#include <constax/codegen/grid.hpp>
#include <constax/primitives/routine.hpp>

#include <string_view>

namespace constax_tests {

CONSTAX_ROUTINE(mirrored_code, template <class Grid, class T> CONSTAX_INLINE void mirrored_rows(
                                   Grid& grid, constax::routine_array<T> y, constax::routine_array<T const> x) {
  constax::i64 const n = x.rank ? x.lengths[x.rank - 1] : 1;
  grid.each(x.size(), [&](constax::i64 i) { y[i] = x[i - i % n + (n - 1 - i % n)]; });
})

/// mirrored : T[s] -> T[s], T floating.
struct mirrored_t : constax::routine<mirrored_t, 1> {
  static constexpr std::string_view name = "mirrored", text = mirrored_code, function = "mirrored_rows";
  static constexpr bool linear = true, leading_axes = true;
  static constexpr constax::typed type(constax::operand_types xs) {
    if (xs[0]->rank() == 0) return constax::fault{constax::fault_code::bad_axis, {}, "a number has no rows", *xs[0]};
    return routine::type(xs);
  }
  template <class T>
  static constexpr void run(constax::routine_array<T> y, constax::routine_array<T const> x) {
    if (__builtin_is_constant_evaluated()) {
      constax::i64 const n = x.lengths[x.rank - 1];
      for (constax::i64 i = 0; i < x.size(); ++i) y[i] = x[i - i % n + (n - 1 - i % n)];
    } else {
      constax::serial_grid grid;
      mirrored_rows(grid, y, x);
    }
  }
  static constexpr constax::value transpose(auto ct) { return constax::bind<mirrored_t>({}, ct); }
};

inline constexpr mirrored_t mirrored{};

} // namespace constax_tests
