// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// What reads the words of a key, as messages about its use name it.
enum class key_reader : u8 {
  none, // no random number is drawn: key_data, fold_in, clone
  bits,
  split,
  uniform,
  normal,
  truncated_normal,
  bernoulli,
  randint,
  exponential,
  gumbel,
  laplace,
  logistic,
  cauchy,
  rademacher,
  categorical,
  choice,
  permutation,
  gamma,
  loggamma,
  beta,
  dirichlet,
  chisquare,
  t,
  f,
  generalized_normal,
  ball,
  poisson,
  binomial,
  multinomial,
  geometric,
  maxwell,
  double_sided_maxwell,
  rayleigh,
  pareto,
  weibull_min,
  lognormal,
  wald,
  triangular,
  multivariate_normal,
  orthogonal
};
constexpr std::string_view name_of(key_reader r) {
  constexpr std::string_view names[] = {"",
                                        "random::bits",
                                        "random::split",
                                        "random::uniform",
                                        "random::normal",
                                        "random::truncated_normal",
                                        "random::bernoulli",
                                        "random::randint",
                                        "random::exponential",
                                        "random::gumbel",
                                        "random::laplace",
                                        "random::logistic",
                                        "random::cauchy",
                                        "random::rademacher",
                                        "random::categorical",
                                        "random::choice",
                                        "random::permutation",
                                        "random::gamma",
                                        "random::loggamma",
                                        "random::beta",
                                        "random::dirichlet",
                                        "random::chisquare",
                                        "random::t",
                                        "random::f",
                                        "random::generalized_normal",
                                        "random::ball",
                                        "random::poisson",
                                        "random::binomial",
                                        "random::multinomial",
                                        "random::geometric",
                                        "random::maxwell",
                                        "random::double_sided_maxwell",
                                        "random::rayleigh",
                                        "random::pareto",
                                        "random::weibull_min",
                                        "random::lognormal",
                                        "random::wald",
                                        "random::triangular",
                                        "random::multivariate_normal",
                                        "random::orthogonal"};
  return names[static_cast<u8>(r)];
}

/// Keys as words: the first one, or that number. random_unwrap[by] : key[s] -> u64[s]. Who draws by them uses the keys up
/// (transform/key_reuse.hpp); of two words the first one says by whom. Evaluators do not see it.
struct random_unwrap_t : elementwise<random_unwrap_t, words> {
  static constexpr std::string_view name = "random_unwrap";
  static constexpr std::string_view cpp = "$x";
  static constexpr bool unseen = true;
  static constexpr i64 flops = 0;
  struct params {
    key_reader by = key_reader::none;
    int number = 0;
    constexpr void print(text& out) const {
      if (by != key_reader::none) out << "[by=" << name_of(by) << ']';
      if (number != 0) out << "[number=" << number << ']';
    }
  };
  static constexpr std::string_view uses_up_key(params const& p) { return name_of(p.by); }
  static constexpr typed type(operand_types xs, params const& p) {
    if (!info(xs[0]->type).key) return fault{fault_code::dtype_not_accepted, {}, "the operand must be a key", *xs[0]};
    if (p.number < 0 || p.number > (has_two_words(xs[0]->type) ? 1 : 0))
      return fault{fault_code::bad_params, {}, "the number is one of the key's words", *xs[0]};
    return aval{dtype::u64, xs[0]->shape};
  }
  static constexpr auto eval(auto const& x, params const&) { return x; }
};

} // namespace constax::inline CONSTAX_TAG
