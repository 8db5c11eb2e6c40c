// SPDX-License-Identifier: BSL-1.0
// The driver's table, devices, contexts, streams and events, and what is thrown when something fails.
#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/stream.hpp>

#include <thread>

namespace cx = constax;
namespace cuda = cx::cuda;

TEST_CASE("no driver, and what is said of it") {
  SECTION("a library that lacks all") {
    cuda::driver_replacement const nothing([](void*, char const*) -> void* { return nullptr; });
    CHECK(!cuda::available());
    CHECK(cuda::device_count() == 0);
    CHECK(cuda::devices().empty());
    std::string const said = thrown<cuda::unavailable>([] { cuda::device(); });
    has(said, "[constax] cuda: no device can be used");
    has(said, "lacks functions of a CUDA driver");
    has(said, "cuda::available()");
  }
  SECTION("no device") {
    stand_in::driver d([](auto& m) { m.devices = 0; });
    CHECK(!cuda::available());
    has(cuda::why_unavailable(), "sees no device");
    has(thrown<cx::error>([] { cuda::driver(); }), "sees no device"); // the base of all errors catches it
  }
  SECTION("a driver that does not start") {
    stand_in::driver d([](auto& m) { m.fails["cuInit"] = cuda::status::no_device; });
    CHECK(!cuda::available());
    has(cuda::why_unavailable(), "cuInit says CUDA_ERROR_NO_DEVICE (100)");
  }
  SECTION("an old one, without a function") {
    stand_in::driver d([](auto& m) { m.lacks = {"cuEventElapsedTime"}; });
    REQUIRE(cuda::available());
    cuda::event const a(cuda::default_stream()), b(cuda::default_stream());
    has(thrown<cuda::unavailable>([&] { cuda::elapsed_ms(a, b); }), "has no cuEventElapsedTime; update it");
  }
}

TEST_CASE("the driver of the process is looked for once") {
  auto const& a = cuda::detail::installed_driver();
  std::vector<std::thread> threads;
  std::atomic<int> same{0};
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { same += &cuda::detail::installed_driver() == &a; });
  for (auto& t : threads) t.join();
  CHECK(same == 8);
  CHECK(a.why_not.empty() == cuda::available()); // outside of a stand-in it is the current one
}

TEST_CASE("devices") {
  stand_in::driver d;
  REQUIRE(cuda::available());
  CHECK(cuda::driver_version() == 13000);
  CHECK(cuda::device_count() == 2);
  cuda::device const first(0), second(1);
  CHECK(first == cuda::current_device());
  CHECK(!(first == second));
  CHECK(cuda::str(second) == "device 1 (stand-in 1)");
  CHECK(first.arch() == "sm_90");
  cuda::device_properties const& p = first.properties();
  CHECK(p.multiprocessors == 4);
  CHECK(p.max_threads_per_block == 1024);
  CHECK(p.max_threads_per_multiprocessor == 2048);
  CHECK(p.shared_per_block == 48 << 10);
  CHECK(p.shared_per_block_opt_in == 227 << 10);
  CHECK(p.shared_per_multiprocessor == 228 << 10);
  CHECK(p.registers_per_multiprocessor == 65536);
  CHECK(p.l2_bytes == 50 << 20);
  CHECK(p.memory_bytes == std::size_t{1} << 30);
  CHECK(p.peak_bandwidth() == 2 * 2619e6 * 5120 / 8);
  CHECK(p.cooperative_launch);
  CHECK(first.free_bytes() == std::size_t{1} << 30);
  has(thrown<cuda::error>([] { cuda::device(2); }), "there is no device 2; the driver sees 2, numbered from 0");
  has(thrown<cuda::error>([] { cuda::device(-1); }), "there is no device -1");
  {
    cuda::with_device const other(second);
    CHECK(cuda::current_device() == second);
    std::thread([] { CHECK(cuda::current_device().ordinal() == 0); }).join(); // each thread has its own
  }
  CHECK(cuda::current_device() == first);
  CHECK(d->wrong.empty());
}

TEST_CASE("the context of the caller stays what it was") {
  stand_in::driver d;
  cuda::device const first(0), second(1);
  stand_in::context() = 1;
  cuda::stream const s = cuda::stream::make(second);
  CHECK(stand_in::context() == 1);
  second.synchronize();
  CHECK(stand_in::context() == 1);
  stand_in::context() = 0; // a thread that has none keeps what it was given
  s.synchronize();
  CHECK(stand_in::context() == 2);
  CHECK(d->wrong.empty());
}

