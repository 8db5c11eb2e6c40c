// SPDX-License-Identifier: BSL-1.0
// The fourteen models of NIST's nonlinear regression sets, each said once as ordinary scalar code.
//
// A model is a callable of the parameters b and of the predictor(s). It takes its functions from `Fn`, a struct of static
// functions: constax' function objects switch argument-dependent lookup off, so a hidden `exp(x)` could serve tracers or
// a test's dual numbers, but not both. `b` is indexed with integral constants, as a traced array must be.
// Formulas: the "Model:" part of each file, https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace nist {

inline constexpr std::integral_constant<int, 0> _0{};
inline constexpr std::integral_constant<int, 1> _1{};
inline constexpr std::integral_constant<int, 2> _2{};
inline constexpr std::integral_constant<int, 3> _3{};
inline constexpr std::integral_constant<int, 4> _4{};
inline constexpr std::integral_constant<int, 5> _5{};
inline constexpr std::integral_constant<int, 6> _6{};
inline constexpr std::integral_constant<int, 7> _7{};
inline constexpr std::integral_constant<int, 8> _8{};

inline constexpr double pi = 3.141592653589793238;

/// What a program may ask of a model besides its value.
template <std::size_t Parameters, std::size_t Predictors = 1>
struct model_shape {
  static constexpr std::size_t parameters = Parameters;
  static constexpr std::size_t predictors = Predictors;
};

/// y = b1*(1-exp[-b2*x])
template <class Fn>
struct misra1a : model_shape<2> {
  static constexpr std::string_view name = "Misra1a";
  constexpr auto operator()(auto b, auto x) const { return b[_0] * (1.0 - Fn::exp(-(b[_1] * x))); }
};

/// y = b1*(1-exp[-b2*x])
template <class Fn>
struct box_bod : model_shape<2> {
  static constexpr std::string_view name = "BoxBOD";
  constexpr auto operator()(auto b, auto x) const { return b[_0] * (1.0 - Fn::exp(-(b[_1] * x))); }
};

/// y = b1 * (1-(1+b2*x/2)**(-2))
template <class Fn>
struct misra1b : model_shape<2> {
  static constexpr std::string_view name = "Misra1b";
  constexpr auto operator()(auto b, auto x) const {
    auto u = 1.0 + b[_1] * x / 2.0;
    return b[_0] * (1.0 - 1.0 / (u * u));
  }
};

/// y = b1*x**b2
template <class Fn>
struct dan_wood : model_shape<2> {
  static constexpr std::string_view name = "DanWood";
  constexpr auto operator()(auto b, auto x) const { return b[_0] * Fn::pow(x, b[_1]); }
};

/// y = exp(-b1*x)/(b2+b3*x)
template <class Fn>
struct chwirut2 : model_shape<3> {
  static constexpr std::string_view name = "Chwirut2";
  constexpr auto operator()(auto b, auto x) const { return Fn::exp(-(b[_0] * x)) / (b[_1] + b[_2] * x); }
};

/// y = b1 / (1+exp[b2-b3*x])
template <class Fn>
struct rat42 : model_shape<3> {
  static constexpr std::string_view name = "Rat42";
  constexpr auto operator()(auto b, auto x) const { return b[_0] / (1.0 + Fn::exp(b[_1] - b[_2] * x)); }
};

/// log[y] = b1 - b2*x1 * exp[-b3*x2]: the response is the logarithm of the file's y.
template <class Fn>
struct nelson : model_shape<3, 2> {
  static constexpr std::string_view name = "Nelson";
  constexpr auto operator()(auto b, auto x1, auto x2) const { return b[_0] - b[_1] * x1 * Fn::exp(-(b[_2] * x2)); }
};

/// y = b1 + b2*exp[-x*b4] + b3*exp[-x*b5]
template <class Fn>
struct mgh17 : model_shape<5> {
  static constexpr std::string_view name = "MGH17";
  constexpr auto operator()(auto b, auto x) const {
    return b[_0] + b[_1] * Fn::exp(-(x * b[_3])) + b[_2] * Fn::exp(-(x * b[_4]));
  }
};

/// y = (b1 + b2*x + b3*x**2) / (1 + b4*x + b5*x**2)
template <class Fn>
struct kirby2 : model_shape<5> {
  static constexpr std::string_view name = "Kirby2";
  constexpr auto operator()(auto b, auto x) const {
    auto x2 = x * x;
    return (b[_0] + b[_1] * x + b[_2] * x2) / (1.0 + b[_3] * x + b[_4] * x2);
  }
};

