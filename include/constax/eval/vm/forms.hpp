// SPDX-License-Identifier: BSL-1.0
#pragma once
// forms : equation of a lowered jaxpr -> how strips evaluate it
#include <constax/eval/vm/control.hpp>
#include <constax/eval/vm/registry.hpp>
#include <constax/transform/transform.hpp>

namespace constax::inline CONSTAX_TAG::vm {

enum class form : u8 {
  alias,   // its operand's elements in the same order
  compute, // a function of elements
  load,    // elements of its operand by one affine map
  gather,  // elements of its operands by boxes
  count,   // 0, 1, 2 ... along an axis
  fold,    // a reduction of lines, whose terms lie side by side
  columns, // a reduction of columns
  product,
  control, // functions of the module
  inlined, // functions of the module that compute with numbers alone: scalar code
  pieces,  // a number from each operand
  whole    // none of these: by its definition
};
constexpr bool moves(form f) { return f == form::load || f == form::gather || f == form::count; }
constexpr bool computes(form f) { return f == form::compute || f == form::inlined; }
constexpr bool is_in_loop(form f) { return computes(f) || moves(f); }

struct equation_forms {
  jaxpr const& j;

  i64 size_of(atom a) const { return j.type(a).shape.size(); }
  i64 size_of(eqn const& e) const { return j.type(e.out).shape.size(); }
  u32 bytes_of(u32 v) const { return static_cast<u32>(info(j.type(v).type).bytes); }
  vec<moved_box> boxes_of(eqn const& e) const {
    vec<lengths> operands;
    for (atom a : j.operands(e)) operands.push(lengths(j.type(a).shape));
    return e.prim->boxes(j.params(e), operands, lengths(j.type(e.out).shape));
  }
  static bool covers(moved_box const& b, shape const& result) {
    bool all = true;
    for (int d = 0; d < result.rank; ++d) all = all && b.first[d] == 0 && b.every[d] == 1 && b.length[d] == result[d].number;
    return all;
  }
  static strided_copy copy_of(moved_box const& b, lengths const& result) {
    strided_copy c;
    lengths const stride = strides_of(result);
    c.rank = result.rank, c.from = b.from;
    for (int d = 0; d < result.rank; ++d) {
      c.length[d] = b.length[d], c.get[d] = b.step[d], c.put[d] = b.every[d] * stride[d];
      c.to += b.first[d] * stride[d];
    }
    c.collapse();
    return c;
  }
  static bool is_identity(strided_copy const& c) { return c.from == 0 && c.to == 0 && (c.rank == 0 || (c.rank == 1 && c.get[0] == 1)); }

  bool is_of_pieces(eqn const& e, vec<moved_box> const& boxes) const {
    for (atom a : j.operands(e))
      if (size_of(a) != 1) return false;
    i64 covered = 0;
    for (moved_box const& b : boxes) {
      i64 n = 1;
      for (int d = 0; d < j.type(e.out).rank(); ++d) n *= b.length[d];
      if (n > 1) return false;
      covered += n;
    }
    return covered == size_of(e);
  }
  /// Are all operands and results numbers, and does every function compute with numbers alone?
  bool is_inlined(eqn const& e) const {
    for (atom a : j.operands(e))
      if (size_of(a) != 1) return false;
    for (u32 k = 0; k < e.n_out; ++k)
      if (j.type(e.out + k).shape.size() != 1) return false;
    if (is<scan_t>(e) && scan_t::parts(j, j.params(e), e.n_in).slices + scan_t::parts(j, j.params(e), e.n_in).ys != 0) return false;
    for (u32 k = 0; k < e.prim->functions(j.params(e)).count; ++k)
      if (!equation_forms{detail::function_of(j, e, k)}.is_of_numbers()) return false;
    return true;
  }
  bool is_of_numbers() const {
    for (u32 v = 0; v < j.vars.size(); ++v)
      if (j.type(v).shape.size() != 1) return false;
    for (eqn const& e : j.eqns) {
      form const f = form_of(e);
      bool const of_one = f == form::alias || f == form::load || f == form::count || f == form::inlined;
      if (f != form::compute && !(of_one && (e.prim->kind != kind::movement || e.n_in == 1))) return false;
    }
    return true;
  }

  form form_of(eqn const& e) const {
    range<atom> const xs = j.operands(e);
    aval const& y = j.type(e.out);
    rules const* const r = find_rules(*e.prim);
    switch (e.prim->kind) {
      case kind::elementwise: {
        if (e.n_in == 0 || e.n_in > 3 || !r || !r->strip || !r->strip(j.type(xs[e.n_in - 1]).type, y.type)) return form::whole;
        for (atom a : xs)
          if (j.type(a).rank() != 0 && !(j.type(a).shape == y.shape)) return form::whole;
        return form::compute;
      }
      case kind::source: return is<iota_t>(e) ? form::count : form::whole;
      case kind::movement: {
        if (!e.prim->boxes) return form::whole;
        vec<moved_box> const boxes = boxes_of(e);
        if (boxes.size() != 1 || boxes[0].operand != 0 || !covers(boxes[0], y.shape))
          return is_of_pieces(e, boxes) ? form::pieces : form::gather;
        bool const in_order = size_of(e) == size_of(xs[0]) && is_identity(copy_of(boxes[0], lengths(y.shape)));
        return in_order && !xs[0].is_literal() ? form::alias : form::load;
      }
      case kind::reduction: {
        auto const over = decode<reduction_params>(j.params(e)).axes;
        if (over.size() != 1 || xs[0].is_literal() || size_of(xs[0]) == 1 || !r || !r->fold || !r->fold(y.type)) return form::whole;
        i64 inner = 1;
        shape const& x = j.type(xs[0]).shape;
        for (int d = static_cast<int>(over[0]) + 1; d < x.rank; ++d) inner *= x[d].number;
        return inner == 1 && x.size() > 0 ? form::fold : form::columns;
      }
      case kind::contraction: return find_product(y.type) ? form::product : form::whole;
      case kind::control:
      case kind::call: return !is_controlled(j, e) ? form::whole : is_inlined(e) ? form::inlined : form::control;
      default: return form::whole;
    }
  }
  /// Does an equation of this form, in a loop of `size`, read a at the loop's own place? Else in memory.
  bool at_its_place(form f, atom a, i64 size) const {
    if (f == form::fold || f == form::inlined || f == form::pieces) return true;
    return f == form::compute && (j.type(a).rank() != 0 || size == 1);
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
