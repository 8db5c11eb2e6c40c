// SPDX-License-Identifier: BSL-1.0
// Reads and writes at places that a program computes, against real JAX (indexing.py): results exactly, gradients within a unit in the last
// place. By the oracle, of programs as they were traced and as they are lowered.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace cx = constax;
namespace mode = cx::mode;
using namespace cx::literals;
using cx::i64, cx::u32, cx::u64;
using cx::end, cx::slice;

struct read_case {
  std::string_view name;
  std::vector<double> result, gradient;
};
constexpr double nan = __builtin_nan(""), inf = __builtin_inf();
std::vector<read_case> const& table() {
  static std::vector<read_case> const t{
#include "indexing.inc"
  };
  return t;
}

/// An argument: its numbers, as a tensor.
template <class T, auto... Dims>
struct argument {
  using type = cx::array<T, Dims...>;
  cx::tensor value{cx::aval{cx::dtype_of<T>, cx::shape{cx::extent(Dims)...}}};
  argument(std::initializer_list<T> xs) {
    u32 k = 0;
    for (T x : xs) value.put(k++, x);
  }
  /// As in indexing.py.
  explicit argument(int seed) {
    for (u32 k = 0; k < value.size(); ++k) value.put(k, static_cast<T>((static_cast<int>(k) * 37 + seed * 11) % 101) / T(8) - T(5));
  }
};
template <auto... Dims>
argument<double, Dims...> data(int seed = 0) {
  return argument<double, Dims...>(seed);
}
template <auto... Dims>
argument<int, Dims...> ints(std::initializer_list<int> xs) {
  return xs;
}

/// sum(f(x...) * weights) of what is finite, as in indexing.py.
template <class F>
struct weighed {
  constexpr auto operator()(auto const&... x) const {
    auto const y = F{}(x...);
    using Y = std::remove_cvref_t<decltype(y)>;
    using T = typename Y::value_type;
    auto const all = cx::ravel(y);
    auto const weights = cx::astype<T>(cx::rem(cx::iota<int>(all, 0_c) * 37 + 22, 101)) / T(8) - T(5);
    return cx::sum(cx::where(cx::is_finite(all), all, T(0)) * weights);
  }
};

double number(cx::tensor const& t, u32 k) { return cx::number_at(t, k); }
bool near(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= 0x1p-50 * std::abs(y); }

void check(std::string_view what, cx::jaxpr const& j, std::vector<cx::tensor> const& args, std::vector<double> const& expected) {
  for (cx::jaxpr const& program : {j, cx::lower(j)}) {
    cx::fault why;
    cx::vec<cx::tensor> const ys = cx::reference::evaluate(program, {args.data(), static_cast<u32>(args.size())}, {}, &why);
    INFO(std::string(what) << ": " << std::string(cx::print(program).view()) << ' ' << std::string(sentence(why).view()));
    REQUIRE(!why);
    std::vector<double> found;
    for (cx::tensor const& y : ys)
      for (u32 k = 0; k < y.size(); ++k) found.push_back(number(y, k));
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      INFO("element " << k << ": " << found[k] << ", JAX " << expected[k]);
      CHECK(near(found[k], expected[k]));
    }
  }
}
/// The derivative in all floating arguments.
template <class F, class... A>
void check_gradient(std::string_view name, std::vector<cx::tensor> const& args, std::vector<double> const& expected) {
  constexpr bool floating[] = {cx::info(A::type::aval.type).floating...};
  constexpr int first = floating[0] ? 0 : 1, last = [&] {
    int at = 0;
    for (int n = 0; n < static_cast<int>(sizeof...(A)); ++n)
      if (floating[n]) at = n;
    return at;
  }();
  auto const in = [&]<int... K>(std::integer_sequence<int, K...>) {
    check(name, cx::thaw(cx::traced_program_of<decltype(cx::grad(weighed<F>{}, cx::argnums<K...>)), typename A::type...>::traced), args,
          expected);
  };
  if constexpr (first == last) in(std::integer_sequence<int, first>{});
  else if constexpr (first < last) in(std::integer_sequence<int, first, last>{});
}
template <class F, class... A>
void agrees(std::string_view name, F, A const&... a) {
  int found = 0;
  for (read_case const& c : table()) {
    if (c.name != name) continue;
    ++found;
    std::vector<cx::tensor> const args{a.value...};
    check(name, cx::thaw(cx::traced_program_of<F, typename A::type...>::traced), args, c.result);
    using result = decltype(F{}(std::declval<cx::respelled<typename A::type, cx::basic_tracer> const&>()...));
    if constexpr (cx::info(result::aval.type).floating)
      if (!c.gradient.empty()) check_gradient<F, A...>(name, args, c.gradient);
  }
  CHECK(found == 1);
}

