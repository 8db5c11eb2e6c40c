// SPDX-License-Identifier: BSL-1.0
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("dot_general keeps the laws", "[contraction]") {
  CHECK(laws(
      [](dtype t) {
        return program_of<dot_general_t>({{t, {3, 2}}, {t, {2, 4}}}, {{1}, {0}, {}, {}});
      },
      standard, {}, {dtype::i32, dtype::u8}));
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {3, 3, 2}}, {t, {3, 2, 4}}}, {{2}, {1}, {0}, {0}}); }, standard));
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {7, 3, 5, 2}}, {t, {2, 2, 4, 5}}}, {{3}, {0}, {2}, {3}}); }, standard));
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {3}}, {t, {3}}}, {{0}, {0}, {}, {}}); })); // inner
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {2}}, {t, {3}}}, {}); }));                  // outer
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {2, 3, 4}}, {t, {4, 5, 3}}}, {{1, 2}, {2, 0}, {}, {}}); }, standard));
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {2, 3, 4}}, {t, {4, 3, 2}}}, {{1}, {1}, {2, 0}, {0, 2}}); }, standard));
  CHECK(laws([](dtype t) { return program_of<dot_general_t>({{t, {2, 0}}, {t, {0, 3}}}, {{1}, {0}, {}, {}}); }, standard)); // of nothing
}

constexpr tensor product(tensor const& x, tensor const& y, dot_general_t::params const& p) {
  tensor const args[] = {x, y};
  vec<tensor> const ys = reference::evaluate(program_of<dot_general_t>({x.type, y.type}, p), {args, 2});
  return ys[0];
}
constexpr double a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3][2] = {{1, -1}, {2, -2}, {3, -3}};
static_assert(product(tensor_of(a), tensor_of(b), {{1}, {0}, {}, {}}) == tensor_of(shape{2, 2}, {14.0, -14.0, 32.0, -32.0}));
static_assert(product(tensor_of(a), tensor_of(a), {{0}, {0}, {1}, {1}}) == tensor_of({17.0, 29.0, 45.0}));
static_assert(product(tensor_of(a), tensor_of(b), {{0, 1}, {1, 0}, {}, {}}) == tensor_of(1.0 + 4.0 + 9.0 - 4.0 - 10.0 - 18.0));
// Each step is an fma where the target has the instruction: (1 + 2^-30)^2 - 1 keeps its last bit.
constexpr bool steps_are_fma() {
  double const e = 0x1p-30, x[] = {-1.0, 1 + e}, y[] = {1.0, 1 + e};
  return equals(product(tensor_of(x), tensor_of(y), {{0}, {0}, {}, {}}), CONSTAX_HAS_FMA ? 2 * e + e * e : 2 * e);
}
static_assert(steps_are_fma());

TEST_CASE("dot_general sums in the fixed order", "[contraction]") {
  generator random{1};
  tensor const x = draw(random, {dtype::f64, {3, 700}}, standard), y = draw(random, {dtype::f64, {700}}, standard);
  tensor const z = product(x, y, {{1}, {0}, {}, {}});
  for (u32 r = 0; r < 3; ++r) {
    double sum[3] = {};
    for (u32 block = 0; block < 3; ++block) {
      double chain[8];
      for (double& c : chain) c = -0.0;
      for (u32 i = 256 * block; i < 256 * (block + 1) && i < 700; ++i)
        chain[i % 8] = constax::fma(x.at<double>(700 * r + i), y.at<double>(i), chain[i % 8]);
      for (u32 half = 4; half; half /= 2)
        for (u32 c = 0; c < half; ++c) chain[c] += chain[c + half];
      sum[block] = chain[0];
    }
    CHECK(z.at<double>(r) == (sum[0] + sum[1]) + sum[2]);
  }
}

} // namespace constax_tests
