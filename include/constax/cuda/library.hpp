// SPDX-License-Identifier: BSL-1.0
#pragma once
// library: a shared library that is opened at run time, and functions of it, found by their names. So a program that can use a device is
// built without a toolkit, and runs on machines that have none.
#include <constax/base/text.hpp>
#include <constax/codegen/opened_library.hpp>

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace constax::inline CONSTAX_TAG::cuda {

/// Where a function of that name is, or null. A test gives one of its own in place of a library's.
using symbol_lookup = void* (*)(void* library, char const* name);

/// A function of a library's C interface: its address, null where the library is older than the function, and its name for messages.
template <class Signature> struct entry;
template <class Result, class... Args> struct entry<Result(Args...)> {
  Result (*address)(Args...) = nullptr;
  char const* name = "";
  explicit operator bool() const { return address != nullptr; }
};

/// Finds entries: what it returns becomes an entry of any signature.
struct entry_finder {
  symbol_lookup lookup;
  void* library;
  struct found {
    void* address;
    char const* name;
    template <class Signature> operator entry<Signature>() const {
      return {reinterpret_cast<decltype(entry<Signature>::address)>(address), name};
    }
  };
  found operator()(char const* name) const { return {lookup(library, name), name}; }
};

namespace detail {

inline void* symbol_of_library(void* library, char const* name) { return ::dlsym(library, name); }

/// Folders where a toolkit puts its libraries: those of $CUDA_HOME and $CUDA_PATH, then the usual place.
inline std::vector<std::string> toolkit_folders() {
  std::vector<std::string> roots;
  for (char const* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (char const* root = std::getenv(variable); root && *root) roots.emplace_back(root);
  roots.emplace_back("/usr/local/cuda");
  std::vector<std::string> folders;
  for (std::string const& root : roots)
    for (char const* below : {"/lib64", "/lib", "/targets/x86_64-linux/lib", "/targets/sbsa-linux/lib"}) folders.push_back(root + below);
  return folders;
}

using codegen::open_library, codegen::opened_library;

} // namespace detail
} // namespace constax::inline CONSTAX_TAG::cuda
