// SPDX-License-Identifier: BSL-1.0
#pragma once
// numpy_oracle: functions on tracers against what real JAX gives (numpy_oracle.py), in f64 and f32: values and cotangents, as traced and as
// lowered; and vmap against a call for each row. Programs are recorded, transformed and evaluated at run time: nothing is compiled but the
// functions themselves.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#ifndef CONSTAX_ORACLE_TABLE
#define CONSTAX_ORACLE_TABLE "numpy_oracle.inc"
#endif

namespace constax_tests {

namespace cx = constax;
using namespace cx::literals;

struct oracle_case {
  std::string_view name, types, operands, results, cotangents;
};
inline std::vector<oracle_case> const& oracle_table() {
  static std::vector<oracle_case> const t{
#include CONSTAX_ORACLE_TABLE
  };
  return t;
}
inline std::vector<cx::u64> words_of(std::string_view s) {
  std::vector<cx::u64> w;
  bool inside = false;
  for (char c : s) {
    if (c == ' ') inside = false;
    else {
      if (!inside) w.push_back(0);
      inside = true;
      w.back() = w.back() * 16 + static_cast<cx::u64>(c <= '9' ? c - '0' : c - 'a' + 10);
    }
  }
  return w;
}

/// Results of a traced function, one after the other.
template <class Y> void collect(cx::vec<cx::value>& to, Y const& y) {
  if constexpr (cx::tracing<Y>) to.push(y.value);
  else std::apply([&](auto const&... part) { (collect(to, part), ...); }, y);
}
/// f on inputs of these types, recorded at run time.
template <class... X, class F> cx::jaxpr recorded(F const& f) {
  cx::context c("test");
  std::tuple<X...> const xs{X(c.input(X::aval))...};
  cx::vec<cx::value> ys;
  collect(ys, std::apply(f, xs));
  return c.finish(ys);
}
template <class... X> std::string types_of(cx::jaxpr const& j) {
  cx::text t;
  auto const one = [&](cx::aval const& a) {
    t << (t.size() ? " " : "");
    t << (a.type == cx::dtype::boolean ? "bool" : cx::info(a.type).name) << '[';
    for (int d = 0; d < a.rank(); ++d) t << (d ? "," : "") << a.shape[d];
    t << ']';
  };
  (one(X::aval), ...);
  t << " ->";
  for (cx::atom a : j.outs) one(j.type(a));
  return std::string(t.view());
}

inline double number_in(cx::dtype t, cx::u64 w) {
  return t == cx::dtype::f32 ? static_cast<double>(cx::element_in<float>(w)) : cx::element_in<double>(w);
}
/// Differences in units in the last place of the largest number of a result; infinite where anything but a floating-point number differs.
inline double distance(cx::tensor const& y, cx::u64 const* expected) {
  cx::dtype const t = y.type.type;
  double most = 0, size = 0;
  for (cx::u32 i = 0; i < y.size(); ++i) {
    if (y.words[i] == expected[i]) continue;
    if (!cx::info(t).floating) return HUGE_VAL;
    double const a = number_in(t, y.words[i]), b = number_in(t, expected[i]);
    if (a == b || (a != a && b != b)) continue;
    if (!(std::abs(a - b) < HUGE_VAL)) return HUGE_VAL;
    most = std::fmax(most, std::abs(a - b));
  }
  for (cx::u32 i = 0; i < y.size() && cx::info(t).floating; ++i)
    if (double const b = std::abs(number_in(t, expected[i])); b < HUGE_VAL) size = std::fmax(size, b);
  if (most == 0) return 0;
  return most / std::ldexp(t == cx::dtype::f32 ? 0x1p-23 : 0x1p-52, size > 0 ? std::ilogb(size) : 0);
}
/// The same bits, or both nan.
inline bool same_tensor(cx::tensor const& a, cx::tensor const& b) { return a.type == b.type && distance(a, b.words.begin()) == 0; }

inline cx::vec<cx::tensor> operands_of(cx::jaxpr const& j, std::vector<cx::u64> const& words) {
  cx::vec<cx::tensor> xs;
  std::size_t at = 0;
  for (cx::u32 v : j.ins) {
    cx::tensor x(j.type(v));
    for (cx::u32 i = 0; i < x.size(); ++i) x.words[i] = words.at(at++);
    xs.push(x);
  }
  REQUIRE(at == words.size());
  return xs;
}
/// Those of all results from `first` on, at most so many units off.
inline void compare(cx::jaxpr const& j, cx::vec<cx::tensor> const& xs, cx::u32 first, std::vector<cx::u64> const& expected, double ulp,
                    char const* what) {
  INFO(what << '\n' << cx::print(j).view());
  REQUIRE(!cx::check(j).fault);
  double worst = 0;
  for (cx::jaxpr const& form : {j, cx::lower(j)}) {
    cx::vec<cx::tensor> const ys = cx::reference::evaluate(form, xs);
    REQUIRE(ys.size() == j.outs.size());
    std::size_t at = 0;
    for (cx::u32 k = first; k < ys.size(); ++k) {
      REQUIRE(at + ys[k].size() <= expected.size());
      double const d = distance(ys[k], expected.data() + at);
      INFO("result " << k << ", the first element " << (ys[k].size() ? number_in(ys[k].type.type, ys[k].words[0]) : 0) << " for "
                     << (ys[k].size() ? number_in(ys[k].type.type, expected[at]) : 0));
      CHECK(d <= ulp);
      worst = std::fmax(worst, d);
      at += ys[k].size();
    }
    REQUIRE(at == expected.size());
  }
  if (worst > 0 && std::getenv("CONSTAX_PRINT_ULP")) std::printf("%-50s %.2f ulp\n", what, worst);
}
inline cx::tensor row_of(cx::tensor const& rows, cx::u32 i) {
  cx::tensor r(cx::detail::slice_of(rows.type));
  for (cx::u32 k = 0; k < r.size(); ++k) r.words[k] = rows.words[i * r.size() + k];
  return r;
}
/// vmap of j gives what j gives for each row: the operands, and the operands with their elements in reverse order.
inline void compare_rows(cx::jaxpr const& j, cx::vec<cx::tensor> const& xs) {
  cx::jaxpr const rows = cx::detail::vmap_all(j, cx::vec<cx::i32>(xs.size(), 0), 2);
  INFO(cx::print(rows).view());
  REQUIRE(!cx::check(rows).fault);
  cx::vec<cx::tensor> both, turned;
  for (cx::tensor const& x : xs) {
    cx::tensor two(cx::detail::stacked(x.type, 2)), other(x.type);
    for (cx::u32 i = 0; i < x.size(); ++i) two.words[i] = x.words[i], two.words[x.size() + i] = other.words[i] = x.words[x.size() - 1 - i];
    both.push(two), turned.push(other);
  }
  auto const ys = cx::reference::evaluate(rows, both), first = cx::reference::evaluate(j, xs), second = cx::reference::evaluate(j, turned);
  REQUIRE(ys.size() == first.size());
  for (cx::u32 k = 0; k < ys.size(); ++k) {
    CHECK(same_tensor(row_of(ys[k], 0), first[k]));
    CHECK(same_tensor(row_of(ys[k], 1), second[k]));
  }
}

struct tolerance {
  double values = 4, cotangents = 8;
};
/// f on operands of types X against the case of that name and these types.
template <class... X, class F> void agrees_with(std::string_view name, F const& f, tolerance ulp) {
  cx::jaxpr const j = recorded<X...>(f);
  std::string const types = types_of<X...>(j);
  oracle_case const* found = nullptr;
  for (oracle_case const& c : oracle_table())
    if (c.name == name && c.types.substr(0, c.types.find("->")) == types.substr(0, types.find("->"))) found = &c;
  INFO(std::string(name) << ": " << types << '\n' << cx::print(j).view());
  REQUIRE(found);
  REQUIRE(types == found->types);
  std::string const what(std::string(name) + (types.find("f32") == std::string::npos ? " f64" : " f32"));
  cx::vec<cx::tensor> const xs = operands_of(j, words_of(found->operands));
  compare(j, xs, 0, words_of(found->results), ulp.values, what.c_str());
  compare_rows(j, xs);
  if (std::vector<cx::u64> const expected = words_of(found->cotangents); !expected.empty()) {
    cx::vec<cx::tensor> all = xs;
    for (cx::atom a : j.outs) {
      if (!j.type(a).floating()) continue;
      cx::tensor ct(j.type(a));
      for (cx::u32 i = 0; i < ct.size(); ++i) {
        double const w = (1 + 7 * i) % 11 / 8.0;
        if (ct.type.type == cx::dtype::f32) ct.put(i, static_cast<float>(w));
        else ct.put(i, w);
      }
      all.push(ct);
    }
    cx::jaxpr const back = cx::vjp(j);
    compare(back, all, j.outs.size(), expected, ulp.cotangents, (what + ", cotangents").c_str());
    compare_rows(back, all);
  }
}
template <cx::i64... Dims> struct of {};
template <class T, class O> struct operand_type;
template <class T, cx::i64... Dims> struct operand_type<T, of<Dims...>> { using type = cx::tracer<T, Dims...>; };
template <class T, class U, auto... Dims> struct operand_type<T, cx::basic_tracer<U, Dims...>> { // of one type, whatever the others are
  using type = cx::basic_tracer<U, Dims...>;
};
/// f on operands of these shapes, of double and of float.
template <class... O, class F> void agrees(std::string_view name, F const& f, tolerance ulp = {}) {
  agrees_with<typename operand_type<double, O>::type...>(name, f, ulp);
  agrees_with<typename operand_type<float, O>::type...>(name, f, ulp);
}

} // namespace constax_tests
