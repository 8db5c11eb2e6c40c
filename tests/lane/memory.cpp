// SPDX-License-Identifier: BSL-1.0
// memory: whole, partial and strided loads and stores move exactly their elements, and touch nothing else.
#include "constax/lane/lane.hpp"
#include "constax/lane/stream.hpp"

#include <cstring>

#include "../support/catch.hpp"
#include "../support/fenced_page.hpp"

namespace {
using namespace constax;

template <class T> T value(int i) {
  if constexpr (std::is_same_v<T, bool>) return i % 3 == 0;
  else return static_cast<T>(i + 1);
}

template <class T, int W> void check_memory(fenced_page& page) {
  CAPTURE(W, sizeof(T));
  T const fill = value<T>(99);
  for (int n = 0; n <= W; ++n) {
    for (bool at_end : {false, true}) {
      // n elements that end at the fence, or begin at it.
      T* const p = at_end ? reinterpret_cast<T*>(page.end) - n : reinterpret_cast<T*>(page.begin);
      for (int i = 0; i < n; ++i) p[i] = value<T>(i);
      auto const x = load_n<T, W>(p, n, fill);
      for (int i = 0; i < W; ++i) CHECK(extract(x, i) == (i < n ? value<T>(i) : fill));
      for (int i = 0; i < n; ++i) p[i] = T(0);
      store_n(p, x, n);
      for (int i = 0; i < n; ++i) CHECK(p[i] == value<T>(i));
      if (n == W) {
        store(p, load<T, W>(p));
        for (int i = 0; i < n; ++i) CHECK(p[i] == value<T>(i));
      }
    }
    // Strided, forwards and backwards; bytes between the elements keep their guard value.
    for (int stride : {3, -2, 1}) {
      std::memset(page.begin, 1, page.size);
      int const span = n > 0 ? (n - 1) * (stride < 0 ? -stride : stride) + 1 : 0;
      T* const low = reinterpret_cast<T*>(page.end) - span;
      T* const p = stride > 0 || n == 0 ? low : low + span - 1;
      for (int i = 0; i < n; ++i) p[i * stride] = value<T>(i);
      auto const x = load_strided<T, W>(p, stride, n, fill);
      for (int i = 0; i < W; ++i) CHECK(extract(x, i) == (i < n ? value<T>(i) : fill));
      std::memset(page.begin, 1, page.size);
      store_strided(p, stride, x, n);
      for (int i = 0; i < n; ++i) {
        CHECK(p[i * stride] == value<T>(i));
        std::memset(static_cast<void*>(p + i * stride), 1, sizeof(T));
      }
      bool untouched = true;
      for (unsigned char* b = page.begin; b != page.end; ++b) untouched &= *b == 1;
      CHECK(untouched);
    }
  }
}
template <class T> void check_widths(fenced_page& page) {
  check_memory<T, 1>(page);
  check_memory<T, 2>(page);
  check_memory<T, 8>(page);
  check_memory<T, 16>(page);
}
constexpr bool constant() {
  double a[2] = {1, 2};
  store(a, load<double, 1>(a + 1));
  store_n(a + 1, load_n<double, 1>(a, 0, 7), 1);
  store_strided(a, 5, load_strided<double, 1>(a, 3, 1, 0), 1);
  return a[0] == 2 && a[1] == 7;
}
}  // namespace

TEST_CASE("memory: streams move exactly their bytes", "[lane]") {
  alignas(64) unsigned char from[400], to[400];
  for (std::size_t i = 0; i < sizeof from; ++i) from[i] = static_cast<unsigned char>(1 + i % 251);
  bool good = true;
  for (std::size_t offset = 0; offset < 70; ++offset)
    for (std::size_t count = 0; offset + count <= 300; ++count) {
      std::memset(to, 0, sizeof to);
      stream(to + offset, from + 3, count), end_of_streams();
      for (std::size_t i = 0; i < sizeof to; ++i) good &= to[i] == (i >= offset && i < offset + count ? from[3 + i - offset] : 0);
    }
  CHECK(good);
}

TEST_CASE("memory: exactly the elements asked for", "[lane]") {
  fenced_page page;
  check_widths<float>(page);
  check_widths<double>(page);
  check_widths<bool>(page);
  check_widths<std::int8_t>(page);
  check_widths<std::uint32_t>(page);
  check_widths<std::int64_t>(page);
  static_assert(constant());
}
