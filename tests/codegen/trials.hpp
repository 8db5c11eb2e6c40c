// SPDX-License-Identifier: BSL-1.0
#pragma once
// trials: programs with arguments, written as source, compiled together, run, and compared with the oracle.
//
// Each program runs twice, its loops from the first element to the last and from the last to the first: a loop whose elements depend on
// each other gives other numbers then. Results and memory hold bytes 0xff before, which are nan where they are read as numbers.
#include <constax/codegen/program.hpp>
#include <constax/eval/reference.hpp>

#include "compiled.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>

namespace trials {

using namespace constax;

// ---- elements as bytes ------------------------------------------------------------------------------------------------------------------

/// Memory with room around it that nobody may write to.
class guarded {
  static constexpr std::size_t room = 256, alignment = 64;
  std::vector<unsigned char> all_;
  std::size_t begin_, size_;

 public:
  explicit guarded(std::size_t size) : all_(size + 2 * room + alignment, static_cast<unsigned char>(0xff)), begin_(room), size_(size) {
    begin_ += (alignment - reinterpret_cast<std::uintptr_t>(all_.data() + begin_) % alignment) % alignment;
  }
  unsigned char* data() { return all_.data() + begin_; }
  bool is_intact() const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if ((i < begin_ || i >= begin_ + size_) && all_[i] != 0xff) return false;
    return true;
  }
};

inline std::size_t bytes_of(dtype t) { return static_cast<std::size_t>(info(stored(t)).bytes); }
inline guarded bytes_of(tensor const& t) {
  std::size_t const size = bytes_of(t.type.type);
  guarded b(size * t.size());
  for (u32 i = 0; i < t.size(); ++i) std::memcpy(b.data() + i * size, &t.words[i], size);
  return b;
}
inline bool is_nan(tensor const& t, u32 i) { return t.type.floating() && std::isnan(number_at(t, i)); }

/// The first element that has other bits; any nan equals any nan.
inline std::string difference(tensor const& expected, unsigned char const* got) {
  tensor y(expected.type);
  std::size_t const size = bytes_of(expected.type.type);
  for (u32 i = 0; i < y.size(); ++i) {
    std::memcpy(&y.words[i], got + i * size, size);
    if (y.words[i] == expected.words[i] || (is_nan(expected, i) && is_nan(y, i))) continue;
    char text[160];
    std::snprintf(text, sizeof text, "element %u is %.17g, bits %llx, for %.17g, bits %llx", i, number_at(y, i),
                  static_cast<unsigned long long>(y.words[i]), number_at(expected, i), static_cast<unsigned long long>(expected.words[i]));
    return text;
  }
  return "";
}

/// Targets whose plans differ: long sums take a thread for each result instead of one for each partial sum; values are stored or computed
/// again.
inline codegen::grid_target small_target() {
  codegen::grid_target t;
  t.threads = 8, t.recompute_flops = 0, t.recompute_reads = 0;
  return t;
}

// ---- programs ---------------------------------------------------------------------------------------------------------------------------

/// A program with what it is called with; what it should give.
struct trial {
  jaxpr program;
  codegen::program_text text;
  std::deque<vec<tensor>> args, expected; // one for each call
  std::string what;
};

/// serial_grid and backward_grid in one, so that programs are compiled once.
inline constexpr char const* either_grid = R"text(
namespace {
struct either_grid {
  bool backward;
  template <class F> void with_grid(F const& f) const {
    if (backward) f(constax::backward_grid{});
    else f(constax::serial_grid{});
  }
  template <class I, class F> void each(I n, F const& f) const {
    with_grid([&](auto const& g) { g.each(n, f); });
  }
  void sync() const {}
  template <int C, int S, class T, class I, class F, class Join, class Put> void fold(I n, F const& f, Join const& join, Put const& put) const {
    with_grid([&](auto const& g) { g.template fold<C, S, T>(n, f, join, put); });
  }
  template <int S, class T, class I, class F, class Join, class Put> void in_order(I n, F const& f, Join const& join, Put const& put) const {
    with_grid([&](auto const& g) { g.template in_order<S, T>(n, f, join, put); });
  }
  template <constax::i64 Bytes, class I, class F> void rows(I n, unsigned char* memory, F const& f) const {
    each(n, [&](I r) { f(*this, r, memory); });
  }
};
}
)text";
/// extern "C" name_run(inputs, results, memory, backward)
inline std::string entry_of(codegen::program_text const& p, u32 inputs) {
  std::string out = "extern \"C\" void " + p.name + "_run(void const* const* in, void* const* out, unsigned char* memory, int backward);\n";
  out += "extern \"C\" void " + p.name + "_run(void const* const* in, void* const* out, unsigned char* memory, int backward) {\n";
  out += "  static_cast<void>(in), static_cast<void>(out);\n  using namespace constax;\n";
  std::string call = "constax::generated::" + p.name + "_on(grid";
  for (u32 i = 0; i < p.arguments.size(); ++i) {
    std::string const type = p.arguments[i].substr(0, p.arguments[i].rfind(' '));
    call += ", static_cast<" + type + ">(" + (i < inputs ? "in[" + std::to_string(i) : "out[" + std::to_string(i - inputs)) + "])";
  }
  return out + "  either_grid grid{backward != 0};\n  " + call + ", memory);\n}\n";
}

