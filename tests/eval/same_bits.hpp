// SPDX-License-Identifier: BSL-1.0
#pragma once
// same_bits: does the compiled evaluator give what the oracle gives, bit for bit? Inputs start 0 and 1 elements past a 64-byte boundary.
#include <constax/constax.hpp>
#include <constax/eval/reference.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <cstring>
#include <vector>

namespace same_bits {

namespace cx = constax;
using namespace cx::literals;

/// Memory for an argument T[Dims...] with numbers in it, `shift` elements past a boundary.
template <class T, auto... Dims>
struct input {
  std::vector<std::int64_t> lengths;
  std::vector<T> memory;
  std::size_t at = 0;
  std::int64_t size = 1;

  /// Lengths of the symbolic axes, then optionally a number that varies the contents.
  template <class... N>
  explicit input(N... given) {
    std::int64_t const numbers[] = {static_cast<std::int64_t>(given)..., 0};
    constexpr cx::extent es[] = {cx::extent(Dims)...};
    std::size_t used = 0;
    for (cx::extent const& e : es) lengths.push_back(e.is_number() ? e.number : numbers[used++]);
    for (std::int64_t l : lengths) size *= l;
    memory.resize(static_cast<std::size_t>(size) + 128 / sizeof(T) + 2);
    place(0, used < sizeof...(N) ? static_cast<double>(numbers[used]) : 0.0);
  }
  void place(std::size_t shift, double seed) {
    seed_ = seed;
    at = 0;
    while (reinterpret_cast<std::uintptr_t>(memory.data() + at) % 64 != 0) ++at;
    at += shift;
    for (std::int64_t i = 0; i < size; ++i) memory[at + static_cast<std::size_t>(i)] = number(i);
  }
  void shift_by(std::size_t shift) { place(shift, seed_); }
  T number(std::int64_t i) const {
    double const x = std::sin(1.3 + 0.7 * static_cast<double>(i) + seed_) * 3;
    if constexpr (std::is_integral_v<T>) return static_cast<T>(x * 5);
    else return static_cast<T>(x);
  }
  T const* data() const { return memory.data() + at; }
  auto view() const {
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
      return std::apply([&](auto... n) { return cx::view<T const, Dims...>(data(), n...); }, std::tuple_cat(one<D>()...));
    }(std::make_index_sequence<sizeof...(Dims)>{});
  }
  cx::tensor tensor() const {
    cx::aval a{cx::dtype_of<T>, {}};
    for (std::int64_t l : lengths) a.shape.push(cx::extent(l));
    cx::tensor t(a);
    for (std::int64_t i = 0; i < size; ++i) t.put(static_cast<cx::u32>(i), data()[i]);
    return t;
  }

private:
  double seed_ = 0;
  template <std::size_t D>
  auto one() const {
    constexpr cx::extent es[] = {cx::extent(Dims)...};
    if constexpr (es[D].is_number()) return std::tuple<>{};
    else return std::tuple<std::int64_t>{lengths[D]};
  }
};

template <class X>
bool equal(X const& leaf, cx::tensor const& t) {
  if constexpr (std::is_arithmetic_v<X>) {
    cx::tensor s(cx::aval{cx::dtype_of<X>, {}});
    s.put(0, leaf);
    return s == t;
  } else {
    using T = typename X::value_type;
    if (leaf.size() != static_cast<std::int64_t>(t.size()) || t.type.type != cx::dtype_of<T>) return false;
    for (int d = 0; d < X::rank(); ++d)
      if (leaf.length(d) != t.type.shape[d].number) return false;
    for (std::int64_t i = 0; i < leaf.size(); ++i) {
      T const expected = t.template at<T>(static_cast<cx::u32>(i)), got = leaf[i];
      if (std::memcmp(&expected, &got, sizeof(T)) != 0 && (expected == expected || got == got)) { // any nan is nan
        UNSCOPED_INFO("element " << i << ": " << got << " instead of " << expected);
        return false;
      }
    }
    return true;
  }
}

/// f compiled against g interpreted.
template <class F, class G, class... In>
bool compare_with(F const& f, G const&, In... in) {
  bool good = true;
  using P = cx::program_of<G, std::remove_cvref_t<decltype(in.view())>...>;
  static_assert(P::sound);
  for (std::size_t const shift : {std::size_t{0}, std::size_t{1}}) {
    (in.shift_by(shift), ...);
    cx::vec<cx::tensor> args;
    (args.push(in.tensor()), ...);
    cx::fault why;
    auto const expected = cx::reference::evaluate(cx::thaw(P::frozen), args, {}, &why);
    if (why) {
      UNSCOPED_INFO(std::string(cx::sentence(why).view()));
      return false;
    }
    auto const got = cx::jit(f)(in.view()...);
    cx::u32 k = 0;
    cx::for_each_leaf([&](auto const& leaf) { good &= k < expected.size() && equal(leaf, expected[k]), ++k; }, got);
    good &= k == expected.size();
  }
  return good;
}
template <class F, class... In>
bool compare(F const& f, In const&... in) {
  return compare_with(f, f, in...);
}

} // namespace same_bits
