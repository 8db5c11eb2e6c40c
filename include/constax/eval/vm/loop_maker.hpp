// SPDX-License-Identifier: BSL-1.0
#pragma once
// loop_maker : equations of a plan that share a loop -> its instructions
#include <constax/eval/vm/forms.hpp>
#include <constax/eval/vm/program.hpp>

#include <map>

namespace constax::inline CONSTAX_TAG::vm {

/// One loop: what its instructions have put into strips.
template <class Planner> struct loop_maker {
  Planner& all;
  std::pair<u32, i64> key; // level, size
  loop made;
  std::map<u32, operand> strips = {}; // by root
  std::map<u32, u32> splats = {};     // by memory
  u32 n_strips = 0;

  operand in_memory(u32 m) { return {false, all.touched(m), static_cast<u32>(info(all.p.memories[m].type.type).bytes)}; }
  operand fresh_strip(u32 bytes) { return {true, n_strips++, bytes}; }
  /// A strip of one number.
  operand splat(u32 m) {
    operand const from = in_memory(m);
    if (made.size == 1) return from;
    auto const [at, fresh] = splats.try_emplace(m, 0);
    if (fresh) {
      at->second = n_strips++;
      made.splats.push_back({at->second, from});
    }
    return {true, at->second, from.bytes};
  }
  /// The elements of a root at the loop's place.
  operand at_place(u32 root) {
    if (auto const at = strips.find(root); at != strips.end()) return at->second;
    auto const& v = all.values[root];
    bool const here = is_in_loop(all.form_of_value(root)) && v.level == key.first;
    if (v.stored && !here) return in_memory(all.memory_of(root));
    return make(root);
  }
  operand make(u32 root) {
    auto const& v = all.values[root];
    eqn const& e = all.j.eqns[static_cast<u32>(v.eqn)];
    range<atom> const xs = all.j.operands(e);
    instruction i;
    i.equation = static_cast<u32>(v.eqn), i.n = e.n_in;
    switch (all.form_of_value(root)) {
      case form::compute:
        for (u32 k = 0; k < e.n_in; ++k)
          i.x[k] = all.of.at_its_place(form::compute, xs[k], key.second) && !xs[k].is_literal() ? at_place(all.root_of(xs[k]))
                                                                                                : splat(all.memory_of(xs[k]));
        i.compute = find_rules(*e.prim)->strip(all.j.type(xs[e.n_in - 1]).type, all.j.type(e.out).type);
        break;
      case form::load:
        i.does = instruction::kind::load;
        i.x[0] = in_memory(all.memory_of(xs[0]));
        i.map = equation_forms::copy_of(all.of.boxes_of(e)[0], lengths(all.j.type(e.out).shape));
        if (bool const in_place = i.map.rank == 0 || (i.map.rank == 1 && i.map.get[0] == 1); in_place && !v.stored) {
          i.x[0].offset = i.map.from;
          return strips[root] = i.x[0];
        }
        break;
      case form::gather:
        i.does = instruction::kind::gather, i.n = 0;
        i.boxes = all.make_boxes(e);
        break;
      default: {
        i.does = instruction::kind::count;
        shape const& s = all.j.type(e.out).shape;
        int const axis = decode<iota_t::params>(all.j.params(e)).dimension;
        for (int d = s.rank; --d > axis;) i.stride *= s[d].number;
        i.length = s[axis].number;
      }
    }
    bool const own = v.level == key.first && v.stored;
    i.to = own ? in_memory(all.memory_of(root)) : fresh_strip(all.of.bytes_of(root));
    made.body.push_back(i);
    strips[root] = i.to;
    return i.to;
  }
  void fold(u32 equation) {
    eqn const& e = all.j.eqns[equation];
    atom const a = all.j.operands(e)[0];
    instruction i;
    i.does = instruction::kind::fold, i.equation = equation, i.n = 1;
    i.x[0] = at_place(all.root_of(a));
    aval const &x = all.j.type(a), &y = all.j.type(e.out);
    i.length = x.shape.size() / y.shape.size(); // neither is empty: form_of
    i.fold = find_rules(*e.prim)->fold(y.type);
    i.result_bytes = y.shape.size() * info(y.type).bytes;
    i.to = in_memory(all.memory_of(e.out));
    i.state = made.state_bytes;
    made.state_bytes += (i.fold->state_bytes + 63) / 64 * 64;
    i64 const groups = i.length <= short_sum ? 1 : group_count(i.length, i.result_bytes);
    bool const first = made.line == 0;
    made.groups = first || (made.line == i.length && made.groups == groups) ? groups : 0;
    made.line = i.length;
    if (i64 const lines = strip_length / i.length * i.length; 4 * lines >= 3 * strip_length) made.strip = lines;
    made.body.push_back(i);
  }
  i64 work() const {
    i64 n = 0;
    for (instruction const& i : made.body) n += all.j.eqns[i.equation].prim->weight();
    return n * made.size;
  }
  /// A strip is free again behind its last reader.
  void share_strips() {
    std::vector<i32> last(n_strips, -1), place(n_strips, -1);
    for (u32 i = 0; i < made.body.size(); ++i)
      for (u32 k = 0; k < made.body[i].n; ++k)
        if (made.body[i].x[k].in_strip) last[made.body[i].x[k].at] = static_cast<i32>(i);
    u32 used = 0;
    std::vector<u32> free;
    for (auto& s : made.splats) place[s.strip] = static_cast<i32>(used), s.strip = used++; // as long as the loop
    u32 const stay = used;
    for (u32 i = 0; i < made.body.size(); ++i) {
      instruction& x = made.body[i];
      u32 gone[3], n_gone = 0;
      for (u32 k = 0; k < x.n; ++k) {
        if (!x.x[k].in_strip) continue;
        u32 const s = x.x[k].at;
        x.x[k].at = static_cast<u32>(place[s]);
        bool seen = x.x[k].at < stay;
        for (u32 q = 0; q < n_gone; ++q) seen = seen || gone[q] == x.x[k].at;
        if (last[s] == static_cast<i32>(i) && !seen) gone[n_gone++] = x.x[k].at;
      }
      // (The result does not lie on an operand: elements of other sizes would overtake each other.)
      if (x.to.in_strip) {
        u32 at = used;
        if (free.empty()) ++used;
        else at = free.back(), free.pop_back();
        place[x.to.at] = static_cast<i32>(at), x.to.at = at;
      }
      for (u32 q = 0; q < n_gone; ++q) free.push_back(gone[q]);
    }
    n_strips = used;
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
