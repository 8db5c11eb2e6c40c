// SPDX-License-Identifier: BSL-1.0
// in_cpp17 : text -> text. What each word of C++20 becomes, what is refused, and that all headers that kernels call compile as C++17, to
// what the headers themselves do not.
#include <constax/codegen/sources.hpp>

#include "compiled.hpp"

#include "../support/catch.hpp"

namespace {

namespace cg = constax::codegen;
using cg::in_cpp17;

/// All headers of which programs may call something (codegen/program.hpp, headers_of).
std::vector<std::string> all_headers(cg::lanes l) {
  std::vector<std::string> all{"constax/codegen/grid.hpp",          "constax/lane/lane.hpp",         "constax/math/math.hpp",
                               "constax/primitives/summation.hpp",  "constax/codegen/grid_sort.hpp", "constax/primitives/routine_array.hpp",
                               "constax/primitives/slice_begin.hpp"};
  if (l == cg::lanes::packs) all.push_back("constax/codegen/wide.hpp");
  return all;
}
std::string all_text(cg::lanes l) { return cg::flatten(all_headers(l), cg::comments::dropped, cg::header_folder(), l); }

/// What compilers say of a text.
std::string said(std::string const& compiler, std::string const& options, std::string const& text) {
  compiled::folder const f;
  return compiled::run(f, "text", "cpp", text, "'" + compiler + "' " + options + compiled::strictly + "-fsyntax-only text.cpp");
}
} // namespace

TEST_CASE("concepts are constants, and constraints are parameters") {
  CHECK(in_cpp17("template <class X> concept lane = small<X> &&\n  fast<X>;") ==
        "template <class X> inline constexpr bool lane = small<X> &&\n  fast<X>;");
  std::string const lane = "template <class X> concept lane = true;\n", lane_17 = "template <class X> inline constexpr bool lane = true;\n";
  auto const behind_lane = [&](std::string const& text) {
    std::string const all = in_cpp17(lane + text);
    REQUIRE(all.starts_with(lane_17));
    return all.substr(lane_17.size());
  };
  CHECK(behind_lane("template <lane X> X exp(X x);") == "template <class X, std::enable_if_t<lane<X>, int> = 0> X exp(X x);");
  CHECK(behind_lane("template <int N, a::lane X, class F> requires (N > 2) && good<F> X f(X x, F f) {}") ==
        "template <int N, class X, class F, std::enable_if_t<a::lane<X> && (N > 2) && good<F>, int> = 0> X f(X x, F f) {}");
  CHECK(behind_lane("template <class X>\n  requires a<X> || b<X>\nX f(X x);") ==
        "template <class X, std::enable_if_t<(a<X> || b<X>), int> = 0>\n  X f(X x);");
  CHECK(behind_lane("template <class X, std::same_as<X>... P> X f(X x, P... p);") ==
        "template <class X, class... P, std::enable_if_t<(std::is_same_v<P, X> && ...), int> = 0> X f(X x, P... p);");
  CHECK(behind_lane("struct s { template <std::same_as<bool> U> explicit s(U x) : v{x} {} };") ==
        "struct s { template <class U, std::enable_if_t<std::is_same_v<U, bool>, int> = 0> explicit s(U x) : v{x} {} };");
  CHECK(behind_lane("template <lane X> inline constexpr int bits = 8 * sizeof(X);") ==
        "template <class X> inline constexpr int bits = 8 * sizeof(X);");
  CHECK(behind_lane("template <lane X> struct parts { X hi, lo; };") == "template <class X> struct parts { X hi, lo; };");
}
TEST_CASE("partial specialisations have a last argument") {
  CHECK(in_cpp17("template <class T, int W> struct pack;\ntemplate <class T, int W> struct pack { T v; };\n"
                 "template <class T, int W> requires (W > 4) struct pack<T, W> {};\ntemplate <int W> struct pack<bool, W> {};\n") ==
        "template <class T, int W, class = void> struct pack;\ntemplate <class T, int W, class> struct pack { T v; };\n"
        "template <class T, int W> struct pack<T, W, std::enable_if_t<(W > 4)>> {};\ntemplate <int W> struct pack<bool, W> {};\n");
}
TEST_CASE("members' constraints are dropped") {
  CHECK(in_cpp17("friend X operator&(X a, X b) noexcept requires std::is_integral_v<T> { return a; }") ==
        "friend X operator&(X a, X b) noexcept { return a; }");
}
TEST_CASE("namespaces are opened one in the other") {
  CHECK(in_cpp17("namespace a::inline b::c::d {\nint x[] = {1};\n}\nnamespace a::inline b {}\nnamespace a::c { }") ==
        "namespace a { inline namespace b { namespace c::d {\nint x[] = {1};\n} } }\nnamespace a { inline namespace b {} }\n"
        "namespace a::c { }");
  CHECK(in_cpp17("namespace a::inline b {\n#if X\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n}") ==
        "namespace a { inline namespace b {\n#if X\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n} }");
}
TEST_CASE("lambdas get constants as arguments") {
  CHECK(in_cpp17("auto f = [&]<int K>(std::integral_constant<int, K>) INLINED { return x[K] + y.K; };") ==
        "auto f = [&](auto K) INLINED { return x[decltype(K)::value] + y.K; };");
  CHECK(in_cpp17("return [&]<int... I>(std::integer_sequence<int, I...>) -> V<T> { return V<T>{x[I]..., sizeof...(I)}; }(s);") ==
        "return std20::unpacked([&](auto... I) -> V<T> { return V<T>{x[decltype(I)::value]..., sizeof...(I)}; })(s);");
  CHECK(in_cpp17("g([]<std::size_t... I>(std::index_sequence<I...>) { return (I + ...); });") ==
        "g(std20::unpacked([](auto... I) { return (decltype(I)::value + ...); }));");
  CHECK(in_cpp17("bool b = x[1] < y[2] && z > (3);") == "bool b = x[1] < y[2] && z > (3);");
}
TEST_CASE("the library's names, the version, and what stays") {
  CHECK(in_cpp17("#include <bit>\n#if __cplusplus < 202002L\n#error \"C++20 is needed: compile with -std=c++20\"\n#endif\n"
                 "std::remove_cvref_t<X> f(std::type_identity_t<X> x) { return std::bit_width(x); }") ==
        "\n#if __cplusplus < 201703L\n#error \"C++17 is needed: compile with -std=c++17\"\n#endif\n"
        "std20::remove_cvref_t<X> f(std20::type_identity_t<X> x) { return std20::bit_width(x); }");
  for (std::string const same :
       {"char const* s = \"requires // concept {\"; char c = '{';", "double x = 0x1.8p-3 + 1'000 + .5e+3;",
        "// template <lane X> requires {\n/* namespace a::inline b { */ int x;", "#define A requires \\\n  {\nint x;",
        "using namespace a; namespace b = a::c; template <> struct s<1> {}; F::template f<T>(x);", ""})
    CHECK(in_cpp17(same) == same);
  std::string const likely = in_cpp17("void f(int x) { if (x > 3) [[likely]] return; }\n");
  CHECK(likely.find("#pragma clang diagnostic push\n") < likely.find("[[likely]]"));
  CHECK(likely.find("#pragma clang diagnostic pop\n") > likely.find("[[likely]]"));
}
TEST_CASE("what is not known is refused") {
  auto const refused = [](std::string const& text, std::string const& what) {
    INFO(text);
    CHECK_THROWS_WITH(in_cpp17(text), "[constax] codegen: no C++17 is known for " + what + ": write it as codegen/cpp17.hpp knows it");
  };
  refused("auto f = []<class T>(T x) { return x; };", "a lambda of <class T>(T x)");
  refused("auto f = []<std::size_t N>(int const (&c)[N]) { return N; };", "a lambda of <std::size_t N>(int const (&c)[N])");
  refused("bool b = requires { f(x); };", "`requires` here");
  refused("template <class T> void f(T x) requires good<T> {}", "`requires` behind the parameters of a template");
  refused("template <class T> requires good<T> inline constexpr bool is<T*> = true;", "a constrained specialisation of a variable");
  refused("template <std::same_as<int>> void f();", "a constrained parameter without a name");
  refused("consteval int f() { return 1; }", "consteval");
  refused("void f() { g(", "a ( without its pair");
  refused("}", "a } without its pair");
}

