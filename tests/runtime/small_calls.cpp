// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// What a call of a kept program asks the allocator for: nothing besides results, and nothing for numbers, which lie in the ndarray.
#include "../support/catch.hpp"

#include <constax/runtime.hpp>

#include <cstdlib>
#include <new>
#include <tuple>

namespace {
long allocations = 0;
void* allocate(std::size_t n, std::size_t alignment = 64) {
  ++allocations;
  return std::aligned_alloc(alignment, (n + alignment - 1) / alignment * alignment);
}
} // namespace
void* operator new(std::size_t n) { return allocate(n); }
void* operator new[](std::size_t n) { return allocate(n); }
void* operator new(std::size_t n, std::align_val_t a) { return allocate(n, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return allocate(n, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace cx = constax;

namespace {
inline constexpr auto numbers = [](auto a, auto b) { return std::tuple{(a + b) * b, a / b - 1.0}; };
inline constexpr auto arrays = [](auto x) { return 2.0 * x + 1.0; };
/// In a call of what has been called twice.
template <class F> long allocations_of(F const& f) {
  f(), f();
  long const before = allocations;
  f();
  return allocations - before;
}
} // namespace

TEST_CASE("a call of numbers allocates nothing") {
  cx::ndarray const a(1.5), b(0.25);
  CHECK(allocations_of([&] { (void)cx::jit(numbers)(a, b); }) == 0);
  CHECK(allocations_of([&] { (void)cx::jit(numbers)(a, 3.0); }) == 0);
  CHECK(allocations_of([&] { (void)cx::jit(numbers)(cx::ndarray{1.0, 2.0}, b); }) == 0);
}
TEST_CASE("a call of arrays allocates its results") {
  cx::ndarray const x{1.0, 2.0, 3.0, 4.0, 5.0};
  CHECK(allocations_of([&] { (void)cx::jit(arrays)(x); }) == 2); // elements, and the count of their owners
}
TEST_CASE("small arrays have elements of their own") {
  cx::ndarray x{1.0, 2.0}, y = x;
  CHECK(x.data<double>() != y.data<double>());
  x = cx::ndarray(7.0);
  CHECK(y == cx::ndarray{1.0, 2.0});
}
