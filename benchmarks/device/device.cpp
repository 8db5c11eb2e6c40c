// SPDX-License-Identifier: BSL-1.0
// device: programs on a card, against the bandwidth of a copy there, and the bits of the host. A line for each result, as it comes.
//
//   name dtype elements  microseconds  GB/s  share of a copy  seconds to compile  registers, local bytes of a thread  bits
//
// GB/s counts the bytes that must move: arguments read once, results written once. Without a device the kernels are compiled for sm_90,
// into the cache.
// Ends with 0, with 1 if bits differ, with 77 where there is no NVRTC.
#include <constax/cuda.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

namespace cx = constax;
using namespace cx::literals;
using cx::i64;
using cx::u32;

namespace {

using clock_type = std::chrono::steady_clock;
double seconds_since(clock_type::time_point t) { return std::chrono::duration<double>(clock_type::now() - t).count(); }

double copy_rate = 0;
bool has_device = false, bits_differ = false;
std::vector<std::string> only; // parts of names of the rows that are asked for; none: all

/// Median time of a call, in seconds, between events.
template <class F> double time_of(cx::cuda::stream const& s, F const& call) {
  for (int i = 0; i < 3; ++i) call();
  s.synchronize();
  std::vector<double> times;
  for (int r = 0; r < 15; ++r) {
    constexpr int calls = 8;
    cx::cuda::event begin(s.on()), end(s.on());
    begin.record(s);
    for (int i = 0; i < calls; ++i) call();
    end.record(s);
    end.synchronize();
    times.push_back(cx::cuda::elapsed_ms(begin, end) / 1e3 / calls);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// Numbers that nobody chose, near 1.
cx::ndarray numbers(cx::aval const& a, unsigned seed) {
  std::vector<std::int64_t> shape;
  for (int d = 0; d < a.rank(); ++d) shape.push_back(a.shape[d].number);
  cx::u64 state = 88172645463325252u + seed;
  auto const fill = [&]<class T>(T) {
    std::vector<T> xs(static_cast<std::size_t>(a.shape.size()));
    for (T& x : xs)
      state ^= state << 13, state ^= state >> 7, state ^= state << 17,
          x = static_cast<T>(0.5 + static_cast<double>(state >> 40) / 16777216.0);
    return a.rank() ? cx::ndarray(xs, shape) : cx::ndarray(xs[0]);
  };
  return a.type == cx::dtype::f32 ? fill(float{}) : fill(double{});
}
cx::aval type_of(cx::dtype t, std::vector<i64> const& shape) {
  cx::aval a{t, {}};
  for (i64 n : shape) a.shape.push(cx::extent(n));
  return a;
}

void row(char const* name, cx::jaxpr const& j, i64 trips = 0) {
  constexpr i64 checked = 300000;
  std::vector<cx::aval> types;
  for (u32 v : j.ins) types.push_back(j.type(v));
  double bytes = 0;
  i64 elements = 0;
  for (cx::aval const& a : types)
    bytes += static_cast<double>(a.shape.size() * cx::info(a.type).bytes), elements = std::max(elements, a.shape.size());
  for (cx::atom a : j.outs) bytes += static_cast<double>(j.type(a).shape.size() * cx::info(j.type(a).type).bytes);
  auto const start = clock_type::now();
  std::string const kernel(name);
  bool wanted = only.empty();
  for (std::string const& part : only) wanted = wanted || kernel.find(part) != kernel.npos;
  if (!wanted) return;
  std::string const identifier = kernel.substr(0, kernel.find(' '));
  if (!has_device) {
    auto const text = cx::codegen::program_of(j, identifier);
    cx::cuda::kernel_cache::of_process().code(cx::cuda::source_of(text), "sm_90");
    std::printf("%-34s %s %10ld compiled in %.2f s\n", name, cx::info(types[0].type).name.data(), static_cast<long>(elements),
                seconds_since(start));
    return;
  }
  cx::cuda::stream const s;
  cx::cuda::program const p(j, identifier, s.on());
  double const compile = seconds_since(start);
  std::vector<cx::ndarray> host;
  std::vector<cx::device_array> args, results;
  for (std::size_t i = 0; i < types.size(); ++i)
    host.push_back(numbers(types[i], static_cast<unsigned>(i))), args.push_back(cx::to_device(host.back(), s));
  for (cx::atom a : j.outs) results.emplace_back(j.type(a), s);
  double const t = time_of(s, [&] { p.launch(args, results, s); });
  char const* bits = "-";
  if (elements <= checked) {
    cx::vec<cx::tensor> in;
    for (cx::ndarray const& x : host) in.push(x.to_tensor(x.type()));
    auto const expected = cx::reference::evaluate(j, in);
    bits = "equal";
    for (u32 i = 0; i < expected.size(); ++i)
      if (!(cx::to_host(results[i]).to_tensor(results[i].type()) == expected[i])) bits = "DIFFERENT", bits_differ = true;
  }
  auto const attributes = p.kernel().attributes();
  std::printf("%-34s %s %10ld %10.1f us %8.1f GB/s %5.2f of a copy, %.2f s to compile, %d registers, %zu local bytes, bits %s\n", name,
              cx::info(types[0].type).name.data(), static_cast<long>(elements), t * 1e6, bytes / t / 1e9, bytes / t / copy_rate, compile,
              attributes.registers, attributes.local_bytes, bits);
  if (trips) std::printf("%-34s %10ld trips, %.3f us each\n", "", static_cast<long>(trips), t * 1e6 / static_cast<double>(trips));
  std::fflush(stdout);
}
template <class F, std::size_t N> void row(char const* name, F const& f, cx::aval const (&types)[N]) {
  row(
      name, [&]<std::size_t... I>(std::index_sequence<I...>) {
        return cx::lower(cx::make_jaxpr(f)(cx::ndarray(types[I], cx::ndarray::type_alone{})...).get());
      }(std::make_index_sequence<N>{}));
}

/// Newton's steps to a root of x^3 - a, 10^4 of them, of a number, or of a vector and with its norm.
constexpr auto steps = [](auto a) {
  return cx::while_loop([](auto const& c) { return c.second < 10000; },
                        [=](auto const& c) {
                          return std::pair{c.first - (c.first * c.first * c.first - a) / (3.0 * c.first * c.first), c.second + 1};
                        },
                        std::pair{1.0 + a, 0})
      .first;
};
constexpr auto iterate = [](auto x) {
  return cx::fori_loop(
      0, 1000, [](auto, auto const& v) { return v / cx::sqrt(cx::sum(v * v)) + 0.001; }, x);
};

constexpr auto chain = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-(x * x)) + cx::tanh(x)); };
constexpr auto axpy = [](auto x, auto y) { return 2.5 * x + y; };
constexpr auto black_scholes = [](auto s, auto k, auto t) {
  auto const v = 0.3, r = 0.02;
  auto const cdf = [](auto z) { return 0.5 * cx::erfc(-z * 0.70710678118654752); };
  auto const root = v * cx::sqrt(t), d1 = (cx::log(s / k) + (r + 0.5 * v * v) * t) / root, d2 = d1 - root;
  return s * cdf(d1) - k * cx::exp(-r * t) * cdf(d2);
};
constexpr auto logsumexp = [](auto x) { return cx::logsumexp(x); };
constexpr auto softmax = [](auto x) {
  auto const m = cx::max(x, 1_c);
  auto const e = cx::exp(x - cx::expand_dims(m, 1_c));
  return e / cx::expand_dims(cx::sum(e, 1_c), 1_c);
};
constexpr auto rms_norm = [](auto x, auto w) { return x * cx::expand_dims(cx::rsqrt(cx::mean(x * x, 1_c) + 1e-6), 1_c) * w; };
constexpr auto rms_norm_loss = [](auto x, auto w, auto ct) { return cx::sum(rms_norm(x, w) * ct); };
constexpr auto stencil = [](auto x) {
  auto const in = cx::slice(1_c, -1_c);
  auto const before = cx::slice(0_c, -2_c);
  auto const behind = cx::slice(2_c, cx::end);
  return 4.0 * x(in, in) - x(before, in) - x(behind, in) - x(in, before) - x(in, behind);
};
constexpr auto columns = [](auto x) { return (x - cx::mean(x, 0_c)) / cx::sqrt(cx::mean(cx::square(x - cx::mean(x, 0_c)), 0_c)); };

} // namespace

