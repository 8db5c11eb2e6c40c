// SPDX-License-Identifier: BSL-1.0
// Outputs that overlap inputs or each other: right where the plan proves it harmless, else refused before a write.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;

using in = cx::view<double const, n>;
using out = cx::view<double, n>;

std::vector<double> counting(std::size_t count) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<double>(i) + 1;
  return x;
}

TEST_CASE("in place, element by element") {
  for (std::size_t count : {1u, 7u, 8u, 9u, 1000u}) {
    auto x = counting(count);
    auto const y = counting(count);
    cx::evaluate_into(out(x), [](auto a, auto b) { return a * b + 1.0; }, in(x), in(y));
    bool good = true;
    for (std::size_t i = 0; i < count; ++i) good &= x[i] == y[i] * y[i] + 1;
    CHECK(good);
  }
}
TEST_CASE("in place where elements change places: refused, nothing written") {
  auto const before = counting(100);
  auto x = before;
  auto const reversed = refusal([&] { cx::evaluate_into(out(x), [](auto a) { return cx::flip(a) * 1.0 + 0.5; }, in(x)); });
  INFO(reversed);
  CHECK(says(reversed, {"output leaf 0", "argument leaf 0", "overlap"}));
  CHECK(x == before);
  auto const shifted = refusal([&] { cx::evaluate_into(out(x.data(), 99), [](auto a) { return a * 2.0; }, in(x.data() + 1, 99)); });
  CHECK(says(shifted, {"output leaf 0", "argument leaf 0"}));
  CHECK(x == before);
  auto const summed = refusal([&] { cx::evaluate_into(out(x), [](auto a) { return a / cx::sum(a); }, in(x)); });
  bool const right = summed == "accepted" && x[1] == before[1] / 5050; // refused, or done right
  CHECK((right || (says(summed, {"output leaf 0"}) && x == before)));
}
TEST_CASE("many arguments and results: one pair that overlaps is found, neighbours are not") {
  auto const before = counting(16 * 100 + 50);
  auto x = before;
  auto const call = [&](std::ptrdiff_t from_fifth, std::ptrdiff_t to_seventh) {
    auto const input = [&](std::ptrdiff_t k) { return in(x.data() + (k == 5 ? from_fifth : 100 * k), 100); };
    auto const output = [&](std::ptrdiff_t k) { return out(x.data() + (k == 7 ? to_seventh : 800 + 100 * k), 100); };
    std::array<out, 8> to{output(0), output(1), output(2), output(3), output(4), output(5), output(6), output(7)};
    cx::evaluate_into(
        to, [](auto... a) { return std::array{(a * 2.0)...}; }, input(0), input(1), input(2), input(3), input(4), input(5), input(6),
        input(7));
  };
  auto const argument = refusal([&] { call(1599, 1500); });
  INFO(argument);
  CHECK(says(argument, {"output leaf 7", "argument leaf 5"}));
  auto const result = refusal([&] { call(500, 1401); });
  INFO(result);
  CHECK(says(result, {"output leaf 6", "output leaf 7"}));
  CHECK(x == before);
  CHECK(refusal([&] { call(500, 1500); }) == "accepted");
  CHECK(x[800] == 2 * before[0]);
  CHECK(x[1599] == 2 * before[799]);
}
TEST_CASE("neighbours do not overlap") {
  auto x = counting(100);
  auto const reversed = [](auto a) { return cx::flip(a) * 2.0; };
  CHECK(refusal([&] { cx::evaluate_into(out(x.data() + 50, 0), reversed, in(x.data() + 50, 0)); }) == "accepted"); // nothing, in one place
  CHECK(refusal([&] { cx::evaluate_into(out(x.data() + 99, 1), reversed, in(x.data(), 1)); }) == "accepted");
  CHECK(says(refusal([&] { cx::evaluate_into(out(x.data() + 50, 10), reversed, in(x.data() + 59, 10)); }),
             {"overlaps"})); // in one element, on either side
  CHECK(says(refusal([&] { cx::evaluate_into(out(x.data() + 50, 10), reversed, in(x.data() + 41, 10)); }), {"overlaps"}));
  x = counting(100);
  CHECK(refusal([&] { cx::evaluate_into(out(x.data(), 50), [](auto a) { return a * 2.0; }, in(x.data() + 50, 50)); }) == "accepted");
  CHECK(x[0] == 102);
  CHECK(x[99] == 100);
}
TEST_CASE("outputs that overlap each other are refused") {
  auto const x = counting(10);
  std::vector<double> y(15, 77.0);
  constexpr auto f = [](auto a) { return std::pair{a * 2.0, a * 3.0}; };
  auto const sentence = refusal([&] { cx::evaluate_into(std::pair{out(y.data(), 10), out(y.data() + 5, 10)}, f, in(x)); });
  INFO(sentence);
  CHECK(says(sentence, {"output leaf 0", "output leaf 1"}));
  CHECK(y == std::vector<double>(15, 77.0));
  std::vector<double> z(20);
  CHECK(refusal([&] { cx::evaluate_into(std::pair{out(z.data(), 10), out(z.data() + 10, 10)}, f, in(x)); }) == "accepted");
  CHECK(z[10] == 3);
}
TEST_CASE("an input that is an output of another kernel's reads") {
  // Two outputs: the second needs all of x, which the first overwrites.
  auto const before = counting(64 + 9);
  auto x = before;
  std::vector<double> s(before.size());
  auto const answer = refusal([&] {
    cx::evaluate_into(std::pair{out(x), out(s)}, [](auto a) { return std::pair{a + 1.0, a * cx::sum(a)}; }, in(x));
  });
  double sum = 0;
  for (double v : before) sum += v;
  bool const right = answer == "accepted" && s[3] == before[3] * sum && x[3] == before[3] + 1;
  CHECK((right || (says(answer, {"output leaf 0", "argument leaf 0"}) && x == before)));
}
TEST_CASE("scalars: the same number in and out") {
  double x = 3;
  cx::evaluate_into(x, [](auto a) { return a * a + a; }, x);
  CHECK(x == 12);
  double a = 2, b = 5;
  std::pair<double, double> p{a, b};
  auto const answer = refusal([&] { cx::evaluate_into(p, [](auto u, auto v) { return std::pair{u + v, u - v}; }, p.first, p.second); });
  bool const right = answer == "accepted" && p.first == 7 && p.second == -3;
  CHECK((right || (says(answer, {"output leaf"}) && p.first == 2 && p.second == 5)));
}
TEST_CASE("small fixed vectors in place") {
  std::vector<double> v{1, 2, 3, 4};
  cx::view<double, 4> const w(v);
  auto const answer = refusal([&] { cx::evaluate_into(w, [](auto a) { return cx::flip(a) + a[0]; }, w); });
  bool const right = answer == "accepted" && v == std::vector<double>{5, 4, 3, 2};
  bool const refused = says(answer, {"output leaf 0"}) && v == std::vector<double>{1, 2, 3, 4};
  CHECK((right || refused));
}
/// The law for small fixed vectors: wherever the result begins it is what it is elsewhere, or refused and nothing is written. How often
/// accepted?
template <class F, class Evaluate>
int right_wherever_it_begins(F const& f, Evaluate const& evaluate) {
  constexpr int length = 10, at = 12;
  int accepted = 0;
  for (int shift = -length; shift <= length; ++shift) {
    auto const before = counting(3 * length + 4);
    auto memory = before, expected = before;
    std::array<double, length> result{};
    cx::evaluate_into(cx::view<double, length>(result.data()), f, cx::view<double const, length>(before.data() + at));
    auto const answer = refusal(
        [&] { evaluate(cx::view<double, length>(memory.data() + at + shift), f, cx::view<double const, length>(memory.data() + at)); });
    if (answer == "accepted") std::copy(result.begin(), result.end(), expected.begin() + at + shift), ++accepted;
    if (memory != expected) return -1;
  }
  return accepted;
}
TEST_CASE("straight-line code that reads all before it writes may write anywhere") {
  auto const evaluate = [](auto y, auto const& f, auto x) { cx::evaluate_into(y, f, x); };
  constexpr auto rosenbrock = [](auto x) {
    auto sum = 0.0 * x[0_c];
    for (int i = 0; i < 9; ++i) sum = sum + 100.0 * cx::square(x[i + 1] - x[i] * x[i]) + cx::square(1.0 - x[i]);
    return sum;
  };
  CHECK(right_wherever_it_begins(cx::grad(rosenbrock), evaluate) == 21);
  CHECK(right_wherever_it_begins([](auto x) { return cx::flip(x) * x; }, evaluate) >= 2); // beside it at least
  CHECK(right_wherever_it_begins([](auto x) { return cx::cumsum(x) + x[0_c]; }, evaluate) >= 2);
  CHECK(right_wherever_it_begins([](auto x) { return cx::sin(x) + cx::sum(x); }, evaluate) >= 2);
  auto const wrong_twin = [](auto y, auto const&, auto x) { // flip(x) * x, element by element
    for (std::int64_t i = 0; i < y.size(); ++i) y[i] = x[y.size() - 1 - i] * x[i];
  };
  CHECK(right_wherever_it_begins([](auto x) { return cx::flip(x) * x; }, wrong_twin) == -1);
}
TEST_CASE("over an argument that is also another output, which is copied at the end") {
  std::vector<double> x{1, 2, 3}, y(3);
  auto const f = [](auto a) { return std::pair(a * 2.0, a); };
  std::string const answer = refusal([&] { cx::evaluate_into(std::pair(out(x), out(y)), f, in(x)); });
  CHECK(says(answer, {"output leaf 0"}));
  CHECK(x == std::vector<double>{1, 2, 3});
}
/// The law: over its own argument a function gives what it gives elsewhere, or is refused and nothing is written. Was it ever accepted?
template <class F, class Evaluate>
bool right_or_refused(F const& f, Evaluate const& evaluate, bool& accepted) {
  bool good = true;
  for (std::size_t count : {1u, 7u, 8u, 9u, 100u, 5000u}) {
    auto const before = counting(count);
    auto x = before, expected = before;
    cx::evaluate_into(out(expected), f, in(before));
    bool const done = refusal([&] { evaluate(out(x), f, in(x)); }) == "accepted";
    accepted |= done;
    good &= x == (done ? expected : before);
  }
  return good;
}
TEST_CASE("in place, whatever the plan is") {
  auto const evaluate = [](out y, auto const& f, in x) { cx::evaluate_into(y, f, x); };
  bool in_place = false, ever = false;
  CHECK(right_or_refused([](auto a) { return a * a - 1.0; }, evaluate, in_place));
  CHECK(in_place); // a kernel that makes -1 comes first
  CHECK(right_or_refused([](auto a) { return a / cx::sum(a); }, evaluate, ever));
  CHECK(right_or_refused([](auto a) { return cx::softmax(a / 100.0, 0_c) + a; }, evaluate, ever));
  CHECK(right_or_refused([](auto a) { return cx::cumsum(a) * cx::sum(a) + a; }, evaluate, ever));
  CHECK(right_or_refused([](auto a) { return cx::flip(a) * a; }, evaluate, ever));
  CHECK(right_or_refused([](auto a) { return a - a[0_c] + cx::flip(cx::exp(-a)); }, evaluate, ever));
  CHECK(right_or_refused(cx::grad([](auto a) { return cx::mean(cx::sin(a) * a); }), evaluate, ever));
  auto const wrong_twin = [](out y, auto const&, in x) { // flip(a) * a, element by element
    for (std::int64_t i = 0; i < y.size(); ++i) y[i] = x[y.size() - 1 - i] * x[i];
  };
  CHECK_FALSE(right_or_refused([](auto a) { return cx::flip(a) * a; }, wrong_twin, ever));
}

} // namespace