TEST_CASE("all that kernels call compiles as C++17 and as C++20, with no warning") {
  cg::lanes const l = GENERATE(cg::lanes::scalars, cg::lanes::packs);
  std::string const text = all_text(l), processor = GENERATE("", " -march=native");
  for (std::string const& compiler : compiled::compilers())
    for (std::string const year : {"17", "20"}) {
      INFO(compiler << " " << year << processor);
      CHECK(said(compiler, "-std=c++" + year + processor, text) == "");
    }
}
TEST_CASE("wrong twins: the headers themselves, whatever they say of the version, and texts with a word of theirs, are no C++17") {
  compiled::folder const f;
  std::filesystem::copy(cg::header_folder() / "constax", f.path / "constax", std::filesystem::copy_options::recursive);
  std::string config = compiled::content(f.path / "constax" / "base" / "config.hpp");
  auto const version = config.find("__cplusplus < 202002L");
  REQUIRE(version != config.npos);
  std::ofstream(f.path / "constax" / "base" / "config.hpp") << config.replace(version, 21, "false");
  std::string const text = all_text(cg::lanes::packs), concept_word = "inline constexpr bool any_lane";
  auto const at = text.find(concept_word);
  REQUIRE(at != text.npos);
  for (std::string const& compiler : compiled::compilers()) {
    CHECK(said(compiler, "-std=c++17 -I'" + f.path.string() + "'", "#include <constax/math/math.hpp>\n").find("error") != text.npos);
    CHECK(said(compiler, "-std=c++17", std::string(text).replace(at, concept_word.size(), "concept any_lane")).find("error") != text.npos);
  }
}
