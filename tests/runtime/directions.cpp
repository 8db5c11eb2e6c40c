// SPDX-License-Identifier: BSL-1.0
// Tangents and cotangents of ndarrays are trees like what they belong to: each kind of tree gives the derivatives that are written by hand,
// and what has other groups is refused, in a traced function and outside of one.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <array>
#include <vector>

namespace cx = constax;

namespace app {
struct polar {
  cx::ndarray r, phi;
};
} // namespace app
CONSTAX_STRUCT(app::polar, r, phi);

namespace {

using arrays = std::vector<cx::ndarray>;

cx::ndarray const two(2.0), five(5.0), half(0.5), less(-1.0);

/// x y^2 and 3 x of two numbers, in the tree that make makes.
template <class Make, class Parts> auto of_two(Make make, Parts parts) {
  return [=](auto const& p) {
    auto const [x, y] = parts(p);
    return make(x * y * y, 3.0 * x);
  };
}
/// The tangent of a result in the direction (1/2, -1), its cotangent, and both in a traced function.
template <class Make, class Parts> void is_right(Make make, Parts parts) {
  auto const f = of_two(make, parts);
  auto const at = make(two, five), direction = make(half, less);
  auto const all = [f](auto const& p, auto const& d) {
    auto const tangent = cx::jvp(f, std::make_tuple(p), std::make_tuple(d)).second;
    return std::tuple{tangent, cx::linearize(f, p).second(d), cx::vjp(f, p).second(d)};
  };
  auto const check = [&](auto const& derivatives) {
    auto const is = [&](auto const& tree, double a, double b) {
      auto const [x, y] = parts(tree);
      CHECK((x.template item<double>() == a && y.template item<double>() == b));
    };
    is(std::get<0>(derivatives), 25.0 * 0.5 - 20.0, 1.5);
    is(std::get<1>(derivatives), 25.0 * 0.5 - 20.0, 1.5);
    is(std::get<0>(std::get<2>(derivatives)), 0.5 * 25 - 3, 0.5 * 20);
  };
  check(all(at, direction));
  check(cx::jit(all)(at, direction));
}

/// What it says when it throws, in one line.
template <class F> std::string said(F const& f) { return thrown<cx::type_error>(f); }

} // namespace

TEST_CASE("each kind of tree") {
  auto const itself = [](auto const& p) { return std::pair{std::get<0>(p), std::get<1>(p)}; };
  is_right([](auto const& x, auto const& y) { return std::tuple{x, y}; }, itself);
  is_right([](auto const& x, auto const& y) { return std::pair{x, y}; }, itself);
  is_right([](auto const& x, auto const& y) { return std::array{x, y}; }, itself);
  is_right([](auto const& x, auto const& y) { return std::vector{x, y}; }, [](auto const& p) { return std::pair{p[0], p[1]}; });
  is_right(
      [](auto const& x, auto const& y) {
        return std::pair{std::vector{std::vector{x}, std::vector<std::remove_cvref_t<decltype(x)>>{}}, std::tuple{y}};
      },
      [](auto const& p) { return std::pair{p.first[0][0], std::get<0>(p.second)}; });
  is_right([](auto const& x, auto const& y) { return cx::tree_map([&](auto const& l) { return l; }, std::pair{std::array{x}, y}); },
           [](auto const& p) { return std::pair{p.first[0], p.second}; });
}
TEST_CASE("structs") {
  auto const f = [](auto const& p) { return cx::tree_map([&](auto const& x) { return x * p.r; }, p); }; // (r^2, r phi)
  app::polar const at{two, five}, d{half, less};
  CHECK((cx::jvp(f, at, d).second.r == 2.0 * two * half && cx::linearize(f, at).second(d).phi == half * five - two));
  app::polar const ct = std::get<0>(cx::vjp(f, at).second(d));
  CHECK((ct.r == cx::ndarray(2 * 2 * 0.5 - 5) && ct.phi == cx::ndarray(-2.0)));
  std::vector<app::polar> const many{at, d}, directions{d, at};
  auto const g = [](auto const& ps) { return cx::tree_map([](auto const& x) { return x * x; }, ps); };
  CHECK(cx::jvp(g, std::make_tuple(many), std::make_tuple(directions)).second[1].r == 2.0 * half * two);
  CHECK(std::get<0>(cx::vjp(g, many).second(directions))[0].phi == 2.0 * five * less);
}

