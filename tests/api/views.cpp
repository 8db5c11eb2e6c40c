// SPDX-License-Identifier: BSL-1.0
// Views of memory that others own: spans, std::array, std::vector, a pointer, and anything like an mdspan.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <array>
#include <span>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

/// Like an mdspan: row-major, or column-major.
template <bool RowMajor>
struct matrix_span {
  struct layout {
    std::size_t rows, columns;
    constexpr std::size_t stride(std::size_t d) const { return RowMajor ? (d ? 1 : columns) : (d ? rows : 1); }
  };
  double* p;
  layout l;
  static constexpr std::size_t rank() { return 2; }
  constexpr std::size_t extent(std::size_t d) const { return d ? l.columns : l.rows; }
  constexpr double* data_handle() const { return p; }
  constexpr layout const& mapping() const { return l; }
};

inline constexpr auto total = cx::jit([](auto x) { return cx::sum(x); });

TEST_CASE("contiguous ranges") {
  std::vector<double> v{1, 2, 3, 4};
  std::array<double, 4> a{1, 2, 3, 4};
  double c[] = {1, 2, 3, 4};
  cx::array<double, 4> own{1.0, 2.0, 3.0, 4.0};
  CHECK(total(cx::view<double const, 4>(v)) == 10);
  CHECK(total(cx::view<double const, n>(v)) == 10);
  CHECK(total(cx::view<double, n>(a)) == 10);
  CHECK(total(cx::view<double const, 2, 2>(std::span<double const>(v))) == 10);
  CHECK(total(cx::view<double const, 4>(c)) == 10);
  CHECK(total(cx::view<double const, n>(c, 3)) == 6);
  CHECK(total(cx::view<double const, n, 2>(own)) == 10);
  CHECK(total(cx::view<double const, n, m>(c, 2, 2)) == 10);
  CHECK(total(own) == 10);
}
TEST_CASE("a view is written through, an array is a copy") {
  std::vector<double> v{1, 2, 3};
  cx::view<double, 3> const w(v);
  cx::evaluate_into(w, [](auto x) { return x * 2.0; }, w);
  CHECK(v == std::vector<double>{2, 4, 6});
  cx::array<double, 3> a{1.0, 2.0, 3.0}, b = a;
  b[0] = 9;
  CHECK(a[0] == 1.0);
  CHECK_FALSE(a == b);
  b = a;
  CHECK(a == b);
}
TEST_CASE("mdspan-like") {
  std::vector<double> v{1, 2, 3, 4, 5, 6};
  matrix_span<true> const s{v.data(), {2, 3}};
  CHECK(cx::jit([](auto x) { return cx::sum(x, cx::integer<0>{}); })(cx::view<double, n, m>(s))[2] == 9);
  CHECK(total(cx::view<double, 2, 3>(s)) == 21);
  CHECK_THROWS_AS((cx::view<double, 2, 4>(s)), std::invalid_argument);
  matrix_span<false> const columns{v.data(), {2, 3}};
  CHECK_THROWS_AS((cx::view<double, n, m>(columns)), std::invalid_argument);
}
TEST_CASE("sizes that do not fit") {
  std::vector<double> v(5);
  CHECK_THROWS_AS((cx::view<double const, 4>(v)), std::invalid_argument);
  CHECK_THROWS_AS((cx::view<double const, n, 2>(v)), std::invalid_argument);
  CHECK_NOTHROW((cx::view<double const, n, 5>(v)));
  CHECK_THROWS_AS((cx::array<double, 3>{1.0, 2.0}), std::invalid_argument);
}
TEST_CASE("what does not fit is said with both sizes") {
  std::vector<double> const v(7);
  CHECK(refusal([&] { cx::view<double const, 2, 3> const x(v); }) == "[constax] view: the range has 7 elements, the view f64[2,3] has 6");
  CHECK(refusal([&] { cx::view<double const, n, 4> const x(v); }) ==
        "[constax] view: the range has 7 elements, the view f64[n,4] takes a multiple of 4");
  CHECK(refusal([] { cx::array<double, 3> const x{1.0, 2.0, 3.0, 4.0}; }) ==
        "[constax] array: the list has 4 elements, the array f64[3] has 3");
  CHECK(refusal([] { cx::array<float, 2, 2> const x{1.0f}; }) == "[constax] array: the list has 1 element, the array f32[2,2] has 4");
}
#if CONSTAX_CHECK_PLACES
TEST_CASE("elements outside of an array are refused where builds are not optimised") {
  cx::array<double, 2, 3> a{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  cx::array<double, n> const long_one(5000);
  std::vector<double> v(6);
  cx::view<double const, n, 3> const rows(v);
  cx::view<double, 2, 3, cx::strided> const columns(v.data(), {1, 2});
  CHECK(refusal([&] { a(-1, 0) = 1.0; }) ==
        "[constax] index: -1 lies outside of axis 0 of length 2 of an array f64[2,3]; "
        "an element is at 0 or more, and -1_c counts from the end");
  CHECK(says(refusal([&] { (void)std::as_const(a)(1, 3); }), {"3 lies outside of axis 1 of length 3 of an array f64[2,3]"}));
  CHECK(refusal([&] { (void)a[6]; }) == "[constax] index: element 6 of an array f64[2,3], which has 6 in the order of rows");
  CHECK(says(refusal([&] { (void)long_one(5000); }), {"5000 lies outside of axis 0 of length 5000 of an array f64[n]"}));
  CHECK(says(refusal([&] { (void)long_one[-1]; }), {"element -1 of an array f64[n], which has 5000"}));
  CHECK(says(refusal([&] { (void)rows(2, 0); }), {"2 lies outside of axis 0 of length 2 of an array f64[n,3]"}));
  CHECK(says(refusal([&] { (void)rows[6]; }), {"element 6 of an array f64[n,3]"}));
  CHECK(says(refusal([&] { columns(0, 3) = 1.0; }), {"3 lies outside of axis 1"}));
  CHECK(says(refusal([&] { columns[-7] = 1.0; }), {"element -7"}));
  CHECK(refusal([&] { (void)(a(1, 2) + a[5] + a(-1_c, -1_c) + long_one(4999) + rows(1, 2) + columns(1, 2)); }) == "accepted");
}
#endif
TEST_CASE("negative lengths of arrays are refused before anything is allocated") {
  CHECK(refusal([] { cx::array<double, n> const x(-3); }) ==
        "[constax] array: axis 0 of an array f64[n] would have length -3; a length is 0 or more");
  CHECK(says(refusal([] { cx::array<double, 3, n, m> const x(-1, -1); }),
             {"axis 1 of an array f64[3,n,m]", "length -1"})); // their product is positive
  CHECK(refusal([] { cx::array<double, n> const x(0); }) == "accepted");
}
TEST_CASE("arrays: large, symbolic, scalar, empty; 64-byte aligned; moved without a copy") {
  cx::array<double, 1000> large;
  CHECK(reinterpret_cast<std::uintptr_t>(large.data()) % 64 == 0);
  cx::array<double, n, 3> symbolic(5);
  CHECK(symbolic.size() == 15);
  CHECK(symbolic.length(0) == 5);
  symbolic(4, 2) = 8;
  CHECK(symbolic[14] == 8);
  double const* const at = symbolic.data();
  auto const moved = std::move(symbolic);
  CHECK(moved.data() == at);
  cx::array<double> zero_dimensional{3.0};
  CHECK(zero_dimensional() == 3.0);
  CHECK(total(zero_dimensional) == 3.0);
  cx::array<double, 0> none;
  CHECK(none.size() == 0);
  CHECK(total(none) == 0.0);
  cx::array<float, 3> single{1.0f, 2.0f, 3.0f};
  CHECK(reinterpret_cast<std::uintptr_t>(single.data()) % 64 == 0);
  static_assert(std::is_same_v<cx::view<double, n, 3>, cx::view<double, n, std::size_t{3}>>);
}

} // namespace
