// SPDX-License-Identifier: BSL-1.0
#pragma once
// OF_NUMBERS(f(x, y)), OF_VECTORS(...), OF_MATRICES(...): is an expression of x and y, mapped over rows of them, what it is of each row?
#include "late.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace vmapped {

using late = cx::dynamic_tracer;
using function = std::function<late(late, late)>;
using numbers = std::vector<double>;
inline constexpr int rows = 3;

/// Numbers between 0.05 and 0.95, no two of them equal.
inline cx::ndarray drawn(std::vector<std::int64_t> const& lengths, int seed) {
  std::int64_t n = 1;
  for (std::int64_t l : lengths) n *= l;
  numbers x;
  for (std::int64_t i = 0; i < n; ++i)
    x.push_back(static_cast<double>((i * 7919 + seed * 5557 + i * i % 1009 * 13) % 10007) / 10007 * 0.9 + 0.05);
  return cx::ndarray(x, lengths);
}
inline void append(numbers& to, cx::ndarray const& x) {
  cx::ndarray const all = cx::astype<double>(x);
  to.insert(to.end(), all.data<double>(), all.data<double>() + all.size());
}
inline numbers in_order(cx::ndarray const& x) {
  numbers all;
  vmapped::append(all, x);
  return all;
}
inline bool near(numbers const& x, numbers const& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    bool const same = x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]));
    if (!same && !(std::abs(x[i] - y[i]) <= 1e-11 * (1 + std::abs(y[i])))) return false;
  }
  return true;
}

/// f of rows of each shape.
inline void check(std::string_view name, std::vector<std::int64_t> shape, function const& f) {
  INFO(name);
  shape.insert(shape.begin(), rows);
  cx::ndarray const x = drawn(shape, 1), y = drawn(shape, 2);
  auto const of_rows = [&](auto const& g, auto const& row_x, auto const& row_y) {
    numbers all;
    for (int i = 0; i < rows; ++i) vmapped::append(all, cx::jit(g)(cx::ndarray(x[row_x(i)]), cx::ndarray(y[row_y(i)])));
    return all;
  };
  auto const each = [](int i) { return i; };
  auto const first = [](int) { return 0; };
  numbers const expected = of_rows(f, each, each);
  CHECK(near(in_order(cx::jit(cx::vmap(f))(x, y)), expected));
  CHECK(near(in_order(cx::jit(cx::vmap(f, cx::in_axes<cx::none, 0>))(cx::ndarray(x[0]), y)), of_rows(f, first, each)));
  CHECK(near(in_order(cx::jit(cx::vmap(f, cx::in_axes<0, cx::none>))(x, cx::ndarray(y[0]))), of_rows(f, each, first)));
  CHECK(near(in_order(cx::jit(cx::vmap(f, cx::in_axes<-1, -1>))(cx::moveaxis(x, 0, -1), cx::moveaxis(y, 0, -1))), expected));
  numbers pairs;
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < rows; ++k) vmapped::append(pairs, cx::jit(f)(cx::ndarray(x[i]), cx::ndarray(y[k])));
  auto const nested = [&](auto const& xs, auto const& ys) {
    return cx::vmap([&](auto const& a) { return cx::vmap([&](auto const& b) { return f(a, b); })(ys); })(xs);
  };
  CHECK(near(in_order(cx::jit(nested)(x, y)), pairs));
  if (cx::jit(f)(cx::ndarray(x[0]), cx::ndarray(y[0])).dtype() != cx::dtype::f64) return;
  auto const gradient = cx::grad([&](late const& a, late const& b) { return cx::sum(cx::sin(f(a, b))); });
  CHECK(near(in_order(cx::jit(cx::vmap(gradient))(x, y)), of_rows(gradient, each, each)));
}

} // namespace vmapped

#define VMAPPED(shape, ...) \
  vmapped::check(#__VA_ARGS__, shape, []([[maybe_unused]] vmapped::late const& x, [[maybe_unused]] vmapped::late const& y) { \
    return vmapped::late(__VA_ARGS__); \
  })
#define OF_NUMBERS(...) VMAPPED({}, __VA_ARGS__)
#define OF_VECTORS(...) VMAPPED({6}, __VA_ARGS__)
#define OF_MATRICES(...) VMAPPED((std::vector<std::int64_t>{4, 5}), __VA_ARGS__)
