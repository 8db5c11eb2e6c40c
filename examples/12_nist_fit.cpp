// SPDX-License-Identifier: BSL-1.0
// The main example: fits the reference problems for nonlinear regression of NIST (https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml).
// A model is one callable of its parameters and of one row's predictors; its Jacobian over all rows is derived while this file compiles.
#include <constax/constax.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>

#include "support/levenberg_marquardt.hpp"
#include "support/nist_file.hpp"
#include "support/nist_models.hpp"
#include "support/svg.hpp"

namespace cx = constax;

namespace {

/// The models' functions: of tracers these record an equation.
struct constax_functions {
  static constexpr auto exp(auto x) { return cx::exp(x); }
  static constexpr auto sin(auto x) { return cx::sin(x); }
  static constexpr auto cos(auto x) { return cx::cos(x); }
  static constexpr auto pow(auto x, auto y) { return cx::pow(x, y); }
};

/// What is squared and summed: one row's model less its response.
template <class Model>
struct residual {
  constexpr auto operator()(auto b, auto y, auto... x) const { return Model{}(b, x...) - y; }
};
/// It and its gradient in b, which share what they have in common.
template <class Model>
struct residual_and_slope {
  constexpr auto operator()(auto b, auto y, auto... x) const {
    return std::pair{residual<Model>{}(b, y, x...), cx::jacfwd(residual<Model>{})(b, y, x...)};
  }
};

/// b stays, the rows of y and of the predictors are mapped: the number of rows is the symbol n, known when the file is read.
inline constexpr cx::dim<"n"> n;
using column = cx::view<double const, n>;

template <std::size_t Predictors, class F>
constexpr auto over_rows(F f) {
  if constexpr (Predictors == 2) return cx::vmap(f, cx::in_axes<cx::none, 0, 0, 0>);
  else return cx::vmap(f, cx::in_axes<cx::none, 0, 0>);
}

/// A model made ready for the fitter, behind functions of a plain type.
struct fitter {
  std::string model, derivative;                        ///< jaxprs
  fit::result (*fit)(nist::problem const&, int start);
  double (*time)(nist::problem const&);                 ///< nanoseconds per residual and Jacobian
  std::vector<double> (*curve)(std::vector<double> const& b, std::vector<double> const& x);
};

template <class Model>
struct fitting {
  static constexpr std::size_t parameters = Model::parameters, predictors = Model::predictors;
  using parameter_view = cx::view<double const, parameters>;
  static constexpr auto residuals = over_rows<predictors>(residual<Model>{});
  static constexpr auto jacobian = over_rows<predictors>(residual_and_slope<Model>{});

  /// f on the problem's memory, into `out`.
  template <class Out>
  static void call(Out&& out, auto const& f, std::span<double const> b, std::vector<double> const& y, std::vector<std::vector<double>> const& x) {
    if constexpr (predictors == 2) cx::evaluate_into(out, f, parameter_view(b), column(y), column(x[0]), column(x[1]));
    else cx::evaluate_into(out, f, parameter_view(b), column(y), column(x[0]));
  }

  static auto residual_of(nist::problem const& p) {
    return [&p, y = p.response()](std::span<double const> b, std::span<double> r, std::span<double> j) {
      auto const rows = static_cast<std::int64_t>(r.size());
      cx::view<double, n> const r_out(r.data(), rows);
      if (j.empty()) call(r_out, residuals, b, y, p.x);
      else call(std::pair{r_out, cx::view<double, n, parameters>(j.data(), rows)}, jacobian, b, y, p.x);
    };
  }
  static fit::result fit(nist::problem const& p, int start) {
    return fit::levenberg_marquardt(residual_of(p), p.observations(), p.start[static_cast<std::size_t>(start)]);
  }
  static double time(nist::problem const& p) {
    auto const f = residual_of(p);
    std::vector<double> r(p.observations()), j(p.observations() * parameters);
    using clock = std::chrono::steady_clock;
    double best = 1e300;
    for (int round = 0; round < 20; ++round) {
      auto const begin = clock::now();
      for (int k = 0; k < 500; ++k) f(p.certified, r, j);
      best = std::min(best, std::chrono::duration<double, std::nano>(clock::now() - begin).count() / 500);
    }
    return best;
  }
  static std::vector<double> curve(std::vector<double> const& b, std::vector<double> const& x) {
    std::vector<double> y(x.size()), zero(x.size());
    call(cx::view<double, n>(y), residuals, b, zero, {x});
    return y;
  }

  static fitter make() {
    fitter f{};
    auto const text = [](auto const& j) { return std::string(j.str().view()); };
    cx::spec<double, parameters> const b;
    cx::spec<double> const x;
    if constexpr (predictors == 2) {
      f.model = text(cx::make_jaxpr(Model{})(b, x, x)), f.derivative = text(cx::make_jaxpr(cx::jacfwd(Model{}))(b, x, x));
    } else {
      f.model = text(cx::make_jaxpr(Model{})(b, x)), f.derivative = text(cx::make_jaxpr(cx::jacfwd(Model{}))(b, x));
      f.curve = &curve;
    }
    f.fit = &fit, f.time = &time;
    return f;
  }
};

}  // namespace
int main() {
  auto const p = nist::embedded();
  fitter f = fitting<nist::misra1a<constax_functions>>::make();
  std::cout << f.model << '\n' << f.derivative << '\n';
  for (int s : {0, 1}) {
    auto r = f.fit(p, s);
    for (auto b : r.parameters) std::printf("%.12g ", b);
    std::printf("%g\n", f.time(p));
  }
}
