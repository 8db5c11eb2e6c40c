// SPDX-License-Identifier: BSL-1.0
#pragma once
// version: the one place where the number stands; CMake reads it from here.

#define CONSTAX_VERSION_MAJOR 0
#define CONSTAX_VERSION_MINOR 1
#define CONSTAX_VERSION_PATCH 0
