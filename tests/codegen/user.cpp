// SPDX-License-Identifier: BSL-1.0
// cx::emit_cpp as its users meet it: a header alone in a folder, compiled by the compilers that there are, called from a program of their
// own; what is
// said where there is no such header; and what a device's compiler makes of whole programs.
#include <constax/constax.hpp>

#include <constax/codegen/emit.hpp>
#include <constax/cuda/program.hpp>

#include "compiled.hpp"
#include "ptx.hpp"

#include "../support/catch.hpp"
#include "../support/mirrored.hpp"

#include <iostream>

namespace {

namespace cx = constax;
using namespace cx::literals;
using cx::spec;

using compiled::compilers;
std::string const flags = " -std=c++17 -march=native" + compiled::strictly;

/// What a program of a main and headers beside it prints, or what its compiler says.
std::string printed(std::string const& compiler, std::string const& options,
                    std::vector<std::pair<std::string, std::string>> const& files) {
  compiled::folder const f;
  std::string sources;
  for (auto const& [name, text] : files) {
    std::ofstream(f.path / name) << text;
    if (name.ends_with(".cpp")) sources += " " + name;
  }
  auto const in_folder = [&](std::string const& command) {
    int const status = std::system(("cd '" + f.path.string() + "' && " + command + " > said 2>&1").c_str());
    return compiled::content(f.path / "said") + (status ? "it failed\n" : "");
  };
  if (std::string const said = in_folder("'" + compiler + "'" + flags + options + sources + " -o main"); !said.empty()) return said;
  return in_folder("./main");
}
std::string number_text(double x) {
  char t[40];
  std::snprintf(t, sizeof t, "%a\n", x);
  return t;
}
std::string const print_all =
    "#include <cstdio>\ntemplate <class T> void print(T const* x, int n) {\n"
    "  for (int i = 0; i < n; ++i) std::printf(\"%a\\n\", static_cast<double>(x[i]));\n}\n";

// ---- programs
// -----------------------------------------------------------------------------------------------------------------------------------------

constexpr auto loss = [](auto w, auto b, auto x, auto y) {
  auto const e = cx::tanh(cx::dot(x, w) + b) - y;
  return cx::mean(e * e);
};
constexpr auto steps = [](auto n, auto x) {
  auto const counts = cx::cumsum(n);
  return std::tuple{counts, cx::astype<double>(counts) * x, x > 0.5,
                    cx::scan(
                        [](auto c, auto e) {
                          return std::pair{c * 0.5 + e, c};
                        },
                        0.0, x)
                        .first};
};
constexpr auto rows = [](auto x) { return cx::softmax(x, 1_c); };

std::string const main_of_loss = print_all + R"(#include "loss.hpp"
int main() {
  double const w[3] = {0.5, -1.25, 2}, b[1] = {0.125}, x[6] = {1, 2, 3, 0.5, 0.25, -1}, y[2] = {0.5, -0.75};
  double loss[1], dw[3];
  static unsigned char memory[1 << 16];
  value_and_slope(w, b, x, y, loss, dw, memory);
  print(loss, 1), print(dw, 3);
}
)";
std::string loss_header() {
  return cx::emit_cpp(cx::value_and_grad(loss), "value_and_slope")(spec<double, 3>{}, spec<double>{}, spec<double, 2, 3>{},
                                                                   spec<double, 2>{});
}
std::string loss_numbers() {
  auto const [l, dw] = cx::value_and_grad(loss)(cx::array<double, 3>{0.5, -1.25, 2}, 0.125, cx::array<double, 2, 3>{1, 2, 3, 0.5, 0.25, -1},
                                                cx::array<double, 2>{0.5, -0.75});
  std::string all = number_text(l);
  for (int i = 0; i < 3; ++i) all += number_text(dw[i]);
  return all;
}
} // namespace

