// SPDX-License-Identifier: BSL-1.0
// Traced integers and arrays of them as indices of ndarrays, and updates there: the bits and the texts of static programs, and what is
// refused.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

namespace {

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;

/// Both ways: the same bits, and the same text, unless equations stand in another order (docs/how_to/run_time_programs.md).
template <class F, class... X> void check_bits(F const& f, X const&... x) { CHECK(same(cx::jit(f)(ndarray(x)...), cx::evaluate(f, x...))); }
template <class F, class... X> void check(F const& f, X const&... x) {
  check_bits(f, x...);
  CHECK(cx::make_jaxpr(f)(ndarray(x)...).str().view() == cx::make_jaxpr(f)(x...).str().view());
}

cx::array<double, 4, 3> const a{1, 2, 3, -1, 0.5, 2, 0.25, 4, -3, 7, -7, 1.5};
cx::array<double, 6> const v{5, 4, 3, 2, 1, 0};
cx::array<int, 5> const k{3, -1, 0, 7, 2};
cx::array<int, 2, 2> const square{1, 0, -4, 2};
cx::array<std::int64_t, 5> const wide{0, 5, -6, 2, 1};
cx::array<unsigned char, 3> const bytes{0, 2, 3};
cx::array<std::uint64_t, 4> const huge{0, ~std::uint64_t{0}, std::uint64_t{1} << 63, 7};

} // namespace

