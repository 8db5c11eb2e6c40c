// SPDX-License-Identifier: BSL-1.0
#pragma once
// cumulative: the family of y[i] = step(y[i-1], x[i]) along one axis, from its beginning or its end. The order of arithmetic is the axis':
// no evaluator takes it in pieces (primitives/order.hpp).
//
// Members over a reduction name it: their step is its `combine`. If that is not linear they also say `slopes(before, x, y)`: the
// derivatives of y = combine(before, x) in its two operands. With these the derivative of all members is one linear recurrence.
#include <constax/primitives/mul.hpp>
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// Parameters of cumulative operations. exclusive: y[i] is made of the elements before x[i], without itself.
struct cumulative_params {
  i32 axis = 0;
  bool reverse = false, exclusive = false;
  static constexpr char const* names[] = {"axis", "reverse", "exclusive"};
  constexpr void print(text& out) const {
    detail::printer_of_params put{out};
    out << "[axis=", put(axis);
    if (exclusive) out << " exclusive=True";
    out << " reverse=", put(reverse), out << ']';
  }
};

template <class Self, class Accepts, u32 Operands = 1>
struct cumulative {
  static constexpr constax::kind kind = constax::kind::cumulative;
  static constexpr u32 operands = Operands;
  static constexpr bool of_others = false;
  using accepted = Accepts;

  static constexpr typed type(operand_types xs, auto const& p) {
    aval const& x = *xs[0];
    if (xs.size() != Operands) return fault{fault_code::wrong_count, {}, {}, {}, {}, xs.size()};
    for (aval const* z : xs) {
      if (!Accepts::accepts(z->type)) return fault{fault_code::dtype_not_accepted, {}, Accepts::name, *z};
      if (z->type != x.type) return fault{fault_code::dtypes_differ, {}, {}, x, *z};
      if (!(z->shape == x.shape)) return fault{fault_code::shapes_differ, {}, {}, x, *z};
    }
    if (p.axis < 0 || p.axis >= x.rank()) return fault{fault_code::bad_axis, {}, {}, x, {}, p.axis};
    return x;
  }
  static constexpr value batch(auto xs, range<bool> mapped, extent n, range<i64> ps) {
    auto p = decode<params_of<Self>>(ps);
    ++p.axis;
    return bind_all<Self>(p, all_rows(xs, mapped, n));
  }
};

/// The derivatives of combine(before, x) in `before` and in x.
struct cumulative_slopes {
  value before, x;
};

struct linear_recurrence_t;

template <class Self, class Reduction, class Accepts = numeric, class Recurrence = linear_recurrence_t>
struct cumulative_reduction : cumulative<Self, Accepts> {
  static constexpr std::string_view cpp = Reduction::cpp;
  using params = cumulative_params;
  template <class T>
  static constexpr T identity = Reduction::template identity<T>;
  static constexpr auto first(auto const& x) { return x; }
  static constexpr auto step(auto const& y, auto const& x) { return Reduction::combine(y, x); }
  static constexpr value jvp(auto x, auto dx, auto y, params const& p)
    requires requires { Self::slopes(x, x, x); }
  {
    params other = p;
    other.exclusive = !p.exclusive;
    auto const z = bind<Self>(other, x), before = p.exclusive ? y : z, after = p.exclusive ? z : y;
    cumulative_slopes const s = Self::slopes(before, x, after);
    return bind<Recurrence>({p.axis, p.reverse, p.exclusive}, s.before, dx * s.x);
  }
};

} // namespace constax::inline CONSTAX_TAG
