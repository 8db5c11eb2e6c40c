// SPDX-License-Identifier: BSL-1.0
// A routine of your own as a primitive: RMSNorm and its gradient with kernels written by hand, which run in compiled programs, in programs
// of run-time arrays, in emitted C++, and on a card. Beside them the same as plain constax, which is fused into loops by itself.
#include <constax/cuda.hpp>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace my {

// The kernels: code, and text of the same. A team of threads takes a row; on the host a team is one thread. Products that are added are
// math::mul, which no compiler contracts: the bits are the same everywhere.
CONSTAX_ROUTINE(row_code,
  /// f(a, k) summed over the columns of a row: each thread of the team adds up its own, then halves are added to halves.
  template <class Team, class T, class F>
  CONSTAX_INLINE T sum_of_row(Team const& team, T* partial, constax::i64 columns, F const& f) {
    team.each(constax::i64(256), [&](constax::i64 t) {
      T sum = 0;
      for (constax::i64 k = t; k < columns; k += 256) sum += f(k);
      partial[t] = sum;
    });
    team.sync();
    for (constax::i64 half = 128; half > 0; half /= 2) {
      team.each(half, [&](constax::i64 t) { partial[t] += partial[t + half]; });
      team.sync();
    }
    return partial[0];
  }

  template <class Grid, class T>
  CONSTAX_INLINE void rms_norm(Grid& grid, constax::routine_array<T> y, constax::routine_array<T const> x, constax::routine_array<T const> w) {
    constax::i64 const columns = w.size(), rows = columns ? x.size() / columns : 0;
    alignas(8) unsigned char memory[256 * sizeof(T)];
    grid.template rows<256 * sizeof(T)>(rows, memory, [&](auto const& team, constax::i64 r, unsigned char* local) {
      T const* const row = x.data + r * columns;
      T const squares = sum_of_row(team, reinterpret_cast<T*>(local), columns, [&](constax::i64 k) { return constax::math::mul(row[k], row[k]); });
      T const scale = constax::math::rsqrt(squares / static_cast<T>(columns) + T(1e-6));
      team.each(columns, [&](constax::i64 k) { y[r * columns + k] = row[k] * scale * w[k]; });
      team.sync();
    });
  }

  /// The cotangent of x, given that of the result.
  template <class Grid, class T>
  CONSTAX_INLINE void rms_norm_slope(Grid& grid, constax::routine_array<T> dx, constax::routine_array<T const> x,
                                     constax::routine_array<T const> w, constax::routine_array<T const> ct) {
    constax::i64 const columns = w.size(), rows = columns ? x.size() / columns : 0;
    alignas(8) unsigned char memory[256 * sizeof(T)];
    grid.template rows<256 * sizeof(T)>(rows, memory, [&](auto const& team, constax::i64 r, unsigned char* local) {
      T const *const row = x.data + r * columns, *const c = ct.data + r * columns;
      T* const partial = reinterpret_cast<T*>(local);
      T const squares = sum_of_row(team, partial, columns, [&](constax::i64 k) { return constax::math::mul(row[k], row[k]); });
      T const scale = constax::math::rsqrt(squares / static_cast<T>(columns) + T(1e-6));
      team.sync(); // all have read the sum of squares
      T const along = sum_of_row(team, partial, columns, [&](constax::i64 k) { return constax::math::mul(c[k] * w[k], row[k]); });
      T const shrink = along * scale * scale * scale / static_cast<T>(columns);
      team.each(columns, [&](constax::i64 k) { dx[r * columns + k] = constax::math::mul(c[k] * w[k], scale) - constax::math::mul(row[k], shrink); });
      team.sync();
    });
  })

/// rms_norm : T[..., m], T[m] -> T[..., m]
struct rms_norm_t : cx::routine<rms_norm_t, 2> {
  static constexpr std::string_view name = "my::rms_norm", text = row_code, function = "rms_norm";
  static constexpr bool leading_axes = true;
  template <class T>
  static void run(cx::routine_array<T> y, cx::routine_array<T const> x, cx::routine_array<T const> w) {
    cx::serial_grid grid;
    rms_norm(grid, y, x, w);
  }
};
inline constexpr rms_norm_t rms_norm_kernel{};

