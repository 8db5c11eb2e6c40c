// SPDX-License-Identifier: BSL-1.0
// flatten : headers -> text. What stands in it, what does not, and where headers come from.
#include <constax/codegen/sources.hpp>

#include "../support/catch.hpp"

#include <cstdint>

namespace cg = constax::codegen;

namespace {
int count(std::string const& text, std::string const& what) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++n;
  return n;
}
/// A folder with constax/a.hpp and what it includes.
struct written {
  std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("constax_sources_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
  written() { std::filesystem::create_directories(root / "constax" / "sub"); }
  written(written const&) = delete;
  ~written() { std::filesystem::remove_all(root); }
  void put(std::string const& name, std::string const& text) const { std::ofstream(root / "constax" / name) << text; }
};
std::string flat(written const& w, cg::comments c = cg::comments::dropped) { return cg::flatten({"constax/a.hpp"}, c, w.root); }
std::string const start = "#if !defined(CONSTAX_SCALAR_LANES)\n#define CONSTAX_SCALAR_LANES\n#endif\n";
/// The text of a header, which stands once in a file however many texts hold it.
std::string of(std::string const& header, std::string const& text) {
  std::string const guard = "CONSTAX_TEXT_OF_constax_" + header;
  return "#if !defined(" + guard + ")\n#define " + guard + "\n" + text + "#endif\n";
}
} // namespace

TEST_CASE("includes of constax are inlined once, those of the standard library stand once at the top") {
  written const w;
  w.put(
      "a.hpp",
      "// SPDX-License-Identifier: X\n#pragma once\n#include <utility>\n#include \"sub/b.hpp\" // why\n#include <constax/c.hpp>\nint a;\n");
  w.put("sub/b.hpp", "#pragma once\n#include <cstdint>\n#include \"../c.hpp\"\nint b;\n");
  w.put("c.hpp", "#pragma once\n#  include <utility>\nint c;\n");
  CHECK(flat(w) == "#include <cstdint>\n#include <utility>\n" + start +
                      of("a_hpp", of("sub_b_hpp", of("c_hpp", "int c;\n") + "int b;\n") + "int a;\n"));
}
TEST_CASE("comments are dropped or kept; what looks like one in a string is none") {
  written const w;
  w.put("a.hpp",
        "// SPDX-License-Identifier: X\n#pragma once\n// a: text\nint a; // one\nchar const* s = \"// no /* comment \\\" //\"; /* two\n "
        "lines */ int b;\n\nchar q = '\"'; // c\n");
  CHECK(flat(w) == start + of("a_hpp", "int a;\nchar const* s = \"// no /* comment \\\" //\";\n int b;\nchar q = '\"';\n"));
  CHECK(flat(w, cg::comments::kept) ==
        start + of("a_hpp", "// a: text\nint a; // one\nchar const* s = \"// no /* comment \\\" //\"; /* two\n lines */ int b;\n\n"
                            "char q = '\"'; // c\n"));
}
TEST_CASE("conditions about packs are settled, all others are left") {
  written const w;
  w.put(
      "a.hpp",
      "#if CONSTAX_HAS_PACKS // x\n#include <immintrin.h>\n#if OTHER\nint packs;\n#else\nint others;\n#endif\n#else\nint scalars;\n#endif\n"
      "#if !CONSTAX_HAS_PACKS\nint two;\n#else\nint three;\n#endif\n#if OTHER\n#include <later>\n#if !CONSTAX_HAS_INTRINSICS\nint "
      "four;\n#endif\n#elif MORE\nint five;\n#endif\n");
  CHECK(flat(w) == start + of("a_hpp", "int scalars;\nint two;\n#if OTHER\n#include <later>\nint four;\n#elif MORE\nint five;\n#endif\n"));
}
TEST_CASE("a header that cannot be read is said, with what to set") {
  written const w;
  w.put("a.hpp", "#include \"missing.hpp\"\n");
  CHECK_THROWS_WITH(flat(w), "[constax] the header " + (w.root / "constax" / "missing.hpp").string() +
                                 " cannot be read: set the environment's CONSTAX_INCLUDE to the folder that holds constax/");
  CHECK_THROWS_AS(cg::math_functions(w.root), std::runtime_error);
  CHECK_THROWS_WITH(cg::header_of("nothing", cg::header_folder()),
                    "[constax] no header in " + (cg::header_folder() / "constax" / "math").string() +
                        " defines math::nothing: set the environment's CONSTAX_INCLUDE to the folder that holds constax/");
}
TEST_CASE("headers are where CONSTAX_INCLUDE says, or where this one was") {
  written const w;
  std::string const before = std::getenv("CONSTAX_INCLUDE") ? std::getenv("CONSTAX_INCLUDE") : "";
  setenv("CONSTAX_INCLUDE", w.root.c_str(), 1);
  CHECK(cg::header_folder() == w.root);
  setenv("CONSTAX_INCLUDE", "", 1);
  CHECK(std::filesystem::exists(cg::header_folder() / "constax" / "codegen" / "sources.hpp"));
  if (!before.empty()) setenv("CONSTAX_INCLUDE", before.c_str(), 1);
}
TEST_CASE("each function has the header that defines it") {
  CHECK(cg::header_of("exp") == "constax/math/exp.hpp");
  CHECK(cg::header_of("cos") == "constax/math/sin.hpp");
  CHECK(cg::header_of("atan2") == "constax/math/atan.hpp");
  CHECK(cg::header_of("frexp") == "constax/math/ldexp.hpp");
  CHECK(cg::header_of("threefry2x32") == "constax/math/threefry.hpp");
  CHECK(cg::header_of("is_nan") == "constax/math/exact.hpp");
  auto const all = cg::math_functions();
  CHECK(all.size() > 80);
  CHECK(all.count("horner") == 0); // of detail
}
TEST_CASE("of all of math nothing but scalars is left") {
  std::string const all = cg::flatten({"constax/math/math.hpp"}), exp = cg::flatten({cg::header_of("exp")});
  for (char const* gone : {"_mm", "__m128", "immintrin", "vector_size", "__builtin_shufflevector", "__builtin_convertvector", "asm(",
                           "asm volatile", "//", "#pragma once", "SPDX"}) {
    INFO(gone);
    CHECK(count(all, gone) == 0);
  }
  CHECK(count(all, "struct pack;") == 1); // its name
  CHECK(count(all, "pack<T, W> exp") == 0);
  CHECK(count(all, "template <class X, std::enable_if_t<floating_lane<X>, int> = 0> CONSTAX_INLINE constexpr X exp(X x)") == 1);
  CHECK(exp.size() * 4 < all.size());
  CHECK(count(exp, "X sin(") == 0);
}
