// SPDX-License-Identifier: BSL-1.0
#pragma once
// product: y[b, i, j] = sum over k of x[b, i, k] * z[b, k, j], in the order of primitives/summation.hpp. What lies otherwise is copied to lie so.
#include <constax/lane/lane.hpp>
#include <constax/primitives/evaluate.hpp>

#include <array>

namespace constax::inline CONSTAX_TAG::vm {

struct product_size {
  i64 batch = 1, m = 1, terms = 1, n = 1;
};
/// z: [batch, terms, n], or [batch, n, terms] where `turned`.
struct product_functions {
  void (*run)(void const* x, void const* z, void* y, product_size const& s, bool turned) = nullptr;
};

template <class T> struct products {
  static constexpr int chains = chains_of(dtype_of<T>), W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
  static constexpr T nought = std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T(0);
  template <class L> CONSTAX_INLINE static L multiply_add(L const& x, L const& y, L const& acc) {
    if constexpr (std::is_arithmetic_v<L>) return detail::multiply_add<T>(x, y, acc);
    else if constexpr (std::is_floating_point_v<T>) return fma(x, y, acc);
    else return math::add(acc, math::mul(x, y));
  }
  struct joining {
    constexpr T operator()(T p, T q) const { return detail::multiply_add<T>(p, T(1), q); }
    lane<T, W> operator()(lane<T, W> const& p, lane<T, W> const& q) const requires(W > 1) {
      return multiply_add<lane<T, W>>(p, broadcast<T, W>(T(1)), q);
    }
  };
  static constexpr joining join{};

  /// Two vectors.
  static T dot(T const* x, T const* z, i64 terms, i64 result_bytes) {
    if (terms <= short_sum) {
      T acc = nought;
      for (i64 k = 0; k < terms; ++k) acc = detail::multiply_add<T>(x[k], z[k], acc);
      return acc;
    }
    blocks_in_order<T, joining> all(terms, result_bytes, nought, join);
    using L = lane<T, chains>;
    for (i64 begin = 0; begin < terms; begin += block_length) {
      i64 const end = begin + block_length < terms ? begin + block_length : terms;
      L acc = broadcast<T, chains>(nought);
      i64 k = begin;
      for (; k + chains <= end; k += chains) acc = multiply_add<L>(load<T, chains>(x + k), load<T, chains>(z + k), acc);
      T chain[chains];
      store(chain, acc);
      for (; k < end; ++k) {
        T& c = chain[(k - begin) % chains];
        c = detail::multiply_add<T>(x[k], z[k], c);
      }
      fold_chains(chain, i64{chains}, join);
      all.take(chain[0]);
    }
    return all.result();
  }

  /// A row of x times W columns of z, of which `count` are there.
  static void columns(T const* x, T const* z, i64 stride, T* y, i64 count, i64 terms, i64 result_bytes) {
    using L = lane<T, W>;
    auto const column = [&](i64 k) { return count == W ? load<T, W>(z + k * stride) : load_n<T, W>(z + k * stride, count, T(0)); };
    L const none = broadcast<T, W>(nought);
    if (terms <= short_sum) {
      L acc = none;
      for (i64 k = 0; k < terms; ++k) acc = multiply_add<L>(broadcast<T, W>(x[k]), column(k), acc);
      return store_n(y, acc, count);
    }
    i64 const blocks = block_count(terms), groups = group_count(terms, result_bytes);
    std::array<L, 64> of;
    i64 g = -1, next = 0;
    for (i64 b = 0; b < blocks; ++b) {
      i64 const begin = b * block_length, end = begin + block_length < terms ? begin + block_length : terms;
      L chain[chains];
      for (L& c : chain) c = none;
      i64 k = begin;
      for (; k + chains <= end; k += chains)
        for (int c = 0; c < chains; ++c) chain[c] = multiply_add<L>(broadcast<T, W>(x[k + c]), column(k + c), chain[c]);
      for (int c = 0; k < end; ++k, ++c) chain[c] = multiply_add<L>(broadcast<T, W>(x[k]), column(k), chain[c]);
      fold_chains(chain, i64{chains}, join);
      if (b == next) of[static_cast<std::size_t>(++g)] = none, next = group_begin(g + 1, groups, blocks);
      L& group = of[static_cast<std::size_t>(g)];
      group = join(group, chain[0]);
    }
    combine_groups(of.data(), groups, join);
    store_n(y, of[0], count);
  }

  static void run(void const* from_x, void const* from_z, void* to, product_size const& s, bool turned) {
    T const* const x = static_cast<T const*>(from_x);
    T const* const z = static_cast<T const*>(from_z);
    T* const y = static_cast<T*>(to);
    i64 const result_bytes = s.batch * s.m * s.n * static_cast<i64>(sizeof(T));
    for (i64 b = 0; b < s.batch; ++b) {
      T const* const xb = x + b * s.m * s.terms;
      T const* const zb = z + b * s.terms * s.n;
      T* const yb = y + b * s.m * s.n;
      if (turned)
        for (i64 i = 0; i < s.m; ++i)
          for (i64 j = 0; j < s.n; ++j) yb[i * s.n + j] = dot(xb + i * s.terms, zb + j * s.terms, s.terms, result_bytes);
      else
        for (i64 j = 0; j < s.n; j += W)
          for (i64 i = 0; i < s.m; ++i)
            columns(xb + i * s.terms, zb + j, s.n, yb + i * s.n + j, s.n - j < W ? s.n - j : W, s.terms, result_bytes);
    }
  }
  static constexpr product_functions functions{run};
};

inline product_functions const* find_product(dtype t) {
  return detail::visit_dtype(t, []<class T>(T) -> product_functions const* {
    if constexpr (std::is_same_v<T, bool>) return nullptr;
    else return &products<T>::functions;
  });
}
/// Fewer columns than a register has lanes: the terms of a result then go side by side.
inline bool turns(dtype t, i64 n) { return n * info(t).bytes < CONSTAX_VECTOR_BYTES; }

} // namespace constax::inline CONSTAX_TAG::vm
