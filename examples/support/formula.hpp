// SPDX-License-Identifier: BSL-1.0
// formula : text -> tree -> value        a model as NIST's files write it: "y = b1*(1-exp[-b2*x])  +  e"
//
//   sum     ::= product (('+' | '-') product)*
//   product ::= sign (('*' | '/') sign)*
//   sign    ::= ('-' | '+') sign | power
//   power   ::= atom (('**' | '^') sign)?                  -x**2 is -(x**2), x**-2 is 1/x**2, a**b**c is a**(b**c)
//   atom    ::= number | pi | b1, b2, ... | x, or x1, x2 | function '(' sum ')' | '(' sum ')'        also with [ ]
//
// The tree knows nothing of constax: it is evaluated with whatever has the operators and the functions, numbers or traced values.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace formula {

/// "column 7: expected ..., found ...".
struct syntax_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr std::array<std::string_view, 10> functions{"exp", "log", "sin", "cos", "tan", "arctan", "atan", "sqrt", "tanh", "abs"};

struct node {
  enum class kind { number, parameter, predictor, negate, add, subtract, multiply, divide, power, call };
  kind what = kind::number;
  double number = 0;
  std::size_t index = 0; ///< of a parameter, a predictor, a function
  std::vector<node> operands;
};

namespace detail {

class parser {
 public:
  parser(std::string_view text, std::size_t parameters, std::size_t predictors)
      : text_(text), parameters_(parameters), predictors_(predictors) {}

  /// The response and its errors, "y =" and "+ e", may stand around the formula.
  node whole() {
    for (std::string_view response : {"log[y]", "log(y)", "y"}) {
      std::size_t const begin = at_;
      skip();
      if (text_.substr(at_).starts_with(response)) {
        at_ += response.size();
        if (taken("=")) break;
      }
      at_ = begin;
    }
    node const tree = sum();
    skip();
    if (at_ != text_.size()) fail("an operator or the end");
    return tree;
  }

 private:
  std::string_view text_;
  std::size_t parameters_, predictors_, at_ = 0;

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) ++at_;
  }
  bool taken(std::string_view sign) {
    skip();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  [[noreturn]] void fail(std::string const& expected) const {
    std::string const found = at_ < text_.size() ? "\"" + std::string(text_.substr(at_, 12)) + "\"" : "the end";
    throw syntax_error("column " + std::to_string(at_ + 1) + " of the formula: expected " + expected + ", found " + found);
  }
  static node binary(node::kind what, node const& x, node const& y) { return {what, 0, 0, {x, y}}; }

  /// Is what follows "+ e", the errors?
  bool at_errors() {
    skip();
    std::string_view rest = text_.substr(at_);
    if (!rest.starts_with("+")) return false;
    rest.remove_prefix(rest.find_first_not_of(" \t\n", 1) == rest.npos ? rest.size() : rest.find_first_not_of(" \t\n", 1));
    return rest.starts_with("e") && rest.find_first_not_of(" \t\n", 1) == rest.npos;
  }
  node sum() {
    node x = product();
    for (;;) {
      if (at_errors()) return at_ = text_.size(), x;
      if (taken("+")) x = binary(node::kind::add, x, product());
      else if (taken("-")) x = binary(node::kind::subtract, x, product());
      else return x;
    }
  }
  node product() {
    node x = sign();
    for (;;) {
      skip();
      if (!text_.substr(at_).starts_with("**") && taken("*")) x = binary(node::kind::multiply, x, sign());
      else if (taken("/")) x = binary(node::kind::divide, x, sign());
      else return x;
    }
  }
  node sign() {
    if (taken("-")) return {node::kind::negate, 0, 0, {sign()}};
    if (taken("+")) return sign();
    return power();
  }
  node power() {
    node const x = atom();
    if (taken("**") || taken("^")) return binary(node::kind::power, x, sign());
    return x;
  }
  node in_brackets() {
    char const close = text_[at_] == '[' ? ']' : ')';
    ++at_;
    node const x = sum();
    if (!taken(std::string_view(&close, 1))) fail(std::string("\"") + close + '"');
    return x;
  }
  bool at_bracket() {
    skip();
    return at_ < text_.size() && (text_[at_] == '(' || text_[at_] == '[');
  }
  node atom() {
    if (at_bracket()) return in_brackets();
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return number();
    std::size_t const begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && is_digit(text_[at_])))) ++at_;
    std::string_view const name = text_.substr(begin, at_ - begin);
    if (name == "pi") return {node::kind::number, 3.14159265358979323846, 0, {}};
    for (std::size_t k = 0; k < parameters_; ++k)
      if (name == "b" + std::to_string(k + 1)) return {node::kind::parameter, 0, k, {}};
    for (std::size_t k = 0; k < predictors_; ++k)
      if (name == "x" + std::to_string(k + 1) || (name == "x" && predictors_ == 1)) return {node::kind::predictor, 0, k, {}};
    for (std::size_t k = 0; k < functions.size(); ++k)
      if (name == functions[k]) {
        if (!at_bracket()) fail("the argument of " + std::string(name) + " in brackets");
        return {node::kind::call, 0, k, {in_brackets()}};
      }
    at_ = begin;
    fail("a number, b1" + (parameters_ > 1 ? " to b" + std::to_string(parameters_) : std::string()) +
         (predictors_ == 1 ? ", x" : ", x1 to x" + std::to_string(predictors_)) + ", a function or a bracket");
  }
  node number() {
    double x = 0;
    auto const [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), x);
    if (error != std::errc{}) fail("a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return {node::kind::number, x, 0, {}};
  }
};

} // namespace detail

