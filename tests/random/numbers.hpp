// SPDX-License-Identifier: BSL-1.0
#pragma once
// numbers: random arguments for a program, and what it means that two programs give the same.
#include "../support/domains.hpp"

#include <constax/eval/reference.hpp>

#include <optional>
#include <string>
#include <vector>

namespace random_programs {

using namespace constax;
using random_numbers = constax_tests::generator;

enum class drawn { ordinary, special }; // special: zeros of both signs, infinities, nan, huge and tiny numbers among them
tensor random_tensor(random_numbers&, aval const&, bindings const&, drawn = drawn::ordinary);
/// Arguments for all constvars and inputs of j.
vec<tensor> random_arguments(random_numbers&, jaxpr const& j, bindings const&, drawn = drawn::ordinary);

/// The first element in which they differ; any nan is nan.
std::optional<std::string> different_bits(vec<tensor> const&, vec<tensor> const&);

/// The oracle, where every floating-point result of an equation is moved by a few units in the last place, at random. What such runs of a
/// program differ by is what its rounding errors may amount to: they are amplified by cancellation, and a comparison may turn out the other
/// way.
vec<tensor> evaluate_with_noise(random_numbers&, jaxpr const&, vec<tensor> const& args, bindings const&);

/// Results of two programs that are the same function in real arithmetic: an element in which they differ by more than rounding errors
/// explain. `noisy` gives results of one of them, with noise.
template <class Noisy>
std::optional<std::string> different_numbers(vec<tensor> const& xs, vec<tensor> const& ys, Noisy&& noisy);

// ---- how different_numbers decides
// ---------------------------------------------------------------------------------------------------------------

namespace numbers {

/// What rounding errors did to each element in a few runs.
class spread {
  std::vector<std::vector<double>> lowest_, highest_;
  std::vector<std::vector<bool>> unsteady_; // not a number in some runs, or too large to be one

public:
  explicit spread(vec<tensor> const& first);
  void add(vec<tensor> const& run);
  bool explains(u32 result, u32 element, double difference, bool both_finite) const;
};
/// The first element that differs by more than the spread explains; without one, by more than 1e-12 (f32: 1e-5) of the largest element of
/// its result.
std::optional<std::string> first_difference(vec<tensor> const&, vec<tensor> const&, spread const* = nullptr);

} // namespace numbers

template <class Noisy>
std::optional<std::string> different_numbers(vec<tensor> const& xs, vec<tensor> const& ys, Noisy&& noisy) {
  if (!numbers::first_difference(xs, ys)) return {};
  numbers::spread errors(xs);
  std::optional<std::string> difference;
  for (int runs : {6, 60}) { // a comparison that rounding decides turns out the other way in one of many runs
    for (int i = 0; i < runs; ++i) errors.add(noisy());
    difference = numbers::first_difference(xs, ys, &errors);
    if (!difference) return {};
  }
  return difference;
}

} // namespace random_programs