TEST_CASE("a header alone, for every compiler, prints the library's numbers") {
  std::string const header = loss_header(), expected = loss_numbers();
  CHECK(header.find("static inline void value_and_slope(double const* a, double const* b, double const* c, double const* d, double* ") !=
        header.npos);
  CHECK(header.find("#include <constax") == header.npos);
  CHECK(header.find("{ lambda ; a:f64[3] b:f64[] c:f64[2,3] d:f64[2]. let") != header.npos);
  for (std::string const& compiler : compilers()) {
    INFO(compiler);
    CHECK(printed(compiler, "-O1", {{"loss.hpp", header}, {"main.cpp", main_of_loss}}) == expected);
    CHECK(printed(compiler, "-O0 -fno-exceptions -fno-rtti",
                  {{"loss.hpp", header}, {"main.cpp", "#include <cmath>\nusing namespace std;\n" + main_of_loss}}) == expected);
  }
}
#if defined(CONSTAX_TEST_NVCC)
TEST_CASE("nvcc compiles headers for its host, tables and all, without a warning") {
  constexpr auto special = [](auto x, auto y) {
    return std::pair{cx::where(x < y, cx::lgamma(x), cx::digamma(y) * cx::betainc(1.5, 2.5, x)),
                     cx::where(x < y, cx::pow(x, y), cx::erf(y))};
  };
  std::string const main = print_all + R"(#include "lanes.hpp"
#include "scalars.hpp"
int main() {
  double const x[9] = {0.5, 0.25, 0.75, 0.125, 0.9, 0.99, 0.3, 0.7, 0.01}, y[9] = {0.5, 1.25, 2, 0.3, 4, 5.5, 3, 0.7, 100};
  double a[9], b[9];
  static unsigned char memory[1 << 16];
  scalars(x, y, a, b, memory);
  print(a, 9), print(b, 9);
  lanes(x, y, a, b, memory);
  print(a, 9), print(b, 9);
}
)";
  std::string const lanes = cx::emit_cpp([](auto x, auto y) { return std::pair{cx::sin(x) + cx::exp(y), cx::tanh(x * y)}; }, "lanes")(
                        spec<double, 9>{}, spec<double, 9>{}),
                    scalars = cx::emit_cpp(special, "scalars")(spec<double, 9>{}, spec<double, 9>{});
  REQUIRE(lanes.find("wide_each<double>") != lanes.npos);
  REQUIRE(scalars.find("wide_each<") == scalars.npos);
  auto const files = [&](std::string const& name) {
    return std::vector<std::pair<std::string, std::string>>{{"lanes.hpp", lanes}, {"scalars.hpp", scalars}, {name, main}};
  };
  compiled::folder const f;
  for (auto const& [name, text] : files("main.cu")) std::ofstream(f.path / name) << text;
  std::string const expected = printed("g++", "-O1", files("main.cpp"));
  CHECK(expected.find("error") == expected.npos);
  for (std::string const year : {"17", "20"})
    CHECK(compiled::run(f, "nvcc", "hpp", "",
                        "{ '" CONSTAX_TEST_NVCC "' -std=c++" + year + " -Xcompiler -Wall,-Wextra,-Werror,-march=native,-ffp-contract=off " +
                            "../main.cu -o main && ./main; }") == expected);
}
#endif

TEST_CASE("elements of all kinds are arguments and results") {
  std::string const header = cx::emit_cpp(steps, "steps")(spec<int, 4>{}, spec<double, 4>{});
  std::string const main = print_all + R"(#include "steps.hpp"
int main() {
  int const n[4] = {3, -1, 7, 2};
  double const x[4] = {0.25, 0.75, 1.5, -2};
  int counts[4];
  double scaled[4], last[1];
  bool above[4];
  static unsigned char memory[1 << 16];
  steps(n, x, counts, scaled, above, last, memory);
  print(counts, 4), print(scaled, 4), print(above, 4), print(last, 1);
}
)";
  std::string expected;
  for (double e : {3.0, 2.0, 9.0, 11.0, 0.75, 1.5, 13.5, -22.0, 0.0, 1.0, 1.0, 0.0, -1.03125}) expected += number_text(e);
  CHECK(printed(CONSTAX_TEST_CXX, "-O1", {{"steps.hpp", header}, {"main.cpp", main}}) == expected);
}

