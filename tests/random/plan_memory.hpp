// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan_memory: the memories of a plan, filled with identities. A read of another element than the one asked for is an error.
#include "identities.hpp"

#include <constax/plan/make_plan.hpp>

#include <array>

namespace random_programs {

/// What is wrong with a plan, in a sentence that names node, variable, place and memory.
struct wrong_plan {
  std::string what;
};

class plan_memory {
  loop_plan const& p_;
  identities const& ids_;
  std::vector<std::vector<identity>> held_; // of each memory
  std::vector<lengths> lengths_;
  std::vector<i64> strip_first_;            // of each region: where its strip begins
  std::vector<std::array<i64, max_rank>> view_first_; // of each view: where it begins

  /// An element of a memory, if there is one.
  struct address {
    u32 memory = 0;
    std::size_t at = 0;
    bool exists = false;
  };
  address address_of(u32 v, i64 const* at, std::string_view who) const;
  std::string memory_name(u32 memory) const;

public:
  plan_memory(loop_plan const&, bindings const&, identities const&);

  void begin_strip(u32 region, i64 first) { strip_first_[region] = first; }

  /// The identity that lies where an element of v does; undefined beyond its memory, where the element is undefined, too.
  identity read(u32 v, i64 const* at, std::string_view who) const;
  void write(u32 v, i64 const* at, identity, std::string_view who);
  /// What lies where an element of v will, on its way there.
  identity held(u32 v, i64 const* at, std::string_view who) const {
    address const from = address_of(v, at, who);
    return from.exists ? held_[from.memory][from.at] : undefined;
  }
  /// All of it is read, or written as it is defined.
  void read_all(atom, std::string_view who) const;
  void write_all(u32 v, std::string_view who);
  bool has_memory(u32 v) const { return p_.places[v].memory >= 0; }
  bool exists(u32 v, i64 const* at) const { return has_memory(v) && address_of(v, at, {}).exists; }

  /// Results are complete, and no memory of an argument has been written.
  void check_results() const;
};

} // namespace random_programs
