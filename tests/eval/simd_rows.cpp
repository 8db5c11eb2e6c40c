// SPDX-License-Identifier: BSL-1.0
// Small arrays in rows (plan/rows.hpp): straight-line code whose lanes run along the last axis. The oracle's bits, for rows that end within
// a register.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

template <class F, class... X>
bool on_rows(F const&, X const&...) {
  auto const& code = cx::code_of<cx::program_of<F, std::remove_cvref_t<decltype(std::declval<X const&>().view())>...>>::value;
  bool any = false;
  for (cx::u32 k = 0; k < code.n_nodes; ++k)
    if (code.nodes[k].kind == cx::node_kind::kernel && code.nodes[k].nest.rank == 0)
      for (cx::u32 n : code.nodes[k].n_pre) any = any || n > 0;
  return any;
}
template <class F, class... X>
bool same_on_rows(F const& f, X const&... x) {
  return on_rows(f, x...) && compare(f, x...);
}
template <class F, class... X>
bool same_in_pieces(F const& f, X const&... x) {
  return !on_rows(f, x...) && compare(f, x...);
}

/// Elementwise functions, numbers for all lanes, rows of a matrix, one matrix over rows and columns.
inline constexpr auto mixed = [](auto w, auto x) {
  auto const y = cx::tanh(x * w[1_c] + w[0_c]), z = cx::where(y > 0.25, y, 2.0 * x);
  auto const total = cx::sum(z), most = cx::max(z);
  auto const e = cx::exp(z - most) / (1.0 + cx::sum(cx::exp(z - most)));
  return std::tuple{e, total * most, cx::sum(w, 0_c) * x, cx::sum(w, 1_c), cx::prod(cx::cos(x))};
};
template <int L>
void all_of_length() {
  INFO("rows of " << L);
  CHECK(same_on_rows(mixed, input<double, 3, L>(), input<double, L>()));
  CHECK(same_on_rows(mixed, input<float, 3, L>(), input<float, L>()));
  CHECK(same_on_rows(cx::grad([](auto w, auto x) { return cx::sum(std::get<0>(mixed(w, x)) * x); }, cx::argnums<0, 1>),
                     input<double, 3, L>(), input<double, L>()));
}
TEST_CASE("rows of any length") {
  all_of_length<8>(), all_of_length<14>(), all_of_length<16>(), all_of_length<17>(), all_of_length<33>();
}
TEST_CASE("too large for a register for each element") {
  CHECK(same_on_rows(mixed, input<double, 8, 31>(), input<double, 31>()));
  CHECK(same_on_rows([](auto w) { return std::pair{cx::sum(w[1_c][2_c] * w[0_c][3_c]), cx::sum(w, 0_c)}; }, input<double, 2, 4, 14>()));
  CHECK(same_on_rows([](auto w) { return cx::sum(w, 1_c); }, input<double, 2, 20, 6>()) == false); // short rows: loops
  CHECK(compare([](auto w) { return cx::sum(w, 1_c); }, input<double, 2, 20, 6>()));
}
TEST_CASE("numbers out of rows, rows into arrays, other types") {
  CHECK(same_on_rows([](auto x) { return cx::sin(x) * x[3_c] + x[9_c]; }, input<double, 14>()));
  CHECK(same_on_rows([](auto x, auto y) { return cx::exp(cx::stack(x, y, x * y)); }, input<double, 14>(), input<double, 14>()));
  CHECK(same_on_rows([](auto x, auto i) { return cx::astype<double>(i) * x + cx::astype<double>(cx::arange<14>()); }, input<double, 14>(),
                     input<int, 14>()));
  CHECK(same_on_rows([](auto x, auto y) { return cx::astype<double>(x) * y; }, input<float, 17>(), input<double, 17>()));
  CHECK(same_on_rows([](auto x) { return std::pair{cx::sum(x), cx::max(x, 0_c)}; }, input<int, 3, 33>()));
  CHECK(same_on_rows([](auto x) { return std::tuple{cx::sum(x, 1_c), cx::any(x > 9), cx::all(x > -20, 0_c), cx::min(x)}; },
                     input<std::int8_t, 3, 33>()));
  CHECK(same_on_rows([](auto x, auto y) { return x * cx::expand_dims(y, 1_c); }, input<double, 5, 14>(), input<double, 5>()));
}
TEST_CASE("what takes rows to pieces has a register for each element") {
  CHECK(same_in_pieces([](auto x) { return x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)]; }, input<double, 14>()));
  CHECK(same_in_pieces([](auto x) { return cx::cumsum(x) * x; }, input<double, 14>()));
  CHECK(same_in_pieces([](auto x, auto y) { return cx::dot(x, y) * x; }, input<double, 14>(), input<double, 14>()));
  CHECK(same_in_pieces([](auto x) { return cx::transpose(x) * x; }, input<double, 8, 8>()));
  CHECK(same_in_pieces([](auto x) { return x * cx::sin(x); }, input<double, 3>()));
}
TEST_CASE("rows that do not lie as rows") {
  double memory[14 * 20], expected[14], got[14];
  for (int i = 0; i < 14 * 20; ++i) memory[i] = std::cos(i);
  auto const f = [](auto x) { return cx::sin(x[1_c]) * cx::sum(x[2_c]); };
  auto const x = [&](int r, int c) { return memory[c * 20 + r * 3]; }; // columns of 20, every third
  double total = 0;
  for (int c = 0; c < 14; ++c) total += x(2, c);
  double rows[3 * 14];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 14; ++c) rows[r * 14 + c] = x(r, c);
  cx::evaluate_into(cx::view<double, 14>(expected), f, cx::view<double const, 3, 14>(rows));
  cx::evaluate_into(cx::view<double, 14>(got), f, cx::view<double const, 3, 14, cx::strided>(memory, {3, 20}));
  CHECK(std::memcmp(expected, got, sizeof got) == 0);
  double apart[2 * 14] = {};
  cx::evaluate_into(cx::view<double, 14, cx::strided>(apart, {2}), f, cx::view<double const, 3, 14, cx::strided>(memory, {3, 20}));
  bool good = true;
  for (int c = 0; c < 14; ++c) good = good && apart[2 * c] == expected[c] && apart[2 * c + 1] == 0;
  CHECK(good);
  CHECK(std::abs(got[3] - std::sin(x(1, 3)) * total) < 1e-12);
}
TEST_CASE("many functions of rows are called") {
  CHECK(same_on_rows([](auto x) { return cx::logistic(cx::tanh(x) + cx::exp(x) * cx::sin(x)); }, input<double, 8, 31>()));
}

} // namespace
