// SPDX-License-Identifier: BSL-1.0
// needs: mpfr gmp
// flags: -O2 -march=native
// math_error: what docs/reference/math.md says about errors and bits is measured here.
//
//   math_error [--points N] [--exhaustive] [--bits N] [--seconds S] [--threads T] [--log FILE] [NAME[.f32|.f64]...]
//
//   --points N     arguments drawn for each function and dtype (10^8)
//   --exhaustive   f32 functions of one argument: all 2^32 instead
//   --bits N       also compares all widths and instruction sets on N arguments (10^7; 0: not)
//   --seconds S    stops, with the log written, after about so long; the next call goes on
//   --log FILE     math_error.log
//   --derivatives N  first, then second derivatives instead (tests/primitives/derivative_accuracy.hpp), by strips: one in N of all 2^32
//                  floats (1: all; hours), and as many doubles, at most 20,000, against MPFR each
//   --special      only lists the special arguments (tests/math/functions.hpp) whose results are over the limit
//   --oracle       reads lines `name a b c` and prints the oracle's 40 digits, for oracle_check.py
//
// The log has a line for each function, dtype and kind of run; a function whose bits have changed starts again. Results come from registers
// of 64 bytes, or pairs of smaller ones. Each is compared with libm (or Boost.Math) in a wider type; f32 special functions with constax's
// f64 ones, where libm has none; the worst of each block with MPFR, and only these are reported.
#include "quick_special.hpp"
#include "swept.hpp"
#include "../measure.hpp"
#include "../../primitives/derivative_accuracy.hpp"
#include "../kernels/kernels.hpp"

#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

#if CONSTAX_X86
kernels::list all_avx_kernels();
kernels::list all_avx2_kernels();
kernels::list all_avx512_kernels();
#endif

namespace {
using std::int64_t;
using clock_type = std::chrono::steady_clock;

// ---- the log -------------------------------------------------------------------------------------------------------------
/// The error over the range: by sign, exponent from -64 to 63 and two more bits of the first argument. Hundredths of an ulp, -1: no
/// argument.
constexpr int n_bins = 1024;
template <class T> int bin(T x) {
  int e = 0;
  double const m = std::frexp(std::fabs(static_cast<double>(x)), &e);  // in [1/2, 1)
  int const i = x == 0 ? 0 : std::isfinite(x) ? std::clamp((e + 63) * 4 + static_cast<int>((m - 0.5) * 8), 0, 511) : 511;
  return std::signbit(x) ? 511 - i : 512 + i;
}
struct state {
  std::uint64_t fingerprint = 0;
  int64_t next = 0, blocks = 0, points = 0, confirmed = 0;
  double worst = -1, at[3] = {}, y = 0;
  std::vector<int> bins = std::vector<int>(n_bins, -1);
};
std::map<std::string, state> log_of_all;  // by "name|f64|drawn"
std::string log_name = "math_error.log";

void write_log() {
  std::string const temporary = log_name + ".new";
  std::FILE* f = std::fopen(temporary.c_str(), "w");
  if (f == nullptr) std::perror(temporary.c_str()), std::exit(2);
  std::fprintf(f,
               "# name|dtype|kind|fingerprint|next block|blocks|points|confirmed by MPFR|worst ulp (bits: differences)|x0|x1|x2|y|bins\n");
  for (auto const& [key, s] : log_of_all) {
    std::fprintf(f, "%s|%016" PRIx64 "|%" PRId64 "|%" PRId64 "|%" PRId64 "|%" PRId64 "|%.4f|%a|%a|%a|%a|", key.c_str(), s.fingerprint,
                 s.next, s.blocks, s.points, s.confirmed, s.worst, s.at[0], s.at[1], s.at[2], s.y);
    for (int b : s.bins) std::fprintf(f, b < 0 ? "." : "%d.", b);
    std::fputc('\n', f);
  }
  if (std::fclose(f) != 0 || std::rename(temporary.c_str(), log_name.c_str()) != 0) std::perror(log_name.c_str()), std::exit(2);
}
void read_log() {
  std::ifstream in(log_name);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> f;
    std::istringstream fields(line);
    for (std::string s; std::getline(fields, s, '|');) f.push_back(s);
    if (f.size() != 14) continue;
    state s;
    s.fingerprint = std::strtoull(f[3].c_str(), nullptr, 16);
    s.next = std::atoll(f[4].c_str()), s.blocks = std::atoll(f[5].c_str()), s.points = std::atoll(f[6].c_str()),
    s.confirmed = std::atoll(f[7].c_str());
    s.worst = std::strtod(f[8].c_str(), nullptr);
    for (int i = 0; i < 3; ++i) s.at[i] = std::strtod(f[9 + static_cast<std::size_t>(i)].c_str(), nullptr);
    s.y = std::strtod(f[12].c_str(), nullptr);
    std::istringstream bins(f[13]);
    std::size_t i = 0;
    for (std::string b; i < n_bins && std::getline(bins, b, '.'); ++i) s.bins[i] = b.empty() ? -1 : std::atoi(b.c_str());
    log_of_all[f[0] + '|' + f[1] + '|' + f[2]] = s;
  }
}