TEST_CASE("reading at traced indices") {
  check([](auto x, auto i) { return x[i]; }, a, k);
  check([](auto x, auto i) { return x[i]; }, a, 2);
  check([](auto x, auto i) { return x[i]; }, v, wide);
  check([](auto x, auto i) { return x[i]; }, a, bytes);
  check([](auto x, auto i, auto j) { return x(i, j); }, a, k, wide);
  check([](auto x, auto i, auto j) { return x(i, j); }, a, square, 1);
  check([](auto x, auto i) { return x(i, 1); }, a, k);
  check([](auto x, auto i) { return x(cx::slice(), i); }, a, square);
  check([](auto x, auto i) { return x(cx::newaxis, i, cx::slice(2_c, cx::end), cx::newaxis); }, a, k);
  check([](auto x, auto i) { return x(cx::ellipsis, i); }, a, bytes);
  check([](auto x, auto i) { return x(cx::slice(cx::end, cx::end, -1_c), i); }, a, 0);
  check_bits([](auto x, auto i) { return x.at(i).get(cx::mode::fill); }, v, k);
  check([](auto x, auto i) { return x.at(i).get(cx::mode::wrap); }, v, k);
  check_bits([](auto x, auto i, auto j) { return x.at(i, j).get(cx::mode::fill); }, a, k, wide);
  check_bits(
      [](auto x, auto i) {
        return cx::fori_loop(
            0, 4, [&](auto n, auto s) { return s + x[n] * x[i[n]]; }, x[0]);
      },
      a, k);
}
TEST_CASE("indices of 64 bits without a sign: none counts from the end, and what wraps is the remainder of the number itself") {
  constexpr auto wrapped = [](auto x, auto i) { return x.at(i).get(cx::mode::wrap); };
  CHECK(cx::evaluate(wrapped, v, huge) == cx::array<double, 4>{5, 2, 3, 4});
  check(wrapped, v, huge);
  constexpr auto written = [](auto x, auto i) { return x.at(i).add(10.0, cx::mode::wrap); };
  CHECK(cx::evaluate(written, v, huge) == cx::array<double, 6>{15, 14, 13, 12, 1, 0});
  check(written, v, huge);
  constexpr auto taken = [](auto x, auto i) { return cx::take(x, i, 0_c, cx::mode::wrap); };
  CHECK(cx::evaluate(taken, v, huge) == cx::array<double, 4>{5, 2, 3, 4});
  check_bits(taken, v, huge);
  constexpr auto along = [](auto x, auto i) { return cx::take_along_axis(x, i, 0_c, cx::mode::wrap); };
  CHECK(cx::evaluate(along, v, huge) == cx::array<double, 4>{5, 2, 3, 4});
  check_bits(along, v, huge);
  check_bits([](auto x, auto i) { return x.at(i).get(cx::mode::clip) + x.at(i).get(cx::mode::drop); }, v, huge);
}
TEST_CASE("indices of 8 bits into a longer axis: what wraps is a place of the whole axis, and one_hot has one 1") {
  constexpr auto x = [] {
    cx::array<double, 300> r{};
    for (int i = 0; i < 300; ++i) r[i] = i;
    return r;
  }();
  cx::array<std::int8_t, 3> const below{-1, 100, -128};
  cx::array<std::uint8_t, 3> const above{255, 1, 0};
  constexpr auto wrapped = [](auto y, auto i) { return y.at(i).get(cx::mode::wrap); };
  CHECK(cx::evaluate(wrapped, x, below) == cx::array<double, 3>{299, 100, 172});
  check(wrapped, x, below);
  check(wrapped, x, above);
  constexpr auto written = [](auto y, auto i) { return y.at(i).add(1000.0, cx::mode::wrap)[cx::slice(295_c, cx::end)]; };
  CHECK(cx::evaluate(written, x, below) == cx::array<double, 5>{295, 296, 297, 298, 1299});
  check(written, x, below);
  constexpr auto both = [](auto y, auto i) { return cx::reshape<2, 150>(y).at(i, i).get(cx::mode::wrap); };
  CHECK(cx::evaluate(both, x, below) == cx::array<double, 3>{299, 100, 22});
  check(both, x, below);
  constexpr auto along = [](auto y, auto i) { return cx::take_along_axis(y, i, 0_c, cx::mode::wrap); };
  CHECK(cx::evaluate(along, x, below) == cx::array<double, 3>{299, 100, 172});
  check_bits(along, x, below);
  constexpr auto taken = [](auto y, auto i) { return cx::take(y, i, 0_c, cx::mode::wrap); };
  CHECK(cx::evaluate(taken, x, below) == cx::array<double, 3>{299, 100, 172});
  check_bits(taken, x, below);
  constexpr auto slope = cx::grad([](auto y, auto i) { return cx::sum(y.at(i).get(cx::mode::wrap) * cx::iota<double>(i, 0_c)); });
  CHECK(same(slope(ndarray(x), ndarray(below)), slope(x, below)));
  CHECK(slope(x, below)[172] == 2.0);
  constexpr auto hot = [](auto i) { return cx::sum(cx::one_hot<300>(i), 1_c); };
  CHECK(cx::evaluate(hot, below) == cx::array<double, 3>{0, 1, 0});
  CHECK(cx::evaluate(hot, above) == cx::array<double, 3>{1, 1, 1});
  check(hot, below);
  check(hot, above);
}
namespace {
/// roll of 0, 1, ..., N - 1 by a shift of type T, against the definition: at run time, and as a static program.
template <class T, auto N> void check_roll(bool with_static) {
  cx::array<double, N> x;
  for (int i = 0; i < N; ++i) x[i] = i;
  auto const roll = [](auto v, auto s) { return cx::roll(v, s); };
  std::vector<long long> shifts{0, 1, 3, 100, 127, N - 1, N, N + 1};
  if (std::is_signed_v<T>) shifts.insert(shifts.end(), {-1, -100, -128});
  if (sizeof(T) == 8) shifts.push_back(std::numeric_limits<long long>::max());
  for (long long s : shifts) {
    if (!std::in_range<T>(s)) continue;
    cx::array<double, N> expected;
    for (int i = 0; i < N; ++i) expected[static_cast<int>(((i + s % N) % N + N) % N)] = i;
    INFO("length " << N << ", shift " << s << ", " << sizeof(T) << " bytes");
    CHECK(same(cx::jit(roll)(ndarray(x), ndarray(static_cast<T>(s))), expected));
    if (with_static) CHECK(cx::jit(roll)(x, static_cast<T>(s)) == expected);
  }
  if constexpr (std::is_same_v<T, std::uint64_t>) // modulo N, not as a number with a sign
    CHECK(same(cx::jit(roll)(ndarray(x), ndarray(~T{0})), cx::jit(roll)(ndarray(x), ndarray(static_cast<int>(~T{0} % N)))));
}
template <class T> void check_rolls() {
  constexpr bool narrow = sizeof(T) == 1 || std::is_unsigned_v<T>;
  check_roll<T, 5>(narrow), check_roll<T, 128>(false), check_roll<T, 300>(narrow);
}
template <class T> void check_unravel(std::initializer_list<int> numbers) {
  auto const f = [](auto i) { return cx::unravel_index<3, 128>(i); };
  for (int k : numbers) {
    INFO(k << " in " << sizeof(T) << " bytes");
    auto const [row, column] = cx::jit(f)(ndarray(static_cast<T>(k)));
    int const at = k < 0 ? k + 3 * 128 : k;
    CHECK((static_cast<double>(row) == at / 128 && static_cast<double>(column) == at % 128));
    auto const there = cx::evaluate(f, static_cast<T>(k));
    CHECK((static_cast<int>(there[0]) == at / 128 && static_cast<int>(there[1]) == at % 128));
  }
}
} // namespace
TEST_CASE("shifts and numbers of elements in integers that do not hold the lengths, or have no sign") {
  check_rolls<std::int8_t>(), check_rolls<std::uint8_t>(), check_rolls<int>(), check_rolls<std::uint32_t>();
  check_rolls<std::int64_t>(), check_rolls<std::uint64_t>();
  check_unravel<std::int8_t>({0, 5, 100, 127, -1}), check_unravel<std::uint8_t>({0, 100, 255}), check_unravel<int>({0, 129, 383, -1});
}

