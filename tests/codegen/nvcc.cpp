// SPDX-License-Identifier: BSL-1.0
// The text of constax' functions for scalars in a .cu file. nvcc takes what has no table, to code that does the work. Tables, static
// arrays of classes, are memory of the host for nvcc, which may not be marked as the device's, and for which it has no option as NVRTC's
// -default-device; it refuses functions that read them, and empties none in silence.
// flags: -O1 -march=native
#include "calls.hpp"
#include "compiled.hpp"
#include "ptx.hpp"

#include "../support/catch.hpp"

#include <set>

namespace {

#if defined(CONSTAX_TEST_NVCC)
constexpr char const* nvcc = "'" CONSTAX_TEST_NVCC "' -std=c++17 -arch=sm_90 -fmad=false --expt-relaxed-constexpr -ptx text.cu -o text.ptx";

bool has_table(std::string const& text) { return text.find("[] = {") != text.npos; }
#endif

} // namespace

TEST_CASE("nvcc compiles functions without tables, and refuses the others") {
#if defined(CONSTAX_TEST_NVCC)
  compiled::folder const here;
  std::set<std::string> headers;
  std::vector<calls::function> plain;
  for (auto const& f : calls::all_functions()) {
    if (has_table(constax::codegen::flatten({f.header}))) continue;
    headers.insert(f.header);
    plain.push_back(f);
  }
  REQUIRE(plain.size() > 40);
  CHECK(compiled::run(here, "plain", "cu", ptx::program({headers.begin(), headers.end()}, plain), nvcc) == "");
  std::string const code = compiled::content(here.path / "plain" / "text.ptx");
  std::string idle;
  for (auto const& f : plain) {
    int taken = 0, k = 0;
    for (auto const& e : calls::elements) {
      if (!ptx::takes(code, f.name, k++)) continue;
      ++taken;
      std::string const body = ptx::body_of(code, f.name + "_" + e.name);
      if (ptx::count(body, "ld.global") < 1 || ptx::count(body, "st.global") != 2) idle += f.name + " " + e.name + "; ";
    }
    if (!taken) idle += f.name + " takes nothing; ";
  }
  CHECK(idle == "");

  std::string const header = constax::codegen::header_of("exp");
  std::string const said = compiled::run(here, "exp", "cu", ptx::program({header}, {{"exp", "constax::math::exp", header}}), nvcc);
  CHECK(said.find("is undefined in device code") != said.npos);
#else
  WARN("nvcc is not here: nothing is compiled");
#endif
}
