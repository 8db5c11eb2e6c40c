// SPDX-License-Identifier: BSL-1.0
#pragma once
// environment: a folder that caches code for this test alone, and a variable that is set for a while
#include <cstdlib>
#include <filesystem>
#include <string>

namespace environment {

/// Sets a variable, and what it was at the end.
class setting {
  std::string name_, before_;
  bool was_set_ = false;

 public:
  setting(std::string name, std::string const& value) : name_(std::move(name)) {
    if (char const* const was = std::getenv(name_.c_str())) before_ = was, was_set_ = true;
    ::setenv(name_.c_str(), value.c_str(), 1);
  }
  setting(setting const&) = delete;
  setting& operator=(setting const&) = delete;
  ~setting() {
    if (was_set_) ::setenv(name_.c_str(), before_.c_str(), 1);
    else ::unsetenv(name_.c_str());
  }
};

class own_folder {
  std::filesystem::path path_;

 public:
  own_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "constax_test_XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  own_folder(own_folder const&) = delete;
  own_folder& operator=(own_folder const&) = delete;
  ~own_folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path const& path() const { return path_; }
  std::size_t files() const {
    std::size_t n = 0;
    for (auto const& f : std::filesystem::directory_iterator(path_)) n += !f.path().empty();
    return n;
  }
};

/// The cache, and the compiler that built the test.
struct own_cache {
  own_folder folder;
  setting cache{"CONSTAX_CACHE", folder.path().string()}, compiler{"CONSTAX_CXX", CONSTAX_TEST_CXX};
};

} // namespace environment
