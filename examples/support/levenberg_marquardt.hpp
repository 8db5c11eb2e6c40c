// SPDX-License-Identifier: BSL-1.0
// Nonlinear least squares: minimises |r(b)|^2 by Levenberg and Marquardt's method, then polishes the last digits.
//
// Each step solves  min |J p + r|^2 + lambda |D p|^2  by Householder QR of [J; sqrt(lambda) D], never by J'J, which would
// square the condition number (1e10 and more for cubic over cubic models) and leave no digit to certify.
//   scaling      D holds the largest norm each column of J has had: J. J. More, "The Levenberg-Marquardt algorithm:
//                implementation and theory", LNM 630 (1978), section 6. The method then ignores the parameters' units.
//   damping      H. B. Nielsen, "Damping parameter in Marquardt's method", IMM-REP-1999-05: lambda follows the gain ratio
//                smoothly, and rises ever faster while steps fail.
//   curvature    M. K. Transtrum, J. P. Sethna, "Improvements to the Levenberg-Marquardt algorithm for nonlinear least-squares
//                minimization", arXiv:1201.5885 (2012): the step's second-order correction follows bent valleys, and a
//                correction as large as the step refuses it. Without it BoxBOD falls from (1, 1) onto a plateau, for |r| drops
//                on the way there, and MGH17 takes three times the iterations.
//   polishing    Gauss-Newton steps judged by their contraction: near the minimum |r|^2 is flat to half of the digits, so
//                comparing sums of squares cannot find the others. A step is refined with residuals in long double, by
//                the augmented system of A. Bjorck, "Iterative refinement of linear least squares solutions I", BIT 7 (1967).
//   search       a start from which it does not converge is given up for points around it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace fit {

struct options {
  int max_iterations = 1000;
  int max_polishing_steps = 200;
  double max_curvature = 0.75;        ///< a step is refused whose correction 2|D a| exceeds this part of |D v|
  double initial_damping = 1e-3;      ///< lambda at the start, relative to the scaled columns of J
  double step_tolerance = 1e-12;      ///< |D p| <= step_tolerance |D b|
  double offset_tolerance = 3e-8;     ///< the cosine between r and the span of J's columns; |r|^2 shows no less
};

enum class stop {
  orthogonal,       ///< r is orthogonal to all that J can reach (the relative offset of Bates and Watts 1981)
  relative_step,    ///< the step no longer moves b
  exact_fit,        ///< |r| is 0
  no_progress,      ///< no step, however short, lowers |r|
  iteration_limit,
  not_finite        ///< r or J is not finite at the starting point
};

constexpr bool converged(stop s) { return s < stop::no_progress; }

constexpr std::string_view text(stop s) {
  switch (s) {
    case stop::orthogonal: return "the residual is orthogonal to the Jacobian";
    case stop::relative_step: return "the step became negligible";
    case stop::exact_fit: return "the residual is zero";
    case stop::no_progress: return "no step lowers the residual";
    case stop::iteration_limit: return "the limit of iterations was reached";
    case stop::not_finite: return "the residual is not finite at the starting point";
  }
  return "";
}

struct result {
  std::vector<double> parameters;
  std::vector<double> standard_deviations;  ///< NaN without degrees of freedom, infinite where J loses rank
  double residual_sum_of_squares = 0;
  double residual_standard_deviation = 0;
  int iterations = 0;
  int polishing_steps = 0;
  int evaluations = 0;           ///< of r
  int jacobian_evaluations = 0;  ///< of r and J together
  int restarts = 0;              ///< from points around the start (search)
  stop reason = stop::iteration_limit;
};

