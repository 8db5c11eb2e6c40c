// SPDX-License-Identifier: BSL-1.0
// What messages say below their sentence: what is being recorded, in which line, and where the operands were made.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <stdexcept>
#include <string>
#include <tuple>

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;

namespace {

/// The message without its sentence.
template <class E> std::string below(auto const& f) {
  std::string const all = thrown_whole<E>(f);
  std::size_t const at = all.find('\n');
  return at == std::string::npos ? "" : all.substr(at + 1);
}
std::string line(int n) { return std::string(__FILE__) + ":" + std::to_string(n); }

ndarray const three{1.0, 2.0, 3.0}, two{1.0, 2.0}, whole{1, 2, 3}, number(2.0);

} // namespace

TEST_CASE("an operator says its line, and what its operands are") {
  std::string said;
  int made = 0, called = 0, asked = 0;
  auto const f = [&](auto x, auto y) {
    auto const a = -x;
    made = __LINE__ - 1;
    auto const b = cx::exp(y);
    called = __LINE__ - 1;
    asked = __LINE__ + 1;
    return a * b;
  };
  said = below<cx::shape_error>([&] { cx::jit(f)(three, two); });
  CHECK(said == "  recorded in jit, at " + line(asked) + "\n  operand 0, f64[3]: result of neg, at " + line(made) +
                    "\n  operand 1, f64[2]: result of exp, at " + line(called));
  said = below<cx::type_error>([&] { cx::jit([&](auto x, auto y) { return asked = __LINE__, x + y; })(three, whole); });
  CHECK(said == "  recorded in jit, at " + line(asked) + "\n  operand 0, f64[3]: input 0 of jit\n  operand 1, i32[3]: input 1 of jit");
  // numbers beside a traced value
  said = below<cx::type_error>([&] { cx::jit([&](auto x) { return asked = __LINE__, 0.5 - x; })(whole); });
  CHECK(said == "  recorded in jit, at " + line(asked) + "\n  operand, i32[3]: input 0 of jit");
  // x op= y
  said = below<cx::type_error>([&] {
    cx::jit([&](auto x, auto y) {
      asked = __LINE__ + 1;
      y += x + y;
      return y;
    })(three, number);
  });
  CHECK(said == "  recorded in jit, at " + line(asked) + "\n  operand 0, f64[]: input 1 of jit\n  operand 1, f64[3]: result of add, at " +
                    line(asked));
}

