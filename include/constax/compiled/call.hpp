// SPDX-License-Identifier: BSL-1.0
#pragma once
// compiled : f -> (tree of ndarrays -> tree of ndarrays)        evaluated at once, and compiled meanwhile
//
//   auto const g = cx::compiled(cx::value_and_grad(loss));
//   g(w, x);          // traced, evaluated; the C++ compiler begins
//   g.wait();         // or go on calling: compiled code takes over when it is there, with the same bits
//   g(w, x);          // at the speed of a static program
#include <constax/compiled/programs.hpp>

namespace constax::inline CONSTAX_TAG {

template <class F> class compiled_of {
  F f_;
  std::shared_ptr<compiled_programs::programs> programs_ = compiled_programs::programs_of<F>();

  /// use(program that there is for arguments of these types, or null).
  template <class Use, class... X> auto with_program(Use const& use, X const&... x) const {
    return detail::with_captured(
        [&](auto, auto const&, auto const&... a) {
          return use(programs_->template of_structure<std::remove_cvref_t<decltype(a)>...>().find(
              detail::late_arguments<std::remove_cvref_t<decltype(a)>...>(a...).of_program()));
        },
        f_, x...);
  }

 public:
  explicit compiled_of(F f) : f_(std::move(f)) {}

  template <class... X> auto operator()(X const&... x) const {
    if constexpr (!any_ndarray<X..., decltype(captured(std::declval<F const&>()))>) return jit(f_)(x...); // which is compiled already
    else if constexpr (detail::is_silent<detail::says_no_trees<X...>>())
      return detail::with_captured(
          [&]<class Code, class... A>(auto, Code const& code, A const&... a) {
            detail::late_arguments<A...> const args(a...);
            return detail::run_late<Code>(*programs_->get(args.of_program(), code, a...), args);
          },
          f_, x...);
  }

  /// Until all compilations that calls have started are over.
  void wait() const { programs_->wait(); }
  /// Does compiled code answer calls with arguments of these types?
  template <class... X> bool is_ready(X const&... x) const {
    return with_program(
        [](auto const& p) { return p && static_cast<compiled_programs::in_two_ways const&>(*p->run).code().native() != nullptr; }, x...);
  }
  /// Who answers calls with arguments of these types, in a sentence; why it is not compiled code.
  template <class... X> std::string status(X const&... x) const {
    return with_program(
        [](auto const& p) {
          if (!p) return std::string("no call with arguments of these types has been recorded");
          return static_cast<compiled_programs::in_two_ways const&>(*p->run).code().str();
        },
        x...);
  }
  /// What a call with arguments of these types does: signature, program, who answers, how it is evaluated until then. Nothing is computed.
  template <class... X> text explain(X const&... x) const {
    return detail::with_captured(
        [&]<class Code, class... A>(auto, Code const& code, A const&... a) {
          detail::late_arguments<A...> const args(a...);
          auto& programs = programs_->template of_structure<A...>();
          auto const kept = programs.find(args.of_program());
          text const traces = detail::traces_text(kept != nullptr, programs.statistics());
          return detail::explain_late(kept ? *kept : detail::evaluated_late(detail::for_jit, code, a...), args.types(), traces);
        },
        f_, x...);
  }
  compiled_statistics cache_info() const { return programs_->statistics(); }
};

/// cx::compiled(f): works like cx::jit(f) on ndarrays. The program of each signature is evaluated, and compiled by the C++ compiler in a
/// thread of its own; compiled code takes over when it is there, with the same bits. It is kept in files, for other processes too. Where
/// nothing can be compiled the evaluator goes on, and status(x...) tells why. Copies share what they have compiled. What f has captured by
/// reference is read when f is traced, once for each signature.
template <class F> auto compiled(F f) { return compiled_of<F>(std::move(f)); }

} // namespace constax::inline CONSTAX_TAG