TEST_CASE("updates") {
  check([](auto x, auto i, auto y) { return x.at(i).set(y); }, v, k, 2.5);
  check([](auto x, auto i) { return x.at(i).add(1.5); }, v, square);
  check([](auto x, auto i, auto y) { return x.at(i).add(y); }, a, k, cx::array<double, 3>{10, 20, 30});
  check([](auto x, auto i, auto y) { return x.at(cx::slice(), i).mul(y); }, a, bytes,
        cx::array<double, 4, 3>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  check([](auto x, auto i) { return x.at(i, 1).min(0.0); }, a, k);
  check([](auto x, auto i) { return x.at(i, cx::slice(cx::end, cx::end, -2_c)).max(3); }, a, 1);
  check([](auto x) { return x.at(cx::slice(0_c, cx::end, 2_c), 1).set(0.0); }, a);
  check([](auto x) { return x.at(2).set(0.0); }, a);
  check([](auto x, auto i) { return x.at(i, cx::newaxis).subtract(1.0); }, v, k);
  check([](auto x, auto i) { return x.at(i).add(1.0, cx::mode::clip); }, v, k);
  check([](auto x, auto i) { return x.at(i).set(1.0, cx::mode::wrap); }, v, k);
  constexpr auto loss = [](auto x, auto i) { return cx::sum(cx::sin(x.at(i).add(x[i] * 2.0))); };
  CHECK(same(cx::grad(loss)(ndarray(v), ndarray(k)), cx::grad(loss)(v, k)));
  constexpr auto rows = [](auto x, auto i) { return cx::vmap([](auto r, auto j) { return r[j]; })(x, i); };
  CHECK(same(cx::jit(rows)(ndarray(a), ndarray{2, 0, 1, 2}), cx::jit(rows)(a, cx::array<int, 4>{2, 0, 1, 2})));
}
TEST_CASE("slices of numbers that are known at run time") {
  static int const one = 1, three = 3, minus = -1;
  auto const gives = [](auto const& late, auto const& known) { // the bits and the text of a slice that its type tells
    CHECK(cx::jit(late)(ndarray(a)) == cx::jit(known)(ndarray(a)));
    CHECK(cx::make_jaxpr(late)(ndarray(a)).str().view() == cx::make_jaxpr(known)(ndarray(a)).str().view());
  };
  gives([](auto x) { return x[cx::slice(one, three)]; }, [](auto x) { return x[cx::slice(1_c, 3_c)]; });
  gives([](auto x) { return x(cx::slice(one, cx::end), minus); }, [](auto x) { return x(cx::slice(1_c, cx::end), -1); });
  gives([](auto x) { return x[cx::slice(cx::end, minus)]; }, [](auto x) { return x[cx::slice(cx::end, -1_c)]; });
  gives([](auto x) { return x(cx::ellipsis, cx::slice(cx::end, cx::end, minus)); },
        [](auto x) { return x(cx::ellipsis, cx::slice(cx::end, cx::end, -1_c)); });
  gives([](auto x) { return x[cx::slice(three, 0, -2)]; }, [](auto x) { return x[cx::slice(3_c, 0_c, -2_c)]; });
  gives([](auto x) { return x[cx::slice(one, 99)]; }, [](auto x) { return x[cx::slice(1_c, cx::end)]; });
  gives([](auto x) { return x.at(cx::slice(0, three, 2)).set(0.0); }, [](auto x) { return x.at(cx::slice(0_c, 3_c, 2_c)).set(0.0); });
  gives([](auto x) { return x[cx::slice(cx::none, three)]; }, [](auto x) { return x[cx::slice(cx::none, 3_c)]; });
  gives([](auto x) { return x[cx::slice(one, cx::none, minus)]; }, [](auto x) { return x[cx::slice(1_c, cx::none, -1_c)]; });
  gives([](auto x) { return x[cx::slice(cx::none, cx::none, minus)]; }, [](auto x) { return x[cx::slice(cx::none, cx::none, -1_c)]; });
  gives([](auto x) { return x[cx::slice(one, three, cx::none)]; }, [](auto x) { return x[cx::slice<1, 3>()]; });
  gives([](auto x) { return x(cx::none, one); }, [](auto x) { return x(cx::newaxis, 1); });
  CHECK_THROWS_AS(cx::jit([](auto x) { return x[cx::slice(0, 2, one - 1)]; })(ndarray(a)), cx::index_error);
}
TEST_CASE("what is refused") {
  CHECK(thrown<cx::type_error>([] { cx::jit([](auto x, auto i) { return x[i]; })(ndarray(v), ndarray{0.5}); }) ==
        "[constax] index: a traced index is an integer or an array of integers; convert it with cx::astype<int>(i)");
  CHECK(thrown<cx::type_error>([] { cx::jit([](auto x) { return x[x > 2.0]; })(ndarray(v)); }) ==
        "[constax] index: how many elements bools choose is not known while the program is recorded; keep all of them, cx::where(c, x, "
        "0.0), or "
        "say how many there are, x[cx::flatnonzero<4>(c)]; to set them, cx::where(c, v, x)");
  CHECK(thrown<cx::index_error>([] { cx::jit([](auto x, auto i) { return x(i, i); })(ndarray(v), ndarray(k)); }) ==
        "[constax] index: more indices than axes of a traced value of type f64[6]");
  CHECK(thrown<cx::shape_error>([] {
          cx::jit([](auto x, auto i, auto j) { return x(i, j); })(ndarray(a), ndarray(k), ndarray{1, 2});
        }) == "[constax] index: arrays of indices of types i32[5] i32[2] do not broadcast to one shape; reshape one of them");
  CHECK(thrown<cx::index_error>([] { cx::jit([](auto x, auto i) { return x.at(i, 9).set(0.0); })(ndarray(a), ndarray(k)); }) !=
        "nothing was thrown");
  CHECK(thrown<cx::shape_error>([] { cx::jit([](auto x, auto i) { return x.at(i).set(x); })(ndarray(v), ndarray(k)); }) ==
        "[constax] scatter: shapes f64[6] and f64[5] do not broadcast; reshape one of them, or name equal symbols");
}
