// SPDX-License-Identifier: BSL-1.0
// The oracle: tensors, binding of symbols, and programs evaluated by the compiler as at run time.
#include "../support/catch.hpp"

#include <constax/eval/reference.hpp>
#include <constax/jaxpr/check.hpp>
#include <constax/transform/vjp.hpp>

namespace constax_tests {

using namespace constax;

constexpr extent n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));

// ---- tensors --------------------------------------------------------------------------------------------------------------------

static_assert(tensor_of({1.0, 2.0}) == tensor_of(shape{2}, {1.0, 2.0}) && !(tensor_of({1.0}) == tensor_of(1.0)));
static_assert(!(tensor_of(0.0) == tensor_of(-0.0)) && !(tensor_of(1) == tensor_of(1.0)) && !(tensor_of(1.0) == tensor_of(1.0f)));
static_assert(tensor_of(std::numeric_limits<double>::quiet_NaN()) == tensor_of(std::numeric_limits<double>::quiet_NaN())); // as bits
static_assert(tensor_of(-1).words[0] == 0xffffffffu && tensor_of(-1).at<i32>(0) == -1 && tensor_of(true).at<bool>(0));
static_assert(number_at(tensor_of(-7), 0) == -7 && number_at(tensor_of(0.5f), 0) == 0.5 && number_at(tensor_of(true), 0) == 1);
constexpr double two_by_three[2][3] = {{1, 2, 3}, {4, 5, 6}};
static_assert(tensor_of(two_by_three).type == aval{dtype::f64, {2, 3}} && tensor_of(two_by_three).at<double>(5) == 6);
static_assert(elements<double>(tensor_of({1.0, 2.0})) == vec<double>{1.0, 2.0});

// ---- programs ---------------------------------------------------------------------------------------------------------------------

/// sum over rows of x * y + 2, and the rows: x [n,3], y [3]
constexpr jaxpr rows() {
  context c("trace");
  value const x = c.input({dtype::f64, {n, 3}}), y = c.input({dtype::f64, {3}});
  value const z = x * broadcast_in_dim(y, {n, 3}, {1}) + 2.0;
  value const outs[] = {reduce_sum(z, {0}), z, c.constant(dtype::f64, 7.0), y};
  return check(c.finish({outs, 4}));
}
constexpr bool evaluates_rows() {
  jaxpr const j = rows();
  tensor const args[] = {tensor_of(two_by_three), tensor_of({1.0, 10.0, 100.0})};
  vec<tensor> const ys = reference::evaluate(j, {args, 2});
  return ys.size() == 4 && equals(ys[0], {9.0, 74.0, 904.0}) && equals(ys[1], {2, 3}, {3.0, 22.0, 302.0, 6.0, 52.0, 602.0}) &&
         equals(ys[2], 7.0) && ys[3] == args[1];
}
static_assert(evaluates_rows());
constexpr bool evaluates_the_gradient() {
  jaxpr const j = vjp(rows());
  tensor const args[] = {tensor_of(two_by_three),
                         tensor_of({1.0, 10.0, 100.0}),
                         tensor_of({1.0, 1.0, 1.0}),
                         tensor_of(shape{2, 3}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}),
                         tensor_of(0.0),
                         tensor_of({0.0, 0.0, 0.0})};
  vec<tensor> const ys = reference::evaluate(j, {args, 6});
  return ys.size() == 6 && equals(ys[4], {2, 3}, {1.0, 10.0, 100.0, 1.0, 10.0, 100.0}) && equals(ys[5], {5.0, 7.0, 9.0});
}
static_assert(evaluates_the_gradient());
constexpr bool single_precision_rounds_each_step() {
  context c("trace");
  value const x = c.input({dtype::f32, {}});
  value const y = x * x - 1.0;
  jaxpr const j = c.finish({&y, 1});
  float const a = 1.0001f, square = a * a;
  tensor const arg = tensor_of(a);
  return equals(reference::evaluate(j, {&arg, 1})[0], square - 1.0f);
}
static_assert(single_precision_rounds_each_step());

TEST_CASE("the oracle gives the same numbers at run time", "[reference]") {
  CHECK(evaluates_rows());
  CHECK(evaluates_the_gradient());
  CHECK(single_precision_rounds_each_step());
}

