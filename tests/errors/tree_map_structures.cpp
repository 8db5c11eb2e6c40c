// SPDX-License-Identifier: BSL-1.0
// expect: [constax] tree_map: the first tree is std::pair(*, std::tuple(*, *)), another is std::pair(*, std::tuple(*)); the others have the structure of the first
#include <constax/constax.hpp>

namespace cx = constax;

auto const t = cx::tree_map([](auto x, auto y) { return x + y; }, std::pair{1.0, std::tuple{2.0, 3.0}}, std::pair{1.0, std::tuple{2.0}});
