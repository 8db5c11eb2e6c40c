// SPDX-License-Identifier: BSL-1.0
#pragma once
// control : while, scan, cond, call, with the memories of operands and results -> the functions of the module run where those lie
//
// A loop has two memories for a carry, which its trips write in turn. A branch that some row chooses runs on all rows; those that choose
// another one are given the operands of a row that takes part (transform/control/by_row.hpp says why).
#include <constax/eval/vm/program.hpp>
#include <constax/transform/control/call.hpp>
#include <constax/transform/control/cond.hpp>
#include <constax/transform/control/scan.hpp>
#include <constax/transform/control/while.hpp>

#include <algorithm>
#include <cstring>

namespace constax::inline CONSTAX_TAG::vm {

/// Does this evaluate e?
inline bool is_controlled(jaxpr const& j, eqn const& e) {
  for (u32 k = 0; k < e.prim->functions(j.params(e)).count; ++k)
    if (detail::function_of(j, e, k).fault) return false;
  if (is<while_t>(e)) return detail::out_type(while_t::parts(j, j.params(e), e.n_in).cond, 0).rank() == 0;
  return is<cond_t>(e) || is<scan_t>(e) || (is<call_t>(e) && !detail::names_itself(j, e));
}
/// How many of e's results are carries.
inline u32 carries_of(jaxpr const& j, eqn const& e) {
  if (is<while_t>(e)) return e.n_out;
  return is<scan_t>(e) ? scan_t::parts(j, j.params(e), e.n_in).carry : 0;
}

/// One function of the module with memories of its own, which it keeps from call to call.
template <class Runner> struct held_function {
  program const& p;
  Runner run;
  explicit held_function(program const& of) : p(of), run(of) {}
  void operator()(std::vector<std::byte const*> const& args, std::vector<std::byte*> const& results) {
    run([&](u32 k) { return args[k]; }, [&](u32 k) { return results[k]; });
    for (u32 k = 0; k < p.results.size(); ++k) {
      memory const& m = p.memories[p.results[k].memory];
      if (m.is == memory::kind::result && m.number == k) continue;
      std::memcpy(results[k], run.memory_at(p.results[k].memory), static_cast<std::size_t>(m.bytes));
    }
  }
};

template <class Runner> class control_flow {
  using function = held_function<Runner>;
  program const& p;
  control const& c;
  std::byte* const* at; // of each memory
  jaxpr const& j = p.source;
  eqn const& e = j.eqns[c.equation];

  program const& program_of(jaxpr const& f) const { return *p.functions[static_cast<std::size_t>(&f - j.subs.begin())]; }
  i64 bytes_of(u32 m) const { return p.memories[m].bytes; }
  std::vector<std::byte const*> operands(u32 first, u32 n) const {
    std::vector<std::byte const*> all;
    for (u32 k = first; k < first + n; ++k) all.push_back(at[c.xs[k]]);
    return all;
  }

  void run_while() {
    while_t::parts const s(j, j.params(e), e.n_in);
    function cond(program_of(s.cond)), body(program_of(s.body));
    std::vector<std::byte const*> of_cond = operands(0, s.cond_consts), of_body = operands(s.cond_consts, s.body_consts);
    std::vector<std::byte const*> now = operands(s.cond_consts + s.body_consts, s.carry);
    of_cond.insert(of_cond.end(), now.begin(), now.end()), of_body.insert(of_body.end(), now.begin(), now.end());
    for (i64 trip = 0;; ++trip) {
      bool go = false;
      std::copy(now.begin(), now.end(), of_cond.begin() + s.cond_consts);
      cond(of_cond, {reinterpret_cast<std::byte*>(&go)});
      if (!go) break;
      std::copy(now.begin(), now.end(), of_body.begin() + s.body_consts);
      std::vector<std::byte*> const next = carry_of(trip);
      body(of_body, next);
      now.assign(next.begin(), next.end());
    }
    put(now);
  }
  void run_scan() {
    scan_t::parts const s(j, j.params(e), e.n_in);
    function body(program_of(s.body));
    i64 const trips = s.p.length.number;
    std::vector<std::byte const*> now = operands(s.consts, s.carry), args = operands(0, e.n_in);
    for (i64 trip = 0; trip < trips; ++trip) {
      i64 const slice = s.p.reverse ? trips - 1 - trip : trip;
      std::copy(now.begin(), now.end(), args.begin() + s.consts);
      for (u32 k = s.consts + s.carry; k < e.n_in; ++k) args[k] = at[c.xs[k]] + bytes_of(c.xs[k]) / trips * slice;
      std::vector<std::byte*> results = carry_of(trip);
      std::vector<std::byte*> const next = results;
      for (u32 k = s.carry; k < e.n_out; ++k) results.push_back(at[c.ys[k]] + bytes_of(c.ys[k]) / trips * slice);
      body(args, results);
      now.assign(next.begin(), next.end());
    }
    put(now);
  }
  /// Where trip number `trip` puts the carry: it reads what the trip before it has put elsewhere.
  std::vector<std::byte*> carry_of(i64 trip) const {
    std::vector<std::byte*> all;
    for (std::size_t k = 0; k < c.carries.size() / 2; ++k) all.push_back(at[c.carries[2 * k + static_cast<std::size_t>(trip % 2)]]);
    return all;
  }
  void put(std::vector<std::byte const*> const& carry) const {
    for (std::size_t k = 0; k < carry.size(); ++k)
      if (i64 const n = bytes_of(c.ys[k]); n > 0) std::memcpy(at[c.ys[k]], carry[k], static_cast<std::size_t>(n));
  }
  void run_once(jaxpr const& f, u32 first) {
    std::vector<std::byte*> results;
    for (u32 y : c.ys) results.push_back(at[y]);
    function(program_of(f))(operands(first, e.n_in - first), results);
  }
  void run_by_row() {
    aval const mask = j.type(j.operands(e)[0]);
    i64 const rows = mask.shape.size();
    auto const* const number = reinterpret_cast<std::int32_t const*>(at[c.xs[0]]);
    std::vector<std::vector<std::byte>> held; // rows of operands, results of all rows
    for (u32 i = 1; i < e.n_in; ++i) held.emplace_back(detail::begins_with(j.type(j.operands(e)[i]), mask) ? bytes_of(c.xs[i]) : 0);
    for (u32 y : c.ys) held.emplace_back(bytes_of(y));
    for (u32 k = 0; k < e.n_param; ++k) {
      auto const chooses = [&](i64 row) { return cond_t::chosen(number[row], e.n_param) == k; };
      i64 like = 0;
      while (like < rows && !chooses(like)) ++like;
      if (like == rows) continue;
      std::vector<std::byte const*> args = operands(1, e.n_in - 1);
      std::vector<std::byte*> results;
      for (std::size_t i = 0; i < args.size(); ++i) {
        if (held[i].empty()) continue;
        std::size_t const width = held[i].size() / static_cast<std::size_t>(rows);
        for (i64 row = 0; row < rows; ++row)
          std::memcpy(held[i].data() + row * static_cast<i64>(width), args[i] + (chooses(row) ? row : like) * static_cast<i64>(width),
                      width);
        args[i] = held[i].data();
      }
      for (std::size_t i = args.size(); i < held.size(); ++i) results.push_back(held[i].data());
      function(program_of(detail::function_of(j, e, k)))(args, results);
      for (std::size_t i = 0; i < results.size(); ++i) {
        i64 const width = bytes_of(c.ys[i]) / rows;
        for (i64 row = 0; row < rows && width > 0; ++row)
          if (chooses(row)) std::memcpy(at[c.ys[i]] + row * width, results[i] + row * width, static_cast<std::size_t>(width));
      }
    }
  }

 public:
  control_flow(program const& of, control const& node, std::byte* const* memories) : p(of), c(node), at(memories) {}
  void operator()() {
    if (is<while_t>(e)) run_while();
    else if (is<scan_t>(e)) run_scan();
    else if (is<cond_t>(e) && j.type(j.operands(e)[0]).rank() > 0) run_by_row();
    else if (is<cond_t>(e))
      run_once(detail::function_of(j, e, cond_t::chosen(*reinterpret_cast<std::int32_t const*>(at[c.xs[0]]), e.n_param)), 1);
    else run_once(detail::function_of(j, e, 0), 0);
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