TEST_CASE("streams and events") {
  stand_in::driver d;
  cuda::stream const main = cuda::default_stream(), other = cuda::stream::make();
  CHECK(main == cuda::stream());
  CHECK(!(main == other));
  CHECK(other.idle());
  CHECK(!other.capturing());
  cuda::event a(main);
  other.wait(a);
  main.wait(other);
  main.wait(main); // nothing
  CHECK(d->calls["cuStreamWaitEvent"] == 2);
  cuda::event const b(other);
  CHECK(b.ready());
  CHECK(cuda::elapsed_ms(a, b) >= 0);
  cuda::event moved = std::move(a);
  CHECK(moved.ready());
  cuda::event const untimed(main, cuda::event_kind::untimed);
  has(thrown<cuda::error>([&] { cuda::elapsed_ms(untimed, b); }), "both events must be timed and recorded");

  std::size_t const handles = d->handles.size();
  {
    cuda::stream const s = cuda::stream::make(), copy = s;
    cuda::event const e(s);
    CHECK(d->handles.size() == handles + 2);
  }
  CHECK(d->handles.size() == handles);
  {
    cuda::stream const theirs = cuda::stream::borrow(other.handle());
    CHECK(theirs == other);
  }
  CHECK(d->handles.size() == handles); // a borrowed stream stays
  CHECK(d->wrong.empty());
}

TEST_CASE("eight threads ask for the first stream of a device: there is one") {
  stand_in::driver d;
  std::vector<std::thread> threads;
  std::vector<cuda::stream_handle> got(8);
  for (std::size_t i = 0; i < 8; ++i) threads.emplace_back([&, i] { got[i] = cuda::default_stream().handle(); });
  for (auto& t : threads) t.join();
  for (auto h : got) CHECK(h == got[0]);
  CHECK(d->calls["cuStreamCreate"] == 1);
  CHECK(d->calls["cuDevicePrimaryCtxRetain"] == 1);
  CHECK(d->wrong.empty());
}

TEST_CASE("what a failed call says") {
  stand_in::driver d;
  cuda::stream const s = cuda::stream::make(cuda::device(1));
  SECTION("a fault of the call") {
    d->fails["cuStreamSynchronize"] = cuda::status::invalid_value;
    try {
      s.synchronize();
      FAIL("nothing was thrown");
    } catch (cuda::error const& e) {
      CHECK(e.code() == cuda::status::invalid_value);
      has(e.what(), "[constax] cuda: cuStreamSynchronize on device 1 says CUDA_ERROR_INVALID_VALUE (1): said by the stand-in");
    }
    s.synchronize(); // and all goes on
  }
  SECTION("a failure of work launched before names the kernels of that device, newest first") {
    auto& log = cuda::detail::launch_log::of_process();
    for (int i = 0; i < 20; ++i) log.add(1, s.handle(), "kernel_" + std::to_string(i));
    log.add(0, nullptr, "of_another_device");
    log.add(1, s.handle(), std::string(200, 'x')); // a name that is too long is cut
    d->broken[1] = cuda::status::illegal_address;
    try {
      s.synchronize();
      FAIL("nothing was thrown");
    } catch (cuda::kernel_failure const& e) {
      CHECK(e.code() == cuda::status::illegal_address);
      REQUIRE(e.kernels().size() == 7);
      CHECK(e.kernels()[0] == std::string(79, 'x'));
      CHECK(e.kernels()[1] == "kernel_19");
      CHECK(e.kernels()[6] == "kernel_14");
      has(e.what(), "CUDA_ERROR_ILLEGAL_ADDRESS (700)");
      has(e.what(), "kernel_19, kernel_18");
      has(e.what(), "compute-sanitizer");
      CHECK(std::string(e.what()).find("of_another_device") == std::string::npos);
    }
    CHECK_THROWS_AS(s.idle(), cuda::kernel_failure);
  }
}

TEST_CASE("texts of bytes") {
  CHECK(cuda::detail::bytes_text(0) == "0 bytes");
  CHECK(cuda::detail::bytes_text(999) == "999 bytes");
  CHECK(cuda::detail::bytes_text(1500) == "1.5 kB");
  CHECK(cuda::detail::bytes_text(80000000) == "80 MB");
  CHECK(cuda::detail::bytes_text(85899345920) == "85.9 GB");
}