int main(int argc, char** argv) {
  only.assign(argv + 1, argv + argc);
  if (!cx::cuda::nvrtc_available()) return std::printf("SKIPPED: %s\n", cx::cuda::why_nvrtc_unavailable().c_str()), 77;
  has_device = cx::cuda::available();
  constexpr auto f64 = cx::dtype::f64, f32 = cx::dtype::f32;
  if (has_device) {
    cx::cuda::stream const s;
    auto const d = s.on();
    std::size_t const bytes = std::size_t{1} << 30;
    cx::cuda::buffer const a(bytes, s), b(bytes, s);
    double const t = time_of(s, [&] { cx::cuda::copy_on_device(b.pointer(), a.pointer(), bytes, s); });
    copy_rate = 2.0 * static_cast<double>(bytes) / t;
    std::printf("%s: a copy moves %.0f GB/s, peak %.0f\n", cx::cuda::str(d).c_str(), copy_rate / 1e9,
                d.properties().peak_bandwidth() / 1e9);
  }
  row("while_loop of a number", cx::lower(cx::make_jaxpr(steps)(cx::spec<double>{}).get()), 10000);
  row("fori_loop of 1000 numbers", cx::lower(cx::make_jaxpr(iterate)(cx::spec<double, 1000>{}).get()), 1000);
  row("fori_loop of 10^6 numbers", cx::lower(cx::make_jaxpr(iterate)(cx::spec<double, 1000000>{}).get()), 1000);
  i64 const n = i64{1} << 26;
  for (auto t : {f64, f32}) {
    row("axpy", axpy, {type_of(t, {n}), type_of(t, {n})});
    row("black_scholes", black_scholes, {type_of(t, {n / 2}), type_of(t, {n / 2}), type_of(t, {n / 2})});
    row("chain_gradient", cx::value_and_grad(chain), {type_of(t, {n})});
    row("chain_gradient 10^6", cx::value_and_grad(chain), {type_of(t, {1000000})});
    row("chain_gradient 10^5", cx::value_and_grad(chain), {type_of(t, {100000})});
    row("logsumexp", logsumexp, {type_of(t, {n})});
    row("logsumexp 10^5", logsumexp, {type_of(t, {100003})});
    row("softmax_rows", softmax, {type_of(t, {8192, 4096})});
    row("softmax_rows small", softmax, {type_of(t, {64, 1000})});
    row("rms_norm", rms_norm, {type_of(t, {8192, 4096}), type_of(t, {4096})});
    row("rms_norm_gradient", cx::grad(rms_norm_loss, cx::argnums<0, 1>),
        {type_of(t, {8192, 4096}), type_of(t, {4096}), type_of(t, {8192, 4096})});
    row("stencil", stencil, {type_of(t, {8192, 8192})});
    row("stencil small", stencil, {type_of(t, {200, 300})});
    row("standardise_columns", columns, {type_of(t, {i64{1} << 22, 8})});
  }
  return bits_differ ? 1 : 0;
}
