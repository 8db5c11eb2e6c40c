// SPDX-License-Identifier: BSL-1.0
// Near twins of key_*.cpp: no key is used up twice.
#include <constax/constax.hpp>

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

inline constexpr auto make_key = [] { return jr::key(0); };
inline constexpr auto draw = [](auto k) { return jr::normal(k); };

// split, and new keys instead of the old one
inline constexpr auto once = [](auto key) { return jr::normal<3>(key); };
inline constexpr auto splits = [](auto key) {
  auto const [a, b] = jr::split(key);
  return jr::normal<3>(a) + jr::uniform<3>(b);
};
inline constexpr auto replaces = [](auto key) {
  auto sum = cx::zeros<3>() + 0.0;
  auto next = key;
  for (int i = 0; i < 3; ++i) {
    auto const [k, now] = jr::split(next);
    sum += jr::normal<3>(now), next = k;
  }
  return sum;
};
// other elements of an array of keys, in any shape
inline constexpr auto elements = [](auto key) {
  auto const keys = jr::split<2, 2>(key);
  return draw(keys(0, 0)) + draw(keys(0, 1)) + cx::sum(cx::vmap(draw)(keys[1]));
};
inline constexpr auto transposed = [](auto key) {
  auto const keys = jr::split<2, 3>(key), turned = keys;
  return draw(cx::transpose(turned)(2, 0)) + draw(cx::reshape<6>(keys)[1]) + cx::sum(cx::vmap(draw)(keys(1, cx::ellipsis)));
};
// what does not draw does not use up
inline constexpr auto looks = [](auto key) {
  return jr::normal(key) + cx::sum(cx::astype<double>(jr::key_data(key))) + cx::where(key == jr::fold_in(key, 1), 1.0, 0.0);
};
inline constexpr auto folds_in = [](auto key) { return draw(jr::fold_in(key, 1)) + draw(jr::fold_in(key, 2)) + draw(key); };
inline constexpr auto clones = [](auto key) { return jr::normal<3>(jr::clone(key)) - jr::normal<3>(key); };
// branches, of which one runs; and a function that is called with two keys
inline constexpr auto branches = [](auto key, auto x) {
  return cx::cond(x > 0.0, [](auto k) { return jr::normal(k); }, [](auto k) { return jr::uniform(k); }, key);
};
inline constexpr auto chooses = [](auto key, auto x) {
  auto const [a, b] = jr::split(key);
  return draw(cx::where(x > 0.0, a, b));
};
inline constexpr auto calls = [](auto key) {
  auto const [a, b] = jr::split(key);
  auto const called = cx::jit<"draw">(draw);
  return called(a) + called(b);
};
// loops: a key of the trip, of the carry, of the slice
inline constexpr auto folds_in_loop = [](auto key, auto x) {
  return cx::fori_loop(0, 5, [&](auto i, auto y) { return y + draw(jr::fold_in(key, i)); }, x);
};
inline constexpr auto carries = [](auto key) {
  return cx::scan([](auto k) {
    auto const [next, now] = jr::split(k);
    return std::pair{next, draw(now)};
  }, key, cx::length<4>);
};
inline constexpr auto draws_from_last_carry = [](auto key) { return draw(carries(key).first); };
inline constexpr auto scans = [](auto key) {
  return cx::scan([](auto sum, auto k) { return std::pair{sum + draw(k), sum}; }, 0.0, jr::split<4>(key));
};
inline constexpr auto passes_through = [](auto key, auto xs) {
  auto const out = cx::scan([](auto k, auto x) { return std::pair{k, x * 2.0}; }, key, xs);
  return draw(out.first) + cx::sum(out.second);
};
inline constexpr auto stacks = [](auto key) {
  return cx::vmap(draw)(cx::scan([](auto k) {
    auto const [next, now] = jr::split(k);
    return std::pair{next, now};
  }, key, cx::length<4>).second);
};
inline constexpr auto mapped_none = [](auto key, auto xs) {
  return cx::vmap([](auto k, auto x) { return draw(k) + x; }, cx::in_axes<cx::none, 0>)(key, xs);
};
inline constexpr auto derived = [](auto key, auto x) { return cx::grad([&](auto y) { return y * y * draw(key); })(x); };

template <class F, class... X>
constexpr bool sound(F const& f, X const&... x) {
  (void)cx::make_jaxpr(f)(make_key(), x...);
  return true;
}
inline constexpr cx::spec<double, 3> xs;
static_assert(sound(once) && sound(splits) && sound(replaces) && sound(elements) && sound(transposed) && sound(looks) && sound(folds_in));
static_assert(sound(clones) && sound(branches, 1.0) && sound(chooses, 1.0) && sound(calls) && sound(folds_in_loop, 1.0) && sound(carries));
static_assert(sound(draws_from_last_carry) && sound(scans) && sound(passes_through, xs) && sound(stacks) && sound(mapped_none, xs));
static_assert(sound(derived, 1.0));
