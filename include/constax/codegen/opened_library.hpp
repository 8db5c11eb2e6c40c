// SPDX-License-Identifier: BSL-1.0
#pragma once
// open_library : names, folders -> a shared library that is opened at run time, or what the loader said
#include <constax/base/config.hpp>

#include <dlfcn.h>
#include <string>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen {

/// A library that was looked for. Who opens it closes it, or leaves it open until the process ends.
struct opened_library {
  void* handle = nullptr;
  std::string path;    // what was opened
  std::string why_not; // if nothing was: what the loader said of each name
};

/// The first of the names that the loader finds by itself, then the first that is in one of the folders.
inline opened_library open_library(std::vector<std::string> const& names, std::vector<std::string> const& folders) {
  opened_library r;
  auto const opens = [&](std::string const& path) {
    r.handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (r.handle) return r.path = path, r.why_not.clear(), true;
    char const* const reason = ::dlerror();
    r.why_not += (r.why_not.empty() ? "" : "; ") + (reason ? std::string(reason) : path + ": cannot be opened");
    return false;
  };
  for (std::string const& name : names)
    if (opens(name)) return r;
  std::string const of_loader = r.why_not; // that none of many folders has it is no news
  for (std::string const& folder : folders)
    for (std::string const& name : names)
      if (opens(folder + '/' + name)) return r;
  r.why_not = of_loader;
  return r;
}

} // namespace constax::inline CONSTAX_TAG::codegen