namespace {
std::string const call_rows = R"(#include <cstdio>
#include "rows.hpp"
void both();
void both() {
  float x[120], y[120];
  for (int i = 0; i < 120; ++i) x[i] = static_cast<float>(i % 7);
  alignas(64) static unsigned char memory[1 << 16];
  rows(x, y, memory);
  float sum = 0;
  for (int i = 0; i < 40; ++i) sum += y[i];
  if (sum < 0.999f || sum > 1.001f) std::printf("rows of another sum\n");
}
)";
std::string rows_header() { return cx::emit_cpp(rows, "rows")(spec<float, 3, 40>{}); }
} // namespace

TEST_CASE("headers of several programs go into one program") {
  std::string main = main_of_loss;
  main.replace(main.find("int main() {"), 12, "void both();\nint main() {\n  both();");
  std::string const expected = loss_numbers();
  SECTION("in files of their own") {
    CHECK(printed(CONSTAX_TEST_CXX, "-O1",
                  {{"loss.hpp", loss_header()}, {"rows.hpp", rows_header()}, {"main.cpp", main}, {"rows.cpp", call_rows}}) == expected);
  }
  SECTION("one of them twice") {
    CHECK(printed(CONSTAX_TEST_CXX, "-O1",
                  {{"loss.hpp", loss_header()}, {"main.cpp", "#include \"loss.hpp\"\n" + main + "#include <cstdio>\nvoid both() {}\n"}}) ==
          expected);
  }
  SECTION("in one file") {
    CHECK(printed(CONSTAX_TEST_CXX, "-O1",
                  {{"loss.hpp", loss_header()}, {"rows.hpp", rows_header()}, {"main.cpp", "#include \"loss.hpp\"\n" + call_rows + main}}) ==
          expected);
  }
  SECTION("written together") {
    auto const program = [](auto f, char const* name, auto... x) {
      return cx::codegen::program_of(cx::lower(cx::make_jaxpr(f)(x...).get()), name);
    };
    std::string const together = cx::codegen::cpp_text(
        {program(cx::value_and_grad(loss), "value_and_slope", spec<double, 3>{}, spec<double>{}, spec<double, 2, 3>{}, spec<double, 2>{}),
         program(rows, "rows", spec<float, 3, 40>{})});
    CHECK(printed(CONSTAX_TEST_CXX, "-O1",
                  {{"loss.hpp", together}, {"rows.hpp", "#include \"loss.hpp\"\n"}, {"main.cpp", call_rows + main}}) == expected);
  }
}

namespace {
constexpr auto elementary_functions = [](auto x) { return cx::pow(cx::exp(cx::sin(x)), 1.5) + cx::logistic(x) + cx::erfc(x); };
std::string const main_of_elementary = R"(#include <cstdio>
#include <cmath>
#include "own.hpp"
#include "standard.hpp"
int main() {
  float const x[3] = {0.5f, -1.25f, 2};
  float y[3], z[3];
  own(x, y, nullptr), standard(x, z, nullptr);
  for (int i = 0; i < 3; ++i) std::printf(std::fabs(y[i] - z[i]) <= 1e-6f * std::fabs(y[i]) ? "near\n" : "far\n");
}
)";
} // namespace
TEST_CASE("functions of std on request, which the header says") {
  std::string const own = cx::emit_cpp(elementary_functions, "own")(spec<float, 3>{});
  std::string const standard = cx::emit_cpp(elementary_functions, "standard", cx::elementary::standard)(spec<float, 3>{});
  CHECK(standard.starts_with("// C++17; elementary functions are those of std: bits differ from constax', and from library to library.\n"));
  for (char const* function : {"sin(", "exp(", "pow(", "erfc("}) {
    INFO(function);
    CHECK(standard.find(std::string("= std::") + function) != standard.npos);
    CHECK(standard.find(std::string("= math::") + function) == standard.npos);
    CHECK(own.find(std::string("= std::") + function) == own.npos);
  }
  CHECK(standard.find("= math::logistic(") != standard.npos); // none of <cmath>
  CHECK(standard.size() < own.size());
  for (std::string const& compiler : compilers()) {
    INFO(compiler);
    CHECK(printed(compiler, "-O1", {{"own.hpp", own}, {"standard.hpp", standard}, {"main.cpp", main_of_elementary}}) ==
          "near\nnear\nnear\n");
  }
}

// ---- what is refused
// -----------------------------------------------------------------------------------------------------------------------------------------