// ---- options -------------------------------------------------------------------------------------------------------------
int64_t n_points = 100'000'000, n_bits = 10'000'000, stride = 0;
bool exhaustive = false, only_special = false;
int n_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
clock_type::time_point stop = clock_type::time_point::max(), last_written = clock_type::now();

bool out_of_time() { return clock_type::now() > stop; }
void write_sometimes() {
  if (clock_type::now() - last_written > std::chrono::seconds(10)) write_log(), last_written = clock_type::now();
}
/// f(chunk) for all chunks, in threads.
template <class F> void in_threads(int chunks, F f) {
  std::atomic<int> next = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < n_threads; ++t) threads.emplace_back([&] { for (int c; (c = next++) < chunks;) f(c); });
  for (auto& t : threads) t.join();
}

// ---- accuracy --------------------------------------------------------------------------------------------------------------
template <class T> inline constexpr int native = __builtin_ctz(64 / sizeof(T));
template <class T> kernels::kernel<T> const* widths_of(kernels::function const& f) {
  if constexpr (sizeof(T) == 4) return f.f32;
  else return f.f64;
}
template <class T> struct buffers {
  std::vector<T> x[3], y;
  std::vector<double> wide[4], errors;
  explicit buffers(int n) : y(static_cast<std::size_t>(n)), errors(static_cast<std::size_t>(n)) {
    for (auto& v : x) v.resize(y.size());
    for (auto& v : wide) v.resize(y.size());
  }
  T* const* arguments() { return pointers = {x[0].data(), x[1].data(), x[2].data()}, pointers.data(); }
  std::array<T*, 3> pointers;
};
constexpr int chunk = 1 << 16;

/// Block b of the arguments: a chunk of it.
template <class T> void fill(functions::measured<T> const& row, bool all, int64_t block, int c, buffers<T>& b) {
  T* const* x = b.arguments();
  if (all) {
    for (int i = 0; i < chunk; ++i)
      x[0][i] = __builtin_bit_cast(T, static_cast<constax::detail::uint_like<T>>((block * 256 + c) * chunk + i));
  } else {
    functions::random<T> g{static_cast<std::uint64_t>(block * 1024 + c) * 0xd1342543de82ef95u + 99};
    row.draw(g, block == 0 && c == 0 ? 0 : 1 << 20, x, chunk);
  }
}
template <class T> std::uint64_t fingerprint(functions::measured<T> const& row, kernels::kernel<T> f) {
  buffers<T> b(chunk);
  fill(row, false, 0, 0, b);
  f(b.arguments(), b.y.data(), chunk);
  std::uint64_t h = 0xcbf29ce484222325u;
  for (T v : b.y) h = (h ^ (v != v ? 1 : __builtin_bit_cast(constax::detail::uint_like<T>, v))) * 0x100000001b3u;
  return h;
}

