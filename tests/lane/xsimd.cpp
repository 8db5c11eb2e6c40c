// SPDX-License-Identifier: BSL-1.0
// xsimd: batches go to packs and back with their bits, and functions on lanes give batches what they give scalars.
// needs: xsimd
#include "constax/lane/xsimd.hpp"

#include <cmath>

#include "constax/math/math.hpp"

#include "../support/catch.hpp"

namespace {
namespace cx = constax;

template <class T> void same_as_scalars() {
  using batch = xsimd::batch<T>;
  constexpr std::size_t n = batch::size;
  T in[n], out[n];
  for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<T>(0.37) * static_cast<T>(i) - static_cast<T>(1.5);
  batch const x = batch::load_unaligned(in);
  cx::on_batches([](auto v) { return v; }, x).store_unaligned(out);
  for (std::size_t i = 0; i < n; ++i) CHECK(out[i] == in[i]);
  cx::on_batches([](auto v) { return cx::math::erfc(v); }, x).store_unaligned(out);
  for (std::size_t i = 0; i < n; ++i) CHECK(out[i] == cx::math::erfc(in[i]));
  cx::on_batches([](auto v, auto w) { return cx::math::pow(v * v, w); }, x, batch(static_cast<T>(0.5))).store_unaligned(out);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::fabs(out[i] - std::fabs(in[i])) <= 4 * std::numeric_limits<T>::epsilon());
  xsimd::select(cx::on_batches([](auto v) { return v < decltype(v)(T(0)); }, x), batch(T(1)), batch(T(2))).store_unaligned(out);
  for (std::size_t i = 0; i < n; ++i) CHECK(out[i] == (in[i] < 0 ? T(1) : T(2)));
}

TEST_CASE("batches are packs in the same registers") {
  same_as_scalars<double>();
  same_as_scalars<float>();
}
}  // namespace
