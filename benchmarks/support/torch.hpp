// SPDX-License-Identifier: BSL-1.0
#pragma once
// torch: for contenders by torch, which have as many threads as all others: at::set_num_threads tells OpenMP, and OpenMP is one for the
// process.
#include "problem.hpp"

#include <torch/torch.h>

namespace bench {
inline bool const torch_was_told = (at::set_num_threads(threads()), true);
} // namespace bench
