// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// The boxes of a movement against its definition: each element of a result comes from the place that the definition says, or is
// padding, for all small shapes and parameters.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <vector>

namespace {
using namespace constax;

/// Of each element of a result: operand and row-major place; operand -1: padding.
struct origin {
  int operand = -1;
  i64 at = 0;
  friend bool operator==(origin const&, origin const&) = default;
};
i64 flat(i64 const* at, lengths const& n) {
  i64 i = 0;
  for (int d = 0; d < n.rank; ++d) i = i * n[d] + at[d];
  return i;
}
void next_place(i64* at, lengths const& n) {
  for (int d = n.rank; d-- > 0 && ++at[d] == n[d];) at[d] = 0;
}
std::vector<origin> defined(primitive const& p, vec<i64> const& params, vec<lengths> const& operands, lengths const& result) {
  std::vector<origin> all;
  i64 at[max_rank] = {};
  for (i64 i = 0; i < result.size(); ++i, next_place(at, result)) {
    element_source const s = p.source(params, {}, operands, result, at);
    all.push_back(s.operand < 0 ? origin{} : origin{s.operand, flat(s.at, operands[static_cast<u32>(s.operand)])});
  }
  return all;
}
/// An element that two boxes claim is one of operand -2.
std::vector<origin> by_boxes(primitive const& p, vec<i64> const& params, vec<lengths> const& operands, lengths const& result) {
  std::vector<origin> all(static_cast<std::size_t>(result.size()));
  for (moved_box const& b : p.boxes(params, operands, result)) {
    lengths n;
    n.rank = result.rank;
    for (int d = 0; d < n.rank; ++d) n.of[d] = b.length[d];
    i64 at[max_rank] = {};
    for (i64 i = 0; i < n.size(); ++i, next_place(at, n)) {
      i64 to[max_rank] = {}, from = b.from;
      for (int d = 0; d < n.rank; ++d) to[d] = b.first[d] + b.every[d] * at[d], from += b.step[d] * at[d];
      origin& o = all.at(static_cast<std::size_t>(flat(to, result)));
      o = o.operand == -1 ? origin{static_cast<int>(b.operand), from} : origin{-2, 0};
    }
  }
  return all;
}
int asked = 0;
/// Nothing where the type rule refuses.
template <class P> bool agree(params_of<P> const& params, vec<shape> const& shapes) {
  vec<aval> types;
  vec<aval const*> at;
  vec<lengths> operands;
  for (shape const& s : shapes) types.push({dtype::f64, s}), operands.push(lengths(s));
  for (aval const& a : types) at.push(&a);
  vec<i64> const encoded = encode(params);
  typed const t = descriptor<P>.type(at, encoded, nullptr);
  if (t.fault) return true;
  ++asked;
  lengths const result(t.results[0].shape);
  return defined(descriptor<P>, encoded, operands, result) == by_boxes(descriptor<P>, encoded, operands, result);
}

TEST_CASE("pad: the box of the operand, wherever it lies") {
  bool all = true;
  asked = 0;
  for (i64 n = 0; n <= 4; ++n)
    for (i64 lo = -4; lo <= 3; ++lo)
      for (i64 hi = -4; hi <= 3; ++hi)
        for (i64 interior = 0; interior <= 2; ++interior) {
          all &= agree<pad_t>({{lo}, {hi}, {interior}}, {{n}, {}});
          all &= agree<pad_t>({{1, lo}, {hi, 0}, {interior, 1}}, {{3, n}, {}});
          all &= agree<pad_t>({{lo, 0, 1}, {hi, 1, -1}, {0, interior, 0}}, {{n, 2, 3}, {}});
        }
  CHECK(all);
  CHECK(asked > 2000);
}
TEST_CASE("concatenate: a box an operand, empty ones too") {
  bool all = true;
  asked = 0;
  for (i64 a = 0; a <= 3; ++a)
    for (i64 b = 0; b <= 3; ++b)
      for (i64 n = 0; n <= 3; ++n) {
        all &= agree<concatenate_t>({0}, {{a}, {b}, {n}});
        all &= agree<concatenate_t>({0}, {{a, n}, {b, n}});
        all &= agree<concatenate_t>({1}, {{n, a}, {n, b}, {n, 2}});
        all &= agree<concatenate_t>({1}, {{2, a, n}, {2, b, n}});
      }
  CHECK(all);
  CHECK(asked == 4 * 64);
}
TEST_CASE("affine maps and reshapes: one box") {
  bool all = true;
  asked = 0;
  for (i64 n = 0; n <= 4; ++n)
    for (i64 m = 0; m <= 4; ++m) {
      for (i64 start = 0; start <= n; ++start)
        for (i64 limit = start; limit <= n; ++limit)
          for (i64 stride = 1; stride <= 3; ++stride) all &= agree<slice_t>({{limit, m}, {start, 0}, {stride, 1}}, {{n, m}});
      for (i64 k = 0; k <= 3; ++k) {
        all &= agree<broadcast_in_dim_t>({{k, n, m}, {1, 2}}, {{n, m}});
        all &= agree<broadcast_in_dim_t>({{n, k, m}, {0, 1}}, {{n, 1}});
        all &= agree<transpose_t>({{2, 0, 1}}, {{n, m, k}});
        all &= agree<rev_t>({{0, 2}}, {{n, m, k}});
        all &= agree<squeeze_t>({{1}}, {{n, 1, m, k}});
        all &= agree<reshape_t>({{m, n * k}}, {{n, m, k}});
      }
    }
  CHECK(all);
  CHECK(asked > 1000);
}
TEST_CASE("wrong twins: a box by another step, or a place off, is told") {
  vec<i64> const right = encode(slice_t::params{{4}, {0}, {2}}), wrong = encode(slice_t::params{{2}, {0}, {1}});
  vec<lengths> const operands{lengths(shape{4})};
  lengths const result(shape{2});
  CHECK(defined(descriptor<slice_t>, right, operands, result) == by_boxes(descriptor<slice_t>, right, operands, result));
  CHECK_FALSE(defined(descriptor<slice_t>, right, operands, result) == by_boxes(descriptor<slice_t>, wrong, operands, result));
  vec<i64> const left = encode(pad_t::params{{1}, {0}, {0}}), other = encode(pad_t::params{{0}, {1}, {0}});
  vec<lengths> const padded{lengths(shape{2}), lengths(shape{})};
  CHECK_FALSE(defined(descriptor<pad_t>, left, padded, lengths(shape{3})) == by_boxes(descriptor<pad_t>, other, padded, lengths(shape{3})));
}

} // namespace
