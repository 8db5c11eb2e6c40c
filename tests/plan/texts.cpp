// SPDX-License-Identifier: BSL-1.0
// Ten programs and the plans that they must get, as a user reads them. (Lanes follow from the machine, and are left out; it has fma.)
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <string>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"d"> d;
inline constexpr cx::spec<double, n> vector;
inline constexpr cx::spec<double, n, m> matrix;
inline constexpr cx::spec<double, n, d> wide;

inline constexpr auto rosenbrock = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - a * a) + cx::square(1.0 - a));
};

/// The plan of f(x...), on lines of its own.
template <class F, class... X>
std::string plan_of(F const& f, X const&... x) {
  std::string text = '\n' + std::string(cx::plan(f)(x...).str().view()) + '\n';
  for (std::size_t at; (at = text.find(" lanes of ")) != std::string::npos;) text.erase(at, text.find(" along", at) - at);
  return text;
}

TEST_CASE("a gram matrix: one product, whose transposed operand is read where it lies") {
  CHECK(plan_of([](auto x) { return cx::matmul(cx::transpose(x), x); }, matrix) == R"(
plan of 1 nodes: 0 kernels, 1 others; workspace 0 bytes
  0. dot c=dot_general f64[m,m]
     reads b, a
  flops and bytes depend on n, m
)");
}
TEST_CASE("self-attention: one region over the queries, in which both products, and softmax between them, have strips") {
  CHECK(plan_of([](auto q, auto k, auto v) { return cx::dot(cx::softmax(cx::dot(q, cx::transpose(k)) * 0.25, 1_c), v); }, wide, wide,
                wide) == R"(
plan of 6 nodes: 1 region, 3 kernels, 2 others; bytes of workspace depend on n, d
  0. region [n] in strips of 64: the next 5 nodes, strip buffers depend on n, d; lanes cost 7 along its axis, 7 along the last of each nest
  1.   dot e=dot_general f64[n,n]
     reads a, d
  2.   kernel [n,n] along axis 1, exit over axis 1
     lanes cost 1 along axis 0, 1 along axis 1; the region's nests agree
     reads e
     fuses f=mul
     exits g=reduce_max
     per point 2 flops, 0 transcendental
  3.   kernel [n,n] along axis 1, exit over axis 1
     lanes cost 3 along axis 0, 3 along axis 1; the region's nests agree
     reads e, h
     fuses i=mul, j=sub, k=exp
     exits l=reduce_sum
     stores k
     per point 4 flops, 1 transcendental
  4.   kernel [n,n] along axis 1
     lanes cost 3 along axis 0, 3 along axis 1; the region's nests agree
     reads k, m
     fuses n=div
     stores n
     per point 1 flops, 0 transcendental
  5.   dot o=dot_general f64[n,d]
     reads n, c
  flops and bytes depend on n, d
)");
}
TEST_CASE(
    "rosenbrock, value and gradient: one kernel, which reads its neighbours through windows, and takes what it shares with them from the register before") {
  CHECK(plan_of(cx::value_and_grad(rosenbrock), vector) == R"(
plan of 1 nodes: 1 kernels, 0 others; workspace 0 bytes
  0. kernel [n] along axis 0, exit over axis 0 but for the last 1
     reads a, t, c
     fuses b=neg, f=sub, u=neg, n=add, d=fma, o=mul, v=fma, g=square, k=mul, p=neg, w=mul, e=square, l=mul, r=inside, x=mul, y=inside, m=neg, h=fma, i=slice, z=select_n, q=fma, s=select_n, ba=add
     carries x from l 1 before
     exits j=reduce_sum
     stores ba
     per point 25 flops, 0 transcendental
  flops and bytes depend on n
)");
}
TEST_CASE("a cumulative sum: what is computed before and behind it are kernels of their own") {
  CHECK(plan_of([](auto x) { return cx::tanh(cx::cumsum(cx::exp(x))); }, vector) == R"(
plan of 3 nodes: 2 kernels, 1 others; bytes of workspace depend on n
  0. kernel [n] along axis 0
     reads a
     fuses b=exp
     stores b
     per point 1 flops, 1 transcendental
  1. scanned c=cumsum f64[n]
     reads b
  2. kernel [n] along axis 0
     reads c
     fuses d=tanh
     stores d
     per point 1 flops, 1 transcendental
  flops and bytes depend on n
)");
}
TEST_CASE("arrays joined: read where they lie") {
  CHECK(plan_of([](auto x, auto y) { return cx::sin(cx::concatenate(cx::exp(x), y, 0_c)); }, vector, cx::spec<double, m>{}) == R"(
plan of 2 nodes: 2 kernels, 0 others; bytes of workspace depend on n, m
  0. kernel [n] along axis 0
     reads a
     fuses c=exp
     stores c
     per point 1 flops, 1 transcendental
  1. kernel [m+n] along axis 0
     reads c, b
     fuses d=concatenate, e=sin
     stores e
     per point 1 flops, 1 transcendental
  flops and bytes depend on n, m
)");
}
TEST_CASE("arrays joined to a result: a copy of what is not computed there") {
  CHECK(plan_of([](auto x, auto y) { return cx::concatenate(cx::exp(x), y, 0_c); }, vector, cx::spec<double, m>{}) == R"(
plan of 2 nodes: 1 kernels, 1 others; workspace 0 bytes
  0. kernel [n] along axis 0
     reads a
     fuses c=exp
     stores c
     per point 1 flops, 1 transcendental
  1. copy d=concatenate f64[m+n]
     reads c, b
  flops and bytes depend on n, m
)");
}
TEST_CASE("a reshape that takes an axis apart: a view; rows of 30 are unrolled") {
  CHECK(plan_of([](auto x) { return cx::exp(cx::reshape<20, 30>(cx::sin(x))); }, cx::spec<double, 600>{}) == R"(
plan of 2 nodes: 2 kernels, 0 others; workspace 4800 bytes
  0. kernel [600] along axis 0
     reads a
     fuses b=sin
     stores b
     per point 1 flops, 1 transcendental
  1. kernel [20] along axis 0
     reads c
     fuses d=exp
     stores d; turned into rows: d
     per point 30 flops, 30 transcendental
  1200 flops, 1200 transcendental; reads 4800 bytes of arguments, writes 4800 of results
)");
}
TEST_CASE("a reshape that joins axes: a copy") {
  CHECK(plan_of([](auto x) { return cx::exp(cx::reshape<6000>(x)); }, cx::spec<double, 60, 100>{}) == R"(
plan of 2 nodes: 1 kernels, 1 others; workspace 48000 bytes
  0. copy b=reshape f64[6000]
     reads a
  1. kernel [6000] along axis 0
     reads b
     fuses c=exp
     stores c
     per point 1 flops, 1 transcendental
  6000 flops, 6000 transcendental; reads 48000 bytes of arguments, writes 48000 of results
)");
}
TEST_CASE("mean and standard deviation of columns: one region along them, lanes along them") {
  CHECK(plan_of([](auto x) { return std::pair{cx::mean(x, 0_c), cx::sqrt(cx::mean(cx::square(x - cx::mean(x, 0_c)), 0_c))}; }, matrix) ==
        R"(
plan of 6 nodes: 1 region, 5 kernels, 0 others; workspace 1408 bytes
  0. kernel [] straight-line code
     fuses c=size, d=convert_element_type
     stores d
  1. region [m] in strips of 128: the next 4 nodes, 1024 bytes of strip buffers a thread; lanes cost 3 along its axis, 3 along the last of each nest
  2.   kernel [n,m] along axis 1, exit over axis 0
     lanes cost 8 along axis 0, 1 along axis 1; the region's nests agree
     reads a
     exits b=reduce_sum
     per point 1 flops, 0 transcendental
  3.   kernel [m] along axis 0
     reads b, e
     fuses f=div
     stores f
     per point 1 flops, 0 transcendental
  4.   kernel [n,m] along axis 1, exit over axis 0
     lanes cost 9 along axis 0, 2 along axis 1; the region's nests agree
     reads a, g
     fuses h=sub, i=square
     exits j=reduce_sum
     per point 3 flops, 0 transcendental
  5.   kernel [m] along axis 0
     reads j, e
     fuses k=div, l=sqrt
     stores l
     per point 2 flops, 0 transcendental
  flops and bytes depend on n, m
)");
}
TEST_CASE("softmax: three kernels in one region") {
  CHECK(plan_of([](auto x) { return cx::softmax(x); }, matrix) == R"(
plan of 4 nodes: 1 region, 3 kernels, 0 others; workspace 896 bytes
  0. region [n] in strips of 16: the next 3 nodes, 256 bytes of strip buffers a thread; lanes cost 28 along its axis, 7 along the last of each nest
  1.   kernel [n,m] along axis 1, exit over axis 1
     lanes cost 8 along axis 0, 1 along axis 1; the region's nests agree
     reads a
     exits b=reduce_max
     per point 1 flops, 0 transcendental
  2.   kernel [n,m] along axis 1, exit over axis 1
     lanes cost 10 along axis 0, 3 along axis 1; the region's nests agree
     reads a, c
     fuses d=sub, e=exp
     exits f=reduce_sum
     stores e
     per point 3 flops, 1 transcendental
  3.   kernel [n,m] along axis 1
     lanes cost 10 along axis 0, 3 along axis 1; the region's nests agree
     reads e, g
     fuses h=div
     stores h
     per point 1 flops, 0 transcendental
  flops and bytes depend on n, m
)");
}
TEST_CASE("a layer norm: its mean, its deviation and the quotient, in one region") {
  CHECK(plan_of(
            [](auto x) {
              auto const c = x - cx::expand_dims(cx::mean(x, 1_c), 1_c);
              return c / cx::sqrt(cx::expand_dims(cx::mean(c * c, 1_c), 1_c) + 1e-5);
            },
            matrix) == R"(
plan of 7 nodes: 1 region, 6 kernels, 0 others; workspace 1408 bytes
  0. kernel [] straight-line code
     fuses c=size, d=convert_element_type
     stores d
  1. region [n] in strips of 16: the next 5 nodes, 384 bytes of strip buffers a thread; lanes cost 35 along its axis, 7 along the last of each nest
  2.   kernel [n,m] along axis 1, exit over axis 1
     lanes cost 8 along axis 0, 1 along axis 1; the region's nests agree
     reads a
     exits b=reduce_sum
     per point 1 flops, 0 transcendental
  3.   kernel [n] along axis 0
     reads b, e
     fuses f=div
     stores f
     per point 1 flops, 0 transcendental
  4.   kernel [n,m] along axis 1, exit over axis 1
     lanes cost 9 along axis 0, 2 along axis 1; the region's nests agree
     reads a, g
     fuses h=sub
     exits i=dot_general
     per point 3 flops, 0 transcendental
  5.   kernel [n] along axis 0
     reads i, e
     fuses j=div, k=add, l=sqrt
     stores l
     per point 3 flops, 0 transcendental
  6.   kernel [n,m] along axis 1
     lanes cost 18 along axis 0, 4 along axis 1; the region's nests agree
     reads a, g, m
     fuses n=sub, o=div
     stores o
     per point 2 flops, 0 transcendental
  flops and bytes depend on n, m
)");
}
TEST_CASE("another program has another plan") {
  CHECK(plan_of([](auto x) { return cx::softmax(x); }, matrix) != plan_of([](auto x) { return cx::softmax(x, 0_c); }, matrix));
}

} // namespace