TEST_CASE("tangents of other groups") {
  auto const f = [](auto const&... xs) {
    return cx::tree_reduce([](auto const& s, auto const& x) { return s + x * x; }, std::tuple{xs...}, 0.0);
  };
  auto const flat = std::tuple{two, five, half};
  auto const grouped = std::pair{two, std::pair{five, half}};
  auto const expected =
      "[constax] jvp: the primals are std::tuple(std::tuple(*, *, *)) and the tangents are std::tuple(std::pair(*, "
      "std::pair(*, *))); they must have one structure";
  CHECK(said([&] { cx::jvp(f, std::make_tuple(flat), std::make_tuple(grouped)); }) == expected);
  CHECK(said([&] {
          cx::jit([f](auto const& p, auto const& d) { return cx::jvp(f, std::make_tuple(p), std::make_tuple(d)).second; })(flat, grouped);
        }) == expected);
  CHECK(said([&] { cx::jvp(f, std::tuple{two, five}, std::pair{two, five}); }) ==
        "[constax] jvp: the primals are std::tuple(*, *) and the tangents are std::pair(*, *); they must have one structure");
  CHECK(said([&] { cx::jvp(f, std::tuple{two, five}, two); }) ==
        "[constax] jvp: the primals are std::tuple(*, *) and the tangents are std::tuple(*); they must have one structure");
  CHECK(said([&] { cx::jvp(f, app::polar{two, five}, std::make_tuple(std::pair{two, five})); }) ==
        "[constax] jvp: the primals are std::tuple(polar(r: *, phi: *)) and the tangents are std::tuple(std::pair(*, *)); they must "
        "have one structure");
  CHECK(said([&] { cx::jvp(f, std::tuple{arrays{two}, arrays{five, half}}, std::tuple{arrays{two, five}, arrays{half}}); }) ==
        "[constax] jvp: the primals are std::tuple(std::vector(*), std::vector(*, *)) and the tangents are std::tuple(std::vector(*, *), "
        "std::vector(*)); they must have one structure");
  CHECK(
      said([&] { cx::jvp(f, std::tuple{arrays{two, five}}, std::tuple{std::array{two, five}}); }) ==
      "[constax] jvp: the primals are std::tuple(std::vector(*, *)) and the tangents are std::tuple(std::array(*, *)); they must have one "
      "structure");
  CHECK(
      said([&] { cx::linearize(f, two, flat).second(two, grouped); }) ==
      "[constax] linearize: the primals are std::tuple(*, std::tuple(*, *, *)) and the tangents are std::tuple(*, std::pair(*, "
      "std::pair(*, *))); they must have one structure");
  CHECK(said([&] { cx::linearize(f, two, flat).second(two); }) ==
        "[constax] linearize: the primals are std::tuple(*, std::tuple(*, *, *)) and the tangents are std::tuple(*); they must have one "
        "structure");
  CHECK(said([&] {
          cx::jit([f](auto const& p, auto const& d) { return cx::linearize(f, p).second(d); })(arrays{two, five}, std::pair{two, five});
        })
            .starts_with(
                "[constax] linearize: the primals are std::tuple(std::vector(*, *)) and the tangents are std::tuple(std::pair(*, *)); "
                "they must have one structure"));
}
TEST_CASE("cotangents of other groups") {
  auto const f = [](auto const& x) { return std::pair{x, std::pair{x * x, 2.0 * x}}; };
  auto const pull = cx::vjp(f, two).second;
  auto const expected =
      "[constax] vjp: the result is std::pair(*, std::pair(*, *)) and the cotangent is std::tuple(*, *, *); they must have "
      "one structure";
  CHECK(said([&] { pull(std::tuple{two, five, half}); }) == expected);
  CHECK(said([&] { cx::jit([f](auto const& x) { return cx::vjp(f, x).second(std::tuple{x, x, x}); })(two); }) == expected);
  CHECK(std::get<0>(pull(std::pair{1.0, std::pair{half, 3.0}})) == cx::ndarray(1.0 + 0.5 * 4 + 6));
  CHECK(said([&] { pull(); }) == "[constax] vjp: a pullback takes one cotangent, a tree like the result; it is called with 0");
  CHECK(said([&] {
          cx::jit([](auto const& x) { return cx::vjp([](auto const& y) { return std::tuple{y, y}; }, x).second(x, x); })(two);
        }).starts_with("[constax] vjp: a pullback takes one cotangent, a tree like the result; it is called with 2"));
  auto const groups = [](auto const& x) { return std::vector{std::vector{x}, std::vector{x * x, x}}; };
  using lists = std::vector<arrays>;
  auto const back = cx::vjp(groups, two).second;
  CHECK(std::get<0>(back(lists{{two}, {five, half}})) == cx::ndarray(2.0 + 4 * 5 + 0.5));
  CHECK(said([&] { back(lists{{two, five}, {half}}); }) ==
        "[constax] vjp: the result is std::vector(std::vector(*), std::vector(*, *)) and the cotangent is std::vector(std::vector(*, *), "
        "std::vector(*)); they must have one structure");
}
TEST_CASE("integers: what a pullback gives goes into the linear function; a std::tuple<> stands for those that have no tangent") {
  auto const f = [](auto const& k, auto const& p) { return std::pair{cx::astype<double>(k) * p.first, std::tuple{k + p.second, p.first}}; };
  cx::ndarray const three{3};
  auto const at = std::pair{two, cx::ndarray(7)};
  auto const [y, pull] = cx::vjp(f, three, at);
  auto const push = cx::linearize(f, three, at).second;
  auto const ct = pull(y); // 3 * 6 + 2
  CHECK(std::get<1>(ct).first == cx::ndarray(20.0));
  CHECK(push(std::get<0>(ct), std::get<1>(ct)).first == cx::ndarray{60.0});
  CHECK(push(std::tuple{}, std::pair{half, std::tuple{}}).first == cx::ndarray{1.5});
  CHECK(std::get<1>(pull(std::pair{cx::ndarray{1.0}, std::tuple{std::tuple{}, half}})).first == cx::ndarray(3.5));
  CHECK(said([&] { push(std::pair{half, std::tuple{}}); }) ==
        "[constax] linearize: the primals are std::tuple(*, std::pair(*, *)) and the tangents are std::tuple(std::pair(*, std::tuple())); "
        "they must have one structure");
  CHECK(said([&] { pull(std::pair{std::tuple{cx::ndarray{1.0}}, half}); }) ==
        "[constax] vjp: the result is std::pair(*, std::tuple(*, *)) and the cotangent is std::pair(std::tuple(*), *); they must have one "
        "structure");
}
TEST_CASE("static values with a direction that is traced at run time") {
  auto const f = [](auto const& x) {
    return std::tuple{cx::vjp([](auto z) { return z * z; }, cx::ones<3>()).second(x),
                      cx::linearize([](auto z) { return z * z; }, 3.0 * cx::ones<3>()).second(x)};
  };
  cx::ndarray const x{1.0, 2.0, 0.5};
  auto const [pulled, pushed] = cx::jit(f)(x);
  CHECK((std::get<0>(pulled) == 2.0 * x && pushed == 6.0 * x));
  CHECK(said([&] { cx::jit(f)(two); }).starts_with("[constax] vjp: the cotangent of a result of type f64[3] has type f64[]"));
}
