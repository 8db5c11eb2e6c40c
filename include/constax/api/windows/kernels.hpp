// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernels: options and two types of a convolution -> where its windows lie, or what is wrong. dimension_numbers<"NHWC", "HWIO", "NHWC">
#include <constax/api/windows/options.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// Places in texts like "NHWC": of batch and features (in a kernel: of features that come out, that go in), then of the others.
struct convolution_numbers {
  axes x, w, y;
  bool ok = true;
};
/// `by` has the order of the others.
constexpr axes places_in(std::string_view spec, char first, char second, std::string_view by, char by_first, char by_second, bool& ok) {
  axes a;
  ok = ok && spec.size() == by.size() && spec.size() >= 2 && spec.size() <= static_cast<std::size_t>(max_rank);
  for (std::size_t i = 0; ok && i < spec.size(); ++i) ok = spec.find(spec[i]) == i; // no letter twice
  for (char c : {first, second}) {
    ok = ok && spec.find(c) != spec.npos;
    if (ok) a.push(static_cast<i64>(spec.find(c)));
  }
  for (char c : by) {
    if (!ok || c == by_first || c == by_second) continue;
    ok = spec.find(c) != spec.npos && c != first && c != second;
    if (ok) a.push(static_cast<i64>(spec.find(c)));
  }
  return a;
}
constexpr convolution_numbers convolution_numbers_of(std::string_view x, std::string_view w, std::string_view y) {
  convolution_numbers n;
  n.w = places_in(w, 'O', 'I', w, 'O', 'I', n.ok);
  n.x = places_in(x, 'N', 'C', w, 'O', 'I', n.ok);
  n.y = places_in(y, 'N', 'C', w, 'O', 'I', n.ok);
  return n;
}
template <fixed_string X, fixed_string W, fixed_string Y> struct dimension_numbers_of {
  static constexpr convolution_numbers numbers = convolution_numbers_of(X.view(), W.view(), Y.view());
};
} // namespace detail

/// What the axes of a convolution's operand, kernel and result stand for: dimension_numbers<"NHWC", "HWIO", "NHWC">. N batch, C features, O
/// and I the kernel's features that come out and go in; all others are letters of yours. Without it "NCHW", "OIHW", "NCHW", of any rank.
template <fixed_string X, fixed_string W, fixed_string Y> inline constexpr detail::dimension_numbers_of<X, W, Y> dimension_numbers{};

namespace detail {

struct convolution_options {
  window_options windows;
  convolution_numbers numbers;
  bool numbered = false;

  template <says_of_windows O> constexpr void put(O o) { windows.put(o); }
  template <fixed_string X, fixed_string W, fixed_string Y> constexpr void put(dimension_numbers_of<X, W, Y> n) {
    numbers = n.numbers, numbered = true;
  }
};
template <class O>
concept says_of_convolution = requires(convolution_options c) {
  c.put(O{});
};
template <class... O> constexpr convolution_options convolution_options_of() {
  convolution_options c;
  (c.put(O{}), ...);
  return c;
}

enum class convolution_fault : u8 { none, dtypes, ranks, numbers, kernel, features, windows };
struct convolution {
  windows where;
  convolution_numbers at;
  i64 groups = 1, batches = 1;
  aval result;
  convolution_fault fault = convolution_fault::none;

  constexpr int axes_of_space() const { return at.x.size() - 2; }
};
constexpr extent length_at(aval const& a, axes const& at, int i) { return a.shape[static_cast<int>(at[i])]; }
constexpr convolution place_convolution(aval const& x, aval const& w, convolution_options const& o) {
  convolution c;
  auto const fail = [&](convolution_fault f) {
    c.fault = f;
    return c;
  };
  int const rank = x.rank();
  if (x.type != w.type) return fail(convolution_fault::dtypes);
  if (w.rank() != rank || rank < 2) return fail(convolution_fault::ranks);
  c.at = o.numbers;
  if (!o.numbered)
    for (int d = 0; d < rank; ++d) c.at.x.push(d), c.at.w.push(d), c.at.y.push(d);
  if (!c.at.ok || c.at.x.size() != rank) return fail(convolution_fault::numbers);
  c.groups = o.windows.feature_groups, c.batches = o.windows.batch_groups;
  axes lengths;
  shape space;
  for (int d = 2; d < rank; ++d) {
    if (!length_at(w, c.at.w, d).is_number()) return fail(convolution_fault::kernel);
    lengths.push(length_at(w, c.at.w, d).number), space.push(length_at(x, c.at.x, d));
  }
  extent const out = length_at(w, c.at.w, 0), in = length_at(w, c.at.w, 1), features = length_at(x, c.at.x, 1),
               batch = length_at(x, c.at.x, 0);
  if (!out.is_number() || !in.is_number()) return fail(convolution_fault::kernel);
  bool const whole = c.groups > 0 && c.batches > 0 && (c.groups == 1 || c.batches == 1) && features == in * c.groups &&
                     out.number % (c.groups * c.batches) == 0 && (c.batches == 1 || (batch.is_number() && batch.number % c.batches == 0));
  if (!whole) return fail(convolution_fault::features);
  c.where = place_windows(space, 0, rank - 2, lengths, o.windows);
  if (c.where.fault != window_fault::none) return fail(convolution_fault::windows);
  c.result.type = x.type;
  for (int d = 0; d < rank; ++d) c.result.shape.push(extent(0));
  auto const put = [&](int i, extent const& n) { c.result.shape[static_cast<int>(c.at.y[i])] = n; };
  put(0, c.batches == 1 ? batch : extent(batch.number / c.batches)), put(1, out);
  for (int d = 2; d < rank; ++d) put(d, c.where.count[d - 2]);
  return c;
}
constexpr text convolution_refused(std::string_view name, convolution const& c, aval const& x, aval const& w) {
  if (c.fault == convolution_fault::dtypes) return sentence({fault_code::dtypes_differ, name, {}, x, w});
  if (c.fault == convolution_fault::windows) return windows_refused(name, c.where, x);
  text t;
  t << "[constax] " << name << ": an operand of type " << x << " and a kernel of type " << w;
  switch (c.fault) {
    case convolution_fault::ranks: return t << " have axes of batch, features and space each, equally many";
    case convolution_fault::numbers:
      return t << " take texts of as many letters as they have axes, each once, the operand's and the result's with N and C, the kernel's "
                  "with O "
                  "and I: cx::dimension_numbers of NHWC, HWIO, NHWC";
    case convolution_fault::kernel: return t << ": the kernel's lengths are numbers; a length that the call tells may be the operand's";
    default:
      return t << ": the operand has as many features as groups of the kernel's input features, here " << c.groups
               << ", the kernel's output features and the batch come in whole groups, and only one of the two is grouped";
  }
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