template <class T> void values(functions::measured<T> const& row, kernels::function const& f) {
  bool const all = exhaustive && sizeof(T) == 4 && row.arguments == 1;
  auto const kernel = widths_of<T>(f)[native<T>];
  // A quick oracle for f32 that is always there: the f64 function. For f64 without one: MPFR alone, and fewer points.
  bool const by_f64 = row.quick_errors == nullptr && sizeof(T) == 4, slow = row.quick_errors == nullptr && sizeof(T) == 8;
  int const chunks = all ? 256 : slow ? 1 : 16;
  int64_t const blocks = all ? 256 : slow ? 100 : (n_points + chunk * 16 - 1) / (chunk * 16);
  int const here = slow ? 4096 : chunk;
  state& s = log_of_all[std::string(row.name) + (sizeof(T) == 4 ? "|f32|" : "|f64|") + (all ? "all" : "drawn")];
  std::uint64_t const print = fingerprint(row, kernel);
  if (s.fingerprint != print) s = state{}, s.fingerprint = print;
  s.blocks = blocks;
  struct candidate {
    double ulp;
    T x[3], y;
  };
  for (; s.next < blocks && !out_of_time(); ++s.next, write_sometimes()) {
    std::vector<std::vector<candidate>> found(static_cast<std::size_t>(chunks));
    std::vector<std::vector<double>> bins(static_cast<std::size_t>(chunks), std::vector<double>(n_bins, -1));
    double const known = s.worst;
    in_threads(chunks, [&](int c) {
      thread_local buffers<T> b(chunk);
      fill(row, all, s.next, c, b);
      T* const* const x = b.arguments();
      kernel(x, b.y.data(), here);
      if (by_f64) {
        for (std::size_t k = 0; k < 3; ++k) std::copy(b.x[k].begin(), b.x[k].end(), b.wide[k].begin());
        double const* const w[3] = {b.wide[0].data(), b.wide[1].data(), b.wide[2].data()};
        f.f64[native<double>](w, b.wide[3].data(), here);
        for (std::size_t i = 0; i < b.errors.size(); ++i) {
          T const p[3] = {b.x[0][i], b.x[1][i], b.x[2][i]};
          b.errors[i] = oracle::ulps(b.y[i], oracle::quick<double>{b.wide[3][i]}, functions::measured<T>::least(row.local, p));
        }
      } else if (slow) {
        for (int i = 0; i < here; ++i) {
          T const a[3] = {x[0][i], x[1][i], x[2][i]};
          b.errors[static_cast<std::size_t>(i)] = row.exact_error(a, b.y[static_cast<std::size_t>(i)]);
        }
      } else {
        row.quick_errors(x, b.y.data(), b.errors.data(), here);
      }
      // the worst that could be news, the wrong and the inaccurate apart; many, since the quick oracle may be the inaccurate one
      auto& mine = found[static_cast<std::size_t>(c)];
      int n_wrong = 0;
      double const least = std::max(0.0, known - 0.02);
      for (int i = 0; i < here; ++i) {
        double const e = b.errors[static_cast<std::size_t>(i)];
        double& bin_of = bins[static_cast<std::size_t>(c)][static_cast<std::size_t>(bin(x[0][i]))];
        if (e >= oracle::wrong) {
          if (n_wrong++ < 8) mine.push_back({e, {x[0][i], x[1][i], x[2][i]}, b.y[static_cast<std::size_t>(i)]});
          continue;
        }
        bin_of = std::max(bin_of, e);
        if (e > least) mine.push_back({e, {x[0][i], x[1][i], x[2][i]}, b.y[static_cast<std::size_t>(i)]});
      }
      if (mine.size() > 256) {
        std::nth_element(mine.begin(), mine.begin() + 256, mine.end(), [](auto const& p, auto const& q) { return p.ulp > q.ulp; });
        mine.resize(256);
      }
    });
    std::vector<candidate> candidates;
    for (auto const& v : found) candidates.insert(candidates.end(), v.begin(), v.end());
    std::sort(candidates.begin(), candidates.end(), [](auto const& a, auto const& b) { return a.ulp > b.ulp; });
    int wrongs = 0, others = 0;
    for (auto const& k : candidates) {
      if ((k.ulp >= oracle::wrong ? wrongs : others) >= 24) continue;
      if (k.ulp < oracle::wrong && k.ulp < s.worst - 0.02) break;
      double const e = row.exact_error(k.x, k.y);
      ++s.confirmed;
      if (k.ulp >= oracle::wrong) ++wrongs;
      else if (e > k.ulp - 0.1) ++others;  // else the quick oracle was inaccurate there, which may not hide the others
      if (e > s.worst) s.worst = e, s.at[0] = k.x[0], s.at[1] = k.x[1], s.at[2] = k.x[2], s.y = k.y;
      int& b = s.bins[static_cast<std::size_t>(bin(k.x[0]))];
      b = std::max(b, static_cast<int>(std::lround(100 * std::min(e, 1e6))));
    }
    for (auto const& v : bins) {
      for (std::size_t i = 0; i < n_bins; ++i)
        s.bins[i] = std::max(s.bins[i], v[i] < 0 ? -1 : static_cast<int>(std::lround(100 * std::min(v[i], 1e6))));
    }
    s.points += static_cast<int64_t>(chunks) * here;
    s.worst = std::max(s.worst, 0.0);
  }
  std::printf("%-18s f%d %-5s %11" PRId64 " points%s %.3f ulp at %.17g", row.name, static_cast<int>(8 * sizeof(T)), all ? "all" : "drawn",
              s.points, s.next < s.blocks ? " (unfinished)" : "", s.worst, s.at[0]);
  for (int i = 1; i < row.arguments; ++i) std::printf(", %.17g", s.at[i]);
  std::printf(" (%a)%s\n", s.at[0], s.worst > row.limit ? "   OVER THE LIMIT" : "");
  std::fflush(stdout);
}

