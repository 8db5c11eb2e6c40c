// SPDX-License-Identifier: BSL-1.0
#pragma once
// writer: lines of C++ in nested blocks; what a block has named is forgotten behind it.
#include <map>
#include <string>
#include <vector>

#include <constax/base/config.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

class writer {
  std::string text_;
  int depth_;
  int& counter_;
  std::map<std::string, std::string> names_; // what has been computed -> its name
  std::vector<std::vector<std::string>> added_{1};

 public:
  writer(int depth, int& counter) : depth_(depth), counter_(counter) {}

  void line(std::string const& s) { text_.append(static_cast<std::size_t>(2 * depth_), ' ').append(s) += '\n'; }
  /// A block: `head {` ... `}tail`.
  template <class F> void block(std::string const& head, F const& inside, std::string const& tail = "") {
    open(head);
    inside();
    close(tail);
  }
  void open(std::string const& head) {
    line(head.empty() ? "{" : head + " {");
    ++depth_, added_.emplace_back();
  }
  void close(std::string const& tail = "") {
    --depth_;
    for (std::string const& k : added_.back()) names_.erase(k);
    added_.pop_back();
    line("}" + tail);
  }

  std::string fresh(char const* prefix) { return prefix + std::to_string(counter_++); }
  std::string const* find(std::string const& what) const {
    auto const at = names_.find(what);
    return at == names_.end() ? nullptr : &at->second;
  }
  std::string const& remember(std::string const& what, std::string name) {
    added_.back().push_back(what);
    return names_.insert_or_assign(what, static_cast<std::string&&>(name)).first->second;
  }
  std::string take() { return static_cast<std::string&&>(text_); }
};

} // namespace constax::inline CONSTAX_TAG::codegen
