// SPDX-License-Identifier: BSL-1.0
#pragma once
// nvrtc: CUDA C++ that is known at run time, compiled in the process by NVRTC, which is loaded when it is first asked for.
//
//   cuda::compiled_code c = cuda::compile({.name = "saxpy", .source = text}, "sm_90");    // a cubin; "compute_90": PTX
//
// What rounds otherwise than the source says is never switched on: no fast math, no contraction of a * b + c.
#include <constax/cuda/device.hpp>

#include <cctype>

namespace constax::inline CONSTAX_TAG::cuda {

/// A text, and headers that it includes by their names, which need not be files.
struct kernel_source {
  struct header {
    std::string name, text;
    friend bool operator==(header const&, header const&) = default;
  };
  std::string name; // of the kernel, for messages
  std::string source;
  std::vector<header> headers = {};
  std::vector<std::string> options = {}; // of NVRTC, beside those of `exact_options`
  friend bool operator==(kernel_source const&, kernel_source const&) = default;
};

struct compiled_code {
  std::string image; // a cubin, or PTX
  bool is_ptx = false;
  std::string arch, log; // for what; warnings
};

using nvrtc_program = struct nvrtc_program_of_library*;

/// The functions of NVRTC that are called. They return 0, or a number that has a text.
struct nvrtc_api {
  entry_finder find;
  template <class Signature> using fn = entry<Signature>;

  fn<char const*(int)> error_string = find("nvrtcGetErrorString");
  fn<int(int*, int*)> version = find("nvrtcVersion");
  fn<int(int*)> arch_count = find("nvrtcGetNumSupportedArchs");
  fn<int(int*)> archs = find("nvrtcGetSupportedArchs");
  fn<int(nvrtc_program*, char const*, char const*, int, char const* const*, char const* const*)> create = find("nvrtcCreateProgram");
  fn<int(nvrtc_program*)> destroy = find("nvrtcDestroyProgram");
  fn<int(nvrtc_program, int, char const* const*)> compile = find("nvrtcCompileProgram");
  fn<int(nvrtc_program, std::size_t*)> log_bytes = find("nvrtcGetProgramLogSize");
  fn<int(nvrtc_program, char*)> log = find("nvrtcGetProgramLog");
  fn<int(nvrtc_program, std::size_t*)> cubin_bytes = find("nvrtcGetCUBINSize");
  fn<int(nvrtc_program, char*)> cubin = find("nvrtcGetCUBIN");
  fn<int(nvrtc_program, std::size_t*)> ptx_bytes = find("nvrtcGetPTXSize");
  fn<int(nvrtc_program, char*)> ptx = find("nvrtcGetPTX");
};

namespace detail {

struct loaded_nvrtc {
  nvrtc_api api;
  std::string why_not, path;
  int major = 0, minor = 0;
  std::vector<int> archs; // 10 * major + minor of compute capabilities that it compiles for
};

inline loaded_nvrtc& installed_nvrtc() {
  static loaded_nvrtc& r = *[] {
    opened_library const library = open_library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}, toolkit_folders());
    auto* made =
        new loaded_nvrtc{{{library.handle ? symbol_of_library : [](void*, char const*) -> void* { return nullptr; }, library.handle}},
                         library.why_not,
                         library.path,
                         0,
                         0,
                         {}};
    if (!made->why_not.empty()) return made;
    nvrtc_api const& a = made->api;
    if (!a.version || a.version.address(&made->major, &made->minor) != 0 || !a.create || !a.compile || !a.cubin || !a.ptx) {
      made->why_not = library.path + " lacks functions of NVRTC of CUDA 11.2 or later";
      return made;
    }
    int count = 0;
    if (a.arch_count && a.archs && a.arch_count.address(&count) == 0 && count > 0) {
      made->archs.resize(static_cast<std::size_t>(count));
      if (a.archs.address(made->archs.data()) != 0) made->archs.clear();
    }
    return made;
  }();
  return r;
}

