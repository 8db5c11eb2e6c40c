// SPDX-License-Identifier: BSL-1.0
// Buffers: from pools and without, out of memory, several streams, captures, and copies to and from the host.
#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/copy.hpp>
#include <constax/cuda/graph.hpp>

#include <numeric>
#include <thread>

namespace cx = constax;
namespace cuda = cx::cuda;

namespace {
constexpr std::size_t mb = 1 << 20;
std::vector<std::byte> some_bytes(std::size_t n) {
  std::vector<std::byte> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<std::byte>(i * 7 + i / 251);
  return v;
}
} // namespace

TEST_CASE("buffers are counted, and come back") {
  for (bool pools : {true, false}) {
    CAPTURE(pools);
    stand_in::driver d([&](auto& m) { m.pools = pools; });
    CHECK(cuda::statistics().pooled == pools);
    {
      cuda::buffer a(1000);
      CHECK(a.bytes() == 1000);
      CHECK(a.pointer() != 0);
      CHECK(d.blocks() == 1);
      cuda::buffer b = std::move(a);
      CHECK(a.pointer() == 0); // what was moved away is empty
      CHECK(a.bytes() == 0);
      CHECK(cuda::statistics().in_use == 1000);
      cuda::buffer c(500);
      CHECK(cuda::statistics().in_use == 1500);
      b = std::move(c);
      CHECK(cuda::statistics().in_use == 500);
    }
    cuda::memory_statistics const s = cuda::statistics();
    CHECK(s.in_use == 0);
    CHECK(s.peak == 1500);
    CHECK(s.allocations == 2);
    CHECK(s.cached >= 1500);
    cuda::reset_peak();
    CHECK(cuda::statistics().peak == 0);
    cuda::free_cache();
    CHECK(cuda::statistics().cached == 0);
    CHECK(d.blocks() == 0);
    CHECK(d->taken[0] == 0);
    CHECK(d->wrong.empty());
  }
}

TEST_CASE("a buffer of nothing asks for nothing") {
  stand_in::driver d;
  cuda::buffer const a(0);
  CHECK(a.pointer() == 0);
  CHECK(cuda::statistics().allocations == 0);
  CHECK(d->calls["cuMemAllocFromPoolAsync"] == 0);
}

TEST_CASE("a driver that says it has pools and has none") {
  stand_in::driver d([](auto& m) { m.fails["cuMemPoolCreate"] = cuda::status::not_supported; });
  CHECK(!cuda::statistics().pooled);
  cuda::buffer const a(10);
  CHECK(d->calls["cuMemAlloc_v2"] == 1);
  stand_in::driver old([](auto& m) { m.lacks = {"cuMemAllocFromPoolAsync", "cuMemFreeAsync"}; });
  CHECK(!cuda::statistics().pooled);
}

TEST_CASE("without pools, blocks are used again by size") {
  stand_in::driver d([](auto& m) { m.pools = false; });
  for (int i = 0; i < 10; ++i) cuda::buffer(1000000 + static_cast<std::size_t>(i)); // one class of sizes
  CHECK(d->calls["cuMemAlloc_v2"] == 1);
  cuda::stream const other = cuda::stream::make();
  int const waits = d->calls["cuStreamWaitEvent"];
  { cuda::buffer const on_another_stream(1000000, other); }
  CHECK(d->calls["cuMemAlloc_v2"] == 1);
  CHECK(d->calls["cuStreamWaitEvent"] == waits + 1); // it waited for the stream that had it
  { cuda::buffer const larger(2000000); }
  CHECK(d->calls["cuMemAlloc_v2"] == 2);
  for (std::size_t n = 1; n < 3 * mb; n = n * 5 / 4 + 1) {
    std::size_t const size = cuda::detail::device_memory::rounded(n);
    CHECK(size >= n);
    CHECK(size - n <= std::max<std::size_t>(512, n / 8));
    CHECK(cuda::detail::device_memory::rounded(size) == size);
  }
  CHECK(d->wrong.empty());
}

TEST_CASE("what is kept is bounded") {
  for (bool pools : {true, false}) {
    CAPTURE(pools);
    stand_in::driver d([&](auto& m) { m.pools = pools; });
    cuda::keep_free_memory(10 * mb);
    {
      std::vector<cuda::buffer> many;
      for (int i = 0; i < 20; ++i) many.emplace_back(mb);
      CHECK(d->taken[0] == 20 * mb);
    }
    CHECK(cuda::statistics().cached <= 10 * mb);
    CHECK(d->taken[0] <= 10 * mb);
    cuda::free_cache();
    CHECK(d->taken[0] == 0);
  }
}

