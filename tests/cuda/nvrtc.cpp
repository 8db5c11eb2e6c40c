// SPDX-License-Identifier: BSL-1.0
// The compiler of kernels, where it is installed; which options it is not given.
#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/nvrtc.hpp>

#include <iostream>

namespace cx = constax;
namespace cuda = cx::cuda;

namespace {
cuda::kernel_source const saxpy{.name = "saxpy", .source = R"(
extern "C" __global__ void saxpy(int n, float a, float const* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
)"};
bool have() {
  if (cuda::nvrtc_available()) return true;
  std::cout << "SKIPPED: NVRTC is not installed: " << cuda::why_nvrtc_unavailable() << '\n';
  return false;
}
std::string refusal(std::vector<std::string> const& options) {
  std::string t;
  for (auto const& o : cuda::detail::parts_of(options))
    if (char const* why = cuda::detail::refusal(o)) t += o.key + " " + why + ";";
  return t;
}
} // namespace

TEST_CASE("what rounds otherwise is refused, however it is spelled") {
  for (std::vector<std::string> const& options : std::vector<std::vector<std::string>>{{"--use_fast_math"},
                                                                                       {"-use_fast_math"},
                                                                                       {"--use-fast-math"},
                                                                                       {"--fmad=true"},
                                                                                       {"-fmad=true"},
                                                                                       {"--fmad", "true"},
                                                                                       {"--fmad true"},
                                                                                       {"-fmad"},
                                                                                       {"--FMAD=TRUE"},
                                                                                       {"--ftz=true"},
                                                                                       {"-ftz", "true"},
                                                                                       {"--prec-div=false"},
                                                                                       {"--prec-sqrt=false"},
                                                                                       {"-prec-sqrt", "false"},
                                                                                       {"--ptxas-options=--fmad=true"},
                                                                                       {"-Xptxas", "-fmad=true"},
                                                                                       {"--options-file=x"},
                                                                                       {"-optf", "x"},
                                                                                       {"--gpu-architecture=sm_80"},
                                                                                       {"-arch=sm_80"},
                                                                                       {"-dlto"},
                                                                                       {"--relocatable-device-code=true"}}) {
    CAPTURE(options);
    CHECK(refusal(options) != "");
  }
  CHECK(refusal({"--fmad=false", "-fmad", "false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true", "--std=c++20", "-I/x", "-DN=3",
                 "-G", "--maxrregcount=32", "-Xptxas", "-O3", "-lineinfo"}) == "");
}

TEST_CASE("cubins and PTX") {
  if (!have()) return;
  CHECK(cuda::nvrtc_version() >= 11020);
  for (char const* arch : {"sm_80", "sm_90"}) {
    cuda::compiled_code const c = cuda::compile(saxpy, arch);
    CHECK(c.image.substr(1, 3) == "ELF");
    CHECK(!c.is_ptx);
    CHECK(c.image.find("saxpy") != std::string::npos);
    CHECK(c.log == "");
  }
  cuda::compiled_code const p = cuda::compile(saxpy, "compute_80");
  CHECK(p.is_ptx);
  has(p.image, ".target sm_80");
  has(p.image, "mul.rn.f32");
  has(p.image, "add.rn.f32");
  CHECK(p.image.find("fma") == std::string::npos); // two roundings, as it is written
}

TEST_CASE("headers by their names, and options") {
  if (!have()) return;
  cuda::kernel_source k{
      .name = "one",
      .source = "#include \"mine/constants.h\"\nextern \"C\" __global__ void one(int* x) { *x = from_header + OPTION; }\n",
      .headers = {{"mine/constants.h", "constexpr int from_header = 40;\n"}},
      .options = {"-DOPTION=2", "--std=c++20"}};
  has(cuda::compile(k, "compute_80").image, "42");
  k.headers.clear();
  has(thrown<cuda::compile_error>([&] { cuda::compile(k, "sm_80"); }), "mine/constants.h");
}

TEST_CASE("what does not compile is said with the compiler's log") {
  if (!have()) return;
  cuda::kernel_source k{.name = "broken", .source = "extern \"C\" __global__ void broken() {\n  int x = undeclared;\n}\n"};
  try {
    cuda::compile(k, "sm_80");
    FAIL("nothing was thrown");
  } catch (cuda::compile_error const& e) {
    CHECK(e.kernel() == "broken");
    has(e.log(), "broken.cu(2): error: identifier \"undeclared\" is undefined");
    has(e.what(), "[constax] cuda: kernel broken does not compile for sm_80 with NVRTC ");
    has(e.what(), e.log());
    has(e.what(), "2    int x = undeclared;"); // the source, with numbers of lines
  }
  k.options = {"--no-such-option"};
  has(thrown<cuda::compile_error>([&] { cuda::compile(k, "sm_80"); }), "options: --fmad=false");
  k.options = {"--use_fast_math"};
  has(thrown<cuda::error>([&] { cuda::compile(k, "sm_80"); }), "kernel broken: option --use_fast_math is refused: it approximates");
  has(thrown<cuda::error>([&] { cuda::compile(saxpy, "90"); }), "there is no architecture '90'; say sm_90 for a cubin");
  CHECK_THROWS_AS(cuda::compile(saxpy, "sm_1"), cuda::compile_error);
}

TEST_CASE("the architecture for a device") {
  if (!have()) return;
  for (auto const& [arch, best] : {std::pair(90, "sm_90"), std::pair(80, "sm_80"), std::pair(999, "compute_")}) {
    stand_in::driver d([arch = arch](auto& m) { m.arch = arch; });
    has(cuda::best_arch(), best);
  }
  stand_in::driver d([](auto& m) { m.arch = 10; });
  has(thrown<cuda::unavailable>([] { cuda::best_arch(); }), "compiles for no device as old as device 0 (stand-in 0), which is sm_10");
}