// ---- derivatives -----------------------------------------------------------------------------------------------------------
/// f and its first `order` derivatives in forward mode, for `batch` arguments at a time.
constexpr std::size_t batch = 1 << 14;
template <class T> swept<T> derivative_of(auto const& f, int order) {
  constax::jaxpr j = accuracy::traced<T>(f);
  for (int k = 0; k < order; ++k) j = accuracy::derived(j, 0, false);
  return swept<T>(accuracy::in_rows(j, batch));
}
/// 1 / the last place of a float near r.
inline double of_last_place(double r) {
  std::uint64_t const e = __builtin_bit_cast(std::uint64_t, r) >> 52 & 0x7ff, least = 1023 - 126;
  return __builtin_bit_cast(double, (2 * 1023 + 23 - std::max(e, least)) << 52);
}
/// accuracy::distance from r, which an f64 program gave.
inline double quick_distance(float y, double r, double least, int room) {
  if (r != r || y != y) return r != r && y != y ? 0 : oracle::wrong;
  if (std::fabs(r) >= (room > 0 ? 0x1p127 : 0x1p128)) return 0;
  if (std::isinf(y)) return oracle::wrong;
  return std::min(oracle::wrong, std::fabs(static_cast<double>(y) - r) * of_last_place(std::max(std::fabs(r), least)));
}
/// At so many drawn floats of each 2^24 the f64 program is compared with MPFR as well. Where it is off by 2^-10 of a float's last place,
/// it is no judge.
constexpr int64_t controls = 64;
constexpr double most_of_judge = 0x1p19;

