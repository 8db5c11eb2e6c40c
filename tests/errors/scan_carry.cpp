// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: the carry leaf `carry.velocity` goes in as f32[3] and comes out as f64[3]; convert one of them with cx::astype
#include <constax/constax.hpp>
namespace cx = constax;
struct body {
  cx::array<float, 3> position, velocity;
};
CONSTAX_STRUCT(body, position, velocity);
int main() {
  auto const f = [](auto const& b) {
    return cx::scan([](auto const& s) { return std::pair{std::tuple{s.position, cx::astype<double>(s.velocity)}, std::tuple<>{}}; }, b, cx::length<5>).first.position;
  };
  (void)cx::make_jaxpr(f)(body{});
}