inline loaded_nvrtc& usable_nvrtc() {
  loaded_nvrtc& n = installed_nvrtc();
  if (!n.why_not.empty())
    throw_error(
        unavailable("[constax] cuda: there is no compiler for kernels (NVRTC): " + n.why_not +
                    "; install a CUDA toolkit, or its package cuda-nvrtc, and set CUDA_HOME to its folder if it is not /usr/local/cuda"));
  return n;
}

/// An option as key and value: "--fmad=false" and "-fmad false" are (fmad, false).
struct option_parts {
  std::string key, value, written;
};
inline std::vector<option_parts> parts_of(std::vector<std::string> const& options) {
  std::vector<option_parts> parts;
  for (std::string const& option : options) {
    std::size_t const from = option.find_first_not_of(" -");
    if (from == std::string::npos) continue;
    if (option[0] != '-' && !parts.empty() && parts.back().value.empty()) { // the value of the option before
      parts.back().value = option.substr(from);
      parts.back().written += ' ' + option;
      continue;
    }
    std::size_t const end = option.find_first_of("= ", from);
    std::string key = option.substr(from, end == std::string::npos ? end : end - from);
    for (char& c : key) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::size_t const value = end == std::string::npos ? end : option.find_first_not_of("= ", end);
    parts.push_back({key, value == std::string::npos ? "" : option.substr(value), option});
  }
  return parts;
}

/// Why an option may not be there; null if it may.
inline char const* refusal(option_parts const& o) {
  if (o.key.find("fast-math") != std::string::npos) return "approximates functions and divisions";
  if (o.key == "fmad" && o.value != "false") return "lets the compiler round a * b + c once instead of twice";
  if (o.key == "ftz" && o.value != "false") return "takes the smallest numbers for 0";
  if ((o.key == "prec-div" || o.key == "prec-sqrt") && o.value != "true") return "approximates divisions or roots";
  if ((o.key == "xptxas" || o.key == "ptxas-options") &&
      (o.value.find("fmad") != std::string::npos || o.value.find("fast") != std::string::npos))
    return "lets the assembler round otherwise";
  if (o.key == "options-file" || o.key == "optf") return "hides options in a file";
  if (o.key == "gpu-architecture" || o.key == "arch") return "contradicts the architecture that was named";
  if (o.key == "dlto" || o.key == "dlink-time-opt" || o.key == "rdc" || o.key == "relocatable-device-code" || o.key == "dc" ||
      o.key == "device-c")
    return "makes code that must be linked before it can be loaded";
  return nullptr;
}

inline std::string numbered_lines(std::string const& source, std::size_t most) {
  std::string t;
  std::size_t line = 0;
  for (std::size_t from = 0; from < source.size() && line < most;) {
    std::size_t const end = std::min(source.find('\n', from), source.size());
    t += std::to_string(++line) + "  " + source.substr(from, end - from) + '\n';
    from = end + 1;
  }
  return t;
}

} // namespace detail

inline bool nvrtc_available() { return detail::installed_nvrtc().why_not.empty(); }
inline std::string why_nvrtc_unavailable() { return detail::installed_nvrtc().why_not; }
/// 1000 * major + 10 * minor, as the driver counts.
inline int nvrtc_version() {
  auto const& n = detail::usable_nvrtc();
  return 1000 * n.major + 10 * n.minor;
}

/// What every kernel is compiled with: the arithmetic that the source says, and none other.
inline std::vector<std::string> exact_options() { return {"--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true"}; }

/// The best that NVRTC can compile for a device: its machine code, "sm_90", or, for a device that is newer than NVRTC, PTX of the newest
/// architecture below it, "compute_90", which the driver translates.
inline std::string best_arch(device d = device()) {
  auto const& archs = detail::usable_nvrtc().archs;
  int const of_device = d.properties().major * 10 + d.properties().minor;
  int best = 0;
  for (int a : archs)
    if (a <= of_device && a > best) best = a;
  if (best == of_device || archs.empty()) return d.arch();
  if (best == 0)
    detail::throw_error(unavailable("[constax] cuda: the NVRTC that is installed compiles for no device as old as " + str(d) +
                                    ", which is " + d.arch() + "; install an older toolkit"));
  return "compute_" + std::to_string(best);
}

