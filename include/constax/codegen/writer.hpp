// SPDX-License-Identifier: BSL-1.0
#pragma once
// writer: lines of C++ in nested blocks; what a block has named is forgotten behind it, and a constant that nothing reads is not written.
#include <constax/base/config.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen {

class writer {
  struct written {
    std::string text;
    std::string defines; // the constant that the line is for; empty: it is needed in any case
  };
  std::vector<written> lines_;
  int depth_;
  int& counter_;
  std::map<std::string, std::string> names_; // what has been computed -> its name
  std::vector<std::vector<std::string>> added_{1};

 public:
  writer(int depth, int& counter) : depth_(depth), counter_(counter) {}

  void line(std::string const& s) { lines_.push_back({std::string(static_cast<std::size_t>(2 * depth_), ' ') + s + '\n', {}}); }
  /// type const name = value;
  void constant(std::string const& type, std::string const& name, std::string const& value) {
    line(type + " const " + name + " = " + value + ";");
    lines_.back().defines = name;
  }
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
  /// What follows is inside of the line before, which has opened a block.
  void indent() { ++depth_, added_.emplace_back(); }
  void close(std::string const& tail = "") {
    --depth_;
    for (std::string const& k : added_.back()) names_.erase(k);
    added_.pop_back();
    line("}" + tail);
  }

  /// prefix_7: no word of C++, and no other name.
  std::string fresh(std::string prefix) {
    if (prefix.back() != '_') prefix += '_';
    return prefix + std::to_string(counter_++);
  }
  std::string const* find(std::string const& what) const {
    auto const at = names_.find(what);
    return at == names_.end() ? nullptr : &at->second;
  }
  std::string const& remember(std::string const& what, std::string name) {
    added_.back().push_back(what);
    return names_.insert_or_assign(what, static_cast<std::string&&>(name)).first->second;
  }

  std::string take() {
    std::set<std::string, std::less<>> read;
    std::vector<std::string const*> kept;
    for (std::size_t i = lines_.size(); i-- > 0;) {
      written const& l = lines_[i];
      if (!l.defines.empty() && !read.contains(l.defines)) continue;
      kept.push_back(&l.text);
      auto const part_of_name = [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      };
      for (std::size_t at = l.defines.empty() ? 0 : l.text.find(" = "); at < l.text.size();) {
        std::size_t end = at;
        while (end < l.text.size() && part_of_name(l.text[end])) ++end;
        if (end > at) read.insert(l.text.substr(at, end - at));
        at = end + 1;
      }
    }
    std::string all;
    for (std::size_t i = kept.size(); i-- > 0;) all += *kept[i];
    lines_.clear();
    return all;
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
