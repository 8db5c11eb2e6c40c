// SPDX-License-Identifier: BSL-1.0
#pragma once
// source_of : lowered jaxpr -> C++ text, or why there is none        the program as a constant, which constax' own evaluator compiles
//
//   struct late_program { static constexpr frozen<{...}> frozen = {..., {{&descriptor<sin_t>, 0, 1, 1, 1, 0, 0}, ...}, ...}; };
//   extern "C" void constax_run(void const* const* inputs, void* const* outputs, std::byte* memory) noexcept { run<code_of<...>>(...); }
//
// Emitted loops of scalars (codegen/) would be compiled in a tenth of the time, and run five times as long.
#include <constax/jaxpr/frozen.hpp>
#include <constax/primitives/list.hpp>
#include <constax/transform/transform.hpp>

#include <limits>
#include <memory>
#include <string>

namespace constax::inline CONSTAX_TAG::compiled_programs {

struct source_text {
  std::string text;
  std::string why_not; // instead of a text
};

/// How a primitive is spelled in constax' namespace; empty: it is a user's own.
inline std::string_view type_of_primitive(primitive const& p) {
#define CONSTAX_CASE(P) \
  if (p.tag == &tag<P>) return #P;
  CONSTAX_EACH_PRIMITIVE(CONSTAX_CASE)
  CONSTAX_CASE(call_t)
  CONSTAX_CASE(chains_t) CONSTAX_CASE(cond_t) CONSTAX_CASE(scan_t) CONSTAX_CASE(while_t)
#undef CONSTAX_CASE
      return {};
}

class source_writer {
  static constexpr u32 most = 1u << 15; // elements of a list: programs that a compiler has done with in minutes
  using buffer = detail::jaxpr_buffer<most>;

  std::string text_;

  void number(auto x) { text_ += std::to_string(x); }
  void number(i64 x) { // (the lowest one has no spelling of its own)
    if (x == std::numeric_limits<i64>::min()) text_ += "std::numeric_limits<i64>::min()";
    else text_ += std::to_string(x);
  }
  void descriptor_of(primitive const& p) { (text_ += "&descriptor<") += std::string(type_of_primitive(p)) + ">"; }
  template <class Put> void list(u32 n, Put const& put) {
    text_ += "    {";
    for (u32 k = 0; k < n; ++k) text_ += k ? ", " : "", put(k);
    text_ += "},\n";
  }
  template <class T> void numbers(T const* xs, u32 n) {
    list(n, [&](u32 k) { number(xs[k]); });
  }
  void literal_text(literal const& l) {
    text_ += "{static_cast<dtype>(", number(static_cast<u32>(l.type)), text_ += "), ", number(l.bits), text_ += "u}";
  }
  void equation(eqn const& e) {
    text_ += "{", descriptor_of(*e.prim);
    for (u32 x : {e.in, e.n_in, e.out, e.n_out, e.param, e.n_param}) text_ += ", ", number(x);
    text_ += "}";
  }
  void frozen_lists(buffer const& b) {
    auto const& n = b.n;
    text_ += "  static constexpr constax::frozen<detail::frozen_bounds{";
    for (u32 x : {n.sizes, n.types, n.vars, n.lits, n.eqns, n.atoms, n.ints, n.prims}) number(x), text_ += ", ";
    text_ += "}> frozen = {\n";
    numbers(b.lists.sizes, n.sizes), numbers(b.lists.types, n.types), numbers(b.lists.vars, n.vars);
    list(n.lits, [&](u32 k) { literal_text(b.lists.lits[k]); });
    list(n.eqns, [&](u32 k) { equation(b.lists.eqns[k]); });
    list(n.atoms, [&](u32 k) { text_ += "{", number(b.lists.atoms[k].id), text_ += "}"; });
    numbers(b.lists.ints, n.ints);
    list(n.prims, [&](u32 k) { descriptor_of(*b.lists.prims[k]); });
    text_ += "    {}};\n";
  }

 public:
  source_text operator()(jaxpr const& j) {
    auto const b = std::make_unique<buffer>();
    b->put(j);
    if (b->full) return {{}, "the program is too long to be compiled"};
    for (u32 k = 0; k < b->n.prims; ++k)
      if (type_of_primitive(*b->lists.prims[k]).empty())
        return {{}, std::string(b->lists.prims[k]->name) + " is a primitive of your own, which the text of a program cannot name"};
    text_ =
        "#include <constax/eval/run.hpp>\n#include <constax/plan/code.hpp>\n#include <constax/primitives/primitives.hpp>\n"
        "#include <constax/transform/transform.hpp>\n\n#include <limits>\n\n";
    text_ += "static_assert(CONSTAX_HAS_FMA == " + std::to_string(CONSTAX_HAS_FMA) +
             ", \"fused multiply-add must be here if it was where the program was lowered\");\n\n"
             "namespace constax::inline CONSTAX_TAG {\nstruct late_program {\n";
    frozen_lists(*b);
    text_ += R"text(};
using late_code = code_of<late_program>;
} // namespace constax::inline CONSTAX_TAG
extern "C" {
[[gnu::visibility("default")]] long long constax_bytes() noexcept {
  return constax::workspace_bytes<constax::late_code>(nullptr, 1);
}
[[gnu::visibility("default")]] void constax_run(void const* const* inputs, void* const* outputs, std::byte* memory) noexcept {
  constax::run<constax::late_code>(inputs, outputs, memory, nullptr, 1);
}
}
)text";
    return {std::move(text_), {}};
  }
};
inline source_text source_of(jaxpr const& lowered) { return source_writer()(lowered); }

} // namespace constax::inline CONSTAX_TAG::compiled_programs