/// compile : source, arch -> code. What the compiler refuses is a compile_error with its log.
inline compiled_code compile(kernel_source const& k, std::string const& arch) {
  detail::loaded_nvrtc const& n = detail::usable_nvrtc();
  nvrtc_api const& api = n.api;
  for (detail::option_parts const& o : detail::parts_of(k.options))
    if (char const* why = detail::refusal(o))
      detail::throw_error(error("[constax] cuda: kernel " + k.name + ": option " + o.written + " is refused: it " + why));
  bool const ptx = arch.rfind("compute_", 0) == 0;
  if (!ptx && arch.rfind("sm_", 0) != 0)
    detail::throw_error(
        error("[constax] cuda: kernel " + k.name + ": there is no architecture '" + arch + "'; say sm_90 for a cubin, compute_90 for PTX"));

  auto const check = [&](int r, char const* call) {
    if (r == 0) return;
    char const* const said = api.error_string ? api.error_string.address(r) : nullptr;
    detail::throw_error(error(std::string("[constax] cuda: ") + call + " for kernel " + k.name + " says " +
                              (said ? said : "an unknown error") + " (" + std::to_string(r) + ")"));
  };
  struct program {
    nvrtc_api const& api;
    nvrtc_program handle = nullptr;
    ~program() {
      if (handle && api.destroy) api.destroy.address(&handle);
    }
  } p{api};
  std::vector<char const*> names, texts, options;
  for (auto const& h : k.headers) names.push_back(h.name.c_str()), texts.push_back(h.text.c_str());
  std::string const file = (k.name.empty() ? "kernel" : k.name) + ".cu";
  check(api.create.address(&p.handle, k.source.c_str(), file.c_str(), static_cast<int>(names.size()), texts.data(), names.data()),
        api.create.name);

  std::vector<std::string> all = exact_options();
  all.push_back("--gpu-architecture=" + arch);
  all.insert(all.end(), k.options.begin(), k.options.end());
  for (std::string const& o : all) options.push_back(o.c_str());
  int const result = api.compile.address(p.handle, static_cast<int>(options.size()), options.data());

  compiled_code r;
  r.is_ptx = ptx, r.arch = arch;
  std::size_t bytes = 0;
  if (api.log_bytes && api.log && api.log_bytes.address(p.handle, &bytes) == 0 && bytes > 1) {
    r.log.resize(bytes);
    if (api.log.address(p.handle, r.log.data()) != 0) r.log.clear();
    while (!r.log.empty() && (r.log.back() == '\0' || r.log.back() == '\n')) r.log.pop_back();
  }
  if (result != 0) {
    char const* const said = api.error_string ? api.error_string.address(result) : "";
    std::string sentence = "[constax] cuda: kernel " + k.name + " does not compile for " + arch + " with NVRTC " + std::to_string(n.major) +
                           '.' + std::to_string(n.minor) + " (" + said + ")";
    if (result == 5) sentence += "; options: " + detail::joined(all, " ");
    sentence += ":\n" + (r.log.size() > 4000 ? r.log.substr(0, 4000) + "\n..." : r.log) + "\nthe source begins:\n" +
                detail::numbered_lines(k.source, 40);
    detail::throw_error(compile_error(sentence, k.name, r.log));
  }
  auto const& size_of = ptx ? api.ptx_bytes : api.cubin_bytes;
  auto const& text_of = ptx ? api.ptx : api.cubin;
  check(size_of.address(p.handle, &bytes), size_of.name);
  r.image.resize(bytes);
  check(text_of.address(p.handle, r.image.data()), text_of.name);
  return r;
}

} // namespace constax::inline CONSTAX_TAG::cuda
