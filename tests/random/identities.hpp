// SPDX-License-Identifier: BSL-1.0
#pragma once
// identities : jaxpr, lengths -> what each element of each variable is
//
// Instead of a number, an element has an identity, which follows from the program's definitions alone: that of a movement is its source's,
// that of arithmetic a hash of the primitive, its parameters and its operands' identities. Two elements that are computed alike from the
// same elements have one identity, wherever and how often they are computed. So a plan that is run with identities gives away each read of
// another element.
#include <constax/eval/reference.hpp>
#include <constax/plan/window.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace random_programs {

using namespace constax;

using identity = u64;
/// Elements that are known for what they are.
inline constexpr identity undefined = 0, known_true = 1, known_false = 2, never_written = 3;

/// The place behind `at` in row-major order; false behind the last.
inline bool next_place(i64* at, lengths const& n) {
  for (int d = n.rank; d-- > 0;) {
    if (++at[d] < n[d]) return true;
    at[d] = 0;
  }
  return false;
}
/// f(place) for each place of these lengths.
template <class F>
void each_place(lengths const& n, F&& f) {
  i64 at[max_rank] = {};
  if (n.size() > 0) do f(static_cast<i64 const*>(at)); while (next_place(at, n));
}

class identities {
  jaxpr const& j_;
  bindings b_;
  std::vector<lengths> lengths_;            // of each variable
  std::vector<std::vector<identity>> all_; // of each variable, row-major
  std::vector<std::string> names_;
  bool defined_ = true;

  void define(eqn const&);
  void define_elementwise(eqn const&);
  void define_movement(eqn const&);
  void define_window(eqn const&);
  void define_source(eqn const&);
  void define_indexed(eqn const&);
  void define_whole(eqn const&);

public:
  identities(jaxpr const&, bindings const&);
  /// Does the program have a meaning for these lengths? None of its extents is negative, and no movement reads beyond its operand.
  bool defined() const { return defined_; }

  lengths const& lengths_of(u32 v) const { return lengths_[v]; }
  lengths const& lengths_of(atom a) const {
    static constexpr lengths of_number;
    return a.is_literal() ? of_number : lengths_[a.var()];
  }
  identity of(u32 v, i64 const* at) const { return all_[v][static_cast<std::size_t>(detail::row_major(at, lengths_[v]))]; }
  /// A number stands beside any shape.
  identity of(atom, i64 const* at) const;
  std::vector<identity> const& all_of(u32 v) const { return all_[v]; }

  /// Calls f(place in x, none where the slice is dropped; place in the slices' array; place in the indices) for all elements of slices of
  /// a gather or scatter, in the order in which they meet. An index is a number that follows from its identity: alike indices say the same.
  using of_slices = std::function<void(i64 const* in_x, i64 const* in_slices, i64 const* in_indices)>;
  bool each_of_slices(eqn const&, of_slices const& f) const;
  /// What a scatter makes of an element and of a slice's element that meets it.
  identity combined(eqn const&, identity element, identity slice) const;

  /// Names as the program is printed with them.
  std::string const& name(u32 v) const { return names_[v]; }
  std::string element(u32 v, i64 const* at) const;
};

} // namespace random_programs
