// SPDX-License-Identifier: BSL-1.0
// What the types of tracers say is true of their values, or the program is refused; a value has at most eight axes; an exception leaves no
// builder open.
#include "../support/recorded.hpp"

#include <stdexcept>

namespace constax_tests {
namespace {

using namespace cx::literals;
template <auto... Dims>
using f64s = cx::spec<double, Dims...>;

// ---- claims ---------------------------------------------------------------------------------------------------------------------
TEST_CASE("a tracer of another type than its value's is a fault") {
  auto const claimed = [](auto make) { return recorded(make, f64s<3>{}).fault; };
  auto const of = [](fault const& f, aval const& is, aval const& said) {
    return f.code == fault_code::wrong_claim && f.a == is && f.b == said;
  };
  CHECK(!claimed([](auto x) { return cx::tracer<double, 3>((x * x).value); }));
  CHECK(of(claimed([](auto x) { return cx::tracer<float, 3>(x.value); }), f64({3}), f32({3})));
  CHECK(of(claimed([](auto x) { return cx::mean(cx::tracer<double, 4>((x * x).value)); }), f64({3}),
           f64({4}))); // a number that would go into the program
  CHECK(of(claimed([](auto x) { return x * cx::tracer<double>(cx::sum(x, 0_c).value) + cx::tracer<double, 1, 3>(x.value); }), f64({3}),
           f64({1, 3})));
  CHECK(of(claimed([](auto x) { return cx::grad([&](auto y) { return cx::sum(cx::tracer<double, 2>(x.value)) * y; })(2.0); }), f64({3}),
           f64({2})));
}
TEST_CASE("results are compared with what is claimed of them where stages hand over") {
  jaxpr const j = program({f64()}, [](vec<value> const& v) { return v[0] * v[0]; });
  CHECK(!detail::find_wrong_claim<cx::tracer<double>>(j));
  CHECK(detail::find_wrong_claim<cx::tracer<float>>(j).code == fault_code::wrong_claim);
  CHECK(detail::find_wrong_claim<cx::tracer<double, 1>>(j).code == fault_code::wrong_claim);
  CHECK(detail::find_wrong_claim<std::pair<cx::tracer<double>, cx::tracer<double>>>(j).code == fault_code::wrong_count);
}

// ---- axes -----------------------------------------------------------------------------------------------------------------------
shape ones(int rank) {
  shape s;
  for (int d = 0; d < rank; ++d) s.push(extent(1));
  return s;
}
TEST_CASE("more than eight axes are a fault, wherever they come from") {
  CHECK(!ones(8).overflowed());
  CHECK(ones(9).overflowed());
  CHECK(ones(40).overflowed());
  CHECK(!(ones(9) == ones(9))); // a shape of nothing
  cx::axes many;
  for (int i = 0; i < 40; ++i) many.push(i);
  CHECK(many.overflowed());
  auto const code = [](jaxpr const& j) { return j.fault.code; };
  auto const of_rank = [](int rank, auto f) { return program({f64(ones(rank))}, [&](vec<value> const& v) { return f(v[0]); }); };
  for (int rank : {7, 8}) {
    fault_code const expected = rank == 8 ? fault_code::too_many_axes : fault_code::none;
    CHECK(code(of_rank(rank, [&](value x) { return repeat_rows(x, 2); })) == expected);
    CHECK(code(of_rank(rank, [&](value x) { return bind<reshape_t>({ones(rank + 1)}, x); })) == expected);
    CHECK(code(vmap(of_rank(rank, [](value x) { return x * x; }), vec<i32>{0}, 3, vec<i32>{0})) == expected); // rows of it
    CHECK(code(vmap(program({f64()}, [&](vec<value> const& v) { return v[0] * broadcast_in_dim(v[0], ones(rank), {}); }), vec<i32>{0}, 3,
                    vec<i32>{0})) == expected);
    jaxpr const loop = program({f64(ones(rank)), f64({3})}, [&](vec<value> const& v) {
      scan_t::params p;
      p.num_carry = 1, p.length = 3;
      return scan_t::record(*v[0].ctx, v, program({f64(ones(rank)), f64()}, [](vec<value> const& u) { return vec<value>{u[0], u[0]}; }), p);
    });
    CHECK(code(loop) == expected);
    CHECK(code(program({f64(ones(rank + 1))}, [](vec<value> const& v) { return v[0]; })) == expected);
  }
  CHECK(code(of_rank(8, [&](value x) { return bind<reduce_sum_t>({many}, x); })) == fault_code::too_many_axes);
  CHECK(code(of_rank(8, [&](value x) { return bind<transpose_t>({many}, x); })) == fault_code::too_many_axes);
  dot_general_t::params none;
  CHECK(code(program({f64(ones(4)), f64(ones(4))}, [&](vec<value> const& v) { return bind<dot_general_t>(none, v[0], v[1]); })) ==
        fault_code::none);
  CHECK(code(program({f64(ones(5)), f64(ones(4))}, [&](vec<value> const& v) { return bind<dot_general_t>(none, v[0], v[1]); })) !=
        fault_code::none);
}

// ---- exceptions -----------------------------------------------------------------------------------------------------------------
/// A user's function that throws when it is told to, with builders open inside of it.
struct thrown : std::runtime_error {
  thrown() : std::runtime_error("a user's") {}
};
auto body(bool fails) {
  return [fails](auto x) {
    auto const k = cx::sin(x) * x;
    return cx::grad([&](auto y) {
      if (fails) throw thrown();
      return y * k;
    })(x);
  };
}
/// f with a body that throws, then with one that does not; what has been recorded is what the second alone records.
template <class F>
void again(F const& f) {
  auto const program = [&](bool first_fails) {
    context c("test");
    cx::tracer<double> const x(c.input(f64()));
    auto const y = cx::exp(x);
    if (first_fails) CHECK_THROWS_AS(f(y, body(true)), thrown);
    CHECK(c.open.size() == 1);
    value const outs[] = {(f(y, body(false)) + x).value};
    return c.finish({outs, 1});
  };
  jaxpr const after = program(true), alone = program(false);
  CHECK(!after.fault);
  CHECK(!find_fault(after));
  double const at[] = {0.6};
  CHECK(numbers_of(after, filled_from(after, {at, 1})) == numbers_of(alone, filled_from(alone, {at, 1})));
}
TEST_CASE("a function that throws leaves no builder open") {
  again([](auto x, auto f) { return cx::grad(f)(x); });
  again([](auto x, auto f) { return cx::vmap(f)(cx::stack(x, x))[0]; });
  again([](auto x, auto f) { return cx::jvp(f, x, x).second; });
  again([](auto x, auto f) { return std::get<0>(cx::vjp(f, x).second(x)); });
  again([](auto x, auto f) { return cx::jacrev(f)(x); });
  again([](auto x, auto f) {
    return cx::fori_loop(
        0, 3, [&](auto, auto y) { return f(y); }, x);
  });
  again([](auto x, auto f) { return cx::while_loop([&](auto y) { return f(y) < 0.0; }, [](auto y) { return y; }, x); });
  again([](auto x, auto f) {
    return cx::cond(
        x > 0.0, f, [](auto y) { return y; }, x);
  });
  again([](auto x, auto f) { return cx::jit([&](auto y) { return f(y); })(x); });
  again([](auto x, auto f) { return cx::custom_jvp([&](auto y) { return f(y); }, [](auto y, auto dy) { return std::pair{y, dy}; })(x); });
  again([](auto x, auto f) { return x * cx::grad([&](auto y) { return f(y) * y; })(3.0); }); // of constants, where no builder is open
}

} // namespace
} // namespace constax_tests
