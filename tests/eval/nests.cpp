// SPDX-License-Identifier: BSL-1.0
// nightly: four minutes of compilation; random programs ask the same of plans at run time, and eval/nests_in_order compiles one
// Nests: arrays of matrices that strips of few matrices pass through, each with regions of its own: the oracle's bits, whatever the
// lengths.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"b"> b;
inline constexpr cx::dim<"s"> s;
inline constexpr cx::dim<"d"> d;
inline constexpr cx::dim<"t"> t;

/// Is something of the program made by strips of a nest?
template <class F, class... In>
bool nests(F const&, In const&... in) {
  using C = cx::code_of<cx::program_of<F, std::remove_cvref_t<decltype(in.view())>...>>;
  for (cx::u32 k = 0; k < C::value.n_nodes; ++k)
    if (auto const& node = C::value.nodes[k];
        node.kind == cx::node_kind::control && C::primitives[C::value.eqns[node.eqn].prim]->name == "strips")
      return true;
  return false;
}

template <int Axis>
inline constexpr auto normalised = [](auto x) {
  constexpr std::integral_constant<int, Axis> along;
  auto const c = x - cx::expand_dims(cx::mean(x, along), along);
  return c / cx::sqrt(cx::expand_dims(cx::mean(c * c, along), along) + 1e-5);
};
inline constexpr auto layer = [](auto x, auto scale, auto shift) { return cx::tanh(normalised<2>(x) * scale + shift); };
inline constexpr auto loss = [](auto x, auto scale, auto shift) { return cx::mean(cx::square(layer(x, scale, shift))); };