auto const x5 = data<5>();
auto const x34 = data<3, 4>();
auto const x234 = data<2, 3, 4>();
auto const x62 = data<6, 2>(3);
auto const i = ints<2>({1, -1}), k = ints<2>({3, 0});
auto const j = ints<2, 3>({0, 5, -2, 3, -7, 1});
auto const s = ints<>({2});
auto const r = ints<6>({1, 0, 1, 1, -1, 7});

TEST_CASE("traced integers index, as NumPy has it") {
  agrees("rows", [](auto x, auto i) { return x[i]; }, x34, i);
  agrees("rows_f32", [](auto x, auto i) { return x[i]; }, argument<float, 3, 4>(0), i);
  agrees("elements", [](auto x, auto i, auto k) { return x(i, k); }, x34, i, k);
  agrees("vector_by_matrix", [](auto x, auto j) { return x[j]; }, x5, j);
  agrees("rows_by_matrix", [](auto x, auto j) { return x[j]; }, x34, j);
  agrees("broadcast", [](auto x, auto j, auto s) { return x(j, s); }, x34, j, s);
  agrees("scalar", [](auto x, auto s) { return x[s]; }, x34, s);
  agrees("scalars", [](auto x, auto s) { return x(s, s); }, x34, s);
  agrees("negative_scalar", [](auto x, auto s) { return x[s - 5]; }, x34, s);
  agrees("beyond", [](auto x, auto s) { return x[s * 50]; }, x34, s);
  agrees("far_below", [](auto x, auto s) { return x[s - 50]; }, x34, s);
  agrees("u8", [](auto x, auto i) { return x[i]; }, x34, argument<std::uint8_t, 2>{2, 200});
  agrees("u64", [](auto x, auto i) { return x[i]; }, x34, argument<u64, 2>{2, 9});
  agrees("i8", [](auto x, auto i) { return x[i]; }, data<100>(), argument<std::int8_t, 3>{-100, 99, 127});
}

TEST_CASE("arrays of indices stand among slices and integers, as NumPy has it") {
  agrees("slice_array_slice", [](auto x, auto i) { return x(slice(), i, slice(1_c, 3_c)); }, x234, i);
  agrees("array_slice_array", [](auto x, auto i, auto k) { return x(i, slice(), k); }, x234, (ints<2>({0, -1})), k);
  agrees("new_array_slice_array", [](auto x, auto i, auto k) { return x(cx::newaxis, i, slice(), k); }, x234, (ints<2>({0, -1})), k);
  agrees("slice_array_array", [](auto x, auto i, auto k) { return x(slice(), i, k); }, x234, i, k);
  agrees("integer_array", [](auto x, auto i) { return x(0_c, i); }, x234, i);
  agrees("integer_slice_array", [](auto x, auto k) { return x(0, slice(), k); }, x234, k);
  agrees("array_slice_integer", [](auto x, auto i) { return x(i, slice(), -1_c); }, x234, (ints<2>({0, -1})));
  agrees("array_new", [](auto x, auto i) { return x(i, cx::newaxis); }, x34, i);
  agrees("new_between", [](auto x, auto i, auto k) { return x(i, cx::newaxis, k); }, x34, i, k);
  agrees("ellipsis", [](auto x, auto j) { return x(cx::ellipsis, j); }, x234, j);
  agrees("ellipsis_between", [](auto x, auto i, auto k) { return x(i, cx::ellipsis, k); }, x234, (ints<2>({0, -1})), k);
  agrees("ellipsis_of_none", [](auto x, auto i, auto k) { return x(i, cx::ellipsis, k); }, x34, i, k);
  agrees("reversed_array", [](auto x, auto i) { return x(slice(end, end, -1_c), i); }, x34, i);
  agrees("strided_array", [](auto x, auto i) { return x(slice(1_c, end, 2_c), slice(end, end, 2_c), i); }, x234, i);
}

TEST_CASE("modes say what is read outside of an array") {
  agrees("get_fill", [](auto x, auto j) { return x.at(j).get(mode::fill); }, x5, j);
  agrees("get_fill_rows", [](auto x, auto j) { return x.at(slice(), j).get(mode::fill); }, x34, j);
  agrees("get_fill_i32", [](auto x, auto j) { return x.at(j).get(mode::fill); }, (ints<5>({1, 2, 3, 4, 5})), j);
  agrees("get_fill_u8", [](auto x, auto j) { return x.at(j).get(mode::fill); }, argument<std::uint8_t, 5>{1, 2, 3, 4, 5}, j);
  agrees("get_clip", [](auto x, auto j) { return x.at(j).get(mode::clip); }, x5, j);
  agrees("get_wrap", [](auto x, auto j) { return x.at(j).get(mode::wrap); }, x5, j);
}

