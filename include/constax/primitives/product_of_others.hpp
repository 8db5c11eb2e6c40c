// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cumulative.hpp>

namespace constax::inline CONSTAX_TAG {

struct reduce_prod_t;

/// `y[i]` = the product of all x[j], j != i, of an axis, without division. product_of_others[axis] : T[s] -> T[s], T floating.
/// It is the derivative of a product; its own is that of cumprod from the left times cumprod from the right.
struct product_of_others_t : cumulative<product_of_others_t, floating> {
  static constexpr std::string_view name = "product_of_others";
  static constexpr std::string_view cpp = "guard(math::mul($x, $y))";
  static constexpr bool of_others = true;
  using total = reduce_prod_t;
  static constexpr i64 flops = 3;
  struct params {
    i32 axis = 0;
    static constexpr char const* names[] = {"axis"};
  };
  template <class T>
  static constexpr T identity = T(1);
  static constexpr auto combine(auto const& x, auto const& y) { return guard(math::mul(x, y)); }
  static constexpr value jvp(auto x, auto dx, auto, auto const& p);
};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/cumprod.hpp>
#include <constax/primitives/linear_recurrence.hpp>
#include <constax/primitives/reduce_prod.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value product_of_others_t::jvp(auto x, auto dx, auto, auto const& p) {
  auto const left = bind<cumprod_t>({p.axis, false, true}, x), right = bind<cumprod_t>({p.axis, true, true}, x);
  return bind<linear_recurrence_t>({p.axis, false, true}, x, dx * left) * right +
         bind<linear_recurrence_t>({p.axis, true, true}, x, dx * right) * left;
}
} // namespace constax::inline CONSTAX_TAG
