// SPDX-License-Identifier: BSL-1.0
#pragma once
// same_bits: does the compiled evaluator give what the oracle gives, bit for bit? Inputs start 0 and 1 elements past a 64-byte boundary.
#include <constax/constax.hpp>
#include <constax/eval/reference.hpp>

#include "../support/catch.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>
#include <valarray>
#include <vector>

namespace same_bits {

namespace cx = constax;
using namespace cx::literals;

/// Memory for an argument T[Dims...] with numbers in it, `shift` elements past a boundary.
template <class T, auto... Dims>
struct input {
  std::vector<std::int64_t> lengths;
  std::valarray<T> memory; // a vector of bool has no elements that a view could borrow
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
  /// With these values in row-major order, from the first again where they are fewer than the lengths ask for.
  template <class... N>
    requires(std::is_arithmetic_v<N> && ...)
  explicit input(std::vector<T> values, N... given) : input(given...) {
    given_ = std::move(values);
    place(0, seed_);
  }
  void place(std::size_t shift, double seed) {
    seed_ = seed;
    at = 0;
    while (reinterpret_cast<std::uintptr_t>(&memory[at]) % 64 != 0) ++at;
    at += shift;
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
      memory[at + i] = given_.empty() ? number(static_cast<std::int64_t>(i)) : given_[i % given_.size()];
  }
  void shift_by(std::size_t shift) { place(shift, seed_); }
  T number(std::int64_t i) const {
    double const x = std::sin(1.3 + 0.7 * static_cast<double>(i) + seed_) * 3;
    if constexpr (std::is_same_v<T, bool>) return x > 0;
    // integers wrap, a double below 0 does not
    else if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<std::int64_t>(x * 5));
    else return static_cast<T>(x);
  }
  T const* data() const { return &memory[0] + at; }
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
  std::vector<T> given_;
  template <std::size_t D>
  auto one() const {
    constexpr cx::extent es[] = {cx::extent(Dims)...};
    if constexpr (es[D].is_number()) return std::tuple<>{};
    else return std::tuple<std::int64_t>{lengths[D]};
  }
};
/// A number as an argument.
template <class T>
struct scalar {
  T number;
  void shift_by(std::size_t) {}
  T view() const { return number; }
  cx::tensor tensor() const { return cx::tensor_of(number); }
};
template <class T>
scalar(T) -> scalar<T>;
/// Memory of an array with these lengths in a layout (cx::col_major; cx::strided: with gaps behind every axis; nullptr: row-major), and
/// where in it each element is, in row-major order.
template <auto Layout, class T, auto... Dims>
struct laid_out {
  static constexpr bool columns = std::is_same_v<std::remove_cvref_t<decltype(Layout)>, cx::col_major_t>,
                        gaps = std::is_same_v<std::remove_cvref_t<decltype(Layout)>, cx::strided_t>;
  static constexpr std::size_t rank = sizeof...(Dims);
  std::vector<std::int64_t> lengths;
  std::array<std::int64_t, rank + 1> stride{};
  std::vector<T> memory;

  laid_out(std::vector<std::int64_t> const& of, T filled_with) : lengths(of) {
    std::int64_t all = 1;
    for (std::size_t k = 0; k < rank; ++k) {
      std::size_t const d = columns ? k : rank - 1 - k;
      stride[d] = all, all *= lengths[d] + gaps;
    }
    memory.assign(static_cast<std::size_t>(all), filled_with);
  }
  std::size_t place(std::int64_t i) const {
    std::int64_t at = 0;
    for (std::size_t d = rank; d-- > 0;) at += i % lengths[d] * stride[d], i /= lengths[d];
    return static_cast<std::size_t>(at);
  }
  /// U: T or T const.
  template <class U>
  auto view(U* data) const {
    constexpr cx::extent es[] = {cx::extent(Dims)..., cx::extent(0)};
    auto const one = [&]<std::size_t D>(std::integral_constant<std::size_t, D>) {
      if constexpr (es[D].is_number()) return std::tuple<>{};
      else return std::tuple<std::int64_t>{lengths[D]};
    };
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
      return std::apply([&](auto... n) {
        if constexpr (gaps) return cx::view<U, Dims..., Layout>(data, {n...}, {stride[D]...});
        else if constexpr (columns) return cx::view<U, Dims..., Layout>(data, n...);
        else return cx::view<U, Dims...>(data, n...);
      }, std::tuple_cat(one(std::integral_constant<std::size_t, D>{})...));
    }(std::make_index_sequence<rank>{});
  }
};
/// An argument's numbers in another layout.
template <auto Layout, class T, auto... Dims>
struct input_in : input<T, Dims...> {
  using input<T, Dims...>::input;
  auto view() const {
    held_.emplace(this->lengths, T{});
    for (std::int64_t i = 0; i < this->size; ++i) held_->memory[held_->place(i)] = this->data()[i];
    return held_->view(static_cast<T const*>(held_->memory.data()));
  }

private:
  mutable std::optional<laid_out<Layout, T, Dims...>> held_;
};

