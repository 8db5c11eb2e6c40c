// SPDX-License-Identifier: BSL-1.0
// The main example: fits NIST's reference problems for nonlinear regression and counts the digits that agree with the certified values.
//
// A model is one callable (support/nist_models.hpp); nist/fitting.hpp derives its Jacobian over all rows while it compiles:
//   cx::vmap(residual and cx::jacfwd(residual), cx::in_axes<cx::none, 0, 0>)
// and lends it the memory of a small Levenberg-Marquardt (support/levenberg_marquardt.hpp). A formula that is given as text, or that stands
// in the file of a model that nobody has written in C++, is traced at run time (nist/formula.cpp). This file reads, prints and draws.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "nist/fitter.hpp"
#include "support/formula.hpp"
#include "support/svg.hpp"

namespace {

constexpr double digits_required = 8;

struct request {
  std::string file, picture, model;
  bool start[2] = {true, true};
};

constexpr std::string_view usage =
    "usage: nist [file.dat] [--model formula] [--start 1|2] [--svg picture.svg]\n"
    "Fits a model to a file in the format of NIST's nonlinear reference data sets; without a file, to the embedded Misra1a.\n"
    "--model \"b1*(1-exp(-b2*x))\": a formula that is read at run time, in the place of the model that was compiled. What nobody\n"
    "has compiled is read from the file.\n"
    "Exit status: 0, all values agree to 8 digits; 1, they do not; 2, there is nothing to fit.\n";

/// What is wrong with the input, in one sentence.
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};

request read_arguments(int argc, char** argv) {
  request r;
  for (int i = 1; i < argc; ++i) {
    std::string_view const a = argv[i];
    auto const value = [&]() -> std::string_view {
      if (++i == argc) throw bad_input("The option " + std::string(a) + " needs a value.");
      return argv[i];
    };
    if (a == "--start") {
      std::string_view const s = value();
      if (s != "1" && s != "2") throw bad_input("--start takes 1 or 2, not \"" + std::string(s) + "\".");
      r.start[0] = s == "1", r.start[1] = s == "2";
    } else if (a == "--svg") r.picture = value();
    else if (a == "--model") r.model = value();
    else if (a.starts_with("-"))
      throw bad_input("There is no option " + std::string(a) + "; there are --model formula, --start 1|2, --svg file, --help.");
    else if (!r.file.empty()) throw bad_input("One file is fitted at a time; \"" + std::string(a) + "\" is the second.");
    else r.file = a;
  }
  return r;
}

/// The model that the compiler has made for this problem, if there is one.
std::optional<nist::fitter> find_compiled(nist::problem const& p) {
  for (auto find : {nist::find_decay, nist::find_sum_of_decays, nist::find_rational, nist::find_other})
    if (auto const f = find(p.name)) {
      if (f->parameters != p.parameters || f->predictors != p.x.size())
        throw bad_input("The model " + p.name + " has " + std::to_string(f->parameters) + " parameters and " +
                        std::to_string(f->predictors) + " predictors, the file has " + std::to_string(p.parameters) + " and " +
                        std::to_string(p.x.size()) + ".");
      return f;
    }
  return {};
}
/// A formula, in one line of whatever is wrong with it.
nist::fitter read_formula(std::string const& text, nist::problem const& p, std::string const& of) {
  try {
    return nist::make_fitter(text, p.parameters, p.x.size());
  } catch (formula::syntax_error const& e) {
    throw bad_input(of + ": " + e.what());
  }
}

