// SPDX-License-Identifier: BSL-1.0
// jit on memory that is yours: views read it, evaluate_into writes it, and nothing is allocated in between.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

/// Rows scaled to length 1.
inline constexpr auto normalised = [](auto x) { return x / cx::expand_dims(cx::sqrt(cx::sum(x * x, 1_c)), 1_c); };

int main() {
  std::size_t const rows = 300, columns = 40;
  std::vector<double> x(rows * columns), y(rows * columns);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(static_cast<double>(i));
  cx::view<double const, n, m> const in(x.data(), rows, columns);
  cx::view<double, n, m> const out(y.data(), rows, columns);

  // Workspace comes from a buffer of this thread, which grows in the first call and stays.
  cx::evaluate_into(out, normalised, in);

  // Or from the caller. How much is needed depends on the lengths.
  std::vector<std::byte> workspace(static_cast<std::size_t>(cx::plan(normalised)(in).workspace));
  cx::evaluate_into(out, std::span(workspace), normalised, in);
  std::printf("workspace: %zu bytes\n", workspace.size());

  double worst = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    double length = 0;
    for (std::size_t j = 0; j < columns; ++j) length += x[i * columns + j] * x[i * columns + j];
    for (std::size_t j = 0; j < columns; ++j)
      worst = std::fmax(worst, std::abs(y[i * columns + j] - x[i * columns + j] / std::sqrt(length)));
  }
  std::printf("largest difference from a plain loop: %.1e\n", worst);

  // What does not fit is refused before anything is written.
  bool refused = false;
  std::vector<double> short_memory(7);
  try {
    cx::evaluate_into(cx::view<double, n, m>(short_memory.data(), 1, 7), normalised, in);
  } catch (std::invalid_argument const& e) {
    refused = true;
    std::printf("%s\n", e.what());
  }
  return worst < 1e-15 && refused ? 0 : 1;
}
