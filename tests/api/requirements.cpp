// SPDX-License-Identifier: BSL-1.0
// Indices and slices of a symbolic axis that turns out too short: each way to call a program refuses them, with symbol, value and what
// asked for more, before anything is written. Views lie amid numbers that no program may read. (Which lengths are refused is enumerated in
// jaxpr/requirements.cpp.)
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
using vector_view = cx::view<double const, n>;

/// The first `count` numbers of 1, 2, 3, ...; before them, and behind, 777.
struct amid {
  std::vector<double> all;
  explicit amid(int count) : all(static_cast<std::size_t>(count) + 4, 777.0) {
    for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i) + 2] = i + 1;
  }
  vector_view view() const { return {all.data() + 2, static_cast<std::int64_t>(all.size()) - 4}; }
};
/// f accepts vectors of `enough` elements, gives `right` there, and refuses shorter ones.
template <class F>
void needs(int enough, double right, F const& f) {
  CHECK(cx::jit(f)(amid(enough).view()) == right);
  for (int count = 0; count < enough; ++count) {
    amid const x(count);
    auto const sentence = refusal([&] { cx::jit(f)(x.view()); });
    INFO(sentence);
    CHECK(says(sentence, {("needs n >= " + std::to_string(enough)).c_str(), ("n = " + std::to_string(count) + " in this call").c_str()}));
  }
}

inline constexpr auto third = [](auto x) { return x[2_c]; };
inline constexpr auto last_two = [](auto x) { return cx::sum(x[cx::slice(-2_c, cx::end)]); };

TEST_CASE("an element, from the front and from the back; the ends of a slice") {
  needs(3, 6.0, [](auto x) { return 2.0 * x[2_c]; });
  needs(1, 1.0, [](auto x) { return x[-1_c] * x[0_c]; });
  needs(2, 3.0, last_two);
  CHECK(refusal([] { cx::jit(third)(vector_view(nullptr, 0)); }) ==
        "[constax] slice: index 2 is out of bounds on axis 0 of an operand of type f64[n]; it needs n >= 3, but n = 0 in this call");
}
TEST_CASE("inside of calls, branches that are not taken, loops and rows") {
  needs(3, 6.0, [](auto x) { return 2.0 * cx::jit(third)(x); });
  needs(3, 3.0, [](auto x) { return cx::cond(x[0_c] < 0.0, third, [](auto y) { return y[0_c] * 3.0; }, x); });
  needs(2, 3.0 * 2, [](auto x) { return cx::fori_loop(0_c, 2_c, [&](auto, auto s) { return s + last_two(x); }, 0.0); });
  needs(3, 12.0, [](auto x) {
    return cx::sum(cx::vmap([](auto a, auto v) { return a * third(v); }, cx::in_axes<0, cx::none>)(cx::ones<double, 4>(), x));
  });
}
TEST_CASE("derivatives ask for what the function asks for") {
  constexpr auto gradient = cx::grad([](auto x) { return x[2_c] * x[2_c] * x[0_c]; });
  CHECK(gradient(amid(3).view())[2] == 6.0);
  amid const x(2);
  CHECK(says(refusal([&] { gradient(x.view()); }), {"needs n >= 3", "n = 2"}));
  CHECK(says(refusal([&] { cx::vjp(last_two, amid(1).view()); }), {"needs n >= 2", "n = 1"}));
  // every other row from the third on: none, of two
  constexpr auto strided = cx::grad([](auto v) { return cx::sum(cx::square(v[cx::slice(2_c, cx::end, 2_c)])); });
  std::vector<double> const two{1, 2};
  auto const d = strided(cx::view<double const, 2 * n>(two.data(), 2));
  CHECK(d.length(0) == 2);
  CHECK((d[0] == 0.0 && d[1] == 0.0));
}
TEST_CASE("nothing is written, whatever is called") {
  std::vector<double> out(3, -1.0);
  auto const untouched = out;
  amid const x(3);
  constexpr auto f = [](auto v, auto w) { return v[cx::slice(0_c, 3_c)] * w[-5_c]; };
  CHECK(says(refusal([&] { cx::evaluate_into(cx::view<double, 3>(out), f, x.view(), x.view()); }), {"needs n >= 5", "n = 3"}));
  CHECK(out == untouched);
}
TEST_CASE("two symbols in one condition") {
  constexpr auto f = [](auto x, auto y) { return cx::sum(x[cx::slice(2_c, cx::end)]) + cx::sum(y); };
  std::vector<double> const x{1, 2, 3, 4};
  auto const call = [&](int both, int second) {
    return cx::jit(f)(cx::view<double const, n + m>(x.data(), both), cx::view<double const, m>(x.data(), second));
  };
  CHECK(call(4, 3) == 3.0 + 4.0 + 6.0);
  CHECK(call(2, 2) == 3.0);
  CHECK(says(refusal([&] { call(1, 1); }), {"needs m+n >= 2", "m = 1 and n = 0"}));
}

} // namespace
