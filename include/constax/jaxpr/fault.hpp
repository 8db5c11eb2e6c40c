// SPDX-License-Identifier: BSL-1.0
#pragma once
// fault: what went wrong, as data. Passes never throw: a jaxpr carries its first fault along until a typed border says it aloud.
#include <constax/aval/aval.hpp>

namespace constax::inline CONSTAX_TAG {

enum class fault_code : u8 {
  none,
  dtypes_differ,
  shapes_differ,
  dtype_not_accepted,
  bad_axis,
  bad_params,
  wrong_count,
  not_scalar,
  not_floating,
  no_jvp,
  no_derivative,
  no_transpose,
  no_batch,
  escaped,
  no_axis_mapped,
  undecidable,
  unsettled,
  too_many_symbols,
  out_of_bounds,
  negative,
  no_length,
  not_evaluable,
  reverse_only,
  invalid_jaxpr,
  not_constant,
  too_many_axes,
  too_many_elements,
  wrong_claim,
  closed_over,
  rows_differ,
  key_used_twice,
  key_used_in_loop,
  used_key_carried,
  number_outside,
  said // a sentence has left the library already: this one has none
};

struct fault {
  fault_code code = fault_code::none;
  std::string_view where = {};  // primitive or transformation
  std::string_view detail = {}; // what the code alone does not say: an accepted class, an invariant, a remedy
  aval a = {}, b = {};
  i64 number = 0;
  constexpr explicit operator bool() const { return code != fault_code::none; }
};

/// An integer that stands beside a value of dtype t, which does not hold it; `beyond`: it is 2^63 or more.
constexpr fault number_outside(dtype t, i64 number, bool beyond = false) {
  return {fault_code::number_outside, {}, beyond ? "2^63 or more" : "", aval{t, {}}, {}, number};
}

/// Why there is no array of this type, as far as its lengths are numbers: too many axes or elements, or a negative length.
constexpr fault_code impossible(aval const& a) {
  if (a.shape.overflowed()) return fault_code::too_many_axes;
  i64 left = i64{1} << 59; // of 16 bytes, which fit into 63 bits
  for (int d = 0; d < a.rank(); ++d) {
    extent const& e = a.shape.dims[d];
    if (!e.is_number()) continue;
    if (e.number < 0) return fault_code::negative;
    left = e.number == 0 ? left : left / e.number;
  }
  return left == 0 ? fault_code::too_many_elements : fault_code::none;
}
/// What is said of it.
constexpr fault no_array(fault_code why, aval const& a) {
  if (why != fault_code::negative) return {why, {}, {}, a};
  int d = 0;
  while (!a.shape[d].is_number() || a.shape[d].number >= 0) ++d;
  return {why, {}, "the length", a, {dtype::i64, {a.shape[d]}}, d};
}

/// The sentence a user reads: where, what, remedy.
constexpr text sentence(fault const& f) {
  text t;
  if (!f || f.code == fault_code::said) return t;
  if (f.code == fault_code::number_outside) {
    int const bits = 8 * static_cast<int>(info(f.a.type).bytes) - (info(f.a.type).is_signed ? 1 : 0);
    t << "[constax] the number ";
    if (f.detail.empty()) t << f.number;
    else t << f.detail;
    t << " stands beside a value of dtype " << f.a.type << ", which holds ";
    if (info(f.a.type).is_signed) t << -(i64{1} << (bits - 1)) - (i64{1} << (bits - 1)) << " to ";
    else t << "0 to ";
    return t << (bits == 64 ? ~u64{0} : (u64{1} << bits) - 1) << "; convert that value with cx::astype, or the number";
  }
  t << "[constax] " << f.where << ": ";
  switch (f.code) {
  case fault_code::none:
  case fault_code::number_outside:
  case fault_code::said: break;
  case fault_code::dtypes_differ: t << "operands have dtypes " << f.a << " and " << f.b << "; convert one of them with cx::astype"; break;
  case fault_code::shapes_differ: t << "shapes " << f.a << " and " << f.b << " do not fit"; break;
  case fault_code::dtype_not_accepted: t << "does not accept an operand of type " << f.a; break;
  case fault_code::bad_axis: t << "axis " << f.number << " is out of range for an operand of type " << f.a; break;
  case fault_code::bad_params: t << "does not apply to " << f.a; break;
  case fault_code::wrong_count: t << "got " << f.number << " operands"; break;
  case fault_code::not_scalar:
    t << "the function must return a scalar" << (f.a.floating() ? "" : " of floating-point dtype") << ", its result is " << f.a
      << (f.a.floating() ? "; sum it, or use cx::jacrev" : ", which has no derivative");
    break;
  case fault_code::not_floating:
    t << "derivatives are taken in floating-point arguments, this one is " << f.a << "; convert it with cx::astype";
    break;
  case fault_code::no_jvp: t << "this primitive has no jvp rule; add jvp to its file, or wrap its operands in cx::stop_gradient"; break;
  case fault_code::no_derivative:
    t << "there is no derivative in operand " << f.number << "; wrap that operand in cx::stop_gradient";
    break;
  case fault_code::no_transpose: t << "this primitive has no transpose rule: it is not linear in that operand"; break;
  case fault_code::no_batch: t << "this primitive has no batch rule; add batch to its file"; break;
  case fault_code::escaped:
    t << "a tracer was used after the trace that made it had ended: return it from the traced function instead of storing it outside";
    break;
  case fault_code::no_axis_mapped: t << "no argument has a mapped axis; name one in cx::in_axes"; break;
  case fault_code::undecidable:
    t << "whether " << f.a << " and " << f.b << " agree cannot be decided; name a new symbol for one of them";
    break;
  case fault_code::unsettled:
    t << "what the symbol " << f.b.shape[0]
      << " stands for follows from no argument of the call; hand over an argument with an axis of that extent";
    break;
  case fault_code::too_many_symbols:
    t << "the arguments have " << f.number << " symbols, one program at most " << bindings::capacity
      << "; give some of these axes one symbol, or a number";
    break;
  case fault_code::out_of_bounds:
    if (shape const& s = f.b.shape; s.rank == 1) t << s[0];
    else if (s.rank == 2 && s[1] == s[0] + extent(1)) t << "index " << s[0];
    else t << "[start, limit) = " << s;
    t << " is out of bounds on axis " << f.number << " of an operand of type " << f.a;
    break;
  case fault_code::negative: return t << f.detail << ' ' << f.b.shape[0] << " on axis " << f.number << " of " << f.a << " is negative";
  case fault_code::no_length:
    t << "an axis of the result has a length that is no affine form in at most two symbols, from an operand of type " << f.a
      << "; give that axis a length in numbers";
    break;
  case fault_code::reverse_only:
    t << "the function has a derivative for reverse mode only, for cx::grad, cx::vjp and cx::jacrev; for forward mode give it a rule with cx::custom_jvp";
    break;
  case fault_code::not_evaluable: t << "this equation cannot be evaluated"; break;
  case fault_code::not_constant:
    t << "the compiler could not evaluate this program; it names the cause above: a function or an array that is not constexpr, or one of its limits for constant evaluation";
    break;
  case fault_code::too_many_axes:
    t << "there would be more than " << static_cast<i64>(max_rank) << " axes; join some of them with cx::reshape";
    break;
  case fault_code::too_many_elements: t << "there would be more elements than memory can hold in an array of type " << f.a; break;
  case fault_code::wrong_claim:
    t << "a value of type " << f.a << " is taken for one of type " << f.b << "; make the tracer of the value's own type";
    break;
  case fault_code::closed_over:
    t << "the function captures a value that is being differentiated, of which its rule says nothing; hand that value over as an argument";
    break;
  case fault_code::rows_differ:
    t << "a result of type " << f.a
      << " differs from row to row, so that its out_axes cannot be cx::none; name the axis where its rows go, or reduce them";
    break;
  case fault_code::key_used_twice:
    return t << "the key " << f.a << " has been used up before, by " << f.detail
             << ", and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant";
  case fault_code::key_used_in_loop:
    return t << "the key " << f.a << " comes from outside of a " << f.detail
             << ", of which each trip would use it up again; let each trip have its own, by "
             << "cx::random::fold_in(key, trip), or split it before the loop and scan over the keys";
  case fault_code::used_key_carried:
    return t << "the body hands on as a carry the key " << f.a << " that " << f.detail
             << " has used up; hand on another one, of cx::random::split";
  case fault_code::invalid_jaxpr: t << "the jaxpr is not well formed at equation " << f.number; break;
  }
  if (!f.detail.empty()) t << "; " << f.detail;
  return t;
}

} // namespace constax::inline CONSTAX_TAG
