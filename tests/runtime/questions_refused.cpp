// SPDX-License-Identifier: BSL-1.0
// Where a traced value has no number, a question for it throws, and says which function is to blame; the same call goes on without it.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <string>
#include <utility>

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;

namespace {

/// Asks, and goes one of two ways.
constexpr auto asks = [](auto x) { return x > 0.0 ? x * x : x; };

std::string said(auto const& f, auto const&... x) {
  return thrown<cx::concretization_error>([&] { (void)cx::grad(f)(x...); });
}
std::string sentence(std::string const& why, std::string const& outside) {
  return "[constax] conversion of a traced value of type bool[] to bool: " + why +
         "; use cx::where or cx::cond in the place of `if` and `?:`, cx::while_loop of `while`, cx::fori_loop of `for`, x == 0 of `!x`, & "
         "of `&&`; a function that is called without cx::jit may ask" +
         outside;
}
std::string inside(std::string const& name) {
  return sentence("inside of " + name + " its number is not known while the program is recorded",
                  name == "jit" ? "" : " outside of " + name);
}
std::string input_of(std::string const& name) {
  return sentence("it depends on an input of " + name + ", which stands for more than one number", " outside of " + name);
}

constexpr auto rule_asks_tangent =
    cx::custom_jvp([](auto x) { return x; }, [](auto x, auto dx) { return std::pair{x, dx > 0.0 ? dx : dx}; });
constexpr auto bwd_asks =
    cx::custom_vjp([](auto x) { return x; }, [](auto x) { return std::pair{x, x}; }, [](auto, auto ct) { return ct > 0.0 ? ct : ct; });

} // namespace

TEST_CASE("under jit") {
  ndarray const x(2.0);
  auto const of = [](auto const& f) { return thrown<cx::concretization_error>(f); };
  CHECK(of([&] { (void)cx::jit(asks)(x); }) == inside("jit"));
  CHECK(of([&] { (void)cx::jit(cx::grad(asks))(x); }) == inside("jit"));
  CHECK(of([&] { (void)cx::grad(cx::jit(asks))(x); }) == inside("jit"));
  CHECK(said([](auto y) { return y > 0.0 ? cx::jit(asks)(y) : y; }, x) == inside("jit"));
  CHECK(said([](auto y) { return cx::jit([&](auto z) { return y * 2.0 > 0.0 ? z : y; })(y); }, x) == inside("jit"));
  CHECK(of([&] { (void)cx::make_jaxpr(asks)(x); }) == inside("make_jaxpr"));
  CHECK(of([&] { (void)cx::explain(cx::jit(asks))(x); }) == inside("jit"));
  CHECK(of([&] { (void)cx::jit([](auto y) { return y * y.template item<double>(); })(x); }) ==
        "[constax] conversion of a traced value of type f64[] to a number: inside of jit its number is not known while the program is "
        "recorded; functions and indices take traced values: cx::sin(x), cx::astype<float>(x), y[i]; a function that is called without "
        "cx::jit may ask");
  CHECK(of([&] { (void)cx::jit([](auto y) { return y * static_cast<int>(y); })(x); }).find("to a number: inside of jit") !=
        std::string::npos);
  // one program for the gradient without jit, and none under it, in whichever order they are called
  CHECK(cx::grad(asks)(x) == ndarray(4.0));
  CHECK(of([&] { (void)cx::jit(cx::grad(asks))(x); }) == inside("jit"));
  CHECK(cx::grad(asks)(-x) == ndarray(1.0));
}

