// SPDX-License-Identifier: BSL-1.0
#pragma once
// program_of : lowered jaxpr, name -> source text        C++ to read, ship or hand to another compiler; CUDA C for NVRTC
//
// The text of the kernels is the same for both. What differs stands around it: who runs the loops (grid.hpp), and how a kernel is entered.
#include <constax/codegen/function.hpp>
#include <constax/codegen/sources.hpp>

#include <set>

namespace constax::inline CONSTAX_TAG::codegen {

/// How a kernel's threads are started.
enum class launch_form : u8 {
  free,       // any number of blocks: nobody waits for anybody
  block,      // one block
  cooperative // blocks that all run at once, since they wait for each other
};
/// Loops through up to that many elements are left to one block, if there are barriers between them.
inline constexpr i64 one_block = 4096;

/// A program as text.
struct program_text {
  std::string name, body;             // of the function name_on<Grid>, and of what it calls
  std::vector<std::string> arguments; // declarations without qualifiers: inputs, then results
  std::vector<std::string> routines;  // code that it calls
  std::string jaxpr;
  i64 bytes = 0; // of memory besides arguments and results
  launch_form launch = launch_form::free;
  i64 widest = 1; // iterations of its largest loop
  bool packs = false; // does it have loops on registers of lanes?
};

inline void expect_numbers(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (!a.shape.is_static())
      throw unsupported("[constax] codegen: source is written for lengths that are numbers; " + shape_text(a.shape) + " has a symbol");
  for (jaxpr const& f : j.subs) expect_numbers(f);
}

inline void expect_identifier(std::string const& name) {
  auto const letter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  bool fits = !name.empty() && letter(name[0]);
  for (char const c : name) fits = fits && (letter(c) || (c >= '0' && c <= '9'));
  if (!fits) throw unsupported("[constax] codegen: `" + name + "` cannot be the name of a function in C++");
}

inline program_text program_of(jaxpr const& j, std::string const& name, grid_target const& target = {}) {
  if (j.fault) throw unsupported("[constax] codegen: the program has a fault, it cannot be written as source");
  expect_identifier(name), expect_numbers(j);
  functions_text f(target);
  functions_text::made const entry = f.entry(j, name + "_on");
  program_text p{name,        f.text(),          functions_text::parameters(j), f.routines(), std::string(print(j).view()),
                 entry.bytes, launch_form::free, f.size().widest};
  p.packs = target.packs && p.body.find("wide_") != p.body.npos;
  if (f.barriers() > 0) p.launch = f.size().work <= one_block ? launch_form::block : launch_form::cooperative;
  return p;
}

// ---- what stands in front ------------------------------------------------------------------------------------------------------------

/// A jaxpr as a comment.
inline std::string comment(std::string const& text) {
  std::string out = "// ";
  for (char c : text) out += c == '\n' ? std::string("\n// ") : std::string(1, c);
  return out + "\n";
}
/// What programs call of the user's, and their functions: all that is not constax' own. With the jaxprs as comments, or without.
inline std::string code_of(std::vector<program_text> const& programs, bool with_jaxprs) {
  std::set<std::string> once;
  std::string out;
  for (program_text const& p : programs)
    for (std::string const& r : p.routines)
      if (once.insert(r).second) out += r + "\n\n";
  for (program_text const& p : programs) out += (with_jaxprs ? comment(p.jaxpr) : std::string()) + p.body;
  return out;
}

/// The headers whose functions the bodies call.
inline std::vector<std::string> headers_of(std::vector<program_text> const& programs) {
  static std::map<std::string, std::string> const known = math_functions();
  std::vector<std::string> headers{"constax/codegen/grid.hpp", "constax/lane/lane.hpp"};
  std::set<std::string> found;
  std::string const text = code_of(programs, false);
  auto const calls = [&](std::string_view what) { return text.find(what) != text.npos; };
  for (std::size_t at = 0; (at = text.find("math::", at)) != text.npos;) {
    at += 6;
    std::string const name = text.substr(at, text.find('(', at) - at);
    auto const header = known.find(name);
    if (header == known.end()) throw unsupported("[constax] codegen: there is no function constax::math::" + name);
    found.insert(header->second);
  }
  headers.insert(headers.end(), found.begin(), found.end());
  if (calls("fold_chains(") || calls("combine_groups(") || calls("others_in_order(")) headers.push_back("constax/primitives/summation.hpp");
  if (calls("wide_each<") || calls("wide_fold<")) headers.push_back("constax/codegen/wide.hpp");
  if (calls("sort_lines(")) headers.push_back("constax/codegen/grid_sort.hpp");
  if (calls("routine_array<")) headers.push_back("constax/primitives/routine_array.hpp");
  if (calls("slice_begin_at(")) headers.push_back("constax/primitives/slice_begin.hpp");
  return headers;
}

/// What bodies call of constax, in front of them.
inline lanes lanes_of(std::vector<program_text> const& programs) {
  for (program_text const& p : programs)
    if (p.packs) return lanes::packs;
  return lanes::scalars;
}
inline std::string called_by(std::vector<program_text> const& programs) {
  return flatten(headers_of(programs), comments::dropped, header_folder(), lanes_of(programs));
}
/// The bodies, in the namespace whose names they use.
inline std::string bodies_of(std::vector<program_text> const& programs) {
  return "namespace constax { inline namespace CONSTAX_TAG { namespace generated {\n\n" + code_of(programs, true) +
         "} } } // namespace constax::CONSTAX_TAG::generated\n";
}
inline std::string argument_name(std::string const& declaration) { return declaration.substr(declaration.rfind(' ') + 1); }
inline std::string call_of(program_text const& p, std::string const& grid, std::string const& memory) {
  std::string out = "constax::generated::" + p.name + "_on(" + grid;
  for (std::string const& a : p.arguments) out += ", " + argument_name(a);
  return out + ", " + memory + ");";
}

// ---- C++ ------------------------------------------------------------------------------------------------------------------------------

/// An argument as users declare it, whatever names their file knows: i32 const* a -> std::int32_t const* a.
inline std::string standard_declaration(std::string const& a) {
  bool const integer = a.size() > 1 && (a[0] == 'i' || a[0] == 'u') && a[1] >= '1' && a[1] <= '9';
  if (!integer) return a;
  std::size_t const end = a.find_first_not_of("0123456789", 1);
  return (a[0] == 'i' ? "std::int" : "std::uint") + a.substr(1, end - 1) + "_t" + a.substr(end);
}
/// The text under other names, so that a file may include constax too, and texts for scalars beside those with packs.
inline std::string renamed(std::string text, lanes l) {
  bool const packs = l == lanes::packs;
  for (auto const& [from, to] : {std::pair<std::string, std::string>{"constax", packs ? "constax_lanes" : "constax_text"},
                                 {"CONSTAX_", packs ? "CONSTAX_LANES_" : "CONSTAX_TEXT_"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

/// Whose elementary functions a header calls.
enum class elementary {
  own,     // constax' text, with its bits
  standard // those of <cmath>: short, with the bits of the machine's library, which are others
};
/// The body with functions of <cmath> in place of constax' own, where there is one. std::lgamma is left out: it writes to a global
/// variable.
inline std::string with_standard_functions(std::string body) {
  static std::set<std::string, std::less<>> const in_cmath{"sin",  "cos",   "tan",   "asin",  "acos",  "atan", "atan2", "sinh",
                                                           "cosh", "tanh",  "asinh", "acosh", "atanh", "exp",  "exp2",  "expm1",
                                                           "log",  "log1p", "pow",   "cbrt",  "hypot", "erf",  "erfc",  "tgamma"};
  std::string_view const before = "math::";
  for (std::size_t at = 0; (at = body.find(before, at)) != body.npos; ++at) {
    std::size_t const name = at + before.size();
    if (in_cmath.contains(std::string_view(body).substr(name, body.find('(', name) - name))) body.replace(at, before.size(), "std::");
  }
  return body;
}

/// What headers of C++ are planned for: one thread with registers of lanes.
inline grid_target cpp_target() {
  grid_target t;
  t.packs = true;
  t.cache_bytes = 1 << 18;
  return t;
}

/// cpp_text : programs -> one C++17 header without dependencies        a function of each program's name
///
///   static void name(double const* a, ..., double* result, unsigned char* memory)
///
/// Several such headers, and constax itself, may be included in one file.
inline std::string cpp_text(std::vector<program_text> programs, elementary functions = elementary::own) {
  std::string out = "// C++17; the functions forbid contraction for themselves, so that all compilers round alike.\n#pragma once\n";
  if (functions == elementary::standard) {
    out =
        "// C++17; elementary functions are those of std: bits differ from constax', and from library to library.\n#pragma once\n"
        "#include <cmath>\n";
    for (program_text& p : programs)
      if (!p.packs) p.body = with_standard_functions(std::move(p.body));
  }
  lanes const l = lanes_of(programs);
  std::string const host = "#if !defined(CONSTAX_HOST_ONLY)\n#define CONSTAX_HOST_ONLY\n#endif\n";
  out += renamed(host + called_by(programs) + "\n" + bodies_of(programs), l);
  for (program_text const& p : programs) {
    out += "\n/// " +
           (p.bytes ? "`memory`: " + std::to_string(p.bytes) + " bytes, aligned to 64, of any content." : "`memory` may be null.") + "\n";
    out += "static inline void " + p.name + "(";
    for (std::string const& a : p.arguments) out += standard_declaration(a) + ", ";
    out += "unsigned char* memory) {\n" + renamed("  constax::serial_grid grid;\n  " + call_of(p, "grid", "memory"), l) + "\n}\n";
  }
  return out;
}

// ---- CUDA C -----------------------------------------------------------------------------------------------------------------------------

/// cuda_text : program -> text for NVRTC        extern "C" kernel `name`: inputs, results, memory, a counter of arrivals that is 0
inline std::string cuda_text(program_text const& p) {
  std::string out = flatten(headers_of({p})) + "\n" + bodies_of({p});
  out += "using namespace constax;\nextern \"C\" __global__ void " +
         std::string(p.launch == launch_form::block ? "" : "CONSTAX_LAUNCH_BOUNDS ") + p.name + "(";
  for (std::string a : p.arguments) out += a.insert(a.find('*') + 1, " __restrict__") + ", ";
  out += "unsigned char* memory, [[maybe_unused]] unsigned* arrived) {\n  ";
  out += p.launch == launch_form::block ? "block_grid grid;" : "device_grid grid(arrived);";
  return out + "\n  " + call_of(p, "grid", "memory") + "\n}\n";
}

} // namespace constax::inline CONSTAX_TAG::codegen
