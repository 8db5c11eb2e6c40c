// SPDX-License-Identifier: BSL-1.0
// From a model to its fitter. All of constax' part in the NIST example is in the first half of this file.
#pragma once

#include <constax/constax.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <utility>

#include "../support/nist_models.hpp"
#include "fitter.hpp"

namespace nist {

namespace cx = constax;

/// The functions that models are written with: of tracers, each records an equation.
struct constax_functions {
  static constexpr auto exp(auto x) { return cx::exp(x); }
  static constexpr auto sin(auto x) { return cx::sin(x); }
  static constexpr auto cos(auto x) { return cx::cos(x); }
  static constexpr auto pow(auto x, auto y) { return cx::pow(x, y); }
};

/// One row: the model less the response. This is what is squared and summed.
template <class Model> struct residual {
  constexpr auto operator()(auto b, auto y, auto... x) const { return Model{}(b, x...) - y; }
};
/// One row: the residual and its gradient in b, in one program, so that what both need is computed once.
template <class Model> struct residual_and_slope {
  constexpr auto operator()(auto b, auto y, auto... x) const {
    return std::pair{residual<Model>{}(b, y, x...), cx::jacfwd(residual<Model>{})(b, y, x...)};
  }
};

/// All rows: b is the same for all, the response and the predictors go along.
template <std::size_t Predictors, class F> constexpr auto over_rows(F f) {
  if constexpr (Predictors == 2) return cx::vmap(f, cx::in_axes<cx::none, 0, 0, 0>);
  else return cx::vmap(f, cx::in_axes<cx::none, 0, 0>);
}
/// How many rows there are is known when the file is read. One compilation serves all files.
inline constexpr cx::dim<"n"> n;
using column = cx::view<double const, n>;

template <class Model> struct fitting {
  static constexpr std::size_t parameters = Model::parameters, predictors = Model::predictors;
  static constexpr auto residuals = over_rows<predictors>(residual<Model>{});
  static constexpr auto jacobian = over_rows<predictors>(residual_and_slope<Model>{});
  using point = cx::view<double const, parameters>;
  using rows = cx::view<double, n>;
  using jacobian_rows = cx::view<double, n, parameters>;

  // Views lend memory that the fitter and the problem own: nothing is copied or allocated here.
  template <class Out, class F>
  static void evaluate(Out const& out, F const& f, std::span<double const> b, std::vector<double> const& y,
                       std::vector<std::vector<double>> const& x) {
    if constexpr (predictors == 2) cx::evaluate_into(out, f, point(b), column(y), column(x[0]), column(x[1]));
    else cx::evaluate_into(out, f, point(b), column(y), column(x[0]));
  }

  // ---- from here on no more than plumbing ----

  static auto residual_of(problem const& p) {
    return [&p, y = p.response()](std::span<double const> b, std::span<double> r, std::span<double> j) {
      if (j.empty()) evaluate(rows(r), residuals, b, y, p.x);
      else evaluate(std::pair{rows(r), jacobian_rows(j)}, jacobian, b, y, p.x);
    };
  }
  static fit::result fit(problem const& p, std::size_t start) {
    return fit::search(residual_of(p), p.observations(), p.start[start]);
  }
  static std::vector<double> predict(std::vector<double> const& b, std::vector<std::vector<double>> const& x) {
    std::vector<double> y(x[0].size());
    std::vector<double> const nothing(y.size());
    evaluate(rows(y), residuals, b, nothing, x);
    return y;
  }
  static double time(problem const& p) {
    using clock = std::chrono::steady_clock;
    constexpr int calls = 500, rounds = 20;
    auto const f = residual_of(p);
    std::vector<double> r(p.observations()), j(p.observations() * parameters);
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
      auto const begin = clock::now();
      for (int k = 0; k < calls; ++k) f(p.certified, r, j);
      least = std::min(least, std::chrono::duration<double, std::nano>(clock::now() - begin).count() / calls);
    }
    return least;
  }

  static fitter make() {
    fitter f{parameters, predictors, {}, {}, &fit, &predict, &time};
    auto const describe = [&](auto... x) {
      cx::spec<double, parameters> const b;
      f.model = cx::make_jaxpr(Model{})(b, x...).str().view();
      f.derivative = cx::make_jaxpr(cx::jacfwd(Model{}))(b, x...).str().view();
    };
    if constexpr (predictors == 2) describe(cx::spec<double>{}, cx::spec<double>{});
    else describe(cx::spec<double>{});
    return f;
  }
};

/// The fitter of the model that has the name.
template <template <class> class... Models> std::optional<fitter> find(std::string_view name) {
  std::optional<fitter> found;
  model_list<Models<constax_functions>...>::visit(name, [&]<class M>(M) { found = fitting<M>::make(); });
  return found;
}

} // namespace nist