// ---- what symbols stand for --------------------------------------------------------------------------------------------------------

/// A program whose inputs have these lengths.
constexpr jaxpr taking(std::initializer_list<shape> shapes) {
  context c("trace");
  value x;
  for (shape const& s : shapes) x = c.input({dtype::f64, s});
  return c.finish({&x, 1});
}
constexpr fault bind_lengths(jaxpr const& j, std::initializer_list<shape> lengths, bindings& b) {
  vec<aval> types;
  for (shape const& s : lengths) types.push({dtype::f64, s});
  vec<aval const*> pointers;
  for (aval const& a : types) pointers.push(&a);
  return bind_symbols(j, pointers, b);
}
constexpr i64 length_of(std::initializer_list<shape> declared, std::initializer_list<shape> given, extent of) {
  bindings b;
  if (bind_lengths(taking(declared), given, b)) return -1;
  return b(of);
}
static_assert(length_of({{n, 3}}, {{5, 3}}, n) == 5);
static_assert(length_of({{n - 1}, {n}}, {{4}, {5}}, n) == 5);             // affine forms need not come last
static_assert(length_of({{n - 1}}, {{4}}, n) == 5);                        // nor stand beside a plain one
static_assert(length_of({{n * 3}}, {{12}}, n) == 4);
static_assert(length_of({{n + m}, {n}}, {{7}, {3}}, m) == 4);
static_assert(length_of({{n + m}, {m + 1}, {n}}, {{7}, {5}, {3}}, n * 2 + m) == 10);
constexpr fault_code refusal(std::initializer_list<shape> declared, std::initializer_list<shape> given) {
  bindings b;
  return bind_lengths(taking(declared), given, b).code;
}
static_assert(refusal({{n}, {n}}, {{3}, {4}}) == fault_code::shapes_differ);
static_assert(refusal({{n, 3}}, {{5, 4}}) == fault_code::shapes_differ);
static_assert(refusal({{n}}, {{5, 4}}) == fault_code::shapes_differ);
static_assert(refusal({{n * 3}}, {{10}}) == fault_code::undecidable); // no n gives 10
static_assert(refusal({{n + m}}, {{10}}) == fault_code::undecidable);
static_assert(refusal({{n}}, {{5}, {5}}) == fault_code::wrong_count);

constexpr bool refuses_with_a_reason() {
  tensor const args[] = {tensor_of(two_by_three), tensor_of({1.0, 10.0})};
  fault why;
  vec<tensor> const ys = reference::evaluate(rows(), {args, 2}, {}, &why);
  return ys.empty() && why.code == fault_code::shapes_differ && why.where == "evaluate" && why.number == 1;
}
static_assert(refuses_with_a_reason());
constexpr bool refuses_other_dtypes() {
  tensor const args[] = {tensor_of(two_by_three), tensor_of({1.0f, 10.0f, 100.0f})};
  fault why;
  return reference::evaluate(rows(), {args, 2}, {}, &why).empty() && why.code == fault_code::dtypes_differ;
}
static_assert(refuses_other_dtypes());
/// A symbol that only a parameter has is bound by the caller; a length that comes out negative is refused.
constexpr jaxpr counting() {
  context c("trace");
  value const x = iota(c, dtype::f64, {n - 2}, 0);
  return c.finish({&x, 1});
}
constexpr bindings n_is(i64 length) {
  bindings b;
  b.name[0] = pack_symbol("n"), b.value[0] = length, b.count = 1;
  return b;
}
static_assert(equals(reference::evaluate(counting(), {}, n_is(4))[0], {0.0, 1.0}));
static_assert(reference::evaluate(counting(), {}, n_is(2))[0].size() == 0);
constexpr bool refuses_negative_lengths() {
  fault why;
  return reference::evaluate(counting(), {}, n_is(1), &why).empty() && why;
}
static_assert(refuses_negative_lengths());
constexpr bool carries_a_fault_along() {
  jaxpr j = rows();
  j.fail({fault_code::escaped, "grad"});
  fault why;
  return reference::evaluate(j, {}, {}, &why).empty() && why.code == fault_code::escaped;
}
static_assert(carries_a_fault_along());

} // namespace constax_tests
