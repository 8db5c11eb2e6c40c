// SPDX-License-Identifier: BSL-1.0
// The text of constax' functions for scalars as device code: NVRTC compiles every function, for every type of element that it takes,
// without a word, to code that does the work: it reads, stores, fuses where the function has a polynomial, approximates nothing and
// flushes nothing to zero. No device is needed; without NVRTC nothing is compiled.
// flags: -O1 -march=native
#include "calls.hpp"
#include "compiled.hpp"
#include "ptx.hpp"

#include <constax/codegen/device_std.hpp>

#include "../support/catch.hpp"

#include <map>

namespace {

namespace cg = constax::codegen;
using ptx::body_of, ptx::count, ptx::takes;

/// NVRTC, if it is here.
class nvrtc {
 public:
  nvrtc() {
    for (char const* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"})
      if (!handle_) handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  nvrtc(nvrtc const&) = delete;
  ~nvrtc() {
    if (handle_) dlclose(handle_);
  }
  explicit operator bool() const { return handle_ != nullptr; }

  struct result {
    int failed;
    std::string log, ptx;
  };
  result compile(std::string const& text, std::string const& architecture) const {
    result r{-1, "", ""};
    program p = nullptr;
    if (function<int (*)(program*, char const*, char const*, int, char const* const*, char const* const*)>("nvrtcCreateProgram")(
            &p, text.c_str(), "text.cu", cg::device_std_count, cg::device_std_texts, cg::device_std_names))
      return r;
    std::string const option = "-arch=" + architecture;
    std::vector<char const*> options(cg::device_options, cg::device_options + cg::device_option_count);
    options.push_back(option.c_str());
    r.failed =
        function<int (*)(program, int, char const* const*)>("nvrtcCompileProgram")(p, static_cast<int>(options.size()), options.data());
    r.log = give(p, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog");
    if (!r.failed) r.ptx = give(p, "nvrtcGetPTXSize", "nvrtcGetPTX");
    function<int (*)(program*)>("nvrtcDestroyProgram")(&p);
    return r;
  }

 private:
  using program = void*; // nvrtcProgram
  template <class F> F function(char const* name) const { return reinterpret_cast<F>(dlsym(handle_, name)); }
  std::string give(program p, char const* size_of, char const* text_of) const {
    std::size_t size = 0;
    function<int (*)(program, std::size_t*)>(size_of)(p, &size);
    std::string s(size, '\0');
    function<int (*)(program, char*)>(text_of)(p, s.data());
    return s.substr(0, s.find('\0'));
  }
  void* handle_ = nullptr;
};

/// What is wrong with the code of the functions of one header.
std::string faults(std::vector<calls::function> const& functions, std::string const& header, nvrtc::result const& r) {
  if (r.failed || !r.log.empty()) return header + ": " + r.log;
  std::string const source = compiled::content(cg::header_folder() / header);
  bool const polynomial = source.find("horner(") != source.npos || source.find("by_cubics(") != source.npos;
  std::string all;
  for (auto const& f : functions) {
    int taken = 0, k = 0;
    for (auto const& e : calls::elements) {
      if (!takes(r.ptx, f.name, k++)) continue;
      ++taken;
      std::string const code = body_of(r.ptx, f.name + "_" + e.name), name = f.name + " " + e.name;
      bool const floating = e.name[0] == 'f';
      if (count(code, "ld.global") < 1 || count(code, "st.global") != 2) all += name + " does not read and store; ";
      if (floating && polynomial && count(code, "fma.rn") < 3) all += name + " fuses nothing; ";
    }
    if (!taken) all += f.name + " takes nothing; ";
  }
  // Remainders of 128 bits start from an approximate reciprocal, in code that corrects it.
  int const guesses = count(r.ptx, "rcp.approx.f32"), approximations = count(r.ptx, ".approx");
  if (approximations != (header == "constax/math/exact.hpp" ? guesses : 0)) all += header + " approximates; ";
  if (count(r.ptx, ".ftz")) all += header + " flushes to zero; ";
  return all;
}

std::map<std::string, std::vector<calls::function>> functions_by_header() {
  std::map<std::string, std::vector<calls::function>> all;
  for (auto const& f : calls::all_functions()) all[f.header].push_back(f);
  return all;
}
} // namespace

TEST_CASE("NVRTC compiles every function, to code that does the work") {
  nvrtc const compiler;
  if (!compiler) {
    WARN("NVRTC is not here: no device code is compiled");
    return;
  }
  std::string const architecture = GENERATE("sm_80", "sm_90");
  INFO(architecture);
  std::string all;
  for (auto const& [header, functions] : functions_by_header())
    all += faults(functions, header, compiler.compile(ptx::program({header}, functions), architecture));
  CHECK(all == "");
}

TEST_CASE("what NVRTC's code must have is missed in wrong twins") {
  nvrtc const compiler;
  if (!compiler) return;
  std::string const header = "constax/math/exp.hpp";
  std::vector<calls::function> const exp{{"exp", "constax::math::exp", header}};
  auto const right = compiler.compile(ptx::program({header}, exp), "sm_90");
  REQUIRE(faults(exp, header, right) == "");
  auto const changed = [&](std::string const& from, std::string const& to) {
    auto r = right;
    for (std::size_t at = 0; (at = r.ptx.find(from, at)) != r.ptx.npos; at += to.size()) r.ptx.replace(at, from.size(), to);
    return faults(exp, header, r);
  };
  CHECK(changed("fma.rn", "mul.rn") == "exp f32 fuses nothing; exp f64 fuses nothing; ");
  CHECK(changed("st.global", "ld.global").find("exp f64 does not read and store") != std::string::npos);
  CHECK(changed("mul.rn.f32", "mul.ftz.f32") == header + " flushes to zero; ");
  CHECK(changed("mul.rn.f32", "mul.approx.f32") == header + " approximates; ");
  CHECK(changed("kinds_exp", "kinds_of") == "exp takes nothing; ");
  CHECK(!faults(exp, header, compiler.compile(ptx::program({header}, exp) + "int f() { int unused; return 0; }", "sm_90")).empty());
}
