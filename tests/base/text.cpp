// SPDX-License-Identifier: BSL-1.0
// text: numbers are the shortest that read back, as std::to_chars has it, in Python's spelling.
#include <constax/base/text.hpp>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../support/catch.hpp"
#include "../support/domains.hpp"

namespace {
using namespace constax;

constexpr bool numbers_are_spelt_as_python_does() {
  return number_text(2.0) == "2.0" && number_text(-0.0) == "-0.0" && number_text(0.1) == "0.1" && number_text(1e-8) == "1e-08" &&
         number_text(1e16) == "1e+16" && number_text(1e15) == "1000000000000000.0" && number_text(0.0001) == "0.0001" &&
         number_text(0.00001) == "1e-05" && number_text(123456.75) == "123456.75" &&
         number_text(static_cast<double>(0.1f), true) == "0.1" && number_text(__builtin_inf()) == "inf" &&
         number_text(-__builtin_inf()) == "-inf" && number_text(__builtin_nan("")) == "nan";
}
static_assert(numbers_are_spelt_as_python_does());
static_assert(number_text(1.5e300) == "1.5e+300");
TEST_CASE("numbers are spelt as Python does") {
  CHECK(numbers_are_spelt_as_python_does());
  CHECK(number_text(5e-324) == "5e-324");
  CHECK(number_text(1.7976931348623157e308) == "1.7976931348623157e+308");
}

/// The digits and the exponent of a number's text, without its spelling.
std::string digits_of(std::string_view s) {
  std::string digits;
  int point = 0, exponent = 0;
  bool after = false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 'e') {
      exponent = std::atoi(std::string(s.substr(i + 1)).c_str());
      break;
    }
    if (s[i] == '.') after = true;
    else if (s[i] != '-' && s[i] != '+') digits += s[i], point += !after;
  }
  std::size_t lead = 0;
  while (lead < digits.size() && digits[lead] == '0') ++lead;
  point -= static_cast<int>(lead);
  digits.erase(0, lead);
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return digits + "@" + std::to_string(point + exponent);
}
template <class T>
std::size_t misprinted(int n) {
  constax_tests::generator r{42};
  std::size_t wrong = 0;
  for (int i = 0; i < n; ++i) {
    std::uint64_t const bits = r.bits();
    T x;
    std::memcpy(&x, &bits, sizeof x);
    if (i % 4 == 1) x = static_cast<T>(r.normal());
    if (i % 4 == 2) x = static_cast<T>(r.integer(-1000000, 1000000)) / T(1000);
    if (x != x || x - x != 0) continue;
    char buffer[64];
    auto const end = std::to_chars(buffer, buffer + 64, x, std::chars_format::scientific).ptr;
    text const t = number_text(static_cast<double>(x), sizeof(T) == 4);
    std::string const ours(t.view());
    if (digits_of({buffer, static_cast<std::size_t>(end - buffer)}) != digits_of(ours)) ++wrong;
    T back = 0;
    std::from_chars(ours.data(), ours.data() + ours.size(), back);
    if (std::memcmp(&back, &x, sizeof x) != 0) ++wrong;
  }
  return wrong;
}
TEST_CASE("doubles read back and are as short as std::to_chars makes them") { CHECK(misprinted<double>(100000) == 0); }
TEST_CASE("floats read back and are as short as std::to_chars makes them") { CHECK(misprinted<float>(100000) == 0); }

constexpr bool integers_print() {
  text t;
  t << i64{-9223372036854775807 - 1} << ' ' << u64{18446744073709551615u} << ' ' << 0 << ' ' << -7 << ' ' << u32{9};
  return t == "-9223372036854775808 18446744073709551615 0 -7 9";
}
static_assert(integers_print());
TEST_CASE("integers print") { CHECK(integers_print()); }
} // namespace