class all {
  std::deque<trial> trials_;
  std::string flags_;

 public:
  explicit all(std::string flags = "-O1") : flags_(std::move(flags)) {}
  std::size_t size() const { return trials_.size(); }
  /// The text of the last one, for a test to spoil.
  std::string& last_body() { return trials_.back().text.body; }

  /// A lowered program to be called with these arguments; may throw codegen::unsupported. Says nothing, or why the oracle has no numbers
  /// for it.
  std::string add(jaxpr const& lowered, std::string what, std::vector<vec<tensor>> const& args, codegen::grid_target const& target = {}) {
    trial t{lowered, codegen::program_of(lowered, "p" + std::to_string(trials_.size()), target), {}, {}, std::move(what)};
    for (vec<tensor> const& xs : args) {
      vec<tensor> ys = reference::evaluate(lowered, xs);
      if (ys.size() != lowered.outs.size()) return t.what + ": the oracle gives no numbers";
      t.args.push_back(xs), t.expected.push_back(std::move(ys));
    }
    trials_.push_back(std::move(t));
    return "";
  }

  /// What differs from the oracle, or what the compiler says.
  std::string run() {
    if (trials_.empty()) return "there is nothing to run";
    std::vector<codegen::program_text> programs;
    for (trial const& t : trials_) programs.push_back(t.text);
    std::string source = codegen::called_by(programs) + codegen::bodies_of(programs) + either_grid;
    for (trial const& t : trials_) source += entry_of(t.text, t.program.consts.size() + t.program.ins.size());
    compiled::folder const folder;
    compiled::library const made(folder, "programs", source, flags_);
    if (!made.said.empty()) return made.said;
    std::string wrong;
    for (trial const& t : trials_)
      for (bool backward : {false, true})
        for (std::size_t k = 0; k < t.args.size(); ++k)
          if (std::string const why = call(made, t, k, backward); !why.empty()) {
            wrong += t.what + (backward ? ", backwards: " : ": ") + why + "\n" + t.text.jaxpr + "\n";
            break;
          }
    return wrong;
  }

 private:
  using entry_point = void (*)(void const* const*, void* const*, unsigned char*, int);
  static std::string call(compiled::library const& made, trial const& t, std::size_t k, bool backward) {
    auto const run = made.function<entry_point>((t.text.name + "_run").c_str());
    if (!run) return "there is no such function";
    std::deque<guarded> in, out;
    std::vector<void const*> ins;
    std::vector<void*> outs;
    for (tensor const& x : t.args[k]) ins.push_back(in.emplace_back(bytes_of(x)).data());
    for (tensor const& y : t.expected[k]) outs.push_back(out.emplace_back(y.size() * bytes_of(y.type.type)).data());
    guarded memory(static_cast<std::size_t>(t.text.bytes));
    run(ins.data(), outs.data(), memory.data(), backward);
    if (!memory.is_intact()) return "it writes beyond its memory";
    for (u32 i = 0; i < t.args[k].size(); ++i)
      if (in[i].is_intact() ? !difference(t.args[k][i], in[i].data()).empty() : true) return "it writes to an argument";
    for (u32 i = 0; i < t.expected[k].size(); ++i) {
      if (!out[i].is_intact()) return "it writes beyond a result";
      if (std::string const why = difference(t.expected[k][i], out[i].data()); !why.empty())
        return "result " + std::to_string(i) + ", " + why;
    }
    return "";
  }
};

} // namespace trials
