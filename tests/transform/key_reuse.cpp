// SPDX-License-Identifier: BSL-1.0
// find_key_reuse on programs that are recorded at run time: who uses a key up a second time, and what is no use. (As compile errors:
// tests/errors/key_*.cpp.)
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/recorded.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;
using key = cx::prng_key<cx::threefry>;

inline constexpr cx::dim<"n"> n;

/// The fault of f on a key, or on what is given.
template <class F, class... X>
fault reuse(F const& f, X const&... x) {
  jaxpr const j = recorded(f, cx::spec<key>{}, x...);
  REQUIRE_FALSE(j.fault);
  return find_key_reuse(j);
}
bool twice(fault const& f, std::string_view second, std::string_view first) {
  return f.code == fault_code::key_used_twice && f.where == second && f.detail == first;
}
bool in_loop(fault const& f, std::string_view user, std::string_view loop) {
  return f.code == fault_code::key_used_in_loop && f.where == user && f.detail == loop;
}
constexpr auto draw = [](auto k) { return jr::normal(k); };

TEST_CASE("elements of arrays of keys are told apart, whatever moved them") {
  CHECK_FALSE(reuse([](auto k) {
    auto const keys = jr::split<2, 3>(k);
    auto const turned = cx::transpose(keys);
    return draw(keys(0, 0)) + draw(turned(1, 0)) + draw(turned(2, 1));
  }));
  CHECK(twice(reuse([](auto k) {
    auto const keys = jr::split<2, 3>(k);
    return draw(keys(0, 1)) + jr::cauchy(cx::transpose(keys)(1, 0));
  }), "random::cauchy", "random::normal"));
  CHECK(twice(reuse([](auto k) {
    auto const keys = jr::split<4>(k);
    auto const some = cx::concatenate(keys[cx::slice(2_c, 4_c)], keys[cx::slice(0_c, 1_c)]);
    return draw(keys[0]) + cx::sum(cx::vmap(draw)(some));
  }), "random::normal", "random::normal"));
  CHECK_FALSE(reuse([](auto k) {
    auto const keys = jr::split<4>(k);
    return draw(keys[1]) + cx::sum(cx::vmap(draw)(cx::concatenate(keys[cx::slice(2_c, 4_c)], keys[cx::slice(0_c, 1_c)])));
  }));
}
TEST_CASE("what may be one of several keys uses all of them up") {
  auto const choose = [](auto k, auto x) {
    auto const [a, b] = jr::split(k);
    return draw(cx::where(x > 0.0, a, b)) + jr::uniform(b);
  };
  CHECK(twice(reuse(choose, cx::spec<double>{}), "random::uniform", "random::normal"));
  auto const branch = [](auto k, auto x) {
    auto const [a, b] = jr::split(k);
    auto const chosen = cx::cond(x > 0.0, [](auto p, auto) { return p; }, [](auto, auto q) { return q; }, a, b);
    return draw(chosen) + jr::uniform(a);
  };
  CHECK(twice(reuse(branch, cx::spec<double>{}), "random::uniform", "random::normal"));
}
TEST_CASE("what one branch uses up is used up") {
  auto const branch = [](auto k, auto x) {
    auto const y = cx::cond(x > 0.0, [](auto of, auto v) { return v + draw(of); }, [](auto, auto v) { return v; }, k, x);
    return y + jr::uniform(k);
  };
  CHECK(twice(reuse(branch, cx::spec<double>{}), "random::uniform", "random::normal"));
  auto const both = [](auto k, auto x) { return cx::cond(x > 0.0, draw, [](auto of) { return jr::uniform(of); }, k); };
  CHECK_FALSE(reuse(both, cx::spec<double>{}));
}
TEST_CASE("long arrays of keys, and those of symbolic length, are followed as a whole") {
  CHECK_FALSE(reuse([](auto k) {
    auto const keys = jr::split<1000>(k);
    return draw(keys[0]) + draw(keys[1]);
  }));
  CHECK(twice(reuse([](auto k) {
    auto const keys = jr::split<1000>(k);
    return cx::sum(cx::vmap(draw)(keys)) + cx::sum(cx::vmap(draw)(cx::reshape<1000>(cx::reshape<10, 100>(keys))));
  }), "random::normal", "random::normal"));
  auto const step = [](auto of) { // whose rows are of symbolic length
    auto const [next, now] = jr::split(of);
    return std::pair{next, draw(now)};
  };
  auto const rows = [step](auto, auto keys) {
    return cx::vmap([step](auto of) { return cx::scan(step, of, cx::length<3>).second; })(keys);
  };
  CHECK_FALSE(reuse(rows, cx::spec<key, n>{}));
  auto const twice_in_rows = [](auto, auto keys) {
    return cx::vmap([](auto of) {
      auto const [a, b] = jr::split(of);
      return draw(a) + jr::uniform(a) + draw(b);
    })(keys);
  };
  CHECK(twice(reuse(twice_in_rows, cx::spec<key, n>{}), "random::uniform", "random::normal"));
  auto const symbolic = [](auto, auto keys) { return cx::sum(cx::vmap(draw)(keys)) + cx::sum(cx::vmap(draw)(keys)); };
  CHECK(twice(reuse(symbolic, cx::spec<key, n>{}), "random::normal", "random::normal"));
}
TEST_CASE("loops in loops") {
  auto const from_outside = [](auto k, auto x) {
    auto const inner = [&](auto i, auto t) { return t + draw(jr::fold_in(k, i)); };
    return cx::fori_loop(0, 3, [&](auto, auto s) { return cx::fori_loop(0, 3, inner, s) + draw(k); }, x);
  };
  CHECK(in_loop(reuse(from_outside, cx::spec<double>{}), "random::normal", "scan"));
  auto const from_between = [](auto k, auto x) {
    return cx::scan([&](auto now) {
      auto const [next, mine] = jr::split(now);
      return std::pair{next, cx::fori_loop(0, 3, [&](auto, auto t) { return t + draw(mine); }, x)};
    }, k, cx::length<4>).second;
  };
  CHECK(in_loop(reuse(from_between, cx::spec<double>{}), "random::normal", "scan"));
  auto const carried = reuse([](auto k) {
    // of two keys one is drawn from, then handed on
    auto const step = [](auto s) { return std::pair{std::pair{s.second, s.first}, draw(s.first)}; };
    auto const [a, b] = jr::split(k);
    return cx::scan(step, std::pair{a, b}, cx::length<2>).second;
  });
  CHECK((carried.code == fault_code::used_key_carried && carried.where == "scan" && carried.detail == "random::normal"));
  CHECK(twice(reuse([](auto k) {
    auto const ys = cx::scan([](auto now) {
      auto const [next, mine] = jr::split(now);
      return std::pair{next, std::pair{mine, draw(mine)}}; // keys that have been drawn from come out
    }, k, cx::length<4>).second;
    return cx::sum(ys.second) + cx::sum(cx::vmap(draw)(ys.first));
  }), "random::normal", "random::normal"));
}
TEST_CASE("a carry that goes round as it is stays the key that it was") {
  auto const round = [](auto k, auto xs) {
    auto const [a, b] = jr::split(k);
    auto const step = [](auto s, auto x) { return std::pair{std::tuple{std::get<0>(s), std::get<1>(s), std::get<2>(s) + x}, x}; };
    auto const [p, q, sum] = cx::scan(step, std::tuple{a, b, 0.0}, xs).first;
    return sum + draw(q) + jr::uniform(b);
  };
  CHECK(twice(reuse(round, cx::spec<double, 5>{}), "random::uniform", "random::normal"));
}
TEST_CASE("programs are lowered to words") {
  jaxpr const j = recorded([](auto k) { return cx::sum(cx::vmap(draw)(jr::split<3>(k))); }, cx::spec<key>{});
  CHECK(detail::holds_keys(j));
  CHECK_FALSE(detail::holds_keys(lower(j)));
}
TEST_CASE("known keys are what their words are") {
  CHECK(twice(reuse([](auto) { return draw(jr::key(1)) + jr::gumbel(jr::key(1)); }), "random::gumbel", "random::normal"));
  CHECK_FALSE(reuse([](auto) { return draw(jr::key(1)) + draw(jr::key(2)); }));
  CHECK_FALSE(reuse([](auto) { return draw(jr::key(1)) + draw(jr::clone(jr::key(1))); }));
  CHECK_FALSE(reuse([](auto) { return draw(jr::key<cx::threefry>(1)) + draw(jr::key<cx::threefry_original>(1)); }));
}

} // namespace
} // namespace constax_tests