/// f32 first against the f64 program, the worst of a block against MPFR; f64 against MPFR. One place in each `stride` places, drawn.
template <class T> void derivative(auto const& r, int order, int64_t stride) {
  constexpr bool narrow = sizeof(T) == 4;
  std::string const kind = (order == 1 ? "first" : "second") + (narrow && stride > 1 ? " of " + std::to_string(stride) : std::string());
  state& s = log_of_all[std::string(r.name) + (narrow ? "|f32|" : "|f64|") + kind];
  auto const program = derivative_of<T>(r.f, order);
  auto const wide = derivative_of<double>(r.f, order), value = derivative_of<double>(r.f, 0);
  int64_t const in_block = narrow ? (int64_t{1} << 24) / stride : 2048,
                batches = (in_block + static_cast<int64_t>(batch) - 1) / static_cast<int64_t>(batch);
  auto const fill = [&](int64_t block, int64_t b, std::vector<T>& x) {
    functions::random<T> g{static_cast<std::uint64_t>(block * 65536 + b) * 0xd1342543de82ef95u + 7};
    for (std::size_t i = 0; i < batch; ++i) {
      if constexpr (narrow) {
        int64_t const k = (b * static_cast<int64_t>(batch) + static_cast<int64_t>(i)) % in_block,
                      drawn = stride > 1 ? static_cast<int64_t>(g.next() % static_cast<std::uint64_t>(stride)) : 0;
        x[i] = __builtin_bit_cast(float, static_cast<std::uint32_t>((block << 24) + k * stride + drawn));
      } else {
        x[i] = g.either(g.any(), g.powers(-60, 60), g.uniform(-1, 1), g.uniform(-10, 10), g.uniform(-110, 110), g.uniform(-760, 760),
                        g.near_magnitude(1), g.near_magnitude(0.5));
      }
    }
  };
  struct room {
    std::vector<T> x = std::vector<T>(batch), y = std::vector<T>(batch);
    std::vector<double> at = std::vector<double>(batch), w = at, v = at, errors = at; // arguments, derivatives and values in f64
  };
  std::uint64_t print = 0xcbf29ce484222325u;
  {
    room m;
    fill(narrow ? 63 : 0, 0, m.x), program(m.x.data(), m.y.data());
    for (T v : m.y) print = (print ^ (v != v ? 1 : __builtin_bit_cast(constax::detail::uint_like<T>, v))) * 0x100000001b3u;
  }
  if (s.fingerprint != print) s = state{}, s.fingerprint = print;
  s.blocks = narrow ? 256 : std::clamp<int64_t>((int64_t{1} << 32) / stride / 2048, 1, 10);
  int const no_digits = r.without == accuracy::except::second_near_overflow && order == 2 ? 1 : 0;
  bool const of_normal_values = narrow && r.without == accuracy::except::value_not_normal;
  struct candidate {
    double ulp;
    T x, y;
  };
  for (; s.next < s.blocks && !out_of_time(); ++s.next, write_sometimes()) {
    std::vector<std::vector<candidate>> found(static_cast<std::size_t>(batches));
    double const known = s.worst;
    in_threads(static_cast<int>(batches), [&](int b) {
      thread_local room m;
      std::size_t const n = static_cast<std::size_t>(std::min(in_block - b * static_cast<int64_t>(batch), static_cast<int64_t>(batch)));
      fill(s.next, b, m.x), program(m.x.data(), m.y.data());
      auto& mine = found[static_cast<std::size_t>(b)];
      if constexpr (narrow) {
        std::copy(m.x.begin(), m.x.end(), m.at.begin());
        wide(m.at.data(), m.w.data());
        if (of_normal_values) value(m.at.data(), m.v.data());
        for (std::size_t i = 0; i < batch; ++i) // most are done with here, several at a time
          m.errors[i] = std::fabs(static_cast<double>(m.y[i]) - m.w[i]) * of_last_place(m.w[i]);
      }
      double most = std::max(0.0, known - 0.02);
      for (std::size_t i = 0; i < n; ++i) {
        if constexpr (narrow) {
          if (m.errors[i] <= most) continue;
          double e = quick_distance(m.y[i], m.w[i], 0, no_digits);
          if (e <= most || !std::isfinite(m.x[i]) || m.x[i] == 0) continue;
          if (of_normal_values && !(std::fabs(m.v[i]) >= 0x1p-126 && std::fabs(m.v[i]) < 0x1p128)) continue;
          double const least = r.least ? r.least(m.at[i], order) : 0;
          if (least > 0 && least <= 0x1p128) e = quick_distance(m.y[i], m.w[i], least, no_digits);
          if (e <= most) continue;
          mine.push_back({e, m.x[i], m.y[i]});
          if (e < oracle::wrong && mine.size() >= 4096) most = std::max(most, e); // of the many only the next ones that are worse
        } else if (std::isfinite(m.x[i]) && m.x[i] != 0) {
          double const e = accuracy::error_at(r, order, m.x[i], m.y[i]);
          if (e > most) mine.push_back({e, m.x[i], m.y[i]});
        }
      }
    });
    std::vector<candidate> all;
    for (auto const& m : found) all.insert(all.end(), m.begin(), m.end());
    std::sort(all.begin(), all.end(), [](auto const& p, auto const& q) { return p.ulp > q.ulp; });
    for (std::size_t i = 0, sure = 0; i < all.size() && sure < 24 && i < 400; ++i) {
      if (all[i].ulp < s.worst - 0.02) break;
      double const e = narrow ? accuracy::error_at(r, order, all[i].x, all[i].y) : all[i].ulp;
      sure += e > all[i].ulp - 0.1; // else the f64 program was inaccurate there, which may not hide the others
      ++s.confirmed;
      if (e > s.worst) s.worst = e, s.at[0] = all[i].x, s.y = all[i].y;
    }
    if constexpr (narrow) {
      functions::random<float> g{static_cast<std::uint64_t>(s.next) + 77};
      room m;
      for (std::size_t i = 0; i < controls; ++i)
        m.at[i] = static_cast<double>(
            __builtin_bit_cast(float, static_cast<std::uint32_t>((s.next << 24) + static_cast<int64_t>(g.next() >> 40))));
      wide(m.at.data(), m.w.data());
      for (std::size_t i = 0; i < controls; ++i) {
        if (!std::isfinite(m.at[i]) || m.at[i] == 0) continue;
        double const e = accuracy::error_at(r, order, m.at[i], m.w[i]);
        if (e > s.at[1]) s.at[1] = e, s.at[2] = m.at[i];
      }
    }
    s.points += in_block;
    s.worst = std::max(s.worst, 0.0);
  }
  double const limit = order == 1 ? r.first : r.second;
  std::printf("%-16s f%d %-14s %11" PRId64 " points%s %.3f ulp at %.17g%s", std::string(r.name).c_str(), static_cast<int>(8 * sizeof(T)),
              kind.c_str(), s.points, s.next < s.blocks ? " (unfinished)" : "", s.worst, s.at[0],
              s.worst > limit ? "   OVER THE LIMIT" : "");
  if (narrow)
    std::printf(" (f64: %.3f ulp at %.9g%s)", s.at[1], s.at[2], s.at[1] > most_of_judge ? ", NO JUDGE" : "");
  std::printf("\n");
  std::fflush(stdout);
}
/// All of them, or those named; how many there were.
int derivatives(std::vector<std::string> const& names, int64_t stride) {
  int known = 0;
  const auto one = [&](auto const& r, int order) {
    const auto both = [&]<class T>(T, char const* dtype) {
      std::string const name(r.name);
      if (!names.empty() && std::none_of(names.begin(), names.end(), [&](std::string const& n) { return n == name || n == name + dtype; }))
        return;
      ++known;
      if (!out_of_time()) derivative<T>(r, order, stride);
    };
    both(float(), ".f32"), both(double(), ".f64");
  };
  for (int order : {1, 2}) std::apply([&](auto const&... r) { (one(r, order), ...); }, accuracy::of_one);
  return known;
}

