// SPDX-License-Identifier: BSL-1.0
#pragma once
// shrink : choices, does it still fail? -> fewer and smaller choices        a failing program is made smaller by deciding again what it is
// made of
//
// Parts are left out, answers lowered, as long as what comes out still fails. So operations, results and transformations go, lengths and
// ranks become small, whatever the program looks like; nothing here knows of jaxprs.
#include "choices.hpp"

#include <chrono>

namespace random_programs {

/// still_fails(answers) -> choices that were taken, with their parts; or nothing, if that program does not fail.
template <class Fails>
std::vector<std::uint32_t> shrink(choices taken, Fails&& still_fails, std::chrono::seconds limit) {
  auto const until = std::chrono::steady_clock::now() + limit;
  auto const over = [&] { return std::chrono::steady_clock::now() > until; };
  bool smaller = true;
  auto const attempt = [&](std::vector<std::uint32_t> answers) {
    if (over()) return false;
    auto now = still_fails(std::move(answers));
    if (!now || !(std::make_pair(now->answers.size(), now->answers) < std::make_pair(taken.answers.size(), taken.answers))) return false;
    taken = std::move(*now);
    return smaller = true;
  };
  while (smaller && !over()) {
    smaller = false;
    for (std::size_t k = taken.parts.size(); k-- > 0;) { // the last one first: others depend on the first ones
      if (k >= taken.parts.size()) continue;
      auto const [first, count] = taken.parts[k];
      auto without = taken.answers;
      without.erase(without.begin() + first, without.begin() + first + count);
      attempt(without);
    }
    for (std::size_t i = 0; i < taken.answers.size(); ++i)
      for (std::uint32_t const lower : {0u, taken.answers[i] / 2, taken.answers[i] - 1}) {
        if (i >= taken.answers.size() || lower >= taken.answers[i]) continue;
        auto with = taken.answers;
        with[i] = lower;
        if (attempt(with)) break;
      }
  }
  return taken.answers;
}

} // namespace random_programs