TEST_CASE("out of memory: all is as it was, and the cache is freed first") {
  for (bool pools : {true, false}) {
    CAPTURE(pools);
    stand_in::driver d([&](auto& m) { m.pools = pools, m.memory = 64 * mb; });
    cuda::keep_free_memory(64 * mb);
    { cuda::buffer const kept(30 * mb); } // stays in the cache
    CHECK(cuda::statistics().cached == 30 * mb);
    cuda::buffer const held(40 * mb); // has room only when that has been given back
    CHECK(cuda::statistics().in_use == 40 * mb);
    auto const before = cuda::statistics();
    std::size_t const blocks = d.blocks();
    try {
      cuda::buffer const too_much(30 * mb);
      FAIL("nothing was thrown");
    } catch (cuda::out_of_memory const& e) {
      CHECK(e.bytes() == 30 * mb);
      CHECK(e.code() == cuda::status::out_of_memory);
      has(e.what(), "out of memory: 31.46 MB were asked for on device 0 (stand-in 0)");
      has(e.what(), "25.17 MB of 67.11 MB are free");
      has(e.what(), "this process hold 41.94 MB");
    }
    auto const after = cuda::statistics();
    CHECK(after.in_use == before.in_use);
    CHECK(after.peak == before.peak);
    CHECK(after.allocations == before.allocations);
    CHECK(d.blocks() == blocks);
    cuda::buffer const fits(20 * mb); // and all goes on
    CHECK(d->wrong.empty());
  }
}

TEST_CASE("a failed kernel is not taken for a lack of memory") {
  stand_in::driver d([](auto& m) { m.memory = mb; });
  cuda::buffer const a(10);
  d->fails["cuMemAllocFromPoolAsync"] = cuda::status::out_of_memory;
  d->fails["cuCtxSynchronize"] = cuda::status::illegal_address;
  CHECK_THROWS_AS(cuda::buffer(10), cuda::kernel_failure);
  d->fails["cuMemAllocFromPoolAsync"] = cuda::status::invalid_value; // nor is any other failure
  has(thrown<cuda::error>([] { cuda::buffer b(77); }), "cuMemAllocFromPoolAsync (77 bytes) on device 0 says CUDA_ERROR_INVALID_VALUE");
  CHECK(cuda::statistics().in_use == 10);
}

TEST_CASE("a buffer that other streams use waits for them before it is given back") {
  stand_in::driver d;
  cuda::stream const home = cuda::default_stream(), other = cuda::stream::make();
  int waits = 0;
  {
    cuda::buffer const b(100);
    b.use_on(home);
    CHECK(d->calls["cuStreamWaitEvent"] == 0);
    b.use_on(other), b.use_on(other);
    waits = d->calls["cuStreamWaitEvent"];
    CHECK(waits == 2); // `other` waits for what is in `home`, each time
  }
  CHECK(d->calls["cuStreamWaitEvent"] == waits + 1); // and `home` once for `other`
  CHECK(d->wrong.empty());
}

TEST_CASE("memory and captures") {
  stand_in::driver d;
  cuda::stream const s = cuda::stream::make();
  cuda::buffer const to(8, s);
  std::byte here[8] = {};
  auto gone = std::make_unique<cuda::buffer>(1000, s);
  cuda::graph const g = cuda::capture(s, [&] {
    has(thrown<cuda::error>([&] { cuda::buffer b(10, s); }),
        "10 bytes of memory are asked for on a stream that is being captured; allocate before");
    has(thrown<cuda::error>([&] { cuda::copy_to_device(to.pointer(), here, 8, s); }),
        "a copy from the host on a stream that is being captured");
    has(thrown<cuda::error>([&] { cuda::copy_to_host(here, to.pointer(), 8, s); }),
        "a copy to the host on a stream that is being captured");
    cuda::set_bytes(to.pointer(), 3, 8, s);
    gone.reset(); // is given back when the capture has ended
    CHECK(d->calls["cuMemFreeAsync"] == 0);
  });
  cuda::buffer const next(10, s);
  CHECK(d->calls["cuMemFreeAsync"] == 1);
  cuda::copy_to_host(here, to.pointer(), 8, s);
  CHECK(here[0] != std::byte{3}); // nothing has been done yet
  g.launch(s);
  cuda::copy_to_host(here, to.pointer(), 8, s);
  CHECK(here[7] == std::byte{3});
  CHECK(d->wrong.empty());
}

TEST_CASE("memory of somebody else is given back when all work with it is done") {
  stand_in::driver d;
  cuda::stream const other = cuda::stream::make();
  int released = 0;
  cuda::buffer const mine(16);
  {
    cuda::buffer const b = cuda::buffer::adopt(mine.pointer(), 16, cuda::default_stream(), [&] { ++released; });
    CHECK(b.bytes() == 16);
    CHECK(cuda::statistics().in_use == 16); // it is not counted
    b.use_on(other);
    CHECK(released == 0);
  }
  CHECK(released == 1);
  CHECK(d->calls["cuStreamSynchronize"] == 2); // of both streams
  CHECK(d.blocks() == 1);
}