namespace detail {

// One addition a row, so the wider sum is free; x87 or not, long double is at least double.
inline double sum_of_squares(std::span<const double> v) {
  long double s = 0;
  for (double x : v) s += static_cast<long double>(x) * x;
  return static_cast<double>(s);
}

inline bool all_finite(std::span<const double> v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

// A = Q R, column-major; the reflectors I - beta v v' lie where A was, R's diagonal beside it.
class householder_qr {
 public:
  householder_qr(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), a_(rows * cols), beta_(cols), diag_(cols) {}

  double& operator()(std::size_t i, std::size_t j) { return a_[j * rows_ + i]; }
  double at(std::size_t i, std::size_t j) const { return a_[j * rows_ + i]; }
  double r(std::size_t i, std::size_t j) const { return i == j ? diag_[i] : i < j ? at(i, j) : 0.0; }

  void factor() {
    for (std::size_t k = 0; k < cols_; ++k) {
      std::span<double> v(a_.data() + k * rows_ + k, rows_ - k);
      const double norm = std::sqrt(sum_of_squares(v));
      diag_[k] = v[0] > 0 ? -norm : norm;
      beta_[k] = norm == 0 ? 0 : 1 / (norm * (norm + std::abs(v[0])));
      v[0] -= diag_[k];
      for (std::size_t j = k + 1; j < cols_; ++j) reflect(k, std::span<double>(a_.data() + j * rows_, rows_));
    }
  }

  // y := Q' y
  void apply_transposed(std::span<double> y) const {
    for (std::size_t k = 0; k < cols_; ++k) reflect(k, y);
  }
  // y := Q y
  void apply(std::span<double> y) const {
    for (std::size_t k = cols_; k-- > 0;) reflect(k, y);
  }
  // y := R^-1 y, in the first cols places
  void solve(std::span<double> y) const {
    for (std::size_t i = cols_; i-- > 0;) {
      for (std::size_t j = i + 1; j < cols_; ++j) y[i] -= at(i, j) * y[j];
      y[i] /= diag_[i];
    }
  }
  // y := R'^-1 y
  void solve_transposed(std::span<double> y) const {
    for (std::size_t i = 0; i < cols_; ++i) {
      for (std::size_t j = 0; j < i; ++j) y[i] -= at(j, i) * y[j];
      y[i] /= diag_[i];
    }
  }

  // The columns are scaled to norm 1 or less before, so a diagonal at the size of rounding means lost rank.
  bool full_rank() const {
    const double least = std::numeric_limits<double>::epsilon() * static_cast<double>(cols_);
    return std::all_of(diag_.begin(), diag_.end(), [=](double d) { return std::abs(d) > least; });
  }

 private:
  void reflect(std::size_t k, std::span<double> y) const {
    const double* v = a_.data() + k * rows_;
    double dot = 0;
    for (std::size_t i = k; i < rows_; ++i) dot += v[i] * y[i];
    dot *= beta_[k];
    for (std::size_t i = k; i < rows_; ++i) y[i] -= dot * v[i];
  }

  std::size_t rows_, cols_;
  std::vector<double> a_, beta_, diag_;
};

// r and J at a point, J as the residual wrote it (row-major), and the norms of J's columns.
struct point {
  point(std::size_t rows, std::size_t cols) : b(cols), r(rows), j(rows * cols), norms(cols) {}

  std::vector<double> b, r, j, norms;
  double cost = 0;  // |r|^2

  bool finite() const { return std::isfinite(cost) && all_finite(j) && all_finite(norms); }

  void measure() {
    cost = sum_of_squares(r);
    for (std::size_t k = 0; k < b.size(); ++k) {
      long double s = 0;
      for (std::size_t i = 0; i < r.size(); ++i) s += static_cast<long double>(j[i * b.size() + k]) * j[i * b.size() + k];
      norms[k] = static_cast<double>(std::sqrt(s));
    }
  }

  // QR of J D^-1
  householder_qr factored(std::span<const double> scale) const {
    householder_qr qr(r.size(), b.size());
    for (std::size_t i = 0; i < r.size(); ++i)
      for (std::size_t k = 0; k < b.size(); ++k) qr(i, k) = j[i * b.size() + k] / scale[k];
    qr.factor();
    return qr;
  }
};

inline double scaled_norm(std::span<const double> v, std::span<const double> scale) {
  double largest = 0;
  for (std::size_t k = 0; k < v.size(); ++k) largest = std::max(largest, std::abs(v[k] * scale[k]));
  if (largest == 0 || !std::isfinite(largest)) return largest;
  double s = 0;
  for (std::size_t k = 0; k < v.size(); ++k) s += (v[k] * scale[k] / largest) * (v[k] * scale[k] / largest);
  return largest * std::sqrt(s);
}

// D of a single point: a column of zeros keeps its unit, as in MINPACK.
inline std::vector<double> own_scale(const point& at) {
  std::vector<double> scale = at.norms;
  std::replace(scale.begin(), scale.end(), 0.0, 1.0);
  return scale;
}

// Damped steps for one lambda, from the QR of J D^-1 alone: the rows below R in Q'[J; sqrt(lambda) D] are zero, so
// [R; sqrt(lambda) I] has the same solution and 2n rows instead of m + n (More 1978, section 3).
class damped_system {
 public:
  damped_system(const householder_qr& qr, std::size_t cols, double lambda)
      : qr_(qr), lambda_(lambda), damped_(2 * cols, cols), cols_(cols) {
    for (std::size_t k = 0; k < cols; ++k) {
      for (std::size_t i = 0; i <= k; ++i) damped_(i, k) = qr.r(i, k);
      damped_(cols + k, k) = std::sqrt(lambda);
    }
    damped_.factor();
  }

  // D p for the right side of which q is Q' times, in the first cols places.
  std::vector<double> solve(std::span<const double> q) const {
    std::vector<double> z(2 * cols_);
    std::copy_n(q.begin(), cols_, z.begin());
    damped_.apply_transposed(z);
    damped_.solve(z);
    z.resize(cols_);
    return z;
  }

  // |r|^2 - |r + J p|^2 = |J p|^2 + 2 lambda |D p|^2, without the cancellation of the left side (More 1978, (4.5)).
  double predicted_reduction(std::span<const double> z) const {
    double out = 2 * lambda_ * sum_of_squares(z);
    for (std::size_t i = 0; i < cols_; ++i) {
      double row = 0;
      for (std::size_t k = i; k < cols_; ++k) row += qr_.r(i, k) * z[k];
      out += row * row;
    }
    return out;
  }

 private:
  const householder_qr& qr_;
  double lambda_;
  householder_qr damped_;
  std::size_t cols_;
};

// The Gauss-Newton step with refinement: q = -r - A z is kept beside z, and both are corrected from residuals of the
// augmented system  q + A z = -r,  A' q = 0  taken in long double.
inline std::vector<double> refined_gauss_newton(const point& at, std::span<const double> scale, const householder_qr& qr) {
  const std::size_t m = at.r.size(), n = at.b.size();
  std::vector<double> z(n), q(m), f(m), g(n);
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < m; ++i) {
      long double s = -static_cast<long double>(at.r[i]) - q[i];
      for (std::size_t k = 0; k < n; ++k) s -= static_cast<long double>(at.j[i * n + k]) / scale[k] * z[k];
      f[i] = static_cast<double>(s);
    }
    for (std::size_t k = 0; k < n; ++k) {
      long double s = 0;
      for (std::size_t i = 0; i < m; ++i) s -= static_cast<long double>(at.j[i * n + k]) / scale[k] * q[i];
      g[k] = static_cast<double>(s);
    }
    qr.apply_transposed(f);
    qr.solve_transposed(g);
    std::vector<double> dz(n), dq = f;
    for (std::size_t k = 0; k < n; ++k) {
      dz[k] = f[k] - g[k];
      dq[k] = g[k];
    }
    qr.solve(dz);
    qr.apply(dq);
    for (std::size_t k = 0; k < n; ++k) z[k] += dz[k];
    for (std::size_t i = 0; i < m; ++i) q[i] += dq[i];
  }
  return z;
}

}  // namespace detail

