// SPDX-License-Identifier: BSL-1.0
#pragma once
// explain : f -> (a... -> text)        what a call of f with such ndarrays does: is it traced, which program, who evaluates it, and how
//
//   signature: f64[1000]
//   traced before; 1 program is kept for arguments of this structure, 3 calls have found theirs
//   program: { lambda ; a:f64[1000]. let ... }
//   evaluated by strips: 1 node: 1 loop; ...
#include <constax/runtime/call.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

inline text signature_text(range<aval const*> types) {
  text t("signature:");
  for (aval const* a : types) t << ' ' << *a;
  return t;
}
inline text traces_text(bool kept, cache_statistics const& s) {
  text t(kept ? "traced before" : "not traced yet");
  if (s.programs == 0) return t;
  t << "; " << static_cast<u64>(s.programs) << (s.programs == 1 ? " program is" : " programs are")
    << " kept for arguments of this structure, ";
  return t << static_cast<u64>(s.hits) << (s.hits == 1 ? " call has" : " calls have") << " found theirs";
}
inline text explain_late(late_program const& p, range<aval const*> types, text const& traces) {
  text t = signature_text(types);
  return t << '\n' << traces << "\nprogram: " << print(p.program, notation::jax) << '\n' << p.run->explain();
}
/// What is traced: of cx::jit(f) it is f.
template <class F> F const& traced_by(F const& f) { return f; }
template <class F, fixed_string Name> F const& traced_by(jit_of<F, Name> const& f) { return f.f; }
template <class F> inline constexpr purpose purpose_of = for_this_call;
template <class F, fixed_string Name> inline constexpr purpose purpose_of<jit_of<F, Name>> = for_jit;

} // namespace detail

/// cx::explain(f)(args...): nothing is computed, and nothing kept.
template <class F> auto explain(F f) {
  return [f](auto const&... x) {
    return detail::with_captured(
        []<class Code, class... A>(auto, Code const& code, A const&... a) {
          detail::late_arguments<A...> const args(a...);
          auto const made = [&] { return detail::evaluated_late(detail::purpose_of<F>, code, a...); };
          if constexpr (!detail::is_code_alone<Code>)
            return detail::explain_late(made(), args.types(), "traced in each call: the callable has captures");
          else {
            auto& programs = detail::programs_of<Code, A...>();
            if (auto const kept = programs.find(args.of_program()))
              return detail::explain_late(*kept, args.types(), detail::traces_text(true, programs.statistics()));
            detail::late_program const p = made();
            return detail::explain_late(
                p, args.types(),
                p.asked ? text("traced in each call: it asks for numbers") : detail::traces_text(false, programs.statistics()));
          }
        },
        detail::traced_by(f), x...);
  };
}

} // namespace constax::inline CONSTAX_TAG
