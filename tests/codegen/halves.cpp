// SPDX-License-Identifier: BSL-1.0
// Programs of bf16 and f16 as source: words of 16 bits, which the text widens and rounds itself, with the oracle's bits.
// flags: -O1 -march=native
#include <constax/constax.hpp>

#include "trials.hpp"

#include "../support/catch.hpp"

namespace {

namespace cx = constax;
using namespace cx::literals;
using cx::jaxpr, cx::spec, cx::tensor, cx::vec;

vec<tensor> arguments_for(jaxpr const& lowered) {
  vec<tensor> args;
  for (vec<cx::u32> const* ins : {&lowered.consts, &lowered.ins})
    for (cx::u32 v : *ins) {
      tensor t(lowered.type(v));
      for (cx::u32 i = 0; i < t.size(); ++i) t.words[i] = t.type.type == cx::dtype::u16 ? i * 2654435761U >> 16 & 0xffff : i % 3;
      args.push(t);
    }
  return args;
}

template <class T> void add_programs(trials::all& all) {
  std::string faults;
  auto const add = [&](std::string const& what, auto const& f, auto const&... x) {
    jaxpr const j = cx::lower(cx::make_jaxpr(f)(x...).get());
    REQUIRE(!j.fault);
    faults += all.add(j, what, {arguments_for(j)});
  };
  constexpr spec<T, 3000> line;
  constexpr spec<T, 20, 33> matrix;
  add("arithmetic", [](auto x, auto y) { return cx::tanh(x * y + 0.1) / (x - y); }, line, line);
  add("sums", [](auto x) { return std::tuple{cx::sum(x), cx::mean(x, 1_c), cx::amax(x, 0_c)}; }, matrix);
  add("moved", [](auto x) { return std::tuple{cx::transpose(x), cx::flip(x, 1_c), cx::where(x > 0, x, -x)}; }, matrix);
  add("converted", [](auto x) { return std::tuple{cx::astype<float>(x), cx::astype<int>(x), cx::astype<cx::float16>(x)}; }, line);
  add("gradient", cx::grad([](auto x) { return cx::sum(cx::square(cx::sin(x))); }), line);
  add("product", [](auto x) { return cx::matmul(x, cx::transpose(x)); }, matrix);
  CHECK(faults == "");
}

} // namespace

TEST_CASE("programs of halves as source have the oracle's bits", "[codegen][half]") {
  trials::all all{"-O1 -march=native"};
  add_programs<cx::bfloat16>(all), add_programs<cx::float16>(all);
  CHECK(all.run() == "");
}
