// SPDX-License-Identifier: BSL-1.0
#pragma once
// twins: for each law passes that break it. A law that no wrong pass has ever failed is not known to check anything.
#include "laws.hpp"

#include <vector>

namespace random_programs {

struct wrong_twin {
  char const* name;
  char const* law; // which must fail
  passes by;
};
std::vector<wrong_twin> wrong_twins();

/// How many programs it takes until the twin's law fails, of seeds 1, 2, ...; 0: it did not fail in `most` programs.
long programs_until_seen(wrong_twin const&, long most);

} // namespace random_programs
