// SPDX-License-Identifier: BSL-1.0
// Examples of looking at programs, of source, and of what is kept.
#include "examples.hpp"

#include <constax/codegen.hpp>
#include <constax/compiled.hpp>

namespace cx = constax;

TEST_CASE("looking at programs, an example of each") {
  EXAMPLE("cost", "2000 flops, 0 transcendental; reads 8000 bytes of arguments, writes 8 of results",
          cx::cost([](auto v) { return cx::sum(v * v); })(cx::spec<double, 1000>{}));
  EXAMPLE("eval_shape", "f64[3]", cx::eval_shape([](auto v) { return cx::sum(v, 0_c); })(cx::spec<double, 2, 3>{}));
  EXAMPLE("explain", "true", cx::explain([](auto v) { return cx::sum(v * v); })(x).view().starts_with("signature: f64[3]"));
  EXAMPLE("make_jaxpr", "{ lambda ; a:f64[3]. let b:f64[3] = sin a in (b,) }", cx::make_jaxpr([](auto v) { return cx::sin(v); })(x));
  EXAMPLE("plan", "true",
          cx::plan([](auto v) { return v * v; })(cx::spec<double, 1000>{}).str().view().starts_with("plan of 1 nodes: 1 kernels"));
  EXAMPLE("spec", "{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[axes=(0,)] a in (b,) }",
          cx::make_jaxpr([](auto v) { return cx::sum(v); })(cx::spec<double, 3>{}));
}

TEST_CASE("source, compiled code and what is kept, an example of each") {
  STEPS(
      "cache_statistics", "(2, 1, 2)", auto const f = [](auto v) { return 2.0 * v; }; cx::jit(f)(x); cx::jit(f)(y); cx::jit(f)(a);
      cx::cache_statistics const s = cx::cache_info(f, x); return std::tuple(s.programs, s.hits, s.misses););
  EXAMPLE("compiled", "14", cx::compiled([](auto v) { return cx::sum(v * v); })(x));
  STEPS("emit_cpp", "true", std::string const source = cx::emit_cpp([](auto v) { return cx::sin(v); }, "sines")(x);
        return source.find("void sines(double const* a, double* b") != source.npos;);
  STEPS("emit_cuda", "true", std::string const source = cx::emit_cuda([](auto v) { return cx::sin(v); }, "sines")(x);
        return source.find("extern \"C\" __global__ void") != source.npos;);
  EXAMPLE("lanes_along", "{{2, 4}, {6, 8}}",
          cx::jit(cx::lanes_along<0>([](auto v) { return 2.0 * v; }))(cx::array<double, 2, 2>{1.0, 2.0, 3.0, 4.0}));
  STEPS(
      "set_cache_limit", "1", auto const f = [](auto v) { return 3.0 * v; }; cx::set_cache_limit(1); cx::jit(f)(x); cx::jit(f)(a);
      cx::set_cache_limit(1024); return cx::cache_info(f, x).programs;);
}
