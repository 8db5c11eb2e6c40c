// SPDX-License-Identifier: BSL-1.0
#pragma once
// catch: Catch2 3 or 2.13, whichever is installed.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
