// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// One line a program: milliseconds, those of the plain loop, their ratio; with an argument, the programs whose names contain it. beside.hpp
#include "beside.hpp"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  std::sort(beside::all().begin(), beside::all().end(), [](auto const& a, auto const& b) { return std::string_view(a.what) < b.what; });
  std::printf("%-52s %10s %10s %7s %12s\n", "", "constax", "loop", "ratio", "difference");
  for (beside::entry const& e : beside::all()) {
    if (argc > 1 && std::string_view(e.what).find(argv[1]) == std::string_view::npos) continue;
    beside::times const t = e.run();
    std::printf("%-52s %7.3f ms %7.3f ms %7.2f %12.1e\n", e.what, 1e3 * t.program, 1e3 * t.loop, t.program / t.loop, t.difference);
    std::fflush(stdout);
  }
}
