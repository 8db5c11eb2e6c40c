// SPDX-License-Identifier: BSL-1.0
#pragma once
// compiled: text to a shared library, by the compiler that built this test (CONSTAX_TEST_CXX), in a folder that holds nothing else.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <dlfcn.h>

namespace compiled {

/// A folder of its own, which goes with it.
struct folder {
  std::filesystem::path path;
  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "constax_XXXXXX").string();
    if (mkdtemp(name.data())) path = name;
  }
  folder(folder const&) = delete;
  ~folder() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove_all(path, ignored);
  }
};

inline std::string content(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Writes the text to folder/name/text.suffix, and runs `command` there; what that said, and that it failed.
inline std::string run(folder const& f, std::string const& name, std::string const& suffix, std::string const& text,
                       std::string const& command) {
  auto const here = f.path / name;
  std::filesystem::create_directories(here);
  std::ofstream(here / ("text." + suffix)) << text;
  int const status = std::system(("cd '" + here.string() + "' && " + command + " > said 2>&1").c_str());
  std::string said = content(here / "said");
  if (status != 0) said += command + ": failed\n";
  return said;
}

/// Compilers of this machine, the one of this test first.
inline std::vector<std::string> compilers() {
  std::vector<std::string> all{CONSTAX_TEST_CXX};
  for (std::string const name : {"g++", "clang++-19"})
    if (name != all[0] && std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0) all.push_back(name);
  return all;
}
// of -march=native clang 19 warns by itself on processors with AVX10; g++ passes over a -Wno that it does not know
inline std::string const strictly = " -Wall -Wextra -Wpedantic -Wconversion -Werror -Wno-invalid-feature-combination ";

/// The library made of a text, as C++17; `said` is what the compiler said, with warnings as errors.
struct library {
  std::string said;
  void* handle = nullptr;
  library(folder const& f, std::string const& name, std::string const& text, std::string const& flags, std::string const& year = "17") {
    said =
        run(f, name, "cpp", text, "'" CONSTAX_TEST_CXX "' -std=c++" + year + strictly + "-fPIC -shared " + flags + " text.cpp -o text.so");
    if (said.empty()) handle = dlopen((f.path / name / "text.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (said.empty() && !handle) said = dlerror();
  }
  library(library const&) = delete;
  ~library() {
    if (handle) dlclose(handle);
  }
  template <class F> F function(char const* name) const { return handle ? reinterpret_cast<F>(dlsym(handle, name)) : nullptr; }
};

} // namespace compiled