/// y = b1*exp(-b2*x) + b3*exp(-b4*x) + b5*exp(-b6*x)
template <class Fn>
struct lanczos3 : model_shape<6> {
  static constexpr std::string_view name = "Lanczos3";
  constexpr auto operator()(auto b, auto x) const {
    return b[_0] * Fn::exp(-(b[_1] * x)) + b[_2] * Fn::exp(-(b[_3] * x)) + b[_4] * Fn::exp(-(b[_5] * x));
  }
};

// Hahn1 and Thurber are the same cubic over cubic.
namespace detail {
constexpr auto cubic_over_cubic(auto b, auto x) {
  auto x2 = x * x;
  auto x3 = x2 * x;
  return (b[_0] + b[_1] * x + b[_2] * x2 + b[_3] * x3) / (1.0 + b[_4] * x + b[_5] * x2 + b[_6] * x3);
}
}  // namespace detail

/// y = (b1+b2*x+b3*x**2+b4*x**3) / (1+b5*x+b6*x**2+b7*x**3)
template <class Fn>
struct hahn1 : model_shape<7> {
  static constexpr std::string_view name = "Hahn1";
  constexpr auto operator()(auto b, auto x) const { return detail::cubic_over_cubic(b, x); }
};

/// y = (b1 + b2*x + b3*x**2 + b4*x**3) / (1 + b5*x + b6*x**2 + b7*x**3)
template <class Fn>
struct thurber : model_shape<7> {
  static constexpr std::string_view name = "Thurber";
  constexpr auto operator()(auto b, auto x) const { return detail::cubic_over_cubic(b, x); }
};

/// y = b1*exp( -b2*x ) + b3*exp( -(x-b4)**2 / b5**2 ) + b6*exp( -(x-b7)**2 / b8**2 )
template <class Fn>
struct gauss1 : model_shape<8> {
  static constexpr std::string_view name = "Gauss1";
  constexpr auto operator()(auto b, auto x) const {
    auto u = (x - b[_3]) / b[_4];
    auto v = (x - b[_6]) / b[_7];
    return b[_0] * Fn::exp(-(b[_1] * x)) + b[_2] * Fn::exp(-(u * u)) + b[_5] * Fn::exp(-(v * v));
  }
};

/// y = b1 + b2*cos( 2*pi*x/12 ) + b3*sin( 2*pi*x/12 ) + b5*cos( 2*pi*x/b4 ) + b6*sin( 2*pi*x/b4 )
///        + b8*cos( 2*pi*x/b7 ) + b9*sin( 2*pi*x/b7 )
template <class Fn>
struct enso : model_shape<9> {
  static constexpr std::string_view name = "ENSO";
  constexpr auto operator()(auto b, auto x) const {
    auto turns = 2.0 * pi * x;
    auto year = turns / 12.0;
    auto u = turns / b[_3];
    auto v = turns / b[_6];
    return b[_0] + b[_1] * Fn::cos(year) + b[_2] * Fn::sin(year)  //
           + b[_4] * Fn::cos(u) + b[_5] * Fn::sin(u)              //
           + b[_7] * Fn::cos(v) + b[_8] * Fn::sin(v);
  }
};

template <class... Models>
struct model_list {
  static constexpr std::array<std::string_view, sizeof...(Models)> names{Models::name...};

  /// Calls visit(model) for the model of that name; false where there is none.
  template <class Visitor>
  static constexpr bool visit(std::string_view name, Visitor&& visitor) {
    return ((name == Models::name && (static_cast<void>(visitor(Models{})), true)) || ...);
  }
};

template <class Fn>
using all_models = model_list<box_bod<Fn>, chwirut2<Fn>, dan_wood<Fn>, enso<Fn>, gauss1<Fn>, hahn1<Fn>, kirby2<Fn>,
                              lanczos3<Fn>, mgh17<Fn>, misra1a<Fn>, misra1b<Fn>, nelson<Fn>, rat42<Fn>, thurber<Fn>>;

/// visit_model<Fn>("Thurber", [](auto model) { ... }) calls the lambda with thurber<Fn>{}, and is false for an unknown name.
template <class Fn, class Visitor>
constexpr bool visit_model(std::string_view name, Visitor&& visitor) {
  return all_models<Fn>::visit(name, visitor);
}

}  // namespace nist