/// Minimises |r(b)|^2 from `start`. `residual(b, r, J)` writes the `rows` residuals at b (std::span<const double>) to r and,
/// unless J is empty, their derivatives to J, J[i * b.size() + k] = dr_i/db_k (both std::span<double>). Values that are not
/// finite are allowed everywhere but at the start: such a step is shortened.
template <class Residual>
result levenberg_marquardt(Residual&& residual, std::size_t rows, std::vector<double> start, const options& opt = {}) {
  using namespace detail;
  const std::size_t n = start.size();
  if (n == 0) throw std::invalid_argument("levenberg_marquardt: there is no parameter to fit");
  if (rows < n) throw std::invalid_argument("levenberg_marquardt: fewer residuals than parameters");
  constexpr double eps = std::numeric_limits<double>::epsilon();

  result out;
  const auto evaluate = [&](point& p) {
    ++out.jacobian_evaluations;
    residual(std::span<const double>(p.b), std::span<double>(p.r), std::span<double>(p.j));
    p.measure();
  };
  const auto evaluate_residual = [&](point& p) {
    ++out.evaluations;
    residual(std::span<const double>(p.b), std::span<double>(p.r), std::span<double>());
    p.cost = sum_of_squares(p.r);
  };

  point now(rows, n), trial(rows, n);
  now.b = std::move(start);
  evaluate(now);

  // Levenberg and Marquardt
  if (!all_finite(now.b) || !now.finite()) {
    out.reason = stop::not_finite;
  } else {
    std::vector<double> scale = own_scale(now);
    double lambda = opt.initial_damping, growth = 2;
    for (bool running = true; running;) {
      if (now.cost == 0) {
        out.reason = stop::exact_fit;
        break;
      }
      for (std::size_t k = 0; k < n; ++k) scale[k] = std::max(scale[k], now.norms[k]);
      const householder_qr qr = now.factored(scale);
      std::vector<double> projected(now.r);
      for (double& v : projected) v = -v;
      qr.apply_transposed(projected);
      projected.resize(n);
      // What a full step could gain at best is |projected|^2; a column that vanished has no say in it.
      double reachable = 0;
      for (std::size_t k = 0; k < n; ++k)
        if (std::abs(qr.r(k, k)) > eps) reachable += projected[k] * projected[k];
      if (reachable <= opt.offset_tolerance * opt.offset_tolerance * now.cost) {
        out.reason = stop::orthogonal;
        break;
      }

      // Shorter steps from the same J until one is accepted.
      for (bool accepted = false; running && !accepted;) {
        if (out.iterations == opt.max_iterations) {
          out.reason = stop::iteration_limit;
          running = false;
          break;
        }
        ++out.iterations;
        const damped_system damped(qr, n, lambda);
        const std::vector<double> v = damped.solve(projected);
        const double predicted = damped.predicted_reduction(v);
        const double length = std::sqrt(sum_of_squares(v)), size = scaled_norm(now.b, scale);

        // The second derivative of r along v, by a difference over a tenth of the step; that of a tiny step is rounding.
        std::vector<double> correction(n);
        bool straight = true;
        if (length > 1e-5 * size) {
          constexpr double h = 0.1;
          for (std::size_t k = 0; k < n; ++k) trial.b[k] = now.b[k] + h * v[k] / scale[k];
          evaluate_residual(trial);
          std::vector<double> bend(rows);
          for (std::size_t i = 0; i < rows; ++i) {
            double slope = 0;
            for (std::size_t k = 0; k < n; ++k) slope += now.j[i * n + k] / scale[k] * v[k];
            bend[i] = -2 / h * ((trial.r[i] - now.r[i]) / h - slope);
          }
          qr.apply_transposed(bend);
          correction = damped.solve(bend);
          straight = 2 * std::sqrt(sum_of_squares(correction)) <= opt.max_curvature * length;  // false for NaN
        }
        double gain = -1;
        if (straight) {
          for (std::size_t k = 0; k < n; ++k) trial.b[k] = now.b[k] + (v[k] + correction[k] / 2) / scale[k];
          evaluate_residual(trial);
          if (std::isfinite(trial.cost)) gain = (now.cost - trial.cost) / predicted;
        }
        accepted = gain > 1e-4;
        if (accepted) {
          evaluate(trial);
          accepted = trial.finite();
        }
        if (accepted) {
          std::swap(now, trial);
          lambda = std::max(lambda * std::max(1.0 / 3, 1 - std::pow(2 * gain - 1, 3)), eps * eps);
          growth = 2;
        } else {
          lambda *= growth;
          growth *= 2;
        }
        // A step short only because it is damped says nothing about the minimum.
        if (lambda <= 1 && length <= opt.step_tolerance * size) {
          out.reason = stop::relative_step;
          running = false;
        } else if (!accepted && length <= eps * size) {
          out.reason = stop::no_progress;
          running = false;
        }
      }
    }
  }

  // Polishing: Gauss-Newton steps shrink by a ratio that grows with curvature and residual (0.6 in Thurber), not always
  // evenly, until rounding ends it. So it goes on until the shortest step so far has stood for a while.
  if (out.reason != stop::not_finite) {
    double shortest = std::numeric_limits<double>::infinity();
    for (int waited = 0; waited < 5 && out.polishing_steps < opt.max_polishing_steps && now.cost > 0; ++waited) {
      const std::vector<double> scale = own_scale(now);
      const householder_qr qr = now.factored(scale);
      if (!qr.full_rank()) break;
      const std::vector<double> z = refined_gauss_newton(now, scale, qr);
      const double length = std::sqrt(sum_of_squares(z)), size = scaled_norm(now.b, scale);
      // A long step is not the step of a method that has arrived.
      if (!(length <= 1e-4 * size)) break;
      for (std::size_t k = 0; k < n; ++k) trial.b[k] = now.b[k] + z[k] / scale[k];
      evaluate(trial);
      if (!trial.finite() || trial.cost > now.cost * (1 + 1e-8)) break;
      std::swap(now, trial);
      ++out.polishing_steps;
      if (length < 0.9 * shortest) {
        shortest = length;
        waited = -1;
      }
      // |r|^2 may have been too coarse to accept the last damped steps; that these arrive is the better witness.
      if (out.reason == stop::no_progress && length <= opt.step_tolerance * size) out.reason = stop::relative_step;
      if (length <= 4 * eps * size) break;
    }
  }

  out.parameters = now.b;
  out.residual_sum_of_squares = now.cost;
  const double freedom = static_cast<double>(rows - n);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  out.residual_standard_deviation = rows > n ? std::sqrt(now.cost / freedom) : nan;

  // Covariance s^2 (J'J)^-1 = s^2 R^-1 R^-T: a variance is the squared length of a row of R^-1.
  out.standard_deviations.assign(n, nan);
  if (rows > n && now.finite()) {
    const std::vector<double> scale = own_scale(now);
    const householder_qr qr = now.factored(scale);
    std::vector<double> variance(n), column(n);
    for (std::size_t k = 0; k < n; ++k) {
      std::fill(column.begin(), column.end(), 0.0);
      column[k] = 1;
      qr.solve(column);
      for (std::size_t i = 0; i <= k; ++i) variance[i] += column[i] * column[i];
    }
    for (std::size_t k = 0; k < n; ++k)
      out.standard_deviations[k] = qr.full_rank() ? out.residual_standard_deviation * std::sqrt(variance[k]) / scale[k]
                                                  : std::numeric_limits<double>::infinity();
  }
  return out;
}

