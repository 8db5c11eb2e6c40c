// SPDX-License-Identifier: BSL-1.0
// The special functions and hypot: compiled loops, whatever their length, give the oracle's bits, at special values too.
#include "same_bits.hpp"

namespace {

namespace cx = constax;
using same_bits::input;
inline constexpr cx::dim<"n"> n;

inline constexpr auto gamma_family = [](auto x) {
  return std::tuple{cx::lgamma(x), cx::tgamma(x), cx::digamma(x), cx::polygamma(2, x), cx::zeta(1.5, cx::abs(x))};
};
inline constexpr auto incomplete = [](auto x) {
  auto const u = 0.5 + 0.5 * cx::sin(x);
  return std::tuple{cx::igamma(1.5, cx::abs(x)), cx::igammac(cx::abs(x), 2.0), cx::igamma_grad_a(1.5, cx::abs(x)),
                    cx::betainc(1.5, 2.5, u)};
};
inline constexpr auto others = [](auto x) {
  return std::tuple{cx::erf_inv(x / 10), cx::bessel_i0e(x), cx::bessel_i1e(x), cx::hypot(x, x + 1)};
};

/// Does the compiled f give the bits of the oracle's `definition`?
template <class T, class F, class Definition>
bool same_bits_everywhere(F f, Definition) {
  using P = cx::program_of<Definition, decltype(input<T, n>(1).view())>;
  auto const same = [&](input<T, n> const& x) {
    cx::vec<cx::tensor> args;
    args.push(x.tensor());
    cx::vec<cx::tensor> const expected = cx::reference::evaluate(cx::thaw(P::frozen), args);
    bool ok = true;
    cx::u32 k = 0;
    cx::for_each_leaf(
        [&](auto const& leaf) {
          cx::tensor const& t = expected[k++];
          ok &= leaf.size() == static_cast<std::int64_t>(t.size());
          for (std::int64_t i = 0; ok && i < leaf.size(); ++i) {
            T const a = leaf[i], b = t.template at<T>(static_cast<cx::u32>(i));
            ok = (a == b && std::signbit(a) == std::signbit(b)) || (a != a && b != b);
            if (!ok) UNSCOPED_INFO("result " << k - 1 << " of " << x.data()[i] << ": " << a << " instead of " << b);
          }
        },
        cx::jit(f)(x.view()));
    return ok;
  };
  bool ok = true;
  for (std::int64_t length : {0, 1, 3, 4, 7, 8, 9, 16, 17, 33}) ok &= same(input<T, n>(length));
  using limits = std::numeric_limits<T>;
  T const special[] = {T(0),
                       T(-0.0),
                       limits::infinity(),
                       -limits::infinity(),
                       limits::quiet_NaN(),
                       limits::denorm_min(),
                       -limits::denorm_min(),
                       limits::min(),
                       limits::max(),
                       limits::lowest(),
                       T(1),
                       T(-1),
                       T(0.5),
                       T(-0.5),
                       T(1.5),
                       T(-2.5),
                       T(100),
                       T(-100),
                       T(10),
                       T(-10)};
  input<T, n> x(static_cast<std::int64_t>(std::size(special)));
  for (std::size_t i = 0; i < std::size(special); ++i) x.memory[x.at + i] = special[i];
  return ok & same(x);
}

TEST_CASE("special functions give the oracle's bits in compiled loops") {
  CHECK(same_bits_everywhere<double>(gamma_family, gamma_family));
  CHECK(same_bits_everywhere<double>(incomplete, incomplete));
  CHECK(same_bits_everywhere<double>(others, others));
  CHECK(same_bits_everywhere<float>(gamma_family, gamma_family));
  CHECK(same_bits_everywhere<float>(incomplete, incomplete));
  CHECK(same_bits_everywhere<float>(others, others));
}
TEST_CASE("a last place too much is told") {
  constexpr auto off = [](auto x) { return std::tuple{cx::erf_inv(x / 10) * (1.0 + 0x1p-52)}; };
  constexpr auto right = [](auto x) { return std::tuple{cx::erf_inv(x / 10)}; };
  CHECK(!same_bits_everywhere<double>(off, right));
  CHECK(same_bits_everywhere<double>(right, right));
}

} // namespace
