// SPDX-License-Identifier: BSL-1.0
// Loops over small states: a step is one kernel with lanes along the state, and what it makes are the oracle's bits, backwards too.
#include "../eval/same_bits.hpp"

#include <string>

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

/// Two cells of a recurrent net, one above the other, with weights [2,3,L]; the loss of a step has sums over the state.
inline constexpr auto cell = [](auto w, auto in, auto h) {
  return cx::tanh(in * w[0_c] + h * w[1_c]) * cx::logistic(h + w[2_c]);
};
inline constexpr auto net = [](auto w, auto state, auto xs) {
  auto const [last, losses] = cx::scan([&](auto const& carry, auto x) {
    auto const& [h0, h1, sum] = carry;
    auto const next0 = cell(w[0_c], x, h0), next1 = cell(w[1_c], next0, h1);
    auto const loss = cx::sum(x * (next1 - cx::log(2.0 + cx::sum(cx::exp(next1)))));
    return std::pair{std::tuple{next0, next1, sum + loss}, loss};
  }, std::tuple{state[0_c], state[1_c], 0.0 * cx::sum(state[0_c])}, xs);
  return std::get<2>(last) + cx::sum(std::get<0>(last)) + cx::sum(losses * losses);
};
template <int L>
void all_of_length() {
  for (int trips : {0, 1, 2, 13}) {
    INFO(trips << " trips of " << L);
    CHECK(compare(net, input<double, 2, 3, L>(), input<double, 2, L>(), input<double, n, L>(trips)));
    CHECK(compare(cx::value_and_grad(net, cx::argnums<0, 1, 2>), input<double, 2, 3, L>(), input<double, 2, L>(),
                  input<double, n, L>(trips)));
  }
}
TEST_CASE("states of any length, forwards and backwards") {
  all_of_length<14>(), all_of_length<33>();
  CHECK(compare(cx::grad(net), input<float, 2, 3, 14>(), input<float, 2, 14>(), input<float, 5, 14>()));
}
TEST_CASE("the derivative of the derivative, and a while") {
  CHECK(compare(cx::grad([](auto state) {
                  return cx::sum(cx::grad(
                      [](auto s) { return cx::fori_loop(0, 3, [](auto, auto z) { return z * cx::sin(z) + cx::sum(z); }, s)[2_c]; })(state));
                }),
                input<double, 14>()));
  CHECK(compare(
      [](auto s) {
        return cx::while_loop([](auto z) { return cx::max(z) < 100.0; }, [](auto z) { return z * 1.5 + cx::abs(z) + 1.0; }, s);
      },
      input<double, 2, 17>()));
}
TEST_CASE("a step is one kernel; slices of the sequence are read where they lie") {
  auto const text = [](auto const& plan) { return std::string(plan.str().view()); };
  auto const has = [](std::string const& s, std::string const& part) { return s.find(part) != std::string::npos; };
  static std::vector<double> const w(2 * 3 * 14), state(2 * 14), xs(9 * 14); // types that are compiled above
  cx::view<double const, 2, 3, 14> const weights(w.data());
  cx::view<double const, 2, 14> const first(state.data());
  cx::view<double const, n, 14> const sequence(xs.data(), 9);
  std::string const value = text(cx::plan(net)(weights, first, sequence));
  std::string const gradient = text(cx::plan(cx::value_and_grad(net, cx::argnums<0, 1, 2>))(weights, first, sequence));
  CHECK(has(value, "runs plan of 1 nodes: 1 kernels, 0 others; workspace 0 bytes"));
  CHECK(has(value, "straight-line code on rows"));
  CHECK(has(gradient, "runs plan of 1 nodes: 1 kernels, 0 others; workspace 0 bytes"));
  CHECK(!has(gradient, "pad"));
  std::string const later =
      text(cx::plan([](auto w0, auto s, auto x) { return net(w0, s, x[cx::slice(1_c, -1_c)]); })(weights, first, sequence));
  CHECK(!has(later, "copy"));
}

} // namespace
