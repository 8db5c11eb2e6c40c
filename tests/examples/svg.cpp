// SPDX-License-Identifier: BSL-1.0
// The picture of a fit: well-formed text, round ticks, and no trap in odd data.
#include "../../examples/support/svg.hpp"

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../support/catch.hpp"

namespace {

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
  return n;
}

bool contains(std::string_view text, std::string_view word) { return count(text, word) > 0; }

svg::fit_picture small_picture() {
  svg::fit_picture f;
  f.title = "a < b & \"c\"";
  f.x = {0, 1, 2};
  f.y = {1, 3, 5.5};
  f.residuals = {0.1, -0.2, 0.1};
  f.residual_standard_deviation = 0.2;
  f.curves = {{"fit", {0, 1, 2}, {0.9, 3.2, 5.4}}};
  return f;
}

}  // namespace

TEST_CASE("ticks are round and labels as short as the step allows", "[examples]") {
  const svg::detail::axis a(0, 1, 5, 0);
  CHECK(a.ticks().size() == 6);
  CHECK(a.label(0.2) == "0.2");
  CHECK(a.label(-1e-18) == "0.0");

  const svg::detail::axis wide(77.6, 760, 8, 0);
  CHECK(wide.step == 100);
  CHECK(wide.label(wide.ticks().front()) == "100");

  // Lanczos3's residuals are about 1e-5: the power goes to the caption.
  const svg::detail::axis small(-4.2e-5, 4.2e-5, 4, 0);
  CHECK(small.exponent == -5);
  CHECK(small.label(small.ticks().front()) == "-4");
  CHECK(contains(small.caption("residual"), "-5</tspan>"));
}

TEST_CASE("a picture holds each point twice, the curve, and escaped words", "[examples]") {
  const std::string text = svg::render(small_picture());
  CHECK(text.starts_with("<svg xmlns="));
  CHECK(text.ends_with("</svg>\n"));
  CHECK(contains(text, "a &lt; b &amp; &quot;c&quot;"));
  CHECK(count(text, "<circle") == 3 + 3 + 1);  // data, residuals, legend
  CHECK(count(text, "<path") == 1 + 1);
  CHECK(count(text, "<text") == count(text, "</text>"));
  CHECK_FALSE(contains(text, "nan"));
  CHECK_FALSE(contains(text, "inf"));
}

TEST_CASE("a subtitle of two lines is two lines", "[examples]") {
  svg::fit_picture f = small_picture();
  f.subtitle = "one\ntwo";
  const std::string text = svg::render(f);
  CHECK(contains(text, ">one</text>"));
  CHECK(contains(text, ">two</text>"));
}

TEST_CASE("odd data is drawn as far as it can be", "[examples]") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  svg::fit_picture f = small_picture();
  f.y[1] = nan;
  f.residuals = {0, 0, 0};
  f.residual_standard_deviation = nan;
  f.curves[0].y[1] = inf;
  const std::string gap = svg::render(f);
  CHECK(count(gap, "M") >= 2);
  CHECK_FALSE(contains(gap, "nan"));
  CHECK_FALSE(contains(gap, "inf"));

  CHECK(contains(svg::render({}), "</svg>"));  // nothing at all
  svg::fit_picture constant;
  constant.x = {5, 5};
  constant.y = {1e-300, 1e-300};
  CHECK_FALSE(contains(svg::render(constant), "nan"));
}

TEST_CASE("lengths that differ, and places that cannot be written, are errors", "[examples]") {
  svg::fit_picture f = small_picture();
  f.residuals.pop_back();
  CHECK_THROWS_AS(svg::render(f), std::invalid_argument);
  f = small_picture();
  f.y.push_back(1);
  CHECK_THROWS_AS(svg::render(f), std::invalid_argument);
  CHECK_THROWS_AS(svg::write("/no/such/folder/fit.svg", small_picture()), std::runtime_error);
}