// ---- bits --------------------------------------------------------------------------------------------------------------------
struct isa {
  char const* name;
  bool here;
  kernels::list list;
};
std::vector<isa> all_isas() {
  std::vector<isa> v{{"native", true, native_kernels()}};
#if CONSTAX_X86
  bool const fma = __builtin_cpu_supports("avx") && __builtin_cpu_supports("fma");
  v.push_back({"avx", fma, all_avx_kernels()});
  v.push_back({"avx2", fma && __builtin_cpu_supports("avx2"), all_avx2_kernels()});
  v.push_back({"avx512",
               fma && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl"),
               all_avx512_kernels()});
#endif
  return v;
}
template <class T> void bits(functions::measured<T> const& row, std::vector<isa> const& isas, std::size_t index) {
  state& s = log_of_all[std::string(row.name) + (sizeof(T) == 4 ? "|f32|bits" : "|f64|bits")];
  std::uint64_t const print = fingerprint(row, widths_of<T>(isas[0].list.functions[index])[native<T>]);
  if (s.fingerprint != print) s = state{}, s.fingerprint = print;
  if (s.worst < 0) s.worst = 0;
  constexpr int chunks = 16;
  s.blocks = (n_bits + chunk * chunks - 1) / (chunk * chunks);
  for (; s.next < s.blocks && !out_of_time(); ++s.next, write_sometimes()) {
    std::atomic<int64_t> differ = 0, at = -1;
    in_threads(chunks, [&](int c) {
      thread_local buffers<T> b(chunk);
      thread_local std::vector<T> z(chunk);
      fill(row, false, s.next, c, b);
      bool first = true;
      for (auto const& i : isas) {
        if (!i.here) continue;
        for (int w = 0; w < 5; ++w) {
          auto const f = widths_of<T>(i.list.functions[index])[w];
          if (f == nullptr) continue;
          f(b.arguments(), first ? b.y.data() : z.data(), chunk);
          if (!first) {
            for (std::size_t k = 0; k < chunk; ++k) {
              if (!functions::same(z[k], b.y[k]))
                ++differ, at = static_cast<int64_t>(__builtin_bit_cast(constax::detail::uint_like<T>, b.x[0][k]));
            }
          }
          first = false;
        }
      }
    });
    s.points += static_cast<int64_t>(chunks) * chunk;
    s.worst += static_cast<double>(differ);
    if (differ != 0) s.at[0] = static_cast<double>(__builtin_bit_cast(T, static_cast<constax::detail::uint_like<T>>(at.load())));
  }
  std::printf("%-18s f%d bits  %11" PRId64 " points%s: %.0f differ", row.name, static_cast<int>(8 * sizeof(T)), s.points,
              s.next < s.blocks ? " (unfinished)" : "", s.worst);
  if (s.worst > 0) std::printf(", at %.17g", s.at[0]);
  std::printf("\n");
  std::fflush(stdout);
}

