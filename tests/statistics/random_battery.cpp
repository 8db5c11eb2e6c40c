// SPDX-License-Identifier: BSL-1.0
// random_battery [SmallCrush | Crush] [threefry | rbg | philox | philox2] [stream]: TestU01's batteries on random bits. Prints a line for
// each stream of 32-bit numbers, and for the same with bits in the reverse order: TestU01 looks at the upper bits. Fails where a
// probability is within 10^-10 of 0 or 1, which is what TestU01 calls a clear failure.
#include <constax/constax.hpp>

extern "C" {
#include <testu01/bbattery.h>
#include <testu01/swrite.h>
#include <testu01/unif01.h>
}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;
using cx::u32, cx::u64;

constexpr int block = 1 << 12;
using numbers = cx::array<u32, block>;

/// Numbers first, first + 1, ... that a key draws.
template <class Impl, class K, class I> constexpr auto drawn_from(K const& key, I const& first) {
  auto const count = [] { return cx::detail::word(0); }; // asked for by no layout here
  return cx::detail::bits_numbered<u32, Impl>(cx::detail::words_of_key<cx::key_reader::bits>(key),
                                              cx::detail::places_in<cx::shape{cx::extent(block)}>() + first, count);
}

// ---- streams: 2^12 numbers at a time, of the key and of how many have been drawn
// ----------------------------------------------------------

template <class Impl> constexpr auto one_key = [](auto key, auto first) { return drawn_from<Impl>(key, first); };
template <class Impl>
constexpr auto split_keys =
    [](auto key, auto first) { return cx::vmap([](auto k) { return jr::bits(k); })(jr::split<block>(jr::fold_in(key, first))); };
template <class Impl>
constexpr auto a_bit_of_each = [](auto key, auto first) {
  auto const words = cx::vmap([=](auto k) { return drawn_from<Impl>(k, first); })(jr::split<32>(key));
  auto const row = cx::reshape<32, 1>(cx::arange<u32, 32>());
  auto const bit = cx::shift_right_logical(words, (row + cx::arange<u32, block>()) & 31u) & 1u;
  return cx::sum(cx::shift_left(bit, row), 0_c);
};

numbers (*draw)(u64 first) = nullptr;
numbers buffer;
u64 taken = 0;
template <class Impl, class F> numbers draw_by(u64 first) { return cx::jit(F{})(jr::key<Impl>(2024), first); }
unsigned int next() {
  if (taken % block == 0) buffer = draw(taken);
  return buffer[static_cast<cx::i64>(taken++ % block)];
}
unsigned int next_reversed() {
  u32 x = next(), y = 0;
  for (int i = 0; i < 32; ++i) y = y << 1 | (x >> i & 1);
  return y;
}

/// What the probabilities of a battery come to.
struct outcome {
  int tests = 0, beyond = 0;
  double least = 1; // how near to 0 or 1
  void take_last() {
    for (int i = 0; i < bbattery_NTests; ++i) {
      double const p = bbattery_pVal[i], from_end = std::fmin(p, 1 - p);
      least = std::fmin(least, from_end), beyond += from_end < 1e-3, ++tests;
    }
  }
};
/// Crush, a test at a time: it takes an hour or more, and stderr says how far it is.
outcome crush(unif01_Gen* generator) {
  constexpr int tests = 96;
  outcome all;
  for (int test = 1; test <= tests; ++test) {
    int repetitions[tests + 1] = {};
    repetitions[test] = 1;
    bbattery_RepeatCrush(generator, repetitions);
    all.take_last();
    std::fprintf(stderr, "Crush %d of %d: 2^%.1f numbers, %d probabilities, %d within 10^-3 of 0 or 1, the nearest %.1e\n", test, tests,
                 std::log2(static_cast<double>(taken)), all.tests, all.beyond, all.least);
  }
  return all;
}

double worst = 1; // how near to 0 or 1
void ask(char const* impl, char const* stream, std::string_view battery, bool reversed) {
  taken = 0;
  std::string name = std::string(impl) + ", " + stream;
  unif01_Gen* const generator = unif01_CreateExternGenBits(name.data(), reversed ? next_reversed : next);
  outcome found;
  if (battery == "Crush") found = crush(generator);
  else bbattery_SmallCrush(generator), found.take_last();
  unif01_DeleteExternGenBits(generator);
  worst = std::fmin(worst, found.least);
  std::printf("| %s | %s%s | %s | 2^%.1f | %d | %d | %.1e |\n", impl, stream, reversed ? ", reversed" : "", std::string(battery).c_str(),
              std::log2(static_cast<double>(taken)), found.tests, found.beyond, found.least);
  std::fflush(stdout);
}

template <class Impl> void ask_streams(char const* impl, std::string_view battery, std::string_view wanted) {
  auto const stream = [&]<class F>(char const* name, F) {
    if (!wanted.empty() && wanted != name) return;
    draw = draw_by<Impl, F>;
    for (bool reversed : {false, true}) ask(impl, name, battery, reversed);
  };
  stream("one key", one_key<Impl>);
  stream("split keys", split_keys<Impl>);
  stream("a bit of each", a_bit_of_each<Impl>);
}

} // namespace

int main(int argc, char** argv) {
  std::string_view const battery = argc > 1 ? argv[1] : "SmallCrush", impl = argc > 2 ? argv[2] : "", stream = argc > 3 ? argv[3] : "";
  if (battery != "SmallCrush" && battery != "Crush") return std::fprintf(stderr, "the batteries are SmallCrush and Crush\n"), 2;
  swrite_Basic = FALSE;
  std::printf(
      "| keys | stream | battery | numbers | probabilities | within 10^-3 of 0 or 1 | the nearest |\n|---|---|---|---|---|---|---|\n");
  if (impl.empty() || impl == "threefry") ask_streams<cx::threefry>("threefry", battery, stream);
  if (impl.empty() || impl == "rbg") ask_streams<cx::rbg>("rbg", battery, stream);
  if (impl.empty() || impl == "philox") ask_streams<cx::philox>("philox", battery, stream);
  if (impl.empty() || impl == "philox2") ask_streams<cx::philox2>("philox2", battery, stream);
  return worst > 1e-10 ? 0 : 1;
}