TEST_CASE("updates") {
  agrees("set_number", [](auto x, auto i) { return x.at(i).set(7.0); }, x34, i);
  agrees("set_rows", [](auto x, auto i, auto v) { return x.at(i).set(v); }, x34, i, data<2, 4>(1));
  agrees("set_row", [](auto x, auto i, auto v) { return x.at(i).set(v); }, x34, i, data<4>(1));
  agrees("set_again", [](auto x, auto r, auto v) { return x.at(r).set(v); }, x34, r, data<6, 4>(1));
  agrees("set_elements", [](auto x, auto i, auto k, auto v) { return x.at(i, k).set(v); }, x34, i, k, data<2>(1));
  agrees("set_columns", [](auto x, auto k, auto v) { return x.at(slice(), k).set(v); }, x34, k, data<3, 2>(1));
  agrees("set_slice", [](auto x, auto v) { return x.at(slice(1_c, end)).set(v); }, x34, data<2, 4>(1));
  agrees("set_element", [](auto x) { return x.at(1, -1).set(7.0); }, x34);
  agrees("set_strided", [](auto x, auto v) { return x.at(slice(end, end, 2_c), slice(1_c, end, 2_c)).set(v); }, x34, data<2, 2>(1));
  agrees("set_reversed", [](auto x, auto v) { return x.at(slice(end, end, -1_c)).set(v); }, x34, data<3, 4>(1));
  agrees("set_all", [](auto x, auto v) { return x.at(slice()).set(v); }, x34, data<4>(1));
  agrees("set_slice_array", [](auto x, auto i, auto v) { return x.at(slice(), i, slice(1_c, 3_c)).set(v); }, x234, i, data<2, 2, 2>(1));
  agrees(
      "set_array_slice_array", [](auto x, auto i, auto k, auto v) { return x.at(i, slice(), k).set(v); }, x234, (ints<2>({0, -1})), k,
      data<2, 3>(1));
  agrees(
      "set_strided_array", [](auto x, auto i, auto v) { return x.at(slice(), slice(end, end, 2_c), i).set(v); }, x234, i, data<2, 2, 2>(1));
  agrees("set_new", [](auto x, auto i, auto v) { return x.at(i, cx::newaxis).set(v); }, x34, i, data<2, 1, 4>(1));
  agrees("set_clip", [](auto x, auto j, auto v) { return x.at(j).set(v, mode::clip); }, x5, j, data<2, 3>(1));
  agrees("set_drop", [](auto x, auto j, auto v) { return x.at(j).set(v, mode::drop); }, x5, j, data<2, 3>(1));
  agrees("add_again", [](auto x, auto r, auto v) { return x.at(r).add(v); }, x34, r, data<6, 4>(1));
  agrees("add_f32", [](auto x, auto r, auto v) { return x.at(r).add(v); }, argument<float, 3>(0), r, argument<float, 6>(1));
  agrees("add_slices", [](auto x, auto v) { return x.at(slice(1_c, 3_c), slice(end, end, 2_c)).add(v); }, x34, data<2, 2>(1));
  agrees("subtract", [](auto x, auto r, auto v) { return x.at(r).subtract(v); }, x34, r, data<4>(1));
  agrees("mul_again", [](auto x, auto r) { return x.at(r).mul(3.0); }, x34, r);
  agrees("min_again", [](auto x, auto r, auto v) { return x.at(r).min(v); }, x34, r, data<6, 4>(1));
  agrees("max_again", [](auto x, auto r, auto v) { return x.at(r).max(v); }, x34, r, data<6, 4>(1));
  agrees(
      "max_ties", [](auto x, auto r, auto v) { return x.at(r).max(v); }, argument<double, 3>{0.0, 0.0, 0.0}, r,
      argument<double, 6>{0.0, 1.0, 0.0, 2.0, 2.0, 3.0});
}

