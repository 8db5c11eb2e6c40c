// SPDX-License-Identifier: BSL-1.0
// clang: -O0
// Whose memory is written, when memory is allocated, and what is refused before a first write.
#include <constax/constax.hpp>

#include "../support/allocations.hpp"
#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
// Needs workspace: the row sums have to be complete before they divide.
inline constexpr auto normalised = [](auto x) { return x / cx::expand_dims(cx::sum(x, 1_c), 1_c) + cx::sum(x); };

TEST_CASE("evaluate_into allocates nothing: static shapes") {
  cx::array<double, 20, 30> x, y;
  for (std::int64_t i = 0; i < x.size(); ++i) x[i] = 1.0 + 0.01 * static_cast<double>(i);
  double v = 0;
  cx::array<double, 20, 30> g;
  long const before = allocations;
  cx::evaluate_into(y, normalised, x);
  cx::evaluate_into(std::tie(v, g), cx::value_and_grad([](auto a) { return cx::sum(cx::exp(-a) * a); }), x);
  CHECK(allocations == before);
  CHECK(g[5] == Approx(std::exp(-x[5]) * (1 - x[5])));
  CHECK(v > 0);
  std::vector<int> const twin(3); // the counter counts
  CHECK(allocations > before);
}
TEST_CASE("evaluate_into allocates nothing: symbols, from the second call on, and smaller ones after larger") {
  std::vector<double> a(300 * 40, 1.5), b(300 * 40);
  cx::view<double const, n, m> const x(a.data(), 300, 40), smaller(a.data(), 200, 7);
  cx::view<double, n, m> const y(b.data(), 300, 40), z(b.data(), 200, 7);
  cx::evaluate_into(y, normalised, x);
  long const before = allocations;
  cx::evaluate_into(y, normalised, x);
  cx::evaluate_into(z, normalised, smaller);
  cx::evaluate_into(y, normalised, x);
  CHECK(allocations == before);
  CHECK(b[7] == Approx(1.5 / 60 + 18000));
}
TEST_CASE("evaluate_into allocates nothing: regions, small ones on the stack") {
  std::vector<double> a(2000 * 100, 0.01), w(100, 0.5), y(2000, 1.0);
  std::pair<double, cx::array<double, 100>> out;
  constexpr auto f = cx::value_and_grad([](auto v, auto x, auto t) { return cx::mean(cx::softplus(-t * cx::dot(x, v))); });
  auto const call = [&](std::int64_t rows) {
    cx::evaluate_into(out, f, cx::view<double const, 100>(w.data()), cx::view<double const, n, 100>(a.data(), rows),
                      cx::view<double const, n>(y.data(), rows));
  };
  long const before = allocations;
  call(20);
  CHECK(allocations == before);
  call(2000);
  long const grown = allocations;
  call(1000), call(2000), call(20);
  CHECK(allocations == grown);
  CHECK(out.first == Approx(std::log1p(std::exp(-0.5))));
}
TEST_CASE("the caller's workspace: nothing allocated, any alignment, and too small refused before a write") {
  std::vector<double> a(300 * 40, 2.0), b(300 * 40, 77.0);
  cx::view<double const, n, m> const x(a.data(), 300, 40);
  cx::view<double, n, m> const y(b.data(), 300, 40);
  auto const needed = static_cast<std::size_t>(cx::plan(normalised)(x).workspace);
  REQUIRE(needed > 8);
  std::vector<std::byte> space(needed + 1);
  std::string const sentence = refusal([&] { cx::evaluate_into(y, std::span<std::byte>(space.data(), needed - 1), normalised, x); });
  INFO(sentence);
  CHECK(says(sentence, {"workspace", std::to_string(needed).c_str(), std::to_string(needed - 1).c_str()}));
  CHECK(b == std::vector<double>(300 * 40, 77.0));
  long const before = allocations;
  cx::evaluate_into(y, std::span<std::byte>(space.data(), needed), normalised, x);
  CHECK(allocations == before);
  auto const first = b;
  cx::evaluate_into(y, std::span<std::byte>(space.data() + 1, needed), normalised, x); // one byte past
  CHECK(b == first);
}
TEST_CASE("the caller's workspace: in memory of an argument or a result it is refused before a write; next to it it is not") {
  std::vector<double> a(300 * 40, 2.0), b(300 * 40, 77.0), both(300 * 40 + 20000, 2.0);
  cx::view<double const, n, m> const x(a.data(), 300, 40);
  auto const needed = static_cast<std::size_t>(cx::plan(normalised)(x).workspace);
  auto const bytes = [](double* p, std::size_t count) { return std::span<std::byte>(reinterpret_cast<std::byte*>(p), count); };
  auto const b_before = b, a_before = a;
  cx::view<double, n, m> const y(b.data(), 300, 40);
  CHECK(says(refusal([&] { cx::evaluate_into(y, bytes(a.data() + 5, needed), normalised, x); }), {"workspace overlaps argument leaf 0"}));
  CHECK(says(refusal([&] { cx::evaluate_into(y, bytes(b.data(), needed), normalised, x); }), {"workspace overlaps output leaf 0"}));
  CHECK((a == a_before && b == b_before));
  REQUIRE(needed <= 20000 * sizeof(double));
  cx::view<double const, n, m> const beside(both.data(), 300, 40);
  CHECK(refusal([&] { cx::evaluate_into(y, bytes(both.data() + 300 * 40, needed), normalised, beside); }) == "accepted");
  CHECK(says(refusal([&] { cx::evaluate_into(y, bytes(both.data() + 300 * 40 - 1, needed), normalised, beside); }),
             {"workspace overlaps argument leaf 0"}));
}
struct doubled_from_memory {
  operator std::span<std::byte>() const { return {}; }
  constexpr auto operator()(auto x) const { return x * 2.0; }
};
TEST_CASE("the caller's workspace: whatever a span of bytes is made from") {
  cx::array<double, 20, 30> x, y;
  for (std::int64_t i = 0; i < x.size(); ++i) x[i] = 1.0 + 0.01 * static_cast<double>(i);
  auto const expected = cx::jit(normalised)(x);
  constexpr auto needed = static_cast<std::size_t>(1 << 14);
  REQUIRE(cx::plan(normalised)(x).workspace > 0);
  REQUIRE(static_cast<std::size_t>(cx::plan(normalised)(x).workspace) <= needed);
  std::vector<std::byte> vector(needed);
  std::array<std::byte, needed> array;
  std::byte plain[needed];
  auto const gives = [&](auto&& workspace) {
    y = {};
    cx::evaluate_into(y, workspace, normalised, x);
    return y == expected;
  };
  CHECK(gives(vector));
  CHECK(gives(array));
  CHECK(gives(plain));
  CHECK(gives(std::span<std::byte, needed>(array)));
  CHECK(says(refusal([&] { cx::evaluate_into(y, vector = {}, normalised, x); }), {"workspace", "0"}));
  cx::evaluate_into(y, doubled_from_memory{}, x); // what can be called is called
  CHECK(y[1] == 2 * x[1]);
}
TEST_CASE("null views, in and out") {
  constexpr auto f = [](auto x) { return x * 2.0; };
  std::vector<double> b(4, 77.0);
  CHECK(says(refusal([&] { cx::evaluate_into(cx::view<double, n>(b), f, cx::view<double const, n>(nullptr, 4)); }),
             {"argument leaf 0", "null"}));
  CHECK(says(refusal([&] { cx::evaluate_into(cx::view<double, n>(nullptr, 4), f, cx::view<double const, n>(b)); }),
             {"output leaf 0", "null"}));
  CHECK(says(refusal([&] { cx::jit(f)(cx::view<double const, n>(nullptr, 4)); }), {"argument leaf 0", "null"}));
  CHECK(b == std::vector<double>(4, 77.0));
  CHECK(refusal([&] { cx::evaluate_into(cx::view<double, n>(nullptr, 0), f, cx::view<double const, n>(nullptr, 0)); }) ==
        "accepted"); // nothing is read
}
TEST_CASE("an output of another length: both are named") {
  constexpr auto f = [](auto x) { return std::pair{cx::sum(x), x * 2.0}; };
  std::vector<double> a(4, 1.0), b(5, 77.0);
  std::pair<double, cx::view<double, n>> own{77.0, cx::view<double, n>(b)};
  std::string const sentence = refusal([&] { cx::evaluate_into(own, f, cx::view<double const, n>(a)); });
  INFO(sentence);
  CHECK(says(sentence, {"output leaf 1", "5", "4"}));
  CHECK(own.first == 77.0);
  CHECK(b == std::vector<double>(5, 77.0));
}
TEST_CASE("negative lengths") {
  constexpr auto f = [](auto x) { return x * 2.0; };
  std::vector<double> a(4, 1.0);
  CHECK(says(refusal([&] { cx::jit(f)(cx::view<double const, n>(a.data(), -1)); }), {"-1"}));
}

} // namespace