TEST_CASE("functions say their line, or the one before, and are told with their operands") {
  std::string said;
  int made = 0, asked = 0;
  auto const below_it = [&](auto const& f, auto const&... x) { return below<cx::error>([&] { cx::jit(f)(x...); }); };
  auto const here = [&] { return "  recorded in jit, at " + line(asked) + "\n  operand"; };
  // of elements, of one operand and of two
  said = below_it([&](auto x) { return asked = __LINE__, cx::sin(x); }, whole);
  CHECK(said == here() + ", i32[3]: input 0 of jit");
  said = below_it([&](auto x, auto y) { return asked = __LINE__, cx::atan2(x, y); }, three, two);
  CHECK(said == here() + " 0, f64[3]: input 0 of jit\n  operand 1, f64[2]: input 1 of jit");
  said = below_it([&](auto x) { return asked = __LINE__, cx::atan2(1.5, cx::astype<int>(x)); }, three);
  CHECK(said.starts_with(here()));
  // shapes, products, elements
  said = below_it([&](auto x) { return asked = __LINE__, cx::reshape(x, {2, 2}); }, three);
  CHECK(said == here() + ", f64[3]: input 0 of jit");
  said = below_it([&](auto x) { return asked = __LINE__, cx::broadcast_to(x, {2, 2}); }, three);
  CHECK(said == here() + ", f64[3]: input 0 of jit");
  said = below_it([&](auto x) { return asked = __LINE__, cx::transpose(x, {1, 2}); }, three);
  CHECK(said == here() + ", f64[3]: input 0 of jit");
  said = below_it([&](auto x, auto y) { return asked = __LINE__, cx::matmul(x, y); }, three, two);
  CHECK(said.starts_with(here()));
  said = below_it([&](auto x) { return asked = __LINE__, x[5]; }, three);
  CHECK(said == here() + ", f64[3]: input 0 of jit");
  auto const product = [&](auto x, auto y) {
    auto const a = cx::exp(x[0] * y);
    made = __LINE__ - 1;
    return asked = __LINE__, cx::dot(x, a);
  };
  said = below_it(product, three, two);
  CHECK(said == here() + " 0, f64[3]: input 0 of jit\n  operand 1, f64[2]: result of exp, at " + line(made));
  // what is called with as many arguments as one likes knows none
  said = below_it(
      [&](auto x, auto y) {
        auto const a = x * 2.0;
        made = __LINE__ - 1;
        return cx::concatenate(a, y, cx::sum(x));
      },
      three, two);
  CHECK(said.starts_with("  recorded in jit, after " + line(made) + "\n  operand 0, f64[3]: result of mul, at " + line(made)));
  CHECK(below<cx::index_error>([] { cx::jit([](auto x) { return x(0, 0); })(three); }) ==
        "  recorded in jit\n  operand, f64[3]: input 0 of jit");
  CHECK(below<cx::type_error>([] { cx::jit([](auto x, auto i) { return x[i]; })(three, number); }) ==
        "  recorded in jit\n  operand, f64[]: input 1 of jit");
  // functions of the library are made of operators too, whose lines nobody wants to see
  CHECK(below<cx::shape_error>([] {
          cx::jit([](auto x, auto y) { return cx::var(x) * (cx::mean(x) + cx::mean(y, 0_c) + y); })(three, two);
        }).find("constax/") == std::string::npos);
  // operators of ndarrays are calls of their own
  CHECK(below<cx::shape_error>([] { (void)(three + two); }) ==
        "  recorded in the call\n  operand 0, f64[3]: input 0 of the call\n  operand 1, f64[2]: input 1 of the call");
}

TEST_CASE("inner functions: what an input stands for") {
  std::string said;
  int asked = 0, made = 0;
  // grad's input is what jit's function calls it with
  said = below<cx::shape_error>([&] {
    cx::jit([&](auto x, auto y) {
      auto const z = x + 1.0;
      made = __LINE__ - 1;
      return cx::grad([&](auto v) { return asked = __LINE__, cx::sum(v * y); })(z);
    })(three, two);
  });
  CHECK(said == "  recorded in grad, in jit, at " + line(asked) + "\n  operand 0, f64[3]: result of add, at " + line(made) +
                    "\n  operand 1, f64[2]: input 1 of jit");
  // a row stands for many
  said = below<cx::shape_error>([&] {
    cx::vmap([&](auto r, auto y) { return asked = __LINE__, r * y; }, cx::in_axes<0, cx::none>)(ndarray{{1.0, 2.0}, {3.0, 4.0}}, three);
  });
  CHECK(said == "  recorded in vmap, in the call, at " + line(asked) +
                    "\n  operand 0, f64[2]: input 0 of vmap\n  operand 1, f64[3]: input 1 of the call");
  said = below<cx::type_error>([&] {
    cx::jit([&](auto x) {
      return cx::while_loop([](auto c) { return c < 10; }, [&](auto c) { return asked = __LINE__, c * x; }, cx::astype<int>(x));
    })(number);
  });
  CHECK(said == "  recorded in while_loop, in jit, at " + line(asked) +
                    "\n  operand 0, i32[]: input 0 of while_loop\n  operand 1, f64[]: input 0 of jit");
}

