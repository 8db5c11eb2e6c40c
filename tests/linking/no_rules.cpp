// SPDX-License-Identifier: BSL-1.0
// Gradients of scalars, of an array in registers, of ones whose length is a symbol, and in several kernels: tests/linking/no_rules.sh looks
// through their object file.
#include <constax/constax.hpp>
namespace cx = constax;

inline constexpr auto wave = [](auto w, auto x) { return cx::sin(w * x) * cx::exp(-x * x) + cx::where(x > 0.0, x, cx::tanh(w)); };
inline constexpr auto rosenbrock = [](auto x) {
  auto const head = x[cx::slice<0, 9>()], tail = x[cx::slice<1, 10>()];
  return cx::sum(100.0 * cx::square(tail - cx::square(head)) + cx::square(1.0 - head));
};

double wave_gradient(double w, double x, double* d) {
  auto const [v, g] = cx::value_and_grad(wave, cx::argnums<0, 1>)(w, x);
  d[0] = std::get<0>(g), d[1] = std::get<1>(g);
  return v;
}
void rosenbrock_gradient(double const* x, double* g) {
  cx::evaluate_into(cx::view<double, 10>(g), cx::grad(rosenbrock), cx::view<double const, 10>(x));
}

inline constexpr cx::dim<"n"> n;
inline constexpr auto entropy = [](auto x) { return cx::sum(cx::softmax(x) * x); }; // three passes, and memory between them
void entropy_gradient(double const* x, double* g, cx::i64 count) {
  cx::evaluate_into(cx::view<double, n>(g, count), cx::grad(entropy), cx::view<double const, n>(x, count));
}
void long_entropy_gradient(double const* x, double* g) {
  cx::evaluate_into(cx::view<double, 1000>(g), cx::grad(entropy), cx::view<double const, 1000>(x));
}

inline constexpr auto differences = [](auto x) {
  using namespace cx::literals;
  return cx::sum(cx::square(x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)]));
};
void differences_gradient(double const* x, double* g, cx::i64 count) {
  cx::evaluate_into(cx::view<double, n>(g, count), cx::grad(differences), cx::view<double const, n>(x, count));
}

#ifdef CONSTAX_WRONG_TWIN
// names a primitive's descriptor at run time: all its rules come along
constax::primitive const* volatile named = &constax::descriptor<constax::sin_t>;
#endif
#ifdef CONSTAX_WRONG_TWIN_TRANSLATED
// a constant of a function points to a descriptor: optimised, nothing is left of it, but all of sin's rules were translated
auto flops_of_sin() {
  constexpr struct {
    constax::primitive const* prim;
  } local{&constax::descriptor<constax::sin_t>};
  return local.prim->flops;
}
#endif