template <class T> int special(functions::measured<T> const& row, kernels::function const& f) {
  buffers<T> b(chunk);
  fill(row, false, 0, 0, b);
  widths_of<T>(f)[native<T>](b.arguments(), b.y.data(), chunk);
  int bad = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(functions::n_special_of(row.arguments)); ++i) {
    T const x[3] = {b.x[0][i], b.x[1][i], b.x[2][i]};
    double const e = row.exact_error(x, b.y[i]);
    if (e <= row.limit) continue;
    ++bad;
    std::printf("%s f%d(%g", row.name, static_cast<int>(8 * sizeof(T)), static_cast<double>(x[0]));
    for (int k = 1; k < row.arguments; ++k) std::printf(", %g", static_cast<double>(x[k]));
    std::printf(") = %g: %s%.1f ulp\n", static_cast<double>(b.y[i]), e >= oracle::wrong ? "wrong, " : "", e);
  }
  return bad;
}

int ask_oracle() {
  using namespace oracle;
  std::string n;
  for (double a, b, c; std::cin >> n >> a >> b >> c;) {
    big const x = big::of(a), y = big::of(b), z = big::of(c);
    big const r = n == "digamma"         ? digamma(x)
                  : n == "lgamma"        ? lgamma(x)
                  : n == "tgamma"        ? tgamma(x)
                  : n == "erf_inv"       ? erf_inv(x)
                  : n == "zeta"          ? zeta(x, y)
                  : n == "polygamma"     ? polygamma(x, y)
                  : n == "igamma"        ? igamma(x, y)
                  : n == "igammac"       ? igammac(x, y)
                  : n == "igamma_grad_a" ? igamma_grad_a(x, y)
                  : n == "betainc"       ? betainc(x, y, z)
                  : n == "bessel_i0e"    ? bessel_i0e(x)
                  : n == "bessel_i1e"    ? bessel_i1e(x)
                                         : nan_of_big();
    mpfr_printf("%.40Re\n", r.m);
  }
  return 0;
}
}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    std::string const a = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::strtod(argv[++i], nullptr) : 0; };
    if (a == "--points") n_points = static_cast<int64_t>(value());
    else if (a == "--bits") n_bits = static_cast<int64_t>(value());
    else if (a == "--derivatives") stride = std::max<int64_t>(1, static_cast<int64_t>(value()));
    else if (a == "--exhaustive") exhaustive = true;
    else if (a == "--seconds") stop = clock_type::now() + std::chrono::seconds(static_cast<int64_t>(value()));
    else if (a == "--threads") n_threads = std::max(1, static_cast<int>(value()));
    else if (a == "--log" && i + 1 < argc) log_name = argv[++i];
    else if (a == "--special") only_special = true;
    else if (a == "--oracle") return ask_oracle();
    else if (a.starts_with("--")) return std::fprintf(stderr, "math_error: no option %s\n", a.c_str()), 2;
    else names.push_back(a);
  }
  read_log();
  if (stride > 0) {
    int const known = derivatives(names, stride);
    write_log();
    return known == 0 ? std::fprintf(stderr, "math_error: no derivative has such a name\n"), 2 : 0;
  }
  auto const isas = all_isas();
  for (auto const& i : isas) {
    if (!i.here) std::printf("%s: not run: this processor lacks the instructions\n", i.name);
  }
  int known = 0, over = 0;
  for (std::size_t i = 0; i < functions::size; ++i) {
    std::string const name = functions::names[static_cast<int>(i)];
    const auto wanted = [&](char const* dtype) {
      return names.empty() || std::any_of(names.begin(), names.end(), [&](std::string const& n) { return n == name || n == name + dtype; });
    };
    const auto both = [&]<class T>(functions::measured<T> const& row, char const* dtype) {
      if (!wanted(dtype)) return;
      ++known;
      if (out_of_time()) return;
      if (only_special) {
        over += special(row, isas[0].list.functions[i]);
        return;
      }
      values(row, isas[0].list.functions[i]);
      if (n_bits > 0) bits(row, isas, i);
    };
    both(functions::measured_rows<float>.row[i], ".f32");
    both(functions::measured_rows<double>.row[i], ".f64");
  }
  if (only_special) return std::printf("%d special arguments over the limit\n", over), over != 0;
  write_log();
  if (known == 0) return std::fprintf(stderr, "math_error: no function has such a name\n"), 2;
  int bad = 0;
  for (std::size_t i = 0; i < functions::size; ++i) {
    const auto judge = [&]<class T>(functions::measured<T> const& row, char const* dtype) {
      for (char const* kind : {"all", "drawn", "bits"}) {
        auto const s = log_of_all.find(row.name + std::string(dtype) + kind);
        if (s != log_of_all.end()) bad += s->second.worst > (std::strcmp(kind, "bits") == 0 ? 0 : row.limit);
      }
    };
    judge(functions::measured_rows<float>.row[i], "|f32|");
    judge(functions::measured_rows<double>.row[i], "|f64|");
  }
  std::printf("%d over their limits or with other bits; log: %s\n", bad, log_name.c_str());
  return bad != 0;
}
