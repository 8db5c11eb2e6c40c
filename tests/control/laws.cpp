// SPDX-License-Identifier: BSL-1.0
// Laws of loops and branches, transformed at run time and evaluated by the oracle: adjoints, loops against their unrolled programs, dead
// branches, and the numbers of other systems' tests. What a table gives stands beside it.
#include "programs.hpp"

#include <cmath>

namespace constax_tests {
namespace {
using namespace constax;

/// Numbers without a pattern.
struct noise {
  std::uint32_t state = 12345;
  double next() {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state >> 8) / (1 << 24) - 0.5;
  }
  tensor like(aval const& a) {
    tensor t(a);
    for (u32 i = 0; i < t.size(); ++i) {
      if (a.type == dtype::f64) t.put(i, next());
      else if (a.type == dtype::i32) t.put(i, static_cast<i32>(next() * 6));
      else t.put(i, next() > 0);
    }
    return t;
  }
};
vec<tensor> evaluated(jaxpr const& j, vec<tensor> const& args) {
  fault why;
  vec<tensor> const ys = reference::evaluate(lower(j), args, {}, &why);
  REQUIRE(sentence(why).view() == "");
  return ys;
}
double inner(vec<tensor> const& a, vec<tensor> const& b) {
  double sum = 0;
  REQUIRE(a.size() == b.size());
  for (u32 k = 0; k < a.size(); ++k)
    for (u32 i = 0; i < a[k].size(); ++i) sum += number_at(a[k], i) * number_at(b[k], i);
  return sum;
}
vec<tensor> part(vec<tensor> const& ts, u32 first, u32 count) { return vec<tensor>(range<tensor>{ts.begin() + first, count}); }

/// <u, J v> = <J^T u, v> for random u, v, and J^T v = what linearize and its pullback say. `slip` spoils the transpose: the law must
/// notice.
bool adjoint(jaxpr const& j, double slip = 0) {
  noise random;
  bool holds = true;
  for (int round = 0; round < 3; ++round) {
    vec<tensor> args, v, u;
    for (u32 i = 0; i < detail::in_count(j); ++i) args.push(random.like(detail::in_type(j, i)));
    for (u32 i = 0; i < detail::in_count(j); ++i)
      if (detail::in_type(j, i).floating()) v.push(random.like(detail::in_type(j, i)));
    for (u32 i = 0; i < j.outs.size(); ++i)
      if (detail::out_type(j, i).floating()) u.push(random.like(detail::out_type(j, i)));
    vec<tensor> forward = args, backward = args;
    forward.append(v), backward.append(u);
    vec<tensor> const dy = evaluated(jvp(j), forward), dx = evaluated(vjp(j), backward);
    linearized const l = linearize(j);
    vec<tensor> residuals = evaluated(l.primal, args);
    residuals = part(residuals, l.n_out, l.n_residuals);
    vec<tensor> linear = residuals, back = residuals;
    linear.append(v), back.append(u);
    double const a = inner(part(dy, j.outs.size(), u.size()), u) + slip, b = inner(part(dx, j.outs.size(), v.size()), v);
    holds = holds && near(a, b, 1e-11) && near(inner(evaluated(l.linear, linear), u) + slip, b, 1e-11) &&
            near(inner(evaluated(pullback(l), back), v) + slip, b, 1e-11);
  }
  return holds;
}

template <auto... Dims>
using f64s = cx::spec<double, Dims...>;
using number = cx::spec<double>;

inline constexpr auto recurrent = [](auto w, auto h0, auto xs) {
  return cx::scan([&](auto h, auto x) {
    auto const next = cx::tanh(cx::dot(w, h) + x);
    return std::pair{next, next * x};
  }, h0, xs);
};
template <int K>
inline constexpr auto kept = [](auto w, auto h0, auto xs) {
  auto const [h, ys] = cx::scan([&](auto const& s, auto x) {
    auto const [i, c] = s;
    auto const next = cx::sin(w * c + x) * cx::astype<double>(i + 1);
    return std::pair{std::pair{i + 1, next}, next * x};
  }, std::pair{0, h0}, xs, cx::reversed, cx::checkpoints<K>);
  return std::pair{h.second, ys};
};
inline constexpr auto decays = [](auto w, auto x) {
  return cx::while_loop([](auto const& s) { return cx::sum(s.first * s.first) > 0.01; },
                        [&](auto const& s) { return std::pair{cx::sin(s.first) * w, s.second + s.first * w}; }, std::pair{x, x * x});
};
inline constexpr auto chooses = [](auto i, auto x, auto y) {
  return cx::switch_(
      i,
      std::tuple{[](auto a, auto b) { return std::pair{a * b, cx::sin(a)}; }, [](auto a, auto b) { return std::pair{cx::exp(a) - b, b}; },
                 [&](auto a, auto) { return std::pair{a * y, a}; }},
      x, y);
};
inline constexpr auto nest = [](auto x, auto xs) {
  return cx::scan([&](auto c, auto y) {
    auto const inner = cx::fori_loop(0, 3, [&](auto, auto z) { return z * y + cx::sin(z); }, c);
    auto const half = cx::while_loop([](auto z) { return z > 0.3; }, [&](auto z) { return z * 0.5 * x; }, inner);
    return std::pair{cx::cond(inner > 0.0, [](auto z) { return z * z; }, [&](auto z) { return z + y; }, half), inner};
  }, x, xs);
};

TEST_CASE("adjoint identity through every construct") {
  CHECK(adjoint(traced(recurrent, f64s<3, 3>{}, f64s<3>{}, f64s<5, 3>{})));
  CHECK(adjoint(traced(kept<0>, number{}, number{}, f64s<9>{})));
  CHECK(adjoint(traced(kept<2>, number{}, number{}, f64s<9>{})));
  CHECK(adjoint(traced(decays, number{}, f64s<3>{})));
  CHECK(adjoint(traced(chooses, cx::spec<int>{}, f64s<4>{}, f64s<4>{})));
  CHECK(adjoint(traced(nest, number{}, f64s<4>{})));
  CHECK(adjoint(traced([](auto xs) { return cx::map([](auto x) { return cx::exp(x) * cx::sum(x); }, xs); }, f64s<4, 3>{})));
  CHECK(!adjoint(traced(nest, number{}, f64s<4>{}), 1e-6)); // the wrong twin
}
TEST_CASE("adjoint identity of gradients and of rows") {
  jaxpr const total = traced(
      [](auto w, auto h0, auto xs) {
        auto const [h, ys] = kept<2>(w, h0, xs);
        return h * h + cx::sum(ys * ys);
      },
      number{}, number{}, f64s<5>{});
  CHECK(adjoint(value_and_grad(total)));
  CHECK(adjoint(jvp(total)));
  CHECK(adjoint(vmap(total, vec<i32>{0, -1, 1}, extent(3), vec<i32>{0})));
  jaxpr const decay = traced([](auto w, auto x) { auto const s = decays(w, x); return cx::sum(s.first * s.second); }, number{}, f64s<3>{});
  CHECK(adjoint(value_and_grad(decay)));
  CHECK(adjoint(vmap(decay, vec<i32>{-1, 0}, extent(4), vec<i32>{0})));
  CHECK(adjoint(vmap(value_and_grad(decay), vec<i32>{0, 0}, extent(3), vec<i32>{0, 0, 0})));
  jaxpr const choice = traced(chooses, cx::spec<int>{}, number{}, number{});
  CHECK(adjoint(vmap(choice, vec<i32>{0, 0, -1}, extent(7), vec<i32>{0, 0})));
  CHECK(adjoint(vmap(vmap(choice, vec<i32>{0, 0, -1}, extent(3), vec<i32>{0, 0}), vec<i32>{-1, 0, 0}, extent(2), vec<i32>{0, 0})));
}

TEST_CASE("a loop's gradient is its unrolled program's") {
  constexpr auto rolled = [](auto w, auto x) { return cx::fori_loop(0, 12, [&](auto, auto y) { return cx::sin(w * y) + 0.5 * y; }, x); };
  constexpr auto unrolled = [](auto w, auto x) {
    auto y = x;
    for (int i = 0; i < 12; ++i) y = cx::sin(w * y) + 0.5 * y;
    return y;
  };
  vec<tensor> const at{tensor_of(1.3), tensor_of(0.4)};
  vec<tensor> const a = evaluated(value_and_grad(traced(rolled, number{}, number{})), at),
                    b = evaluated(value_and_grad(traced(unrolled, number{}, number{})), at);
  for (u32 i = 0; i < 3; ++i) CHECK(near(number_at(a[i], 0), number_at(b[i], 0), 1e-14));
}

// ---- reverse mode of a while: the matrix of few scalars, or chains ----
/// Kepler's equation: two parameters, one of which is where the loop starts.
inline constexpr auto anomaly = [](auto M, auto e) {
  auto const residual = [&](auto E) { return E - e * cx::sin(E) - M; };
  return cx::while_loop([&](auto E) { return cx::abs(residual(E)) >= 1e-12; },
                        [&](auto E) { return E - residual(E) / (1.0 - e * cx::cos(E)); }, M);
};
/// Carries of all kinds: a count, a bool, one that is known, one that never sees a parameter, one that starts without a tangent.
inline constexpr auto mixed = [](auto a, auto b) {
  auto const last = cx::while_loop([](auto const& s) { return std::get<1>(s); }, [&](auto const& s) {
    auto const [i, on, t, u, x, y] = s;
    return std::tuple{
        i + 1, (i < 6) & on, t * 1.5, cx::sin(u) + t, x + 0.1 * t * y * cx::sin(b * x), y * cx::cos(u) + b * b * cx::astype<double>(i)};
  }, std::tuple{0, true, 0.25, 1.0, a, 0.5});
  return std::get<4>(last) * std::get<5>(last) + std::get<3>(last);
};
inline constexpr auto mixed_unrolled = [](auto a, auto b) {
  auto x = a;
  auto y = 0.0 * a + 0.5, t = 0.0 * a + 0.25, u = 0.0 * a + 1.0;
  for (int i = 0; i < 7; ++i) {
    auto const next = x + 0.1 * t * y * cx::sin(b * x);
    y = y * cx::cos(u) + b * b * static_cast<double>(i), u = cx::sin(u) + t, t = t * 1.5, x = next;
  }
  return x * y + u;
};
/// Four states that turn round each other, with four parameters, and as many trips as an argument says; A: they are one array.
template <bool A>
inline constexpr auto turning = [](auto n, auto a, auto b, auto c, auto d) {
  if constexpr (A) {
    return cx::sum(cx::fori_loop(
        0, n, [&](auto, auto s) { return s * (1.0 + 0.1 * a) + (b * c - d) * s * cx::sum(s); }, cx::stack(std::array{a, b, c, d})));
  } else {
    auto const last = cx::fori_loop(0, n, [&](auto, auto const& s) {
      auto const [x, y, z, w] = s;
      return std::tuple{x + a * y, y - b * z * x, z + c * w, w - d * x};
    }, std::tuple{a, b, c, d});
    auto const [x, y, z, w] = last;
    return x * y + z * w;
  }
};
inline constexpr auto turning_unrolled = [](auto a, auto b, auto c, auto d) {
  auto x = a, y = b, z = c, w = d;
  for (int i = 0; i < 9; ++i) {
    auto const p = x + a * y, q = y - b * z * x, r = z + c * w, s = w - d * x;
    x = p, y = q, z = r, w = s;
  }
  return x * y + z * w;
};
/// One state, three parameters, a traced bound.
inline constexpr auto counted = [](auto n, auto x, auto a, auto b) {
  return cx::fori_loop(0, n, [&](auto i, auto y) { return a * cx::sin(y) + b * y * cx::astype<double>(i); }, x);
};
inline constexpr auto counted_unrolled = [](auto x, auto a, auto b) {
  auto y = x;
  for (int i = 0; i < 9; ++i) y = a * cx::sin(y) + b * y * static_cast<double>(i);
  return y;
};
void same_derivatives(jaxpr const& rolled, jaxpr const& unrolled, vec<tensor> const& at, vec<tensor> const& before = {}) {
  vec<tensor> args = before;
  args.append(at);
  vec<tensor> const a = evaluated(value_and_grad(rolled), args), b = evaluated(value_and_grad(unrolled), at);
  REQUIRE(a.size() == b.size());
  for (u32 i = 0; i < a.size(); ++i) CHECK(near(number_at(a[i], 0), number_at(b[i], 0), 1e-14));
}
/// Its derivative in its last argument, as a program that may be derived again.
jaxpr once_more(jaxpr const& j) {
  jaxpr const both = value_and_grad(j);
  detail::selection s{detail::all_inputs(both), {both.outs.size() - 1}};
  return detail::selected(both, s);
}
TEST_CASE("few scalars go through a while by a matrix") {
  jaxpr const kepler = traced(anomaly, number{}, number{}), kinds = traced(mixed, number{}, number{}),
              trips = traced(counted, cx::spec<int>{}, number{}, number{}, number{});
  for (jaxpr const& j : {kepler, kinds, trips}) {
    CHECK(runs_of(value_and_grad(j), descriptor<while_t>) == 1); // values and matrix in one
    CHECK(runs_of(value_and_grad(j), descriptor<chains_t>) == 0);
    CHECK(runs_of(value_and_grad(once_more(j)), descriptor<chains_t>) == 0);
    CHECK(adjoint(j));
  }
  for (jaxpr const& j : {kinds, trips}) CHECK(adjoint(value_and_grad(j)));
  same_derivatives(kinds, traced(mixed_unrolled, number{}, number{}), {tensor_of(0.7), tensor_of(0.4)});
  same_derivatives(trips, traced(counted_unrolled, number{}, number{}, number{}), {tensor_of(0.7), tensor_of(0.4), tensor_of(-0.3)},
                   {tensor_of(9)});
  // E' = 1 / (1 - e cos E) in M, sin E / (1 - e cos E) in e
  vec<tensor> const y = evaluated(value_and_grad(kepler), {tensor_of(1.1), tensor_of(0.6)});
  double const E = number_at(y[0], 0), d = 1 - 0.6 * std::cos(E);
  CHECK(near(number_at(y[1], 0), 1 / d, 1e-10));
  CHECK(near(number_at(y[2], 0), std::sin(E) / d, 1e-10));
  // Two directions, one of them where the loop starts and what it reads: two columns, and the state.
  for (eqn const& e : value_and_grad(kepler).eqns)
    if (e.prim == &descriptor<while_t>) CHECK(e.n_out == 3);
}
TEST_CASE("a while in a while has a matrix of matrices, a branch in one leaves chains") {
  constexpr auto inner = [](auto x, auto w) {
    return cx::while_loop([](auto y) { return y < 4.0; },
                          [&](auto y) {
                            return y + cx::while_loop([](auto z) { return z < 1.0; },
                                                      [&](auto z) { return z * 1.7 + 0.1 * w * cx::sin(y); }, 0.1 + 0.01 * y * y);
                          },
                          x);
  };
  constexpr auto branching = [](auto x, auto w) {
    return cx::while_loop(
        [](auto y) { return y < 4.0; },
        [&](auto y) { return cx::cond(y < 2.0, [&](auto z) { return z + cx::exp(w * z); }, [](auto z) { return z * 1.5; }, y); }, x);
  };
  constexpr auto unrolled = [](auto x, auto w) { // at (.3, .4)
    auto y = x + cx::exp(w * x);
    y = y + cx::exp(w * y);
    return y * 1.5;
  };
  jaxpr const a = traced(inner, number{}, number{}), b = traced(branching, number{}, number{});
  CHECK(runs_of(value_and_grad(a), descriptor<chains_t>) == 0);
  CHECK(runs_of(value_and_grad(a), descriptor<while_t>) == 2);
  CHECK(adjoint(a));
  CHECK(adjoint(value_and_grad(a)));
  CHECK(adjoint(vmap(a, vec<i32>{0, -1}, extent(3), vec<i32>{0})));
  CHECK(runs_of(value_and_grad(b), descriptor<chains_t>) == 1);
  CHECK(adjoint(b));
  CHECK(near(number_at(evaluated(b, {tensor_of(0.3), tensor_of(0.4)})[0], 0),
             number_at(evaluated(traced(unrolled, number{}, number{}), {tensor_of(0.3), tensor_of(0.4)})[0], 0), 1e-14));
  same_derivatives(b, traced(unrolled, number{}, number{}), {tensor_of(0.3), tensor_of(0.4)});
}
TEST_CASE("rows that each have a matrix") {
  jaxpr const rows = vmap(traced(anomaly, number{}, number{}), vec<i32>{0, 0}, extent(3), vec<i32>{0});
  jaxpr const back = vjp(rows);
  CHECK(runs_of(back, descriptor<chains_t>) == 0);
  tensor const M = tensor_of({1.1, 0.3, 2.0}), e = tensor_of({0.6, 0.0, 0.8}), u = tensor_of({1.0, -2.0, 0.0});
  vec<tensor> const y = evaluated(back, {M, e, u});
  for (u32 i = 0; i < 3; ++i) {
    vec<tensor> const one =
        evaluated(value_and_grad(traced(anomaly, number{}, number{})), {tensor_of(M.at<double>(i)), tensor_of(e.at<double>(i))});
    for (u32 k = 1; k < 3; ++k) CHECK(near(number_at(y[k], i), number_at(one[k], 0) * u.at<double>(i), 1e-13));
  }
}
TEST_CASE("many scalars, and arrays, leave chains") {
  jaxpr const many = traced(turning<false>, cx::spec<int>{}, number{}, number{}, number{}, number{}),
              array = traced(turning<true>, cx::spec<int>{}, number{}, number{}, number{}, number{});
  for (jaxpr const& j : {many, array}) {
    CHECK(runs_of(value_and_grad(j), descriptor<chains_t>) == 1);
    CHECK(adjoint(j));
    CHECK(adjoint(value_and_grad(j)));
  }
  same_derivatives(many, traced(turning_unrolled, number{}, number{}, number{}, number{}),
                   {tensor_of(0.7), tensor_of(0.4), tensor_of(-0.3), tensor_of(0.2)}, {tensor_of(9)});
  jaxpr const four = traced(
      [](auto x) {
        return cx::sum(cx::while_loop([](auto y) { return cx::sum(y) < 9.0; }, [](auto y) { return y * 1.5 + cx::sin(y); }, x));
      },
      f64s<4>{});
  CHECK(runs_of(value_and_grad(four), descriptor<chains_t>) == 1);
}
TEST_CASE("what a condition and the next trip both compute is computed once") {
  constexpr auto parted = [](auto x) { // a sum of two functions in both, one alone in each
    return cx::while_loop([](auto y) { return cx::exp(cx::sin(y)) + cx::log(y) < 5.0; },
                          [](auto y) { return y + cx::exp(cx::sin(y)) * 0.3 + cx::tanh(y); }, x);
  };
  auto const in_loop = [](jaxpr const& lowered, primitive const& p) {
    for (eqn const& e : lowered.eqns)
      if (e.prim == &descriptor<while_t>)
        return runs_of(detail::function_of(lowered, e, 0), p) + runs_of(detail::function_of(lowered, e, 1), p);
    return -1;
  };
  jaxpr const kepler = traced(anomaly, number{}, number{}), other = traced(parted, number{});
  for (jaxpr const& j : {lower(kepler), lower(vmap(kepler, vec<i32>{0, 0}, extent(3), vec<i32>{0})), lower(value_and_grad(kepler))}) {
    CHECK(in_loop(j, descriptor<sin_t>) == 1);
    CHECK(in_loop(j, descriptor<cos_t>) == 1);
  }
  for (primitive const* p : {&descriptor<exp_t>, &descriptor<sin_t>, &descriptor<log_t>, &descriptor<tanh_t>})
    CHECK(in_loop(lower(other), *p) == 1);
  jaxpr const rows = vmap(other, vec<i32>{0}, extent(4), vec<i32>{0});
  tensor const x = tensor_of({0.2, 1.0, 300.0, 2.5}); // the third is never entered
  vec<tensor> const a = evaluated(rows, {x}), b = reference::evaluate(rows, vec<tensor>{x});
  for (u32 i = 0; i < 4; ++i) {
    CHECK(near(number_at(a[0], i), number_at(b[0], i), 1e-13));
    CHECK(near(number_at(evaluated(other, {tensor_of(x.at<double>(i))})[0], 0), number_at(b[0], i), 1e-13));
  }
  CHECK(number_at(a[0], 2) == 300);
}
TEST_CASE("of what the next trip computes, only kin of what the condition asks for comes along") {
  jaxpr const turned = lower(traced([](auto x) {
    return cx::while_loop([](auto y) { return cx::sin(y) < 0.9; }, [](auto y) { return y + 0.1 * cx::cos(y) * cx::erfc(y); }, x);
  }, number{}));
  CHECK(runs_of(turned, descriptor<sin_t>) == 2); // before the loop and in it
  CHECK(runs_of(turned, descriptor<cos_t>) == 2);
  CHECK(runs_of(turned, descriptor<erfc_t>) == 1); // it has kin, but not the sine
}
TEST_CASE("few checkpoints change no bit") {
  auto const total = [](auto k) {
    return traced(
        [](auto w, auto h0, auto xs) {
          auto const [h, ys] = kept<decltype(k)::value>(w, h0, xs);
          return h + cx::sum(ys);
        },
        number{}, number{}, f64s<23>{});
  };
  noise random;
  vec<tensor> const at{random.like({dtype::f64, {}}), random.like({dtype::f64, {}}), random.like({dtype::f64, {23}})};
  vec<tensor> const all = evaluated(value_and_grad(total(std::integral_constant<int, 0>{})), at);
  for (vec<tensor> const& few : {evaluated(value_and_grad(total(std::integral_constant<int, 1>{})), at),
                                 evaluated(value_and_grad(total(std::integral_constant<int, 4>{})), at)})
    for (u32 i = 0; i < all.size(); ++i) CHECK(all[i] == few[i]);
}

// ---- what is not run leaves no trace ----
inline constexpr auto safe_log = [](auto x) {
  return cx::cond(x > 0.0, [](auto y) { return cx::log(y) + cx::sqrt(y); }, [](auto y) { return 0.0 * y; }, x);
};
TEST_CASE("a dead branch contributes exactly zero") {
  jaxpr const f = traced(safe_log, number{});
  jaxpr const rows = vmap(f, vec<i32>{0}, extent(4), vec<i32>{0});
  tensor const x = tensor_of({2.0, 0.0, -3.0, 0.25});
  double const expected[] = {0.5 + 0.5 / std::sqrt(2.0), 0, 0, 4 + 1.0};
  jaxpr const of_grad = vmap(value_and_grad(f), vec<i32>{0}, extent(4), vec<i32>{0, 0});
  vec<tensor> const a = evaluated(of_grad, {x}), b = evaluated(vjp(rows), {x, tensor_of({1.0, 1.0, 1.0, 1.0})}),
                    c = evaluated(jvp(rows), {x, tensor_of({1.0, 1.0, 1.0, 1.0})});
  for (u32 i = 0; i < 4; ++i) {
    CHECK(near(number_at(a[1], i), expected[i], 1e-14));
    CHECK(near(number_at(b[1], i), expected[i], 1e-14));
    CHECK(near(number_at(c[1], i), expected[i], 1e-14));
  }
  // An operand that all rows share: the rows that did not choose add nothing, not even 0 * inf.
  jaxpr const shared =
      vmap(traced([](auto p, auto s) { return cx::cond(p > 0.0, [](auto t) { return cx::log(t); }, [](auto t) { return t; }, s - 1.0); },
                  number{}, number{}),
           vec<i32>{0, -1}, extent(3), vec<i32>{0});
  vec<tensor> const d = evaluated(vjp(shared), {tensor_of({-1.0, -2.0, -1.0}), tensor_of(1.0), tensor_of({1.0, 1.0, 1.0})});
  CHECK(number_at(d[2], 0) == 3.0);
}
TEST_CASE("a loop in a dead row ends") {
  // Newton's iteration from a negative number never comes to an end: only rows that choose it may run it.
  constexpr auto root_or_self = [](auto x) { return cx::cond(x > 0.0, newton, [](auto y) { return y; }, x); };
  constexpr auto counted = [](auto x, auto limit) {
    return cx::while_loop([&](auto const& s) { return (s.first < 100) & (s.second < limit); },
                          [](auto const& s) { return std::pair{s.first + 1, s.second * 2.0}; }, std::pair{0, x});
  };
  jaxpr const rows = vmap(traced(root_or_self, number{}), vec<i32>{0}, extent(4), vec<i32>{0});
  for (jaxpr const& j : vec<jaxpr>{rows, lower(rows)}) {
    fault why;
    tensor const y = reference::evaluate(j, vec<tensor>{tensor_of({-2.0, 4.0, -7.0, 9.0})}, {}, &why)[0];
    for (u32 i = 0; i < 4; ++i) CHECK(near(number_at(y, i), vec<double>{-2.0, 2.0, -7.0, 3.0}[i]));
  }
  vec<tensor> const slopes = evaluated(vmap(value_and_grad(traced(root_or_self, number{})), vec<i32>{0}, extent(3), vec<i32>{0, 0}),
                                       {tensor_of({-2.0, 4.0, -7.0})});
  for (u32 i = 0; i < 3; ++i) CHECK(near(number_at(slopes[1], i), vec<double>{1.0, 0.25, 1.0}[i]));
  // The loop inside a loop that has ended for this row: its steps would come to a negative number, from which the inner loop does not end.
  constexpr auto down = [](auto x) {
    return cx::while_loop([](auto y) { return y > 1.0; }, [](auto y) { return newton(y) - 1.0; }, x);
  };
  jaxpr const deep = vmap(traced(down, number{}), vec<i32>{0}, extent(3), vec<i32>{0});
  for (jaxpr const& j : vec<jaxpr>{deep, lower(deep)}) {
    fault why;
    tensor const y = reference::evaluate(j, vec<tensor>{tensor_of({3.0, 9.0, 400.0})}, {}, &why)[0];
    double const ends[] = {std::sqrt(3.0) - 1, std::sqrt(2.0) - 1, std::sqrt(std::sqrt(19.0) - 1) - 1};
    for (u32 i = 0; i < 3; ++i) CHECK(near(number_at(y, i), ends[i]));
  }
  vec<tensor> const n = evaluated(vmap(traced(counted, number{}, number{}), vec<i32>{0, 0}, extent(3), vec<i32>{0, 0}),
                                  {tensor_of({1.0, 5.0, 0.0}), tensor_of({10.0, 1.0, 1.0})});
  CHECK(n[0].at<i32>(0) == 4);
  CHECK(n[0].at<i32>(1) == 0);
  CHECK(n[0].at<i32>(2) == 100);
}

template <int N>
inline constexpr auto affine_prefixes = [](auto a, auto b) { // x -> a x + b, composed
  return cx::associative_scan([](auto const& p, auto const& q) { return std::pair{p.first * q.first, q.first * p.second + q.second}; },
                              std::pair{a, b});
};
template <int N>
void check_prefixes() {
  INFO(N);
  jaxpr const j = traced(affine_prefixes<N>, f64s<N>{}, f64s<N>{});
  noise random;
  tensor const a = random.like({dtype::f64, {N}}), b = random.like({dtype::f64, {N}});
  vec<tensor> const ys = evaluated(j, {a, b});
  for (u32 i = 0; i < N; ++i) {
    double slope = 1, offset = 0;
    for (u32 k = 0; k <= i; ++k) slope *= a.at<double>(k), offset = a.at<double>(k) * offset + b.at<double>(k);
    CHECK(near(number_at(ys[0], i), slope, 1e-15));
    CHECK(near(number_at(ys[1], i), offset, 1e-14));
  }
  CHECK(adjoint(j));
}
TEST_CASE("associative_scan: all prefixes, all suffixes") {
  check_prefixes<1>(), check_prefixes<2>(), check_prefixes<3>(), check_prefixes<4>(), check_prefixes<7>(), check_prefixes<8>(),
      check_prefixes<13>();
  jaxpr const sums =
      traced([](auto x) { return cx::associative_scan([](auto a, auto b) { return a + b; }, x, cx::reversed); }, f64s<4, 2>{});
  CHECK(equals(evaluated(sums, {tensor_of(shape{4, 2}, {1.0, 10.0, 2.0, 20.0, 3.0, 30.0, 4.0, 40.0})})[0], shape{4, 2},
               {10.0, 100.0, 9.0, 90.0, 7.0, 70.0, 4.0, 40.0}));
  int depth = 0; // of 64 elements: two combinations of each power of two
  for (eqn const& e : lower(traced([](auto x) { return cx::associative_scan([](auto a, auto b) { return a * b; }, x); }, f64s<64>{})).eqns)
    depth += e.prim == &descriptor<mul_t>;
  CHECK(depth == 11);
}

inline constexpr auto steep = [](auto x) { return cx::sin(cx::exp(cx::sin(x))); };
TEST_CASE("checkpoint: what reverse mode needs is computed anew") {
  constexpr auto with = [](auto x) { auto const f = cx::checkpoint(steep); return f(f(x)); };
  constexpr auto plain = [](auto x) { return steep(steep(x)); };
  jaxpr const a = traced(with, number{}), b = traced(plain, number{});
  for (double x : {0.3, 1.7})
    CHECK(near(number_at(evaluated(value_and_grad(a), {tensor_of(x)})[1], 0), number_at(evaluated(value_and_grad(b), {tensor_of(x)})[1], 0),
               1e-14));
  auto const exps = [](jaxpr const& j) { return runs_of(lower(j), descriptor<exp_t>); };
  CHECK(exps(value_and_grad(b)) == 2);
  CHECK(exps(value_and_grad(a)) == 4); // each is run once more on the way back
  linearized const l = linearize(a);
  CHECK(l.n_residuals == 2); // the arguments of the two calls
  CHECK(adjoint(a));
  CHECK(adjoint(vmap(a, vec<i32>{0}, extent(3), vec<i32>{0})));
}

// ---- other systems' numbers ----
template <class F, class... X>
void numbers(F f, std::initializer_list<double> expected, X... x) {
  vec<tensor> const ys = evaluated(value_and_grad(traced(f, cx::spec<X>{}...)), vec<tensor>{tensor_of(x)...});
  u32 i = 0;
  for (double e : expected) CHECK(near(number_at(ys[i++], 0), e, 1e-6));
}
TEST_CASE("MindIR and Myia: loops of data-dependent length") {
  numbers([](auto x, auto y) { return cx::while_loop([&](auto z) { return z < y; }, [](auto z) { return z * z + 1.0; }, x); },
          {35.6226, 114.433977, 0}, 1.1, 8.0);
  numbers([](auto x, auto y) { return cx::while_loop([&](auto z) { return z < y; }, [&](auto z) { return z * z + y; }, x); },
          {9.21, 2.2, 1}, 1.1, 8.0);
  numbers(
      [](auto x, auto y) { return cx::while_loop([](auto out) { return out <= 20.0; }, [&](auto out) { return out + x * y; }, 0.0 * x); },
      {21, 21, 7}, 1.0, 3.0);
  for (int p = 0; p < 8; ++p)
    numbers([](auto q) { return cx::fori_loop(0, 3, [&](auto, auto out) { return out * q; }, 1.0) + q; },
            {static_cast<double>(p * p * p + p), 3.0 * p * p + 1}, static_cast<double>(p));
  numbers([](auto x) { return cx::while_loop([](auto z) { return z < 0.0; }, [](auto z) { return z * 7.0; }, x); }, {3, 1},
          3.0); // never entered
  numbers([](auto x) { return cx::while_loop([](auto z) { return z < 100.0; }, [](auto z) { return z * z; }, x); }, {256, 256}, 4.0);
  jaxpr const doubled = traced(
      [](auto x) {
        return cx::grad([](auto y) { return cx::while_loop([](auto z) { return z < 10.0; }, [](auto z) { return z * 2.0; }, y); })(x);
      },
      number{});
  CHECK(number_at(evaluated(doubled, {tensor_of(1.0)})[0], 0) == 16);
  CHECK(number_at(evaluated(value_and_grad(doubled), {tensor_of(1.0)})[1], 0) == 0);
}
TEST_CASE("Zygote and Relay: powers, sums of powers, swaps, iterates") {
  numbers([](auto x) { return cx::fori_loop(1, 5, [&](auto i, auto s) { return s + cx::exp(x * cx::log(cx::astype<double>(i))); }, 0.0); },
          {100, 123.93054835019153}, 3.0);
  numbers(
      [](auto x, auto y) {
        return cx::fori_loop(0, 3, [](auto, auto const& s) { return std::pair{s.second, s.first}; }, std::pair{2.0 * x, y}).second;
      },
      {6, 2, 0}, 3.0, 5.0);
  numbers([](auto x) { return cx::fori_loop(0, 3, [](auto, auto y) { return y + y; }, x); }, {40, 8}, 5.0);
  numbers([](auto n, auto x) { return cx::fori_loop(0, n, [&](auto, auto r) { return r * x; }, 1.0); }, {125, 75}, 3,
          5.0); // a traced bound
  numbers([](auto x) { return cx::cond(x > 0.5, [](auto y) { return cx::sin(y); }, [](auto y) { return y * y * y * y; }, x); },
          {.841471, .540302}, 1.0);
  numbers([](auto x) { return cx::cond(x > 0.5, [](auto y) { return cx::sin(y); }, [](auto y) { return y * y * y * y; }, x); },
          {.00390625, .0625}, .25);
}
TEST_CASE("cost: trips count, of branches the dearest, of loops of unknown length one trip") {
  constexpr auto all = [](auto x) {
    auto const a = cx::fori_loop(0, 10, [](auto, auto y) { return cx::sin(y) * 2.0; }, x);
    auto const b = cx::cond(a > 0.0, [](auto y) { return cx::exp(cx::exp(y)); }, [](auto y) { return cx::exp(y); }, a);
    return cx::while_loop([](auto y) { return y > 1.0; }, [](auto y) { return cx::log(y); }, b);
  };
  CHECK(cx::cost(all)(1.0).transcendental == 10 + 2 + 1);
}
TEST_CASE("autodidax, part 5") {
  constexpr auto chosen = [](auto p) {
    return cx::cond(p, [] { return cx::ones<double>() * 3.0; }, [] { return cx::ones<double>() * 4.0; });
  };
  CHECK(number_at(evaluated(traced(chosen, cx::spec<bool>{}), {tensor_of(true)})[0], 0) == 3);
  CHECK(number_at(evaluated(traced(chosen, cx::spec<bool>{}), {tensor_of(false)})[0], 0) == 4);
  jaxpr const square = traced([](auto x) { return cx::cond(true, [](auto y) { return y * y; }, [](auto y) { return y; }, x); }, number{});
  CHECK(number_at(evaluated(jvp(square), {tensor_of(1.0), tensor_of(1.0)})[1], 0) == 2);
  CHECK(number_at(evaluated(value_and_grad(square), {tensor_of(1.0)})[1], 0) == 2);
  jaxpr const next = traced([](auto x) { return cx::cond(true, [](auto y) { return y + 1.0; }, [](auto y) { return y; }, x); }, number{});
  CHECK(equals(evaluated(vmap(next, vec<i32>{0}, extent(3), vec<i32>{0}), {tensor_of({1.0, 2.0, 3.0})})[0], {2.0, 3.0, 4.0}));
  linearized const l = linearize(traced(
      [](auto p, auto x) { return cx::cond(p, [](auto y) { return y; }, [](auto y) { return y * 0.0; }, x); }, cx::spec<bool>{}, number{}));
  vec<tensor> residuals = evaluated(l.primal, {tensor_of(true), tensor_of(1.0)});
  residuals = part(residuals, l.n_out, l.n_residuals);
  residuals.push(tensor_of(3.14));
  CHECK(number_at(evaluated(l.linear, residuals)[0], 0) == 3.14);
}
TEST_CASE("JAX's facts: clamped branches, empty loops, what is known before") {
  constexpr auto pick = [](auto i) {
    return cx::switch_(i, std::tuple{[] { return cx::ones<double>() * 10.0; }, [] { return cx::ones<double>() * 11.0; },
                                     [] { return cx::ones<double>() * 12.0; }});
  };
  for (auto const& [i, y] : {std::pair{-1, 10.0}, {0, 10.0}, {1, 11.0}, {2, 12.0}, {9, 12.0}})
    CHECK(number_at(evaluated(traced(pick, cx::spec<int>{}), {tensor_of(i)})[0], 0) == y);
  numbers([](auto x) { return cx::fori_loop(5, 2, [](auto, auto y) { return y * 2.0; }, x); }, {3, 1}, 3.0);
  // A loop without trips and a branch that is known are gone; a carry that nobody reads disappears, and so does what only it needs.
  CHECK(lower(traced([](auto x) { return cx::fori_loop(5, 5, [](auto, auto y) { return y * 2.0; }, x); }, number{})).eqns.size() == 0);
  jaxpr const known = lower(
      traced([](auto x) { return cx::switch_(7, std::tuple{[](auto y) { return y; }, [](auto y) { return cx::sin(y); }}, x); }, number{}));
  CHECK(known.eqns.size() == 1);
  CHECK(known.eqns[0].prim == &descriptor<sin_t>);
  jaxpr const half = lower(traced(
      [](auto x) {
        return cx::fori_loop(
                   0, 9, [](auto i, auto const& s) { return std::pair{s.first * 2.0, cx::exp(s.second) + cx::astype<double>(i)}; },
                   std::pair{x, x})
            .first;
      },
      number{}));
  CHECK(half.eqns.size() == 1);
  CHECK(half.subs[0].eqns.size() == 1);
  // A loop that only an empty loop reads is gone with it.
  CHECK(lower(traced([](auto x) {
          auto const y = cx::fori_loop(0, 9, [](auto, auto z) { return z * 2.0; }, x);
          return cx::fori_loop(5, 5, [&](auto, auto z) { return z * y; }, x);
        }, number{})).eqns.empty());
  // What does not change from trip to trip is computed once; integer division too, which is defined for all operands.
  jaxpr const once = lower(traced(
      [](auto x, auto k) {
        return cx::fori_loop(0, 9, [&](auto, auto const& s) { return std::pair{s.first + cx::exp(x), s.second + 6 / k}; }, std::pair{x, k});
      },
      number{}, cx::spec<int>{}));
  CHECK(once.eqns.size() == 3);
  CHECK(once.eqns[0].prim == &descriptor<exp_t>);
  CHECK(once.eqns[1].prim == &descriptor<constax::div_t>);
  CHECK(once.subs[0].eqns.size() == 2);
  // Two loops that are the same loop.
  jaxpr const twice = lower(traced([](auto x) {
    auto const f = [&] { return cx::fori_loop(0, 9, [&](auto, auto y) { return y * x; }, 1.0); };
    return f() + f();
  }, number{}));
  CHECK(twice.eqns.size() == 2);
}

} // namespace
} // namespace constax_tests
