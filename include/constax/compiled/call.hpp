// SPDX-License-Identifier: BSL-1.0
#pragma once
// compiled : f -> (tree of ndarrays -> tree of ndarrays)        evaluated at once, and compiled meanwhile
//
//   auto const g = cx::compiled(cx::value_and_grad(loss));
//   g(w, x);          // traced, evaluated; the C++ compiler begins
//   g.wait();         // or go on calling: compiled code takes over when it is there, with the same bits
//   g(w, x);          // at the speed of a static program
#include <constax/compiled/workshop.hpp>
#include <constax/runtime/explain.hpp>

#include <map>

namespace constax::inline CONSTAX_TAG {

/// Of one compiled function, for all structures of arguments: programs, calls that found theirs, calls that had to trace; programs that run
/// as compiled code, those of them whose code was in a file, and programs that are not compiled.
struct compiled_statistics : cache_statistics {
  std::size_t compiled = 0, from_files = 0, failed = 0;
};

namespace compiled_programs {

/// The evaluator's until there is compiled code.
class in_two_ways final : public detail::late_evaluator {
  std::shared_ptr<late_evaluator const> evaluator_;
  std::shared_ptr<compilation> compilation_;

 public:
  in_two_ways(std::shared_ptr<late_evaluator const> e, std::shared_ptr<compilation> c)
      : evaluator_(std::move(e)), compilation_(std::move(c)) {}
  vec<ndarray> operator()(jaxpr const& lowered, range<ndarray const*> args) const override {
    if (native_program const* const n = compilation_->native()) return (*n)(args);
    return (*evaluator_)(lowered, args);
  }
  text explain() const override {
    return text("compiler: ") << compilation_->str() << "\nuntil then, or instead: " << evaluator_->explain();
  }
  compilation const& code() const { return *compilation_; }
};

template <class... Trees> inline constexpr char structure = 0; // whose address stands for it

/// The programs of one function.
class programs {
  std::shared_ptr<workshop> workshop_ = workshop::of_process();
  mutable std::mutex mutex_;
  std::map<void const*, detail::made_by_types<detail::late_program>> by_structure_;
  std::vector<std::shared_ptr<compilation>> compilations_;

  std::vector<std::shared_ptr<compilation>> compilations() const {
    std::lock_guard const lock(mutex_);
    return compilations_;
  }
  std::shared_ptr<detail::late_evaluator const> started(detail::late_program const& p) {
    auto const c = std::make_shared<compilation>(p.program);
    {
      std::lock_guard const lock(mutex_);
      compilations_.push_back(c);
    }
    if (!c->is_over()) workshop_->add(c);
    return std::make_shared<in_two_ways const>(p.run, c);
  }

 public:
  template <class... X> detail::made_by_types<detail::late_program>& of_structure() {
    std::lock_guard const lock(mutex_);
    return by_structure_[&structure<X...>];
  }
  template <class F, class... X> std::shared_ptr<detail::late_program const> get(range<aval const*> types, F const& f, X const&... x) {
    return of_structure<X...>().get(types, [&] {
      detail::late_program p = detail::evaluated_late(f, x...);
      p.run = started(p);
      return p;
    });
  }
  void wait() const {
    for (auto const& c : compilations()) c->wait();
  }
  compiled_statistics statistics() {
    compiled_statistics s;
    std::lock_guard const lock(mutex_);
    for (auto& [structure, made] : by_structure_) {
      cache_statistics const one = made.statistics();
      s.programs += one.programs, s.hits += one.hits, s.misses += one.misses;
    }
    for (auto const& c : compilations_) {
      compilation::state const now = c->now();
      s.compiled += now == compilation::state::ready, s.failed += now == compilation::state::failed;
      s.from_files += c->from_file();
    }
    return s;
  }
};

/// Functions that are code alone and of one type share their programs.
template <class F> std::shared_ptr<programs> programs_of() {
  if constexpr (!detail::is_code_alone<F>) return std::make_shared<programs>();
  else {
    static auto const all = std::make_shared<programs>();
    return all;
  }
}

} // namespace compiled_programs

template <class F> class compiled_of {
  F f_;
  std::shared_ptr<compiled_programs::programs> programs_ = compiled_programs::programs_of<F>();

  /// use(program that there is for arguments of these types, or null).
  template <class Use, class... X> auto with_program(Use const& use, X const&... x) const {
    return detail::with_captured(
        [&](auto, auto const&, auto const&... a) {
          return use(programs_->template of_structure<std::remove_cvref_t<decltype(a)>...>().find(detail::late_arguments(a...).types));
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
            detail::late_arguments const args(a...);
            return detail::run_late<Code, A...>(*programs_->get(args.types, code, a...), args);
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
          if (!p) return std::string("has not been called");
          return static_cast<compiled_programs::in_two_ways const&>(*p->run).code().str();
        },
        x...);
  }
  /// What a call with arguments of these types does: signature, program, who answers, how it is evaluated until then. Nothing is computed.
  template <class... X> text explain(X const&... x) const {
    return detail::with_captured(
        [&]<class Code, class... A>(auto, Code const& code, A const&... a) {
          detail::late_arguments const args(a...);
          auto& programs = programs_->template of_structure<A...>();
          auto const kept = programs.find(args.types);
          text const traces = detail::traces_text(kept != nullptr, programs.statistics());
          return detail::explain_late(kept ? *kept : detail::evaluated_late(code, a...), args.types, traces);
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
