// SPDX-License-Identifier: BSL-1.0
// A function as source, and on a device. First the C++ that a small function becomes; then RMSNorm, forward and its gradient, on an
// NVIDIA card: a
// kernel each, with the bits that the host gives. Without a card all of it runs on the host.
#include <constax/cuda.hpp>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto damped = [](auto x, auto t) { return cx::exp(-t) * cx::sin(x); };

inline constexpr auto rms_norm = [](auto x, auto w) { return x * cx::expand_dims(cx::rsqrt(cx::mean(x * x, 1_c) + 1e-6f), 1_c) * w; };
inline constexpr auto loss = [](auto x, auto w, auto ct) { return cx::sum(rms_norm(x, w) * ct); };
inline constexpr auto slopes = cx::grad(loss, cx::argnums<0, 1>);

/// The kernel alone: constax' own functions, which it calls, stand before it in the same text.
std::string kernel_of(std::string const& text) {
  std::size_t const at = text.find("// { lambda");
  return at == text.npos ? "" : text.substr(at);
}

/// The largest |sum over a row of x dx|, against sums of |x dx|: RMSNorm is the same for 2 x as for x, so its gradient stands upright on x.
double off_upright(std::vector<float> const& x, std::vector<float> const& dx, std::size_t width) {
  double worst = 0;
  for (std::size_t row = 0; row < x.size(); row += width) {
    double sum = 0, all = 0;
    for (std::size_t i = row; i < row + width; ++i) {
      double const term = double{x[i]} * double{dx[i]};
      sum += term, all += std::fabs(term);
    }
    worst = std::fmax(worst, std::fabs(sum) / all);
  }
  return worst;
}

int main() {
  std::string const text = cx::emit_cpp(damped, "damped")(cx::ndarray(std::vector<double>(1000)), 0.5);
  std::string const kernel = kernel_of(text);
  std::printf("%s\n", kernel.c_str());
  bool right = kernel.find("static inline void damped(double const* a, double const* b,") != kernel.npos;

  constexpr std::size_t rows = 256, width = 512;
  std::vector<float> xs(rows * width), ws(width), cts(rows * width);
  unsigned state = 1;
  auto const fill = [&](std::vector<float>& v) {
    for (float& e : v) state = state * 1664525u + 1013904223u, e = static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
  };
  fill(xs), fill(ws), fill(cts);
  std::vector<std::int64_t> const shape{rows, width};
  cx::ndarray const x(xs, shape), w(ws), ct(cts, shape);

  cx::ndarray const y = cx::jit(rms_norm)(x, w);
  auto const [dx, dw] = cx::jit(slopes)(x, w, ct);
  double const upright = off_upright(xs, dx.to_vector<float>(), width);
  std::printf("RMSNorm of f32[%zu,%zu]: y[0][0] %.6f, dw[0] %.4f; along x the gradient is %.1e of its terms\n", rows, width,
              static_cast<double>(y.to_vector<float>()[0]), static_cast<double>(dw.to_vector<float>()[0]), upright);
  right = right && upright < 1e-4;

  if (!cx::cuda::available() || !cx::cuda::nvrtc_available()) {
    std::string const why = cx::cuda::available() ? cx::cuda::why_nvrtc_unavailable() : cx::cuda::why_unavailable();
    std::printf("that was the host: %s\n", why.c_str());
    return right ? 0 : 1;
  }
  auto const on_device = cx::cuda::jit(rms_norm);
  auto const slopes_on_device = cx::cuda::jit(slopes);
  cx::device_array const a = cx::to_device(x), b = cx::to_device(w), c = cx::to_device(ct);
  cx::device_array const z = on_device(a, b);
  auto const [da, db] = slopes_on_device(a, b, c);
  bool const same = cx::to_host(z) == y && cx::to_host(da) == dx && cx::to_host(db) == dw;
  std::printf("on %s: %s\n", cx::cuda::str(z.on()).c_str(), same ? "the same bits" : "OTHER BITS");
  return right && same ? 0 : 1;
}