struct search_options {
  int points = 60;               ///< around the start
  double decades = 3;            ///< by so many powers of ten each parameter is multiplied at most, up or down
  int max_iterations = 200;      ///< from each of them: most lead nowhere
};

/// The same from `start`; where the method does not converge, from points around it, and of all that converge there the fit with the least
/// |r|^2. The points are start[k] 10^u with u evenly spread in [-decades, decades] (J. H. Halton, "On the efficiency of certain
/// quasi-random sequences of points in evaluating multi-dimensional integrals", Numer. Math. 2, 1960), for parameters that are two decades
/// off are what a start is wrong by. (MGH10 from its first start: a valley that leads away for more than 10^4 steps.)
template <class Residual>
result search(Residual&& residual, std::size_t rows, const std::vector<double>& start, const options& opt = {},
              const search_options& around = {}) {
  constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  constexpr std::size_t dimensions = sizeof primes / sizeof *primes;
  const auto spread = [](int i, int base) { // Halton's sequence: the digits of i to this base, mirrored at the point
    double place = 1, value = 0;
    for (; i > 0; i /= base) {
      place /= base;
      value += place * (i % base);
    }
    return value;
  };
  result best = levenberg_marquardt(residual, rows, start, opt);
  if (converged(best.reason)) return best;
  options shorter = opt;
  shorter.max_iterations = std::min(opt.max_iterations, around.max_iterations);
  result total = best;
  for (int i = 1; i <= around.points; ++i) {
    std::vector<double> b = start;
    for (std::size_t k = 0; k < b.size(); ++k)
      b[k] *= std::pow(10.0, around.decades * (2 * spread(i, primes[k % dimensions]) - 1));
    result found = levenberg_marquardt(residual, rows, std::move(b), shorter);
    total.iterations += found.iterations, total.polishing_steps += found.polishing_steps;
    total.evaluations += found.evaluations, total.jacobian_evaluations += found.jacobian_evaluations;
    if (converged(found.reason) && found.residual_sum_of_squares < best.residual_sum_of_squares) best = std::move(found);
  }
  best.iterations = total.iterations, best.polishing_steps = total.polishing_steps;
  best.evaluations = total.evaluations, best.jacobian_evaluations = total.jacobian_evaluations;
  best.restarts = around.points;
  return best;
}

}  // namespace fit
