// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "plan_memory.hpp"

namespace random_programs {

plan_memory::plan_memory(loop_plan const& p, bindings const& b, identities const& ids)
    : p_(p), ids_(ids), held_(p.memories.size()), lengths_(p.memories.size()), strip_first_(p.n_regions + 1) {
  for (u32 m = 0; m < p.memories.size(); ++m) {
    lengths_[m] = lengths(p.program.avals[p.memories[m].type].shape, b);
    held_[m].assign(static_cast<std::size_t>(lengths_[m].size()), never_written);
  }
  for (affine_map const& map : p.views)
    for (auto& first = view_first_.emplace_back(); i64& x : first) x = b(map.start[&x - first.data()]);
  for (vec<u32> const* inputs : {&p.program.consts, &p.program.ins})
    for (u32 v : *inputs) {
      if (!has_memory(v)) throw wrong_plan{"argument " + ids.name(v) + " has no memory"};
      held_[static_cast<u32>(p.places[v].memory)] = ids.all_of(v);
    }
}

std::string plan_memory::memory_name(u32 memory) const {
  constexpr char const* kinds[] = {"argument ", "result ", "slot ", "strip buffer "};
  constax::memory const& m = p_.memories[memory];
  return kinds[static_cast<int>(m.kind)] + std::to_string(m.index);
}

plan_memory::address plan_memory::address_of(u32 v, i64 const* at, std::string_view who) const {
  constax::place const& place = p_.places[v];
  if (place.memory < 0) throw wrong_plan{std::string(who) + " needs " + ids_.name(v) + ", which has no memory"};
  u32 const memory = static_cast<u32>(place.memory);
  if (p_.program.type(v).type != p_.program.avals[p_.memories[memory].type].type)
    throw wrong_plan{ids_.name(v) + " lies in " + memory_name(memory) + ", which has elements of another type"};
  lengths const& n = lengths_[memory];
  int const rank = ids_.lengths_of(v).rank;
  i64 in[max_rank] = {};
  if (place.view < 0)
    for (int d = 0; d < rank; ++d) in[d] = at[d];
  else {
    affine_map const& map = p_.views[static_cast<u32>(place.view)];
    std::copy_n(view_first_[static_cast<u32>(place.view)].begin(), n.rank, in);
    for (int d = 0; d < rank; ++d)
      if (map.axis[d] >= 0) in[map.axis[d]] += map.step[d] * at[d];
  }
  if (p_.memories[memory].kind == memory_kind::strip) {
    strip_buffer const& strip = p_.strips[p_.memories[memory].index];
    in[strip.axis] -= strip_first_[strip.region];
  }
  // A number among others in one slot has no axis of its own there.
  i64 flat = 0;
  for (int a = 0; a < n.rank; ++a) {
    if (in[a] < 0 || in[a] >= n[a]) return {memory, 0, false};
    flat = flat * n[a] + in[a];
  }
  flat += place.first;
  return {memory, static_cast<std::size_t>(flat), static_cast<std::size_t>(flat) < held_[memory].size()};
}

identity plan_memory::read(u32 v, i64 const* at, std::string_view who) const {
  address const from = address_of(v, at, who);
  identity const found = from.exists ? held_[from.memory][from.at] : undefined, expected = ids_.of(v, at);
  if (expected == undefined || found == expected) return found;
  throw wrong_plan{std::string(who) + " reads " + ids_.element(v, at) + " in " + memory_name(from.memory) + ": " +
                   (!from.exists ? "beyond its end" : found == never_written ? "never written" : "another element lies there")};
}
void plan_memory::write(u32 v, i64 const* at, identity id, std::string_view who) {
  address const to = address_of(v, at, who);
  if (!to.exists) throw wrong_plan{std::string(who) + " writes " + ids_.element(v, at) + " beyond the end of " + memory_name(to.memory)};
  if (p_.memories[to.memory].kind == memory_kind::input)
    throw wrong_plan{std::string(who) + " writes " + ids_.element(v, at) + " into " + memory_name(to.memory)};
  held_[to.memory][to.at] = id;
}
void plan_memory::read_all(atom a, std::string_view who) const {
  if (!a.is_literal()) each_place(ids_.lengths_of(a.var()), [&](i64 const* at) { read(a.var(), at, who); });
}
void plan_memory::write_all(u32 v, std::string_view who) {
  each_place(ids_.lengths_of(v), [&](i64 const* at) { write(v, at, ids_.of(v, at), who); });
}

void plan_memory::check_results() const {
  jaxpr const& j = p_.program;
  for (u32 o = 0; o < j.outs.size(); ++o) {
    std::string const name = "result " + std::to_string(o);
    if (p_.sources[o] != loop_plan::in_place) {
      read_all(j.outs[o], name);
      continue;
    }
    u32 memory = 0;
    while (memory < p_.memories.size() && !(p_.memories[memory].kind == memory_kind::output && p_.memories[memory].index == o)) ++memory;
    if (memory == p_.memories.size()) throw wrong_plan{name + " has no memory"};
    std::vector<identity> const& expected = ids_.all_of(j.outs[o].var());
    for (std::size_t i = 0; i < held_[memory].size(); ++i) {
      if (held_[memory][i] == never_written) throw wrong_plan{name + ": element " + std::to_string(i) + " is never written"};
      if (held_[memory][i] != expected[i] || expected[i] == undefined)
        throw wrong_plan{name + ": element " + std::to_string(i) + " is another one"};
    }
  }
}

} // namespace random_programs
