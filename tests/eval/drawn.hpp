// SPDX-License-Identifier: BSL-1.0
#pragma once
// drawn: does a compiled program that draws numbers give the oracle's bits, with one thread and with two?
#include <constax/constax.hpp>
#include <constax/eval/reference.hpp>

#include <span>
#include <vector>
#if defined(_OPENMP)
#include <omp.h>
#endif

namespace drawn {

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;
using key = cx::prng_key<cx::threefry>;

inline constexpr cx::dim<"n"> n;

inline void use_threads([[maybe_unused]] int count) {
#if defined(_OPENMP)
  omp_set_num_threads(count);
#endif
}
template <class X>
bool same(X const& leaf, cx::tensor const& t) {
  using T = typename X::value_type;
  bool all = leaf.size() == static_cast<std::int64_t>(t.size());
  for (std::int64_t i = 0; all && i < leaf.size(); ++i) all = cx::word_of<T>(leaf[i]) == t.words[static_cast<cx::u32>(i)];
  return all;
}
/// f(key, x) compiled and by the oracle; x has this length, and says what n is.
template <class F>
bool same_bits(F const& f, std::int64_t length) {
  using P = cx::program_of<F, key, cx::view<double const, n>>;
  std::vector<double> const x(static_cast<std::size_t>(length), 0.5);
  cx::tensor args[] = {cx::tensor(cx::aval{cx::dtype::u64, {}}), cx::tensor(cx::aval{cx::dtype::f64, {cx::extent(length)}})};
  args[0].put(0, jr::key(42).word);
  for (cx::u32 i = 0; i < args[1].size(); ++i) args[1].put(i, 0.5);
  auto const expected = cx::reference::evaluate(cx::thaw(P::frozen), {args, 2});
  bool good = expected.size() == 4;
  for (int threads : {1, 2}) {
    use_threads(threads);
    auto const [a, b, c, d] = cx::jit(f)(jr::key(42), cx::view<double const, n>(std::span(x)));
    good = good && same(a, expected[0]) && same(b, expected[1]) && same(c, expected[2]) && same(d, expected[3]);
  }
  return good;
}

} // namespace drawn