TEST_CASE("a question says which inputs decide it") {
  std::string said;
  int asked = 0;
  said = below<cx::concretization_error>([&] {
    cx::jit([&](auto x, auto y, auto z) {
      auto const a = cx::exp(x) * z;
      asked = __LINE__ + 1;
      if (a > 0.0) return y;
      return z;
    })(number, number, number);
  });
  CHECK(said == "  recorded in jit, after " + line(asked) + "\n  operand, bool[]: result of gt, at " + line(asked) +
                    "\n  depends on input 2 of jit, input 0 of jit");
  said = below<cx::concretization_error>([&] {
    cx::jit([&](auto xs) {
      auto const step = [&](auto c, auto x) {
        asked = __LINE__ + 1;
        return x > c ? std::tuple(x, c) : std::tuple(c, x);
      };
      return cx::scan(step, 0.0, xs);
    })(three);
  });
  CHECK(said == "  recorded in scan, in jit, after " + line(asked) + "\n  operand, bool[]: result of gt, at " + line(asked) +
                    "\n  depends on input 0 of scan, input 1 of scan");
  said = below<cx::shape_error>([&] { cx::grad([&](auto x) { return asked = __LINE__, x > 1.0 ? x : -x; })(three); });
  CHECK(said == "  recorded in grad, in the call, after " + line(asked) + "\n  operand, bool[3]: result of gt, at " + line(asked));
}

TEST_CASE("a tracer that was stored outside says where it was made") {
  std::string said;
  cx::dynamic_tracer kept, of_inner;
  int made = 0, used = 0;
  auto const store = [&](auto x) {
    kept = x * 2.0;
    made = __LINE__ - 1;
    return x;
  };
  cx::jit(store)(number);
  std::string const from = ": result of mul, at " + line(made);
  said = below<cx::escaped_tracer_error>([&] { used = __LINE__, cx::jit([&](auto x) { return x + kept; })(number); });
  CHECK(said == "  operand" + from);
  CHECK(below<cx::escaped_tracer_error>([&] { (void)(kept + 1.0); }) == "  operand" + from);
  CHECK(below<cx::escaped_tracer_error>([&] { (void)cx::sin(kept); }) == "  operand" + from);
  CHECK(below<cx::escaped_tracer_error>([&] { cx::jit([&](auto x) { return std::tuple(x, kept); })(number); }) == "  operand" + from);
  CHECK(below<cx::escaped_tracer_error>([&] { (void)static_cast<double>(kept); }) == "  operand" + from);
  // of an inner function, while the outer one goes on
  said = below<cx::escaped_tracer_error>([&] {
    cx::jit([&](auto x) {
      auto const slope = cx::grad([&](auto v) {
        of_inner = v * v;
        made = __LINE__ - 1;
        return of_inner;
      })(x);
      return slope + of_inner;
    })(number);
  });
  CHECK(said == "  recorded in jit, after " + line(made) + "\n  operand: result of mul, at " + line(made));
  CHECK(cx::jit([](auto x) { return x * 3.0; })(number) == ndarray(6.0)); // nothing is left of it
}

TEST_CASE("a failed call leaves nothing behind") {
  std::string said;
  bool fails = true;
  auto const picky = [&](auto x) {
    auto const y = x * x;
    if (fails) throw std::runtime_error("mine");
    return cx::sum(y);
  };
  auto const all = [&](auto const& g, ndarray const& right) {
    fails = true;
    CHECK_THROWS_AS(g(three), std::runtime_error);
    fails = false;
    CHECK(g(three) == right);
  };
  all(cx::jit(picky), ndarray(14.0));
  all(cx::grad(picky), ndarray{2.0, 4.0, 6.0});
  all(cx::vmap(picky), ndarray{1.0, 4.0, 9.0});
  all(cx::jit(cx::vmap(cx::grad(picky))), ndarray{2.0, 4.0, 6.0});
  all([&](ndarray const& x) { return std::get<1>(cx::value_and_grad(picky)(x)); }, ndarray{2.0, 4.0, 6.0});
  all([&](ndarray const& x) { return cx::hessian(picky)(x)[0]; }, ndarray{2.0, 0.0, 0.0});
  // a call that the library refuses
  auto const sum = cx::jit([](auto x, auto y) { return x + y; });
  for (int i = 0; i < 3; ++i) {
    CHECK_THROWS_AS(sum(three, two), cx::shape_error);
    CHECK(sum(three, three) == ndarray{2.0, 4.0, 6.0});
  }
}
