// SPDX-License-Identifier: BSL-1.0
// Loops on registers of lanes: the oracle's bits for every length about a register's, a fold's and a block's; where a loop changes on its
// way (pads, pieces side by side), and which loops are written for one place at a time.
#include <constax/constax.hpp>

#include <constax/codegen/emit.hpp>

#include "trials.hpp"

#include "../support/catch.hpp"

namespace {

namespace cx = constax;
using namespace cx::literals;
using cx::jaxpr, cx::spec, cx::tensor, cx::vec;

template <class F, class... X> jaxpr traced(F f, X... x) { return cx::lower(cx::make_jaxpr(f)(x...).get()); }

vec<tensor> arguments_for(jaxpr const& j) {
  vec<tensor> args;
  double next = -2.5;
  for (cx::u32 v : j.ins) {
    tensor t(j.type(v));
    for (cx::u32 i = 0; i < t.size(); ++i) {
      double const drawn = i == 5 ? 1e9 : next; // sin and cos take another way there
      if (t.type.type == cx::dtype::f32) t.put(i, static_cast<float>(drawn));
      else t.put(i, drawn);
      next = next > 2 ? next - 4.6 : next + 0.37;
    }
    args.push(t);
  }
  return args;
}
bool is_wide(jaxpr const& j, std::string const& what) {
  return cx::codegen::program_of(j, "f", cx::codegen::cpp_target()).body.find(what) != std::string::npos;
}

struct programs {
  trials::all all{"-O2 -march=native"}; // with it g++ looks for iterations beyond arrays
  std::string faults;
  template <class F, class... X> void add(std::string const& what, F f, X... x) {
    jaxpr const j = traced(f, x...);
    faults += all.add(j, what, {arguments_for(j)}, cx::codegen::cpp_target());
  }
};

constexpr auto elements = [](auto x) { return cx::sin(x) * cx::exp(-x * x) + 1.5 * x; };
constexpr auto slope = cx::value_and_grad([](auto x) { return cx::sum(cx::sin(x) * x); });
constexpr auto differences = cx::value_and_grad([](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  auto const v = b - a * a;
  return cx::sum(100.0 * v * v);
});
constexpr auto extremes = [](auto x) { return std::tuple{cx::max(x), cx::sum(x * x), cx::prod(x)}; };
constexpr auto padded = [](auto x) { return cx::pad(cx::exp(x), 3_c) * 2.0; };
constexpr auto joined = [](auto x) { return cx::concatenate(cx::sin(x), x * 2.0, cx::tanh(x[cx::slice(1_c, cx::end)]), 0_c); };
constexpr auto choice = [](auto x) { return cx::where(x > 0.5, x, 2.0 * x); };
constexpr auto reversed = [](auto x) { return cx::flip(x, 0_c) * 2.0; };

template <std::int64_t N> void add_all(programs& p) {
  std::string const n = std::to_string(N);
  p.add("elements " + n, elements, spec<double, N>{});
  p.add("elements f32 " + n, elements, spec<float, N>{});
  p.add("slope " + n, slope, spec<double, N>{});
  p.add("slope f32 " + n, slope, spec<float, N>{});
  p.add("differences " + n, differences, spec<double, N>{});
  p.add("extremes " + n, extremes, spec<double, N>{});
  p.add("padded " + n, padded, spec<double, N>{});
  p.add("joined " + n, joined, spec<double, N>{});
  p.add("choice " + n, choice, spec<double, N>{});
  p.add("reversed " + n, reversed, spec<double, N>{});
}
} // namespace

TEST_CASE("registers of lanes give the bits of one place after the other") {
  programs p;
  add_all<2>(p), add_all<8>(p), add_all<17>(p), add_all<257>(p), add_all<1000>(p);
  p.add("a matrix", elements, spec<double, 7, 9>{});
  p.add("a scalar beside a vector", [](auto x, auto y) { return cx::exp(y) * x; }, spec<double, 40>{}, spec<double>{});
  CHECK(p.faults == "");
  CHECK(p.all.run() == "");
}
TEST_CASE("loops of one type that lie side by side are wide, others are not") {
  constexpr spec<double, 100> x;
  CHECK(is_wide(traced(elements, x), "wide_each<double>"));
  CHECK(is_wide(traced(elements, spec<float, 7, 9>{}), "wide_each<float>"));
  CHECK(is_wide(traced(slope, x), "wide_fold<8, 1, double>"));
  CHECK(is_wide(traced(slope, spec<float, 100>{}), "wide_fold<16, 1, float>"));
  CHECK(is_wide(traced(padded, x), "index(0), index(3), index(103), index(106))"));
  CHECK(is_wide(traced(joined, x), "index(0), index(100), index(200), index(299))"));
  CHECK(!is_wide(traced(choice, x), "wide_"));
  CHECK(!is_wide(traced(reversed, x), "wide_"));
  CHECK(!is_wide(traced([](auto i) { return i * 3; }, spec<int, 100>{}), "wide_"));
  CHECK(!is_wide(traced([](auto i) { return cx::astype<double>(i) * 3.0; }, spec<int, 100>{}), "wide_"));
  CHECK(!is_wide(traced([](auto m) { return cx::transpose(m) * 2.0; }, spec<double, 7, 9>{}), "wide_"));
  CHECK(cx::codegen::program_of(traced(elements, x), "f").body.find("wide_") == std::string::npos); // what devices run
}
TEST_CASE("headers with registers of lanes and headers for scalars go into one file") {
  std::string const one = cx::emit_cpp(elements, "one")(spec<double, 100>{}), two = cx::emit_cpp(choice, "two")(spec<double, 100>{});
  REQUIRE(one.find("wide_each<double>") != std::string::npos);
  compiled::folder const f;
  std::string const use =
      "static void (*const used[])(double const*, double*, unsigned char*) = {one, two};\nextern \"C\" int count();\n"
      "extern \"C\" int count() { return used[0] == used[1]; }\n";
  CHECK(compiled::run(f, "both", "cpp", one + two + use,
                      "'" CONSTAX_TEST_CXX "' -std=c++17 -march=native -Wall -Wextra -Wpedantic -Wconversion -c text.cpp")
            .find("error") == std::string::npos);
}
