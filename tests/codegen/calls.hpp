// SPDX-License-Identifier: BSL-1.0
#pragma once
// calls: text that calls functions of constax by their names, with as many arguments as they take: what the tests of emitted text compile.
#include <constax/codegen/sources.hpp>

#include <string>
#include <vector>

namespace calls {

/// How a function is called in the text, the header that it is in, and a name made of letters.
struct function {
  std::string name, call, header;
};

/// All functions of constax::math, and those on lanes that kernels call.
inline std::vector<function> all_functions() {
  std::vector<function> all;
  for (auto const& [name, header] : constax::codegen::math_functions()) all.push_back({name, "constax::math::" + name, header});
  std::string const lanes = "constax/lane/lane.hpp";
  all.push_back({"fma", "constax::fma", lanes});
  all.push_back({"guard", "constax::guard", lanes});
  all.push_back({"round_to", "constax::round_to", lanes}); // and with it the conversions of halves
  for (char const* to : {"bool", "float", "double", "int8_t", "int32_t", "int64_t", "uint8_t", "uint32_t", "uint64_t"}) {
    std::string const type = std::string(to).ends_with("_t") ? std::string("std::") + to : to;
    all.push_back({std::string("convert_to_") + to, "constax::convert<" + type + ">", lanes});
  }
  return all;
}

struct element {
  char const *name, *type;
};
inline constexpr element elements[] = {{"f32", "float"},        {"f64", "double"},      {"i8", "std::int8_t"},    {"i32", "std::int32_t"},
                                       {"i64", "std::int64_t"}, {"u8", "std::uint8_t"}, {"u32", "std::uint32_t"}, {"u64", "std::uint64_t"}};

/// call<F>(x, y, z, n, out): two numbers of out, of which the second is the second one of a pair, or 0; both 0 where F takes no T.
inline constexpr char const* prelude = R"text(
namespace {
/// A T, and no other number: so an argument that a function takes as an integer is told from those that it takes as a T.
template <class T> struct exactly {
  T value;
  template <class U, std::enable_if_t<std::is_same_v<U, T>, int> = 0> CONSTAX_ANYWHERE constexpr operator U() const { return value; }
};
template <class T, class R> CONSTAX_ANYWHERE auto put(T* out, R r) -> decltype(static_cast<void>(r.first)) {
  out[0] = constax::convert<T>(r.first), out[1] = constax::convert<T>(r.second);
}
template <class T, class R> CONSTAX_ANYWHERE auto put(T* out, R r) -> decltype(static_cast<void>(constax::convert<T>(r))) {
  out[0] = constax::convert<T>(r), out[1] = T(0);
}
template <class F, class T> CONSTAX_ANYWHERE void call(T x, T y, T z, int n, T* out) {
  if constexpr (F::template kind<T>() != 0) put(out, F::of(x, exactly<T>{y}, exactly<T>{z}, exactly<int>{n}));
  else out[0] = out[1] = T(0);
}
template <int K> using list = std::integral_constant<int, K>;
}  // namespace
)text";

/// A class for the function: kind<T>() says which arguments it takes with a T in front, and is 0 for no such function; of calls it.
inline std::string as_class(function const& f) {
  static constexpr char const* arguments[] = {"x", "x, {y}", "x, {y}, {z}", "x, {n}", "x, {y}, {z}, {n}", "x, {y}, {z}, {y}"};
  std::string takes, kinds, calls;
  int k = 0;
  for (char const* list : arguments) {
    std::string const number = std::to_string(++k), call = f.call + "(" + list + ")";
    takes += "  template <class T> static auto takes(list<" + number + ">, T x, exactly<T> y, exactly<T> z, exactly<int> n)\n      -> " +
             "decltype(static_cast<void>(" + call + "), list<1>());\n";
    kinds += "    else if constexpr (decltype(takes<T>(list<" + number +
             ">(), T(), exactly<T>(), exactly<T>(), exactly<int>()))::value == 1) " + "return " + number + ";\n";
    calls += "    else if constexpr (kind<T>() == " + number + ") return " + call + ";\n";
  }
  return "namespace {\nstruct as_" + f.name + " {\n" + takes +
         "  template <class T> static list<0> takes(...);\n"
         "  template <class T> CONSTAX_ANYWHERE static constexpr int kind() {\n    if constexpr (false) return 0;\n" +
         kinds +
         "    else return 0;\n  }\n"
         "  template <class T, class Y, class N> CONSTAX_ANYWHERE static auto of(T x, [[maybe_unused]] Y y, [[maybe_unused]] Y z, "
         "[[maybe_unused]] N n) {\n"
         "    if constexpr (kind<T>() == 0) return x;\n" +
         calls + "  }\n};\n}  // namespace\n";
}

} // namespace calls