/// The same bits; any nan is nan.
template <class T>
bool same_element(T got, T expected) {
  return std::memcmp(&expected, &got, sizeof(T)) == 0 || (expected != expected && got != got);
}
template <class X>
bool equal(X const& leaf, cx::tensor const& t) {
  if constexpr (std::is_arithmetic_v<X>) {
    return t.type == cx::aval{cx::dtype_of<X>, {}} && same_element(leaf, t.template at<X>(0));
  } else {
    using T = typename X::value_type;
    if (leaf.size() != static_cast<std::int64_t>(t.size()) || t.type.type != cx::dtype_of<T>) return false;
    for (int d = 0; d < X::rank(); ++d)
      if (leaf.length(d) != t.type.shape[d].number) return false;
    for (std::int64_t i = 0; i < leaf.size(); ++i) {
      T const expected = t.template at<T>(static_cast<cx::u32>(i)), got = leaf[i];
      if (!same_element(got, expected)) {
        UNSCOPED_INFO("element " << i << ": " << +got << " instead of " << +expected); // +: of bytes the number
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
    auto const check = [&](auto const& leaf) {
      bool const same = k < expected.size() && equal(leaf, expected[k]);
      if (!same) UNSCOPED_INFO("in result " << k);
      good &= same, ++k;
    };
    cx::for_each_leaf(check, got);
    good &= k == expected.size();
  }
  return good;
}
template <class F, class... In>
bool compare(F const& f, In const&... in) {
  return compare_with(f, f, in...);
}

/// Where a result goes: lengths of the symbolic axes. What lies between its elements keeps its value.
template <auto Layout, class T, auto... Dims>
struct output {
  static constexpr T untouched = T(77);
  laid_out<Layout, T, Dims...> held;
  template <class... N>
  explicit output(N... given) : held(input<T, Dims...>(given...).lengths, untouched) {}
  auto view() { return held.view(held.memory.data()); }
  bool same(cx::tensor const& t) const {
    std::vector<bool> written(held.memory.size());
    for (std::uint32_t i = 0; i < t.size(); ++i) {
      written[held.place(i)] = true;
      if (!same_element(held.memory[held.place(i)], t.template at<T>(i))) {
        UNSCOPED_INFO("element " << i << ": " << +held.memory[held.place(i)] << " instead of " << +t.template at<T>(i));
        return false;
      }
    }
    for (std::size_t k = 0; k < written.size(); ++k)
      if (!written[k] && held.memory[k] != untouched) {
        UNSCOPED_INFO("memory between elements was written to, at " << k);
        return false;
      }
    return true;
  }
};
/// f, which gives a tuple of arrays, compiled, into memory in these layouts.
template <class F, class... Out, class... In>
bool compare_into(F const& f, std::tuple<Out...> out, In... in) {
  using P = cx::program_of<F, std::remove_cvref_t<decltype(in.view())>...>;
  static_assert(P::sound);
  cx::vec<cx::tensor> args;
  (args.push(in.tensor()), ...);
  auto const expected = cx::reference::evaluate(cx::thaw(P::frozen), args);
  return std::apply([&](auto&... o) {
    cx::evaluate_into(std::tuple{o.view()...}, f, in.view()...);
    cx::u32 k = 0;
    bool good = true;
    auto const check = [&](auto const& one) {
      bool const same = one.same(expected[k]);
      if (!same) UNSCOPED_INFO("in result " << k);
      good &= same, ++k;
    };
    (check(o), ...);
    return good;
  }, out);
}

/// The same of scalars: element after element of some arrays, which are equally long, each one a call on numbers.
template <class F, class G, class... T>
bool compare_scalars_with(F const& f, G const&, std::vector<T> const&... in) {
  using P = cx::program_of<G, cx::spec<T>...>;
  static_assert(P::sound);
  auto const program = cx::thaw(P::frozen);
  bool good = true;
  std::size_t const sizes[] = {in.size()...};
  for (std::size_t i = 0; i < sizes[0]; ++i) {
    cx::vec<cx::tensor> args;
    (args.push(cx::tensor_of(T(in[i]))), ...);
    auto const expected = cx::reference::evaluate(program, args);
    cx::u32 k = 0;
    auto const check = [&]<class X>(X got) {
      if (k < expected.size() && equal(got, expected[k++])) return;
      good = false;
      UNSCOPED_INFO("result " << k - 1 << " of element " << i << ": " << +got);
    };
    cx::for_each_leaf(check, cx::jit(f)(T(in[i])...));
    good &= k == expected.size();
  }
  return good;
}
template <class F, class... T>
bool compare_scalars(F const& f, std::vector<T> const&... in) {
  return compare_scalars_with(f, f, in...);
}

// ---- values that go wrong first ------------------------------------------------------------------------------------------------------

/// How many Ts are in one register.
template <class T>
inline constexpr std::int64_t width = CONSTAX_VECTOR_BYTES / static_cast<std::int64_t>(sizeof(T));

/// Zeros, halves, subnormals, the largest, infinities and nan; of integers the ends, and what divisions go wrong by.
template <class T>
std::vector<T> special_values() {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  else if constexpr (std::is_floating_point_v<T>)
    return {T(0), T(-0.0), T(1), T(-1), T(0.5), T(-0.5), T(1.5), T(-1.5), T(2.5), T(-2.5), T(2), T(3), T(-3), T(0.1), T(1e9), T(1e-9),
            limits::epsilon(), limits::denorm_min(), -limits::denorm_min(), limits::min() / 2, limits::min(), -limits::min(),
            limits::max(), limits::lowest(), limits::infinity(), -limits::infinity(), limits::quiet_NaN()};
  else
    return {T(0), T(1), static_cast<T>(-1), T(2), static_cast<T>(-2), T(3), static_cast<T>(-7), T(100), static_cast<T>(-100),
            limits::min(), static_cast<T>(limits::min() + 1), limits::max(), static_cast<T>(limits::max() - 1),
            static_cast<T>(limits::max() / 2), static_cast<T>(limits::max() / 2 + 1)};
}
/// All pairs of them: the first and the second of each; from pair `begin` on, around the end.
template <class T>
struct pairs {
  std::vector<T> x, y;
  explicit pairs(std::size_t begin = 0) {
    std::vector<T> const v = special_values<T>();
    std::size_t const n = v.size();
    for (std::size_t i = 0; i < n * n; ++i) {
      std::size_t const k = (begin + i) % (n * n);
      x.push_back(v[k / n]), y.push_back(v[k % n]);
    }
  }
};

/// Is the f of two arguments compiled what it is interpreted: of arrays of all lengths from 0 to past two registers, with numbers in them
/// and with special values, then of all pairs of special values, in an array and one after the other?
template <class T, class F>
bool compare_on_pairs(F const& f) {
  constexpr cx::dim<"n"> n;
  bool good = true;
  for (std::int64_t k = 0; k <= 2 * width<T> + 1; ++k) {
    pairs<T> const some(static_cast<std::size_t>(37 * k));
    good &= compare(f, input<T, n>(k), input<T, n>(k, 3)) && compare(f, input<T, n>(some.x, k), input<T, n>(some.y, k));
    if (!good) {
      UNSCOPED_INFO("of " << k << " elements");
      return false;
    }
  }
  pairs<T> const all;
  good &= compare(f, input<T, n>(all.x, all.x.size()), input<T, n>(all.y, all.y.size()));
  return good & compare_scalars(f, all.x, all.y);
}

} // namespace same_bits