namespace {
template <class F, class... X> std::string refusal(F f, X... x) {
  try {
    cx::emit_cpp(f)(x...);
  } catch (cx::codegen::unsupported const& why) {
    return why.what();
  }
  return "nothing was thrown";
}
} // namespace

TEST_CASE("what has no form as source is said in a sentence") {
  CHECK_THROWS_WITH(cx::codegen::program_of(cx::make_jaxpr([](auto x) { return cx::sum(x); })(spec<double, 2, 3>{}).get(), "f"),
                    "[constax] codegen: reduce_sum over several axes is none of a lowered program");
  for (char const* name : {"", "2f", "a b", "f("})
    CHECK_THROWS_WITH(cx::emit_cpp([](auto x) { return cx::sin(x); }, name)(spec<double, 5>{}),
                      "[constax] codegen: `" + std::string(name) + "` cannot be the name of a function in C++");
  constexpr auto loop = [](auto x) {
    return cx::while_loop([](auto y) { return cx::sum(y) < 10.0; }, [](auto y) { return cx::sin(y) + y * 1.5; }, x);
  };
  CHECK(refusal([](auto x) { return cx::sin(x); }, spec<double, cx::dim<"n">{}>{}) ==
        "[constax] codegen: source is written for lengths that are numbers; [n] has a symbol");
  CHECK(refusal(cx::grad([](auto x) { return cx::sum(decltype(loop){}(x)); }), spec<double, 5>{}) ==
        "[constax] codegen: chains has no form as source yet: a loop of an unknown number of trips cannot be run backwards on a grid");
}

// ---- devices
// -----------------------------------------------------------------------------------------------------------------------------------------

namespace {
std::string device_code(cx::jaxpr const& j) {
  return cx::cuda::compile(cx::cuda::source_of(cx::codegen::program_of(j, "k")), "compute_90").image;
}
template <class F, class... X> cx::jaxpr traced(F f, X... x) { return cx::make_jaxpr(f)(x...).get(); }
} // namespace

TEST_CASE("code for a device rounds what the jaxpr rounds") {
  if (!cx::cuda::nvrtc_available()) {
    std::cout << "SKIPPED: NVRTC is not installed: " << cx::cuda::why_nvrtc_unavailable() << '\n';
    return;
  }
  constexpr auto sum_of_product = [](auto x, auto y, auto z) { return x * y + z; };
  for (cx::jaxpr const& j : {traced(sum_of_product, spec<double, 100>{}, spec<double, 100>{}, spec<double, 100>{}),
                             traced(sum_of_product, spec<float, 100>{}, spec<float, 100>{}, spec<float, 100>{})}) {
    INFO(std::string(cx::print(j).view()));
    std::string const two = device_code(j), one = device_code(cx::lower(j)); // a product and a sum; what is lowered says fma
    CHECK(ptx::count(two, "fma.") == 0);
    CHECK(ptx::count(two, "mul.rn.f") > 0);
    CHECK(ptx::count(two, "mul.rn.f") == ptx::count(two, "add.rn.f"));
    CHECK(ptx::count(one, "fma.rn.f") == ptx::count(two, "mul.rn.f"));
    CHECK(ptx::count(one, "mul.rn.f") + ptx::count(one, "add.rn.f") == 0);
  }
  auto const sorted = traced([](auto x) { return cx::sort(x, 0_c); }, spec<float, 300, 20>{});
  CHECK(ptx::count(device_code(cx::lower(sorted)), ".entry k(") == 1);
  auto const mirrored = traced([](auto x) { return constax_tests::mirrored(cx::exp(x)) * x; }, spec<float, 3, 400>{});
  CHECK(ptx::count(device_code(cx::lower(mirrored)), ".entry k(") == 1);
  for (cx::jaxpr const& j : {traced(cx::value_and_grad(loss), spec<float, 3>{}, spec<float>{}, spec<float, 2, 3>{}, spec<float, 2>{}),
                             traced(rows, spec<float, 3, 400>{}), traced(steps, spec<int, 4>{}, spec<double, 4>{})}) {
    std::string const code = device_code(cx::lower(j));
    CHECK(ptx::count(code, ".entry k(") == 1);
    CHECK(ptx::count(code, ".approx") == 0);
    CHECK(ptx::count(code, ".ftz") == 0);
  }
}