TEST_CASE("a layer norm of an array of matrices, and its gradient") {
  CHECK(nests(layer, input<double, b, s, d>(1, 1, 1), input<double, d>(1), input<double, d>(1)));
  struct lengths {
    int b, s, d;
  };
  for (auto const [rows, lines, terms] :
       {lengths{1, 1, 1}, {0, 3, 2}, {3, 0, 2}, {3, 2, 0}, {1, 40, 20}, {5, 17, 33}, {300, 2, 5}, {33, 1, 40}, {2, 70, 300}}) {
    INFO(rows << ", " << lines << ", " << terms);
    CHECK(compare(layer, input<double, b, s, d>(rows, lines, terms), input<double, d>(terms, 1), input<double, d>(terms, 2)));
    CHECK(compare(cx::value_and_grad(loss, cx::argnums<0, 1, 2>), input<double, b, s, d>(rows, lines, terms), input<double, d>(terms, 1),
                  input<double, d>(terms, 2)));
  }
  CHECK(compare(cx::value_and_grad(loss, cx::argnums<0, 1>), input<float, 3, 40, 150>(), input<float, 150>(1), input<float, 150>(2)));
}
inline constexpr auto attention = [](auto q, auto k, auto v) { // of one matrix each
  return cx::dot(cx::softmax(cx::dot(q, cx::transpose(k)) * 0.25, 1_c), v);
};
TEST_CASE("attention, batched") {
  static constexpr auto batched = cx::vmap(attention);
  static constexpr auto squared = [](auto q, auto k, auto v) { return cx::sum(cx::square(batched(q, k, v))); };
  auto const args = [](int rows, int lines, int keys, int width) {
    return std::tuple{input<double, b, s, d>(rows, lines, width), input<double, b, t, d>(rows, keys, width, 1),
                      input<double, b, t, d>(rows, keys, width, 2)};
  };
  CHECK(std::apply([](auto const&... x) { return nests(batched, x...); }, args(1, 1, 1, 1)));
  for (auto const& x : {args(1, 1, 1, 1), args(3, 17, 20, 9), args(2, 40, 300, 16), args(40, 3, 5, 4)}) {
    CHECK(std::apply([](auto const&... a) { return compare(batched, a...); }, x));
    CHECK(std::apply([](auto const&... a) { return compare(cx::value_and_grad(squared, cx::argnums<0, 1, 2>), a...); }, x));
  }
}
inline constexpr auto centred = [](auto x) { return x - cx::expand_dims(cx::mean(x, 0_c), 0_c); };
inline constexpr auto before = [](auto x) { return normalised<2>(centred(x)); };
inline constexpr auto behind = [](auto x) { return centred(normalised<2>(x)); };
inline constexpr auto between = [](auto x) { return normalised<2>(centred(cx::softmax(x, 1_c))); };
inline constexpr auto turned = [](auto x) { return cx::sum(cx::transpose(normalised<2>(x), cx::axes_c<1, 0, 2>) * 2.0, 1_c); };
TEST_CASE("what needs all rows comes before or behind the strips, or between them") {
  for (int rows : {1, 5, 40}) {
    INFO(rows);
    CHECK(compare(before, input<double, b, s, d>(rows, 20, 9)));
    CHECK(compare(behind, input<double, b, s, d>(rows, 20, 9)));
    CHECK(compare(turned, input<double, b, s, d>(rows, 20, 9)));
    CHECK(compare(cx::value_and_grad([](auto x) { return cx::sum(cx::square(between(x))); }), input<float, b, s, d>(rows, 20, 9)));
  }
}
TEST_CASE("products with one matrix for all, and their gradients") {
  static constexpr auto dense = [](auto x, auto w) { return normalised<2>(cx::tanh(cx::dot(x, w))); };
  static constexpr auto squared = [](auto x, auto w) { return cx::sum(cx::square(dense(x, w))); };
  CHECK(nests(dense, input<double, b, s, d>(1, 1, 1), input<double, d, t>(1, 1)));
  for (int rows : {1, 3, 50}) {
    INFO(rows);
    CHECK(compare(dense, input<double, b, s, d>(rows, 18, 30), input<double, d, t>(30, 25)));
    CHECK(compare(cx::value_and_grad(squared, cx::argnums<0, 1>), input<double, b, s, d>(rows, 18, 30), input<double, d, t>(30, 25)));
  }
}
TEST_CASE("four axes") {
  static constexpr auto f = [](auto x) { return normalised<3>(x) * cx::softmax(x, 3_c); };
  CHECK(compare(f, input<double, b, t, s, d>(3, 4, 18, 30)));
  CHECK(compare(cx::grad([](auto x) { return cx::sum(f(x)); }), input<float, b, t, s, d>(3, 4, 18, 30)));
}
TEST_CASE("arguments and results of nests in other layouts") {
  static constexpr auto f = [](auto x) { return std::tuple{normalised<2>(x), cx::sum(normalised<2>(x), 1_c)}; };
  for (int rows : {1, 5}) {
    INFO(rows);
    CHECK(compare_into(f, std::tuple{output<cx::col_major, double, b, s, d>(rows, 20, 9), output<cx::strided, double, b, d>(rows, 9)},
                       input_in<cx::col_major, double, b, s, d>(rows, 20, 9)));
    CHECK(compare_into(f, std::tuple{output<cx::strided, double, b, s, d>(rows, 20, 9), output<cx::col_major, double, b, d>(rows, 9)},
                       input_in<cx::strided, double, b, s, d>(rows, 20, 9)));
  }
}
TEST_CASE("a nest beside strips of a loop") {
  static constexpr auto both = [](auto x, auto y) {
    auto const z = cx::fori_loop(0, 3, [](auto, auto const& v) { return v * 0.9 + cx::sin(v); }, y);
    return std::pair{normalised<2>(x), z};
  };
  CHECK(compare(both, input<double, b, s, d>(5, 20, 9), input<double, b>(5)));
  CHECK(compare(both, input<double, b, s, d>(300, 2, 3), input<double, t>(300)));
}
inline constexpr auto sum_of_others = [](auto x, auto const&... others) {
  return std::pair{normalised<2>(x) + (cx::sum(others) + ...),
                   cx::fori_loop(0, 2, [](auto, auto const& v) { return cx::sin(v); }, cx::sum(x, 2_c)(cx::slice(), 0_c))};
};
TEST_CASE("so many symbols that those of strips have no room") {
  CHECK(compare(sum_of_others, input<double, b, s, d>(20, 3, 4), input<double, cx::dim<"e">{}>(2), input<double, cx::dim<"f">{}>(3),
                input<double, cx::dim<"g">{}>(4), input<double, cx::dim<"h">{}>(5), input<double, cx::dim<"i">{}>(6),
                input<double, cx::dim<"j">{}>(2), input<double, cx::dim<"k">{}>(3), input<double, cx::dim<"l">{}>(4),
                input<double, cx::dim<"m">{}>(5), input<double, cx::dim<"n">{}>(6), input<double, cx::dim<"o">{}>(7),
                input<double, cx::dim<"p">{}>(8)));
}
TEST_CASE("along the lines of a nest: cumulative functions, places, what is joined, cut and turned") {
  static constexpr auto f = [](auto x) {
    auto const y = cx::softmax(x, 2_c);
    auto const z = cx::concatenate(cx::cumsum(y, 1_c), y(cx::slice(), cx::slice(1_c, cx::end)), 1_c);
    return std::tuple{z, cx::argmax(y, 1_c), cx::flip(y, 1_c) * y, cx::max(cx::cumprod(y, 2_c), 1_c)};
  };
  for (int rows : {1, 6, 70}) {
    INFO(rows);
    CHECK(compare(f, input<double, b, s, d>(rows, 20, 9)));
    CHECK(compare(cx::grad([](auto x) {
                    auto const [z, at, w, m] = f(x);
                    return cx::sum(cx::square(z)) + cx::sum(w) + cx::sum(m);
                  }),
                  input<double, b, s, d>(rows, 20, 9)));
  }
}
TEST_CASE("loops in nests, nests in loops") {
  static constexpr auto inside = [](auto x) {
    return cx::scan([&](auto y) { return std::pair{normalised<2>(y + 0.1 * x), cx::sum(y)}; }, x, cx::length<3>).first;
  };
  CHECK(compare(inside, input<double, b, s, d>(5, 20, 9)));
  CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(inside(x))); }), input<double, b, s, d>(5, 20, 9)));
}

} // namespace
