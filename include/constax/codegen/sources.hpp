// SPDX-License-Identifier: BSL-1.0
#pragma once
// flatten : headers -> one text        the functions of lane/ and math/ that an emitted kernel calls, on scalars, for any compiler
//
//   codegen::flatten({codegen::header_of("exp"), codegen::header_of("pow")})
//
// to be put in front of code that calls constax::math::exp(x).
//
// The text includes the standard library alone (on devices: device_std.hpp), and can be compiled in an empty folder.
#include <constax/codegen/cpp17.hpp>
#include <constax/codegen/raise_text.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen {

/// The folder that holds constax/: the environment's CONSTAX_INCLUDE, or where this header was compiled from.
inline std::filesystem::path header_folder() {
  if (char const* const set = std::getenv("CONSTAX_INCLUDE"); set && *set) return set;
  return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
}

enum class comments { dropped, kept };
enum class lanes { scalars, packs };

namespace flattening {

[[noreturn]] inline void raise_unreadable(std::string const& what) {
  raise_text("[constax] " + what + ": set the environment's CONSTAX_INCLUDE to the folder that holds constax/");
}

inline std::string read_header(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  if (in) all << in.rdbuf();
  if (!in) raise_unreadable("the header " + file.string() + " cannot be read");
  return std::move(all).str();
}

inline std::string_view trimmed(std::string_view s) {
  auto const first = s.find_first_not_of(" \t\r");
  return first == s.npos ? std::string_view{} : s.substr(first, s.find_last_not_of(" \t\r") + 1 - first);
}
inline bool eat(std::string_view& s, std::string_view start) {
  if (!s.starts_with(start)) return false;
  s = trimmed(s.substr(start.size()));
  return true;
}

/// A line without its comments; `inside` says whether it starts in one of several lines, and then, whether the next one does. Strings have
/// no line breaks.
inline std::string without_comments(std::string_view line, bool& inside) {
  std::string code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    auto const at = line.substr(i);
    if (inside) {
      if (at.starts_with("*/")) inside = false, ++i;
    } else if (quote) {
      code += line[i];
      if (line[i] == '\\' && i + 1 < line.size()) code += line[++i];
      else if (line[i] == quote) quote = 0;
    } else if (at.starts_with("//")) break;
    else if (at.starts_with("/*")) inside = true, ++i;
    else {
      if (line[i] == '"' || line[i] == '\'') quote = line[i];
      code += line[i];
    }
  }
  code.erase(code.find_last_not_of(" \t\r") + 1);
  return code;
}

/// Headers of constax joined into one text, each once.
class joined_headers {
 public:
  joined_headers(std::filesystem::path root, comments c, lanes l) : root_(std::move(root)), comments_(c), lanes_(l) {}