/// The tree of a formula in so many parameters and predictors. Throws syntax_error.
inline node parse(std::string_view text, std::size_t parameters, std::size_t predictors) {
  return detail::parser(text, parameters, predictors).whole();
}

/// A value of V, or a number, which V's operators take beside a V. V is not made of numbers: what is of numbers alone is computed at once.
template <class V> using value = std::variant<double, V>;

/// The functions of numbers; those of V are `Functions`: exp(x), ..., pow(x, y).
struct of_numbers {
  static double apply(std::size_t function, double x) {
    constexpr double (*all[])(double) = {std::exp,  std::log,  std::sin,  std::cos,  std::tan,
                                         std::atan, std::atan, std::sqrt, std::tanh, std::abs};
    return all[function](x);
  }
  static double pow(double x, double y) { return std::pow(x, y); }
};

/// evaluate : tree, (k -> parameter), (k -> predictor) -> value
template <class V, class Functions, class B, class X>
value<V> evaluate(node const& f, B const& parameter, X const& predictor) {
  auto const one = [&](std::size_t k) { return evaluate<V, Functions>(f.operands[k], parameter, predictor); };
  auto const two = [&](auto op) {
    return std::visit([&](auto const& x, auto const& y) -> value<V> { return op(x, y); }, one(0), one(1));
  };
  switch (f.what) {
    case node::kind::number: return f.number;
    case node::kind::parameter: return V(parameter(f.index));
    case node::kind::predictor: return V(predictor(f.index));
    case node::kind::negate: return std::visit([](auto const& x) -> value<V> { return -x; }, one(0));
    case node::kind::add: return two([](auto const& x, auto const& y) { return x + y; });
    case node::kind::subtract: return two([](auto const& x, auto const& y) { return x - y; });
    case node::kind::multiply: return two([](auto const& x, auto const& y) { return x * y; });
    case node::kind::divide: return two([](auto const& x, auto const& y) { return x / y; });
    case node::kind::power:
      return std::visit([]<class L, class R>(L const& x, R const& y) -> value<V> {
        if constexpr (std::is_same_v<L, double> && std::is_same_v<R, double>) return of_numbers::pow(x, y);
        else return Functions::pow(x, y);
      }, one(0), one(1));
    case node::kind::call:
      return std::visit([&]<class L>(L const& x) -> value<V> {
        if constexpr (std::is_same_v<L, double>) return of_numbers::apply(f.index, x);
        else return Functions::apply(f.index, x);
      }, one(0));
  }
  return 0.0;
}

} // namespace formula
