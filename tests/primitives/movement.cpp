// SPDX-License-Identifier: BSL-1.0
// broadcast_in_dim reshape squeeze transpose rev concatenate pad slice iota size
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

constexpr value above(value x, value y) {
  value const xs[] = {x, y};
  return concatenate({xs, 2}, 0);
}

constexpr auto others = {dtype::i32, dtype::boolean};

TEST_CASE("broadcast_in_dim keeps the laws", "[movement]") {
  CHECK(laws([](dtype t) { return program_of<broadcast_in_dim_t>({{t, {2}}}, {{2, 3}, {0}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<broadcast_in_dim_t>({{t, {3, 1}}}, {{2, 3, 4}, {1, 2}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<broadcast_in_dim_t>({{t, {}}}, {{2, 2}, {}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<broadcast_in_dim_t>({{t, {1, 3}}}, {{1, 3}, {0, 1}}); }, standard, {}, others));
}
TEST_CASE("reshape, squeeze, transpose, rev keep the laws", "[movement]") {
  CHECK(laws([](dtype t) { return program_of<reshape_t>({{t, {3, 4}}}, {{2, 6}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<reshape_t>({{t, {1}}}, {{}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<squeeze_t>({{t, {1, 3, 1}}}, {{0, 2}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<transpose_t>({{t, {2, 3, 4}}}, {{2, 0, 1}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<rev_t>({{t, {3, 4}}}, {{0, 1}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<rev_t>({{t, {3, 4}}}, {{1}}); }, standard, {}, others));
}
TEST_CASE("concatenate keeps the laws", "[movement]") {
  CHECK(laws([](dtype t) { return program_of<concatenate_t>({{t, {3, 3}}, {t, {1, 3}}, {t, {4, 3}}}, {0}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<concatenate_t>({{t, {2, 3}}, {t, {2, 0}}, {t, {2, 4}}}, {1}); }, standard, {}, others));
}
TEST_CASE("slice keeps the laws", "[movement]") {
  CHECK(laws([](dtype t) { return program_of<slice_t>({{t, {5}}}, {{5}, {1}, {2}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<slice_t>({{t, {3, 3, 5}}}, {{3, 2, 5}, {0, 2, 0}, {1, 2, 1}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<slice_t>({{t, {3, 3, 5}}}, {{3, 3, 4}, {1, 0, 0}, {1, 2, 3}}); }, standard, {}, others));
}
TEST_CASE("pad keeps the laws", "[movement]") {
  CHECK(laws([](dtype t) { return program_of<pad_t>({{t, {2, 3}}, {t, {}}}, {{1, 0}, {2, 1}, {1, 0}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<pad_t>({{t, {2, 3}}, {t, {}}}, {{-1, -1}, {0, 0}, {0, 2}}); }, standard, {}, others));
  CHECK(laws([](dtype t) { return program_of<pad_t>({{t, {4}}, {t, {}}}, {{2}, {-1}, {1}}); }, standard, {}, others));
}

/// P applied to one tensor.
template <class P>
constexpr tensor moved(tensor const& x, params_of<P> const& p) {
  vec<tensor> const ys = reference::evaluate(program_of<P>({x.type}, p), {&x, 1});
  return ys[0];
}
constexpr int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
static_assert(moved<transpose_t>(tensor_of(matrix), {{1, 0}}) == tensor_of(shape{3, 2}, {1, 4, 2, 5, 3, 6}));
static_assert(moved<rev_t>(tensor_of(matrix), {{1}}) == tensor_of(shape{2, 3}, {3, 2, 1, 6, 5, 4}));
static_assert(moved<reshape_t>(tensor_of(matrix), {{3, 2}}) == tensor_of(shape{3, 2}, {1, 2, 3, 4, 5, 6}));
static_assert(moved<slice_t>(tensor_of(matrix), {{2, 3}, {0, 0}, {1, 2}}) == tensor_of(shape{2, 2}, {1, 3, 4, 6}));
static_assert(moved<broadcast_in_dim_t>(tensor_of({7, 8}), {{2, 2}, {0}}) == tensor_of(shape{2, 2}, {7, 7, 8, 8}));
static_assert(moved<broadcast_in_dim_t>(tensor_of({7, 8}), {{2, 2}, {1}}) == tensor_of(shape{2, 2}, {7, 8, 7, 8}));
constexpr tensor padded(tensor const& x, int filling, pad_t::params const& p) {
  tensor const args[] = {x, tensor_of(filling)};
  vec<tensor> const ys = reference::evaluate(program_of<pad_t>({x.type, {dtype::i32, {}}}, p), {args, 2});
  return ys[0];
}
static_assert(equals(padded(tensor_of({1, 2, 3}), 0, {{1}, {2}, {1}}), {0, 1, 0, 2, 0, 3, 0, 0}));
static_assert(equals(padded(tensor_of({1, 2, 3}), 9, {{-1}, {1}, {0}}), {2, 3, 9}));
constexpr tensor joined_up() {
  tensor const args[] = {tensor_of({1, 2}), tensor_of({3}), tensor_of({4, 5})};
  vec<tensor> const ys = reference::evaluate(program_of<concatenate_t>({args[0].type, args[1].type, args[2].type}, {0}), {args, 3});
  return ys[0];
}
static_assert(equals(joined_up(), {1, 2, 3, 4, 5}));

template <class P>
constexpr tensor made(params_of<P> const& p, bindings const& b = {}) {
  vec<tensor> const ys = reference::evaluate(program_of<P>(range<aval>{}, p), {}, b);
  return ys[0];
}
constexpr bindings n_is_4() {
  bindings b;
  b.name[0] = pack_symbol("n"), b.value[0] = 4, b.count = 1;
  return b;
}
constexpr extent n = extent::of(pack_symbol("n"));
static_assert(made<iota_t>({1, dtype::f64, {2, 3}}) == tensor_of(shape{2, 3}, {0.0, 1.0, 2.0, 0.0, 1.0, 2.0}));
static_assert(equals(made<iota_t>({0, dtype::i32, {n - 1}}, n_is_4()), {0, 1, 2}));
static_assert(equals(made<size_of_axis_t>({n * 3}, n_is_4()), i64{12}));

// Lengths that are symbols: the same program for every n.
TEST_CASE("movements of symbolic lengths keep the laws", "[movement]") {
  constexpr auto symbolic = [](dtype t) {
    context c("trace");
    value const x = c.input({t, {n, 3}});
    value const y = above(slice(x, {0, 0}, {n - 1, 3}), rev(x, {0}));
    value const outs[] = {reshape(y, {n * 6 - 3}), broadcast_in_dim(reduce_sum(x, {1}), {n, 2}, {0}), transpose(x, {1, 0})};
    return c.finish({outs, 3});
  };
  for (i64 const length : {1, 2, 5}) {
    report r;
    generator random{4};
    jaxpr const j = symbolic(dtype::f64);
    vec<tensor> const args{draw(random, {dtype::f64, {length, 3}}, standard)}, dx{draw(random, {dtype::f64, {length, 3}}, standard)};
    vec<tensor> const ys = run(r, "type", j, args);
    REQUIRE(ys.size() == 3);
    vec<tensor> ct;
    for (tensor const& y : ys) ct.push(draw(random, y.type, standard));
    law_difference(r, "difference", j, args, dx, 1e-6);
    law_adjoint(r, j, args, dx, ct, 1e-11);
    law_simplify(r, vjp(j), joined(args, ct));
    CHECK(r);
  }
}

} // namespace constax_tests