  /// `header` is named as in #include <constax/math/exp.hpp>.
  void add(std::string const& header) {
    if (!seen_.insert(header).second) return;
    std::string guard = "CONSTAX_TEXT_OF_"; // two texts that hold it may stand in one file
    for (char const c : header) guard += c == '/' || c == '.' ? '_' : c;
    std::istringstream lines(read_header(root_ / header));
    text_ += "#if !defined(" + guard + ")\n#define " + guard + "\n";
    std::filesystem::path const folder = std::filesystem::path(header).parent_path();
    conditions open{lanes_};
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      bool const was_inside = inside;
      std::string const code = without_comments(line, inside);
      std::string_view directive = was_inside ? std::string_view{} : trimmed(code);
      bool const is_directive = eat(directive, "#");
      if (is_directive && open.settles(directive)) continue;
      if (!open.holds()) continue;
      if (is_directive && include(directive, folder, open.none())) continue;
      if (is_directive && directive == "pragma once") continue;
      if (comments_ == comments::kept && line.find("SPDX-License-Identifier") == line.npos) text_ += line + '\n';
      else if (comments_ == comments::dropped && !code.empty()) text_ += code + '\n';
    }
    text_ += "#endif\n";
    if (header == "constax/base/config.hpp") add("constax/codegen/std20.hpp");
  }

  std::string text() const {
    std::string all;
    for (std::string const& header : standard_) all += "#include <" + header + ">\n";
    if (lanes_ == lanes::scalars) all += "#if !defined(CONSTAX_SCALAR_LANES)\n#define CONSTAX_SCALAR_LANES\n#endif\n";
    return in_cpp17(all + text_);
  }

 private:
  /// The conditions around a line. Those about packs are settled here, and hold if there are some; all others are left to the compiler, as
  /// are those about intrinsics beside packs.
  class conditions {
   public:
    explicit conditions(lanes l) : packs_(l == lanes::packs) {}
    /// Whether the directive belongs to a condition that is settled, and so to no text.
    bool settles(std::string_view directive) {
      if (eat(directive, "if")) {
        bool const negated = eat(directive, "!");
        bool const about_packs = directive == "CONSTAX_HAS_PACKS" || (!packs_ && directive == "CONSTAX_HAS_INTRINSICS");
        open_.push_back(about_packs ? (negated != packs_ ? kind::holds : kind::fails) : kind::left);
        return about_packs;
      }
      if (open_.empty()) return false;
      kind const settled = open_.back();
      if (directive.starts_with("endif")) open_.pop_back();
      else if (directive.starts_with("else") && settled != kind::left) open_.back() = settled == kind::holds ? kind::fails : kind::holds;
      else return false;
      return settled != kind::left;
    }
    bool holds() const {
      for (kind k : open_)
        if (k == kind::fails) return false;
      return true;
    }
    /// Whether a line here is compiled in any case.
    bool none() const {
      for (kind k : open_)
        if (k != kind::holds) return false;
      return true;
    }

   private:
    enum class kind { left, holds, fails };
    std::vector<kind> open_;
    bool packs_;
  };

  /// Whether it is an #include whose text, or whose place, is elsewhere now.
  bool include(std::string_view directive, std::filesystem::path const& folder, bool in_any_case) {
    if (!eat(directive, "include") || directive.size() < 3) return false;
    std::string const name(directive.substr(1, directive.size() - 2));
    if (directive.front() == '"') return add((folder / name).lexically_normal().generic_string()), true;
    if (name.starts_with("constax/")) return add(name), true;
    if (in_any_case) standard_.insert(name);
    return in_any_case;
  }

  std::filesystem::path root_;
  comments comments_;
  lanes lanes_;
  std::set<std::string> seen_, standard_;
  std::string text_;
};

} // namespace flattening

/// The text of the headers and of what they include of constax, each once, of scalars alone or with packs. Headers are named as in #include
/// <constax/math/exp.hpp>; root is the folder that holds constax/.
inline std::string flatten(std::vector<std::string> const& headers, comments c = comments::dropped,
                           std::filesystem::path const& root = header_folder(), lanes l = lanes::scalars) {
  flattening::joined_headers all(root, c, l);
  for (std::string const& header : headers) all.add(header);
  return all.text();
}

/// The functions of constax::math, each with the header that defines it: what stands in the namespace as `CONSTAX_INLINE constexpr type
/// name(`.
inline std::map<std::string, std::string> math_functions(std::filesystem::path const& root = header_folder()) {
  std::map<std::string, std::string> all;
  std::error_code failed;
  std::filesystem::directory_iterator const files(root / "constax" / "math", failed);
  if (failed) flattening::raise_unreadable("the headers in " + (root / "constax" / "math").string() + " cannot be listed");
  for (auto const& file : files) {
    if (file.path().extension() != ".hpp") continue;
    std::istringstream lines(flattening::read_header(file.path()));
    bool in_math = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("namespace ")) in_math = line.find("CONSTAX_TAG::math {") != line.npos;
      std::string_view const start = "CONSTAX_INLINE constexpr ";
      auto const from = line.find(start);
      if (!in_math || from == line.npos) continue;
      auto const parameters = line.find('(', from), name = line.rfind(' ', parameters) + 1;
      if (parameters != line.npos) all.emplace(line.substr(name, parameters - name), "constax/math/" + file.path().filename().string());
    }
  }
  return all;
}
/// The header that defines constax::math::name.
inline std::string header_of(std::string const& name, std::filesystem::path const& root = header_folder()) {
  auto const all = math_functions(root);
  auto const found = all.find(name);
  if (found == all.end()) flattening::raise_unreadable("no header in " + (root / "constax" / "math").string() + " defines math::" + name);
  return found->second;
}

} // namespace constax::inline CONSTAX_TAG::codegen
