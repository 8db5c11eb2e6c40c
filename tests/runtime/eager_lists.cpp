// SPDX-License-Identifier: BSL-1.0
// ndarrays outside of a traced function: lists and texts that are known at run time, updates, and results whose length numbers decide;
// against numbers worked out by hand.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;
using lengths = std::vector<std::int64_t>;

TEST_CASE("lengths and axes in braces") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  CHECK(cx::reshape(x, {3, -1}) == ndarray{{3.0, 1.0}, {2.0, 0.5}, {-1.0, 4.0}});
  CHECK(cx::sum(x, {0, 1}) == ndarray(9.5));
  CHECK(cx::prod(x, {-1}) == ndarray{6.0, -2.0});
  CHECK(cx::mean(x, {0}) == ndarray{1.75, 0.0, 3.0});
  CHECK(cx::amax(x, {0, 1}) == ndarray(4.0));
  CHECK(cx::amin(x, {1}) == cx::amin(x, 1));
  CHECK(cx::any(x > 3.5, {-1}) == ndarray{false, true});
  CHECK(cx::all(x > 0.0, {0}) == ndarray{true, false, true});
  CHECK_THROWS_AS(cx::amax(ndarray(std::vector<double>{}), {0}), cx::shape_error);
  CHECK(cx::tile(ndarray{1, 2}, {2}) == ndarray{1, 2, 1, 2});
  CHECK(cx::broadcast_to(ndarray{1, 2}, {2, 2}) == ndarray{{1, 2}, {1, 2}});
  CHECK(cx::pad(ndarray{{1, 2}}, {{0, 1}, {1, 0}}) == ndarray{{0, 1, 2}, {0, 0, 0}});
  CHECK(cx::pad(ndarray{1, 2}, {{1, 1}}, cx::mode::edge) == ndarray{1, 1, 2, 2});
  CHECK(cx::pad(ndarray{1, 2}, 1, 7) == ndarray{7, 1, 2, 7});
  CHECK(cx::dynamic_slice(x, {1, 2}, ndarray(1), ndarray(5)) == ndarray{{-1.0, 4.0}});
  CHECK(cx::einsum("ij,j->i", x, ndarray{1.0, 0.0, 1.0}) == ndarray{5.0, 4.5});
  CHECK(cx::einsum("...j,j", x, ndarray{1.0, 0.0, 1.0}) == ndarray{5.0, 4.5});
  CHECK(cx::einsum("...,...->...", x, ndarray{1.0, 0.0, 1.0}) == x * ndarray{1.0, 0.0, 1.0});
  CHECK_THROWS_AS(cx::reshape(x, {4, -1}), cx::shape_error);
}
TEST_CASE("numbers beside ndarrays: places, lengths, what is looked for") {
  ndarray const v{1.0, 4.0, 9.0, 16.0};
  CHECK(cx::dynamic_slice_in_dim(v, 1, 2, 0) == ndarray{4.0, 9.0});
  CHECK(cx::jit([](auto x) { return cx::dynamic_slice_in_dim(x, 9, 2, 0); })(v) == ndarray{9.0, 16.0});
  CHECK((cx::take(v, 1, 0) == ndarray(4.0) && cx::take(v, -1, 0) == ndarray(16.0)));
  CHECK(cx::jit([](auto x) { return cx::take(x, 1, 1); })(ndarray{{1.0, 2.0}, {3.0, 4.0}}) == ndarray{2.0, 4.0});
  CHECK(thrown<cx::index_error>([&] { cx::take(v, 4, 0); }) ==
        "[constax] take: index 4 is out of bounds on axis 0 of an operand of type f64[4]");
  CHECK((cx::searchsorted(v, 4.0) == ndarray(1) && cx::searchsorted(v, 4.0, cx::side::right) == ndarray(2)));
  CHECK(cx::one_hot<float>(ndarray{0, 2}, 3) == ndarray{{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}});
  CHECK(cx::one_hot<float, 3>(ndarray{0, 2}) == cx::one_hot<float>(ndarray{0, 2}, 3));
  CHECK(cx::lexsort(std::tuple{ndarray{1.0, 2.0, 1.0}, ndarray{3.0, 1.0, 3.0}}) == ndarray{1, 0, 2});
  CHECK(cx::correlate(ndarray{1.0, 2.0}, v, cx::mode::same) ==
        ndarray{41.0, 22.0, 9.0, 2.0}); // numpy.correlate([1, 2], [1, 4, 9, 16], 'same')
}
TEST_CASE("ellipses that einsum refuses") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  auto const why = [&](char const* subscripts) {
    std::string const said = thrown<cx::shape_error>([&] { cx::einsum(subscripts, x); });
    return said.substr(0, said.find('\n')).substr(said.rfind(": ", said.find('\n')) + 2);
  };
  CHECK(why("...i...") == "an operand has two ellipses");
  CHECK(why("...i->i") == "an ellipsis stands for axes that its result does not have; put one there too");
  CHECK(why("ij->...") == "its result has an ellipsis, and no operand has one");
  CHECK(why("..i") == "it may hold letters, commas, blanks, ellipses and one ->");
  CHECK(why("...ijk") == "an operand has another number of axes");
  CHECK(thrown<cx::shape_error>([&] { cx::einsum("...,...", x, ndarray{1.0, 2.0}); }).find("a letter stands for axes of several lengths") !=
        std::string::npos);
}
TEST_CASE("lists of arrays") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  std::vector<ndarray> const parts = cx::split(x, 3, 1);
  REQUIRE(parts.size() == 3);
  CHECK(parts[1] == ndarray{{1.0}, {-1.0}});
  CHECK(cx::concatenate(parts, 1) == x);
  auto const [left, middle, right] = cx::split(x, 3_c, 1);
  CHECK(right - left + middle == ndarray{{0.0}, {2.5}});
  auto const [upper, lower] = cx::unstack<2>(x);
  CHECK(upper + lower == ndarray{3.5, 0.0, 6.0});
  CHECK_THROWS_AS(cx::unstack<3>(x), cx::shape_error);
  CHECK(cx::stack({x[0], x[1]}) == x);
  CHECK(cx::stack(cx::unstack(x), 1) == cx::transpose(x));
  CHECK(cx::gradients(x)[0] == ndarray{{-2.5, -2.0, 2.0}, {-2.5, -2.0, 2.0}});
  CHECK(cx::unravel_index(ndarray{5}, {2, 3})[1] == ndarray{2});
}
TEST_CASE("updates") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}}, i{0, 1, 1};
  CHECK(x.at(0).set(7.0) == ndarray{{7.0, 7.0, 7.0}, {0.5, -1.0, 4.0}});
  CHECK(x.at(i, 2).add(ndarray{1.0, 10.0, 100.0}) == ndarray{{3.0, 1.0, 3.0}, {0.5, -1.0, 114.0}});
  CHECK(x.at(cx::slice(), cx::slice(1, 3)).mul(2.0) == ndarray{{3.0, 2.0, 4.0}, {0.5, -2.0, 8.0}});
  CHECK(x.at(1, i).max(0.75) == ndarray{{3.0, 1.0, 2.0}, {0.75, 0.75, 4.0}});
  CHECK(x.at(0, 0).subtract(1.0).at(1, 1).min(-2.0) == ndarray{{2.0, 1.0, 2.0}, {0.5, -2.0, 4.0}});
  CHECK(x.at(ndarray{5}, 0).get(cx::mode::clip) == ndarray{0.5});
  CHECK(cx::jit([&](auto v) { return x.at(0).set(v)[0]; })(ndarray(2.0)) == ndarray{2.0, 2.0, 2.0}); // a constant beside traced values
  CHECK(cx::jit([&](auto k) { return x.at(k).get(); })(ndarray(1)) == ndarray{0.5, -1.0, 4.0});
}
TEST_CASE("elements that bools choose") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  CHECK(x[x > 1.0] == ndarray{3.0, 2.0, 4.0});
  CHECK(x[ndarray{false, true}] == ndarray{{0.5, -1.0, 4.0}});
  CHECK(x[x > 9.0].size() == 0);
  CHECK(thrown<cx::index_error>([&] { x[ndarray{true, false, true}]; }) ==
        "[constax] index: bools of type bool[3] do not lie along the first axes of an array of type f64[2,3]");
  CHECK(cx::argwhere(x > 1.0) == ndarray{{0, 0}, {0, 2}, {1, 2}});
  CHECK(cx::nonzero(x > 1.0)[1] == ndarray{0, 2, 2});
  CHECK(cx::flatnonzero(ndarray{0, 3, 0, 1}) == ndarray{1, 3});
}
TEST_CASE("sets") {
  ndarray const x{3, 1, 2, 2, 1}, y{5, 2, 7};
  double const nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(cx::unique(x) == ndarray{1, 2, 3});
  CHECK(cx::unique(ndarray{nan, 1.0, nan}).size() == 2);
  CHECK(cx::unique(ndarray(std::vector<double>{})).size() == 0);
  CHECK(cx::unique_counts(x).second == ndarray{2, 2, 1});
  CHECK(cx::unique_inverse(x).second == ndarray{2, 0, 1, 1, 0});
  CHECK(cx::bincount(ndarray{3, 1, 1, 5}) == ndarray{0, 2, 0, 1, 0, 1});
  CHECK(cx::bincount(ndarray{2, -1}) == ndarray{1, 0, 1});
  CHECK(cx::bincount(ndarray{0, 2, 0}, ndarray{0.5, 1.0, 2.0}) == ndarray{2.5, 0.0, 1.0});
  CHECK(cx::bincount(ndarray(std::vector<int>{})).size() == 0);
  CHECK_THROWS_AS(cx::jit([](auto i) { return cx::bincount(i); })(ndarray{1, 2}), cx::concretization_error);
  CHECK(cx::union1d(x, y) == ndarray{1, 2, 3, 5, 7});
  CHECK(cx::intersect1d(x, y) == ndarray{2});
  CHECK(cx::setdiff1d(x, y) == ndarray{1, 3});
  CHECK(cx::setxor1d(x, y) == ndarray{1, 3, 5, 7});
}
TEST_CASE("lengths that numbers decide, of traced values") {
  ndarray const x{{3.0, 1.0}, {0.5, 4.0}};
  auto const large = [](auto y) { return cx::sum(cx::square(y(cx::nonzero(y > 1.0)[0], cx::nonzero(y > 1.0)[1]))); };
  CHECK(cx::grad(large)(x) == ndarray{{6.0, 0.0}, {0.0, 8.0}}); // without jit the number is there
  CHECK(thrown<cx::concretization_error>([&] { cx::jit(large)(x); }) ==
        "[constax] nonzero: how many elements the result has depends on numbers: inside of jit its number is not known while the program is "
        "recorded; say how many there are at most, cx::nonzero(x, k); a function that is called without cx::jit may ask");
  CHECK_THROWS_AS(cx::jit([](auto y) { return cx::unique(y); })(x), cx::concretization_error);
  CHECK(cx::jit([](auto y) { return cx::argwhere(y > 1.0, 3); })(x) == ndarray{{0, 0}, {1, 1}, {0, 0}});
}
TEST_CASE("lists of axes, places and numbers, at once and traced") {
  ndarray const x{3.0, 1.0, 2.0}, a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}, turned{{1.0, 4.0}, {2.0, 5.0}, {3.0, 6.0}};
  auto const check = [&](auto const& f, auto const& of, ndarray const& expected) {
    CHECK(ndarray(f(of)) == expected);
    CHECK(cx::jit(f)(of) == expected);
  };
  check([](auto const& y) { return cx::flip(y, {0, 1}); }, a, ndarray{{6.0, 5.0, 4.0}, {3.0, 2.0, 1.0}});
  check([](auto const& y) { return cx::flip(y, {-1}); }, a, ndarray{{3.0, 2.0, 1.0}, {6.0, 5.0, 4.0}});
  check([](auto const& y) { return cx::transpose(y, {1, 0}); }, a, turned);
  check([](auto const& y) { return cx::permute_dims(y, {-1, 0}); }, a, turned);
  check([](auto const& y) { return cx::moveaxis(y, {0, 1}, {1, 0}); }, a, turned);
  check([](auto const& y) { return cx::squeeze(cx::expand_dims(y, {0, -1}), {0, 3}); }, a, a);
  CHECK(cx::expand_dims(a, {0, 2, -1}).shape() == lengths{1, 2, 1, 3, 1});
  check([](auto const& y) { return cx::roll(y, {1, 2}, {0, 1}); }, a, ndarray{{5.0, 6.0, 4.0}, {2.0, 3.0, 1.0}});
  check([](auto const& y) { return cx::roll(y, 1, {0, 1}); }, a, ndarray{{6.0, 4.0, 5.0}, {3.0, 1.0, 2.0}});
  check([](auto const& y) { return cx::rot90(y, 1, {1, 0}); }, a, ndarray{{4.0, 1.0}, {5.0, 2.0}, {6.0, 3.0}});
  check([](auto const& y) { return cx::repeat(y, {1, 2, 0}); }, x, ndarray{3.0, 1.0, 1.0});
  check([](auto const& y) { return cx::repeat(y, {2, 1}, 0); }, a, ndarray{{1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}});
  ndarray const many = cx::arange(0, 10);
  check([](auto const& y) { return cx::repeat(y, {1, 0, 1, 0, 1, 0, 1, 0, 1, 2}); }, many, ndarray{0, 2, 4, 6, 8, 9, 9});
  check([](auto const& y) { return cx::split(y, {1, 3})[1]; }, many, ndarray{1, 2});
  CHECK(cx::split(many, {1, 2, 3, 4, 5, 6, 7, 8, 9}).size() == 10);
  check([](auto const& y) { return cx::array_split(y, {1}, -1)[1]; }, a, ndarray{{2.0, 3.0}, {5.0, 6.0}});
  check([](auto const& y) { return cx::tensordot(y, y, {1}, {1}); }, a, ndarray{{14.0, 32.0}, {32.0, 77.0}});
  check([](auto const& y) { return cx::tensordot(y, y, {0, 1}, {0, 1}); }, a, ndarray(91.0));
  check([&](auto const& y) { return cx::tensordot(a, y, {1}, {0}); }, x, ndarray{11.0, 29.0});
  CHECK(thrown<cx::shape_error>([&] { cx::roll(a, {1, 2, 3}, {0, 1}); }) ==
        "[constax] roll: one shift is needed, or one for each of 2 axes; these are 3");
  CHECK(thrown<cx::shape_error>([&] { cx::expand_dims(a, {0, 7}); }) == "[constax] expand_dims: place 7 is outside of a result of 4 axes");
  CHECK(thrown<cx::error>([&] {
          cx::sum(a, {0, -2});
        }).starts_with("[constax] reduce_sum: does not apply to f64[2,3]; axes ascend, each is named once"));
}
TEST_CASE("a number in the place of an array, at once and traced") {
  ndarray const x{3.0, 1.0, 2.0}, n{1, 2}, a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  auto const check = [](auto const& f, auto const& of, ndarray const& expected) {
    CHECK(f(of) == expected);
    CHECK(cx::jit(f)(of) == expected);
  };
  check([](auto const& y) { return cx::append(y, 2.5); }, x, ndarray{3.0, 1.0, 2.0, 2.5});
  check([](auto const& y) { return cx::append(2, y); }, n, ndarray{2, 1, 2});
  check([](auto const& y) { return cx::dot(y, 2.0); }, x, ndarray{6.0, 2.0, 4.0});
  check([](auto const& y) { return cx::inner(2.0, y); }, x, ndarray{6.0, 2.0, 4.0});
  check([](auto const& y) { return cx::outer(2.0, y); }, x, ndarray{{6.0, 2.0, 4.0}});
  check([](auto const& y) { return cx::kron(y, 2.0); }, x, ndarray{6.0, 2.0, 4.0});
  check([](auto const& y) { return cx::isin(y, 2); }, n, ndarray{false, true});
  check([](auto const& y) { return cx::array_equal(y, 2.0); }, x, ndarray(false));
  check([](auto const& y) { return cx::array_equiv(y * 0.0, 0.0); }, x, ndarray(true));
  check([](auto const& y) { return cx::tile(y, 2); }, n, ndarray{1, 2, 1, 2});
  check([](auto const& y) { return cx::reshape(y, -1); }, a, ndarray{1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
  check([](auto const& y) { return cx::take(y, 4); }, a, ndarray(5.0));
  check([](auto const& y) { return cx::take(y, -1); }, a, ndarray(6.0));
  CHECK_THROWS_AS(cx::isin(n, 2.5), cx::type_error);
}
TEST_CASE("arrays of constants") {
  CHECK(ndarray(cx::eye(2)) == ndarray{{1.0, 0.0}, {0.0, 1.0}});
  CHECK(ndarray(cx::triu_indices(3)[0]) == ndarray{0, 0, 0, 1, 1, 2});
  auto const [i, j] = cx::tril_indices(2, 3, -1);
  CHECK(ndarray(i) == ndarray{1});
  CHECK(ndarray(j) == ndarray{0});
  CHECK(ndarray(cx::diag_indices(2)[1] + ndarray{1, 1}) == ndarray{1, 2});
  CHECK(ndarray(cx::zeros({2, 0})).shape() == lengths{2, 0});
  CHECK((ndarray(cx::zeros(3)).shape() == lengths{3} && ndarray(cx::ones<float>(2)).dtype() == cx::dtype::f32));
  CHECK((ndarray(cx::full(2, 1.5))[1] == 1.5 && ndarray(cx::zeros({3})).shape() == lengths{3}));
  CHECK(thrown<cx::concretization_error>([] { cx::jit([](auto y) { return ndarray(y).size() + y; })(ndarray{1.0, 2.0}); }) ==
        "[constax] conversion of a traced value of type f64[2] to an ndarray: inside of jit its number is not known while the program is "
        "recorded; functions take traced values; a function that is called without cx::jit may ask");
}