TEST_CASE("rows, bodies and branches") {
  ndarray const x(2.0), v{1.0, 2.0, -3.0};
  CHECK(said([](auto y) { return cx::sum(cx::vmap(asks)(y)); }, v) == input_of("vmap"));
  CHECK(said([](auto y) { return cx::sum(cx::vmap(cx::grad(asks))(y)); }, v) == input_of("vmap"));
  CHECK(thrown<cx::concretization_error>([&] { (void)cx::vmap(asks)(v); }) == input_of("vmap"));
  auto const step = [](auto c, auto r) { return std::pair{asks(c) + r, r}; };
  CHECK(said([&](auto y) { return cx::scan(step, 0.0 * y[0], y).first; }, v) == inside("scan"));
  CHECK(said([](auto y) { return cx::sum(cx::map(asks, y)); }, v) == inside("scan"));
  CHECK(said([](auto y) { return cx::cond(y > 0.0, asks, [](auto z) { return z; }, y); }, x) == inside("cond"));
  CHECK(said([](auto y) { return cx::switch_(cx::astype<int>(y), std::tuple{asks, asks}, y); }, x) == inside("switch_"));
  auto const below = [](auto y) { return y < 10.0; };
  CHECK(said([&](auto y) { return cx::while_loop(below, [](auto z) { return asks(z) + 1.0; }, y); }, x) == inside("while_loop"));
  CHECK(said([&](auto y) { return cx::while_loop([](auto z) { return z > 0.0 ? z < 9.0 : z < 8.0; }, [](auto z) { return z + 1.0; }, y); },
             x) == inside("while_loop"));
  CHECK(said([](auto y) { return cx::fori_loop(0, 3, [](auto, auto z) { return asks(z); }, y); }, x) == inside("fori_loop"));
  CHECK(said([](auto y) { return cx::checkpoint(asks)(y); }, x) == inside("checkpoint"));
  CHECK(said(rule_asks_tangent, x) == input_of("custom_jvp"));
  CHECK(said(bwd_asks, x) == inside("custom_vjp"));
  // a trace of constants alone, which does not know yet where it is
  auto const constants = [](auto y) {
    auto const c = cx::arange<double>(3);
    return y * cx::sum(cx::vmap(asks)(c));
  };
  CHECK(said(constants, x) == input_of("vmap"));
  auto const scanned = [](auto y) {
    return y * cx::scan([](auto c, auto r) { return std::pair{asks(c) + r, r}; }, cx::ones({}), cx::ones({2})).first;
  };
  CHECK(said(scanned, x) == input_of("scan"));
  // what comes from outside has its number there too
  CHECK(cx::grad([](auto y) { return cx::cond(y > 1.0, [&](auto z) { return y ? z * z : z; }, [](auto z) { return z; }, y); })(x) ==
        ndarray(4.0));
}

TEST_CASE("a refused question leaves nothing behind") {
  ndarray const v{1.0, 2.0, -3.0};
  int refused = 0;
  auto const tries = [&](auto x) {
    auto y = x * 2.0;
    try {
      y = cx::vmap(asks)(y);
    } catch (cx::concretization_error const&) {
      ++refused;
    }
    if (y[2] < 0.0) y = -y;
    return cx::sum(y * y);
  };
  for (int i = 1; i < 3; ++i) {
    CHECK(cx::grad(tries)(v) == ndarray{8.0, 16.0, -24.0});
    CHECK(refused == i);
  }
  // a tracer that has been stored asks in vain
  cx::dynamic_tracer kept;
  (void)cx::grad([&](auto x) { return kept = cx::sum(x) * 2.0, kept > 0.0 ? kept : -kept; })(v);
  CHECK(thrown<cx::error>([&] { (void)static_cast<bool>(kept); }).find("a tracer was used after the trace that made it had ended") !=
        std::string::npos);
  CHECK(thrown<cx::type_error>([] { (void)static_cast<bool>(cx::dynamic_tracer()); }).find("an empty dynamic_tracer") != std::string::npos);
  CHECK(
      thrown<cx::shape_error>([&] { (void)cx::grad([](auto x) { return x > 0.0 ? cx::sum(x) : x[0]; })(v); }) ==
      "[constax] conversion of an array of type bool[3] to one number, or to bool: it has 3 elements; of a "
        "condition use cx::all or cx::any");
}
