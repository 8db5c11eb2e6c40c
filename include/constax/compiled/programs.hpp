// SPDX-License-Identifier: BSL-1.0
#pragma once
// programs: those of one compiled function, by structure and types of its arguments
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
  void run(jaxpr const& lowered, range<ndarray const*> args, ndarray* results) const override {
    if (native_program const* const n = compilation_->native()) return (*n)(args, results);
    evaluator_->run(lowered, args, results);
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
  template <class F, class... X> std::shared_ptr<detail::late_program const> get(detail::signature const& of, F const& f, X const&... x) {
    return of_structure<X...>().get(of, [&] {
      detail::late_program p = detail::evaluated_late(detail::for_jit, f, x...);
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
      s.programs += one.programs, s.hits += one.hits, s.misses += one.misses, s.dropped += one.dropped;
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

} // namespace constax::inline CONSTAX_TAG
