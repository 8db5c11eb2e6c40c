// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>
namespace cx = constax;
struct body {
  cx::array<float, 3> position, velocity;
};
CONSTAX_STRUCT(body, position, velocity);
int main() {
  auto const f = [](auto const& b) {
    return cx::scan([](auto const& s) {
      auto next = s;
      next.velocity = s.velocity * 2.0;
      return std::pair{next, std::tuple<>{}};
    }, b, cx::length<5>).first.position;
  };
  (void)cx::make_jaxpr(f)(body{});
}
