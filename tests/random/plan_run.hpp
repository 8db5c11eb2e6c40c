// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan_run: one run of a plan with identities.
#include "plan_memory.hpp"

#include <map>
#include <memory>
#include <optional>

namespace random_programs {

/// The places of a region's axis that its nodes are run for.
struct strip {
  i64 first = 0, last = 0;
};

/// The terms of a sum that leaves a kernel: each comes once.
class sum_terms {
  lengths result_;
  i64 count_ = 0;
  std::vector<bool> seen_;
  std::size_t index(i64 const* at, i64 term) const { return static_cast<std::size_t>(detail::row_major(at, result_) * count_ + term); }

public:
  sum_terms() = default;
  sum_terms(lengths const& result, i64 count) : result_(result), count_(count), seen_(static_cast<std::size_t>(result.size() * count)) {}
  /// Is it the first time?
  bool take(i64 const* at, i64 term) {
    std::size_t const i = index(at, term);
    bool const first = !seen_[i];
    return seen_[i] = true, first;
  }
  i64 count() const { return count_; }
  bool has(i64 const* at, i64 term) const { return seen_[index(at, term)]; }
};

class kernel_run;

class plan_run {
public:
  plan_run(loop_plan const& p, bindings const& b, bool has_loops) : p_(p), b_(b), ids_(p.program, b_), has_loops_(has_loops) {}
  ~plan_run();
  /// Throws wrong_plan.
  void operator()();

private:
  loop_plan const& p_;
  bindings const b_;
  identities const ids_;
  bool const has_loops_;
  std::optional<plan_memory> memory_;
  std::map<u32, sum_terms> sums_;                        // by equation
  std::map<u32, std::unique_ptr<kernel_run>> kernels_; // by node
  jaxpr const& j_ = p_.program;

  friend class kernel_run;
  void run_node(u32 number, strip const&);
  void run_region(u32 number);
  void run_kernel(u32 number, strip const&);
  void run_straight_line(node const&);
  void check_rows(eqn const&) const;
  void run_copy(node const&, strip const&);
  void run_contraction(node const&, strip const&);
  void run_locate(node const&, strip const&);
  void run_scanned(node const&, strip const&);
  void run_indexed(node const&, strip const&);
  void begin_scatter(node const&);
  void scatter_strip(node const&, strip const&);
  void run_sorted(node const&, strip const&);
  void run_control(node const&);
  template <class Reads>
  void each_result(node const&, strip const&, Reads&&, std::optional<atom> of = {});

  // ---- sums that leave a kernel, or a region ----
  int sum_axis(eqn const&) const;
  void begin_sum(u32 equation);
  /// All terms have come; the result is written. within: where it is one of the strip's nodes, whose axis the result may have.
  void end_sum(u32 equation, node const* within = nullptr, strip const& = {});
  bool leaves_region(u32 equation) const;
};

/// f(side, place of the operand) for each factor that an element of a contraction's result reads.
template <class F>
void each_factor(jaxpr const& j, eqn const& e, identities const& ids, i64 const* at, F&& f) {
  detail::contraction_axes const axes = e.prim->contraction(j.params(e));
  lengths const in[] = {ids.lengths_of(j.operands(e)[0]), ids.lengths_of(j.operands(e)[1])};
  detail::result_axes const to(axes, in[0].rank, in[1].rank);
  lengths terms;
  for (i64 d : axes.lhs_contracting) terms.of[terms.rank++] = in[0][static_cast<int>(d)];
  each_place(terms, [&](i64 const* term) {
    for (u32 side = 0; side < 2; ++side) {
      i64 from[max_rank] = {};
      for (int d = 0; d < in[side].rank; ++d)
        if (to.of[side][d] >= 0) from[d] = at[to.of[side][d]];
      constax::axes const& summed = side ? axes.rhs_contracting : axes.lhs_contracting;
      for (int k = 0; k < summed.size(); ++k) from[summed[k]] = term[k];
      f(side, static_cast<i64 const*>(from));
    }
  });
}

} // namespace random_programs
