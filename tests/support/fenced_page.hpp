// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

#include "catch.hpp"

/// A page between two that may not be touched.
struct fenced_page {
  std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  unsigned char* base = static_cast<unsigned char*>(mmap(nullptr, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  unsigned char* begin = base + size;
  unsigned char* end = begin + size;
  fenced_page() { REQUIRE(mprotect(begin, size, PROT_READ | PROT_WRITE) == 0); }
  ~fenced_page() { munmap(base, 3 * size); }
};
