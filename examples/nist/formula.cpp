// SPDX-License-Identifier: BSL-1.0
// A model that is read at run time: its formula is traced when it is fitted, differentiated and mapped over the rows of the file.
#include <constax/runtime.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "../support/formula.hpp"
#include "fitter.hpp"

namespace nist {
namespace {

namespace cx = constax;

/// The functions of traced values.
struct traced_functions {
  static cx::dynamic_tracer apply(std::size_t function, cx::dynamic_tracer const& x) {
    switch (function) {
      case 0: return cx::exp(x);
      case 1: return cx::log(x);
      case 2: return cx::sin(x);
      case 3: return cx::cos(x);
      case 4: return cx::tan(x);
      case 5:
      case 6: return cx::atan(x);
      case 7: return cx::sqrt(x);
      case 8: return cx::tanh(x);
      default: return cx::abs(x);
    }
  }
  static auto pow(auto const& x, auto const& y) { return cx::pow(x, y); }
};

/// One row: the formula less the response. A callable with state, which is traced in each call.
struct residual {
  std::shared_ptr<formula::node const> tree;

  auto model(auto const& b, auto const&... x) const {
    using tracer = cx::dynamic_tracer;
    std::vector<tracer> const predictors{x...};
    auto const v = formula::evaluate<tracer, traced_functions>(
        *tree, [&](std::size_t k) { return b[static_cast<long>(k)]; }, [&](std::size_t k) { return predictors[k]; });
    if (auto const* number = std::get_if<double>(&v)) return cx::full_like(predictors[0], *number);
    return std::get<tracer>(v);
  }
  auto operator()(auto const& b, auto const& y, auto const&... x) const { return model(b, x...) - y; }
};
struct model_of_one_row {
  residual f;
  auto operator()(auto const& b, auto const&... x) const { return f.model(b, x...); }
};

/// f of the parameters, a response and predictors: one or two.
template <class F> auto on_rows(F const& f, std::span<double const> b, std::vector<double> const& y,
                                std::vector<std::vector<double>> const& x) {
  cx::ndarray const at(std::vector<double>(b.begin(), b.end())), of(y), x1(x[0]);
  if (x.size() == 2) return cx::vmap(f, cx::in_axes<cx::none, 0, 0, 0>)(at, of, x1, cx::ndarray(x[1]));
  return cx::vmap(f, cx::in_axes<cx::none, 0, 0>)(at, of, x1);
}

} // namespace

fitter make_fitter(std::string_view text, std::size_t parameters, std::size_t predictors) {
  if (predictors != 1 && predictors != 2)
    throw std::runtime_error("A formula is in one predictor or two, the file has " + std::to_string(predictors) + ".");
  residual const f{std::make_shared<formula::node const>(formula::parse(text, parameters, predictors))};
  auto const residuals = [f](problem const& p) {
    return [f, &p, y = p.response()](std::span<double const> b, std::span<double> r, std::span<double> j) {
      if (j.empty()) return void(std::ranges::copy(on_rows(f, b, y, p.x).template to_vector<double>(), r.begin()));
      auto const [values, slopes] = on_rows(cx::value_and_grad(f), b, y, p.x);
      std::ranges::copy(values.template to_vector<double>(), r.begin());
      std::ranges::copy(slopes.template to_vector<double>(), j.begin());
    };
  };
  fitter out;
  out.parameters = parameters, out.predictors = predictors;
  cx::ndarray const b(std::vector<double>(parameters, 1.0)), x(1.0);
  auto const describe = [&](auto const& g) {
    return std::string((predictors == 2 ? cx::make_jaxpr(g)(b, x, x) : cx::make_jaxpr(g)(b, x)).str().view());
  };
  out.model = describe(model_of_one_row{f}), out.derivative = describe(cx::grad(model_of_one_row{f}));
  out.fit = [residuals](problem const& p, std::size_t start) {
    return fit::search(residuals(p), p.observations(), p.start[start]);
  };
  out.predict = [f](std::vector<double> const& at, std::vector<std::vector<double>> const& rows) {
    return on_rows(f, at, std::vector<double>(rows[0].size()), rows).template to_vector<double>();
  };
  out.time = [residuals](problem const& p) {
    using clock = std::chrono::steady_clock;
    auto const all = residuals(p);
    std::vector<double> r(p.observations()), j(p.observations() * p.parameters);
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 20; ++round) {
      auto const begin = clock::now();
      all(p.certified, r, j);
      least = std::min(least, std::chrono::duration<double, std::nano>(clock::now() - begin).count());
    }
    return least;
  };
  return out;
}

} // namespace nist