TEST_CASE("copies there and back, of all sizes") {
  stand_in::driver d;
  for (std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{255}, std::size_t{64} << 10, (std::size_t{64} << 10) + 1,
                        std::size_t{1000003}, 4 * mb, 4 * mb + 1}) {
    CAPTURE(n);
    std::vector<std::byte> from = some_bytes(n), to(n), pinned_to(n);
    cuda::buffer const a(n), b(n);
    cuda::copy_to_device(a.pointer(), from.data(), n);
    std::vector<std::byte> const kept = from;
    std::fill(from.begin(), from.end(), std::byte{0}); // the source is free when the call returns
    cuda::copy_on_device(b.pointer(), a.pointer(), n);
    cuda::copy_to_host(to.data(), b.pointer(), n);
    CHECK(to == kept);
    cuda::pinned_buffer p(n);
    cuda::copy_to_host(p, b.pointer(), n);
    cuda::default_stream().synchronize();
    if (n > 0) std::memcpy(pinned_to.data(), p.data(), n);
    CHECK(pinned_to == kept);
    cuda::set_bytes(b.pointer(), 0, n);
    cuda::copy_to_device(b.pointer(), p, n);
    cuda::copy_to_host(to.data(), b.pointer(), n);
    CHECK(to == kept);
  }
  CHECK(d->wrong.empty());
}

TEST_CASE("pinned memory for copies is used again, and bounded") {
  stand_in::driver d;
  std::vector<std::byte> const from = some_bytes(300000);
  cuda::buffer const a(300000);
  for (int i = 0; i < 50; ++i) cuda::copy_to_device(a.pointer(), from.data(), 300000);
  CHECK(d->calls["cuMemHostAlloc"] == 1);
  d->fails["cuMemcpyHtoDAsync_v2"] = cuda::status::invalid_value;
  has(thrown<cuda::error>([&] { cuda::copy_to_device(a.pointer(), from.data(), 300000); }), "cuMemcpyHtoDAsync_v2 (300 kB)");
  cuda::copy_to_device(a.pointer(), from.data(), 300000); // the block has come back
  CHECK(d->calls["cuMemHostAlloc"] == 1);
  auto& memory = cuda::detail::memory_of(cuda::device());
  std::size_t index = 0;
  std::size_t blocks = 0;
  while (memory.take_pinned(4 * mb, index)) ++blocks;
  CHECK(blocks == 15); // with the one of 512 kB there is no room for a sixteenth
  cuda::buffer const b(4 * mb);
  std::vector<std::byte> const more = some_bytes(4 * mb);
  cuda::copy_to_device(b.pointer(), more.data(), 4 * mb); // goes without
  std::vector<std::byte> to(4 * mb);
  cuda::copy_to_host(to.data(), b.pointer(), 4 * mb);
  CHECK(to == more);
}

TEST_CASE("copies between devices") {
  stand_in::driver d;
  cuda::device const first(0), second(1);
  cuda::stream const there = cuda::default_stream(second);
  std::vector<std::byte> const from = some_bytes(1000);
  std::vector<std::byte> to(1000);
  cuda::buffer const a(1000, cuda::default_stream(first)), b(1000, there);
  cuda::copy_to_device(a.pointer(), from.data(), 1000, cuda::default_stream(first));
  there.wait(cuda::default_stream(first));
  cuda::copy_between(b.pointer(), a.pointer(), first, 1000, there);
  cuda::copy_to_host(to.data(), b.pointer(), 1000, there);
  CHECK(to == from);
  CHECK(d->calls["cuMemcpyPeerAsync"] == 1);
  CHECK(cuda::statistics(first).in_use == 1000);
  CHECK(cuda::statistics(second).in_use == 1000);
  CHECK(d->wrong.empty());
}

TEST_CASE("eight threads take and give") {
  for (bool pools : {true, false}) {
    stand_in::driver d([&](auto& m) { m.pools = pools; });
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&wrong, t] {
        cuda::stream const s = cuda::stream::make();
        for (int i = 0; i < 100; ++i) {
          cuda::buffer const b(static_cast<std::size_t>(1000 + i), s);
          cuda::set_bytes(b.pointer(), static_cast<unsigned char>(t), b.bytes(), s);
          std::byte last{};
          cuda::copy_to_host(&last, b.pointer() + b.bytes() - 1, 1, s);
          wrong += last != static_cast<std::byte>(t);
        }
      });
    for (auto& t : threads) t.join();
    CHECK(wrong == 0);
    CHECK(cuda::statistics().in_use == 0);
    CHECK(cuda::statistics().allocations == 800);
    for (std::string const& w : d->wrong) CHECK(w == "");
  }
}