/// rms_norm_slope : T[..., m], T[m], T[..., m] -> T[..., m]
struct rms_norm_slope_t : cx::routine<rms_norm_slope_t, 3> {
  static constexpr std::string_view name = "my::rms_norm_slope", text = row_code, function = "rms_norm_slope";
  static constexpr bool leading_axes = true;
  template <class T>
  static void run(cx::routine_array<T> dx, cx::routine_array<T const> x, cx::routine_array<T const> w, cx::routine_array<T const> ct) {
    cx::serial_grid grid;
    rms_norm_slope(grid, dx, x, w, ct);
  }
};
inline constexpr rms_norm_slope_t rms_norm_slope_kernel{};

inline constexpr auto scaled = [](auto x) { return x * cx::expand_dims(cx::rsqrt(cx::mean(x * x, 1_c) + 1e-6), 1_c); };

/// RMSNorm with its derivative rule: the gradient in x by hand, that in w as constax.
inline constexpr auto norm = cx::custom_vjp([](auto x, auto w) { return rms_norm_kernel(x, w); },
                                                [](auto x, auto w) { return std::pair{rms_norm_kernel(x, w), std::pair{x, w}}; },
                                                [](auto const& kept, auto ct) {
                                                  auto const& [x, w] = kept;
                                                  return std::tuple{rms_norm_slope_kernel(x, w, ct), cx::sum(ct * scaled(x), 0_c)};
                                                });

} // namespace my

inline constexpr auto by_hand = [](auto x, auto w, auto ct) { return cx::sum(my::norm(x, w) * ct); };
inline constexpr auto plain = [](auto x, auto w, auto ct) { return cx::sum(my::scaled(x) * w * ct); };
template <auto const& F> inline constexpr auto slopes_of = cx::grad(F, cx::argnums<0, 1>);

double largest_difference(std::vector<double> const& a, std::vector<double> const& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::fmax(worst, std::fabs(a[i] - b[i]));
  return worst;
}

int main() {
  constexpr int rows = 64, width = 300;
  std::vector<double> xs(rows * width), ws(width), cts(rows * width);
  unsigned state = 1;
  for (auto* v : {&xs, &ws, &cts})
    for (double& e : *v) state = state * 1664525u + 1013904223u, e = static_cast<double>(state >> 8) / 8388608.0 - 1.0;
  cx::ndarray const x(xs, {rows, width}), w(ws), ct(cts, {rows, width});

  // a compiled program, and the same as plain constax
  std::vector<double> dx(xs.size()), dw(ws.size()), plain_dx(xs.size()), plain_dw(ws.size());
  cx::view<double const, rows, width> const vx(xs.data()), vct(cts.data());
  cx::view<double const, width> const vw(ws.data());
  cx::evaluate_into(std::tuple{cx::view<double, rows, width>(dx.data()), cx::view<double, width>(dw.data())}, slopes_of<by_hand>, vx, vw, vct);
  cx::evaluate_into(std::tuple{cx::view<double, rows, width>(plain_dx.data()), cx::view<double, width>(plain_dw.data())}, slopes_of<plain>,
                    vx, vw, vct);
  double const off = std::fmax(largest_difference(dx, plain_dx), largest_difference(dw, plain_dw));
  std::printf("gradient by hand and by constax: at most %.1e apart\n", off);
  bool right = off < 1e-12;

  // run-time arrays; the text for other compilers
  auto const [late_dx, late_dw] = cx::jit(slopes_of<by_hand>)(x, w, ct);
  right = right && late_dx.to_vector<double>() == dx && late_dw.to_vector<double>() == dw;
  std::string const text = cx::emit_cpp(slopes_of<by_hand>, "slopes")(x, w, ct);
  right = right && text.find("rms_norm_slope(grid, routine_array<double>{") != text.npos;
  std::printf("run-time arrays: %s; emitted text of %zu bytes\n", right ? "the same bits" : "OTHER BITS", text.size());

  if (!cx::cuda::available() || !cx::cuda::nvrtc_available()) {
    std::printf("no card: %s\n", (cx::cuda::available() ? cx::cuda::why_nvrtc_unavailable() : cx::cuda::why_unavailable()).c_str());
    return right ? 0 : 1;
  }
  auto const [far_dx, far_dw] = cx::cuda::jit(slopes_of<by_hand>)(cx::to_device(x), cx::to_device(w), cx::to_device(ct));
  bool const same = cx::to_host(far_dx) == late_dx && cx::to_host(far_dw) == late_dw;
  std::printf("on a card: %s\n", same ? "the same bits" : "OTHER BITS");
  return right && same ? 0 : 1;
}