/// Prints fit beside certificate; the least number of agreeing digits.
double print_fit(nist::problem const& p, fit::result const& f, std::size_t start) {
  double least = 11;
  auto const row = [&](char const* name, double fitted, double certified) {
    double const d = nist::digits(fitted, certified);
    least = std::min(least, d);
    std::printf("  %-18s %20.10E %20.10E   %4.1f\n", name, fitted, certified, d);
  };
  std::string const tried = f.restarts ? ", from it and from " + std::to_string(f.restarts) + " points around it" : "";
  std::printf("start %zu%s: %d iterations, %d Jacobians; %s\n", start + 1, tried.c_str(), f.iterations + f.polishing_steps,
              f.jacobian_evaluations, std::string(fit::text(f.reason)).c_str());
  std::printf("  %-18s %20s %20s   %s\n", "", "fitted", "certified", "digits");
  for (std::size_t k = 0; k < p.parameters; ++k) row(("b" + std::to_string(k + 1)).c_str(), f.parameters[k], p.certified[k]);
  for (std::size_t k = 0; k < p.parameters; ++k)
    row(("s.d. of b" + std::to_string(k + 1)).c_str(), f.standard_deviations[k], p.standard_deviations[k]);
  row("sum of squares", f.residual_sum_of_squares, p.residual_sum_of_squares);
  std::printf("  at least %.1f digits agree%s\n\n", least, fit::converged(f.reason) ? "" : ", but the fit did not converge");
  return fit::converged(f.reason) ? least : 0;
}

/// Data, fit and residuals. With a second predictor (Nelson: a temperature), a curve for each of its values.
svg::fit_picture picture_of(nist::problem const& p, nist::fitter const& f, fit::result const& r) {
  svg::fit_picture pic;
  pic.title = p.name + ": NIST's data, fitted with a Jacobian made by the compiler";
  pic.subtitle = p.model;
  pic.x_label = p.x.size() == 1 ? "x" : "x1";
  pic.y_label = p.log_response ? "log y" : "y";
  pic.x = p.x[0], pic.y = p.response();
  pic.residuals = f.predict(r.parameters, p.x);
  for (std::size_t i = 0; i < pic.y.size(); ++i) pic.residuals[i] = pic.y[i] - pic.residuals[i];
  pic.residual_standard_deviation = r.residual_standard_deviation;

  auto const [low, high] = std::minmax_element(pic.x.begin(), pic.x.end());
  std::vector<double> x(601);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = *low + (*high - *low) * static_cast<double>(i) / 600;
  if (p.x.size() == 1) pic.curves.push_back({"fit", x, f.predict(r.parameters, {x})});
  else {
    std::map<double, int> values;
    for (double v : p.x[1]) ++values[v];
    for (auto const& [v, count] : values) {
      char label[32];
      std::snprintf(label, sizeof label, "x2 = %g", v);
      pic.curves.push_back({label, x, f.predict(r.parameters, {x, std::vector<double>(x.size(), v)})});
    }
  }
  return pic;
}

int run(request const& q) {
  nist::problem const p = q.file.empty() ? nist::embedded() : nist::read(q.file);
  for (std::string const& w : p.warnings) std::fprintf(stderr, "Warning: %s.\n", w.c_str());
  std::optional<nist::fitter> const compiled = q.model.empty() ? find_compiled(p) : std::nullopt;
  nist::fitter const f = compiled ? *compiled
                         : !q.model.empty()
                             ? read_formula(q.model, p, "--model")
                             : read_formula(p.model, p, "The model " + p.name + " is not compiled, and its text is no formula");
  std::printf("%s, %zu rows\n%s\n\nThe model for one row:\n%s\n\nIts derivative in b, made %s:\n%s\n\n", p.name.c_str(), p.observations(),
              (q.model.empty() ? p.model : q.model).c_str(), f.model.c_str(), compiled ? "by the compiler" : "at run time",
              f.derivative.c_str());

  double least = 11;
  fit::result last;
  for (std::size_t start : {0u, 1u})
    if (q.start[start]) {
      last = f.fit(p, start);
      least = std::min(least, print_fit(p, last, start));
    }
  std::printf("residuals and Jacobian of %zu rows, %s: %.0f ns\n", p.observations(),
              compiled ? "compiled" : "traced and evaluated at run time", f.time(p));

  std::string const picture = q.picture.empty() ? "nist_" + p.name + ".svg" : q.picture;
  svg::write(picture, picture_of(p, f, last));
  std::printf("picture: %s\n", picture.c_str());
  if (least < digits_required)
    std::fprintf(stderr, "Only %.1f digits agree with the certified values, %.0f are required.\n", least, digits_required);
  return least < digits_required ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view const a = argv[i]; a == "--help" || a == "-h") return std::fputs(usage.data(), stdout), 0;
  try {
    return run(read_arguments(argc, argv));
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