TEST_CASE("functions of places") {
  agrees("take", [](auto x, auto j) { return cx::take(x, j); }, x34, j);
  agrees("take_axis", [](auto x, auto j) { return cx::take(x, j, 1_c); }, x34, j);
  agrees("take_last", [](auto x, auto s) { return cx::take(x, s, -1_c); }, x34, s);
  agrees("take_clip", [](auto x, auto j) { return cx::take(x, j, 0_c, mode::clip); }, x34, j);
  agrees("take_wrap", [](auto x, auto j) { return cx::take(x, j, 0_c, mode::wrap); }, x34, j);
  agrees("take_along_0", [](auto x, auto j) { return cx::take_along_axis(x, j, 0_c); }, x34, (ints<2, 4>({0, 1, 2, -1, 2, 2, 1, 0})));
  agrees("take_along_1", [](auto x, auto j) { return cx::take_along_axis(x, j, 1_c); }, x34, (ints<3, 2>({0, 3, 1, -1, 2, 2})));
  agrees("take_along_repeated", [](auto x, auto j) { return cx::take_along_axis(x, j, 1_c); }, x34, (ints<1, 3>({0, 3, 1})));
  agrees("dynamic_slice", [](auto x, auto s) { return cx::dynamic_slice<2, 3>(x, s, s); }, x34, s);
  agrees("dynamic_slice_negative", [](auto x, auto s) { return cx::dynamic_slice<1, 2>(x, s - 4, s - 5); }, x34, s);
  agrees("dynamic_update", [](auto x, auto v, auto s) { return cx::dynamic_update_slice(x, v, s, s); }, x34, data<2, 2>(1), s);
  agrees("dynamic_slice_in_dim", [](auto x, auto s) { return cx::dynamic_slice_in_dim<2>(x, s, 1_c); }, x34, s);
  agrees("dynamic_update_in_dim", [](auto x, auto v, auto s) { return cx::dynamic_update_slice_in_dim(x, v, s); }, x34, data<2, 4>(1), s);
  agrees("segment_sum", [](auto x, auto r) { return cx::segment_sum<3>(x, r); }, x62, r);
  agrees("segment_prod", [](auto x, auto r) { return cx::segment_prod<3>(x, r); }, x62, r);
  agrees("segment_min", [](auto x, auto r) { return cx::segment_min<3>(x, r); }, x62, r);
  agrees("segment_max", [](auto x, auto r) { return cx::segment_max<3>(x, r); }, x62, r);
  agrees("bincount", [](auto r) { return cx::bincount<4>(r); }, r);
  agrees("bincount_weights", [](auto r, auto w) { return cx::bincount<4>(r, w); }, r, data<6>(3));
  agrees("one_hot", [](auto r) { return cx::one_hot<3>(r); }, r);
  agrees(
      "searchsorted", [](auto a, auto v) { return cx::searchsorted(a, v); }, (argument<double, 5>{1, 2, 2, 3, nan}),
      (argument<double, 2, 3>{0, 2, nan, 2.5, 9, 1}));
  agrees(
      "searchsorted_right", [](auto a, auto v) { return cx::searchsorted(a, v, cx::side::right); }, (argument<double, 5>{1, 2, 2, 3, nan}),
      (argument<double, 2, 3>{0, 2, nan, 2.5, 9, 1}));
  agrees("flatnonzero", [](auto x) { return cx::flatnonzero<4>(cx::ravel(x > 0.0)); }, x34);
  agrees("flatnonzero_few", [](auto x) { return cx::flatnonzero<4>(cx::ravel(x > 6.0)); }, x34);
}

TEST_CASE("batches of reads and updates") {
  agrees("vmap_rows", cx::vmap([](auto x, auto i) { return x[i]; }), x34, (ints<3, 2>({0, 3, 1, -1, 2, 9})));
  agrees("vmap_of_indices", cx::vmap([](auto x, auto i) { return x[i]; }, cx::in_axes<cx::none, 0>), x34, j);
  agrees("vmap_of_array", cx::vmap([](auto x, auto k) { return x[k]; }, cx::in_axes<1, cx::none>), x34, i);
  agrees("vmap_set", cx::vmap([](auto x, auto i, auto v) { return x.at(i).set(v); }), x34, (ints<3, 2>({0, 3, 1, 1, 2, 9})), data<3, 2>(1));
  agrees("vmap_add_to_one", cx::vmap([](auto x, auto i, auto v) { return x.at(i).add(v); }, cx::in_axes<cx::none, 0, 0>), x5,
         (ints<3, 2>({0, 3, 1, 1, 2, 9})), data<3, 2>(1));
  agrees("vmap_dynamic", cx::vmap([](auto x, auto s) { return cx::dynamic_slice_in_dim<2>(x, s); }), x34, (ints<3>({0, 2, 9})));
}

} // namespace
