// SPDX-License-Identifier: BSL-1.0
// Modules, kernels and graphs: on a driver of the host, whose kernels are functions of the host.
#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/copy.hpp>
#include <constax/cuda/graph.hpp>

namespace cx = constax;
namespace cuda = cx::cuda;

namespace {
void saxpy(stand_in::thread t, int n, float a, cuda::device_pointer x, cuda::device_pointer y) {
  int const i = static_cast<int>(t.block * t.threads + t.index);
  if (i < n) static_cast<float*>(stand_in::host(y))[i] += a * static_cast<float const*>(stand_in::host(x))[i];
}
std::vector<float> on_host(cuda::buffer const& b, cuda::stream const& s = cuda::stream()) {
  std::vector<float> v(b.bytes() / sizeof(float));
  cuda::copy_to_host(v.data(), b.pointer(), b.bytes(), s);
  return v;
}
cuda::buffer on_device(std::vector<float> const& v, cuda::stream const& s = cuda::stream()) {
  cuda::buffer b(v.size() * sizeof(float), s);
  cuda::copy_to_device(b.pointer(), v.data(), b.bytes(), s);
  return b;
}
struct with_kernels : stand_in::driver {
  with_kernels()
      : stand_in::driver([](auto&) {
          stand_in::add_kernel("saxpy", saxpy).shared_bytes = 1 << 10;
          stand_in::add_failing_kernel("stray", cuda::status::illegal_address);
        }) {}
};
} // namespace

TEST_CASE("a kernel is launched with numbers and buffers") {
  with_kernels d;
  cuda::module const m("stand-in");
  cuda::kernel const k = m.kernel("saxpy");
  CHECK(k.name() == "saxpy");
  CHECK(k.attributes().registers == 32);
  CHECK(k.attributes().max_threads == 1024);
  CHECK(k.attributes().shared_bytes == 1 << 10);
  cuda::buffer const x = on_device({1, 2, 3, 4, 5}), y = on_device({10, 20, 30, 40, 50});
  k.launch(cuda::stream(), {2}, {4}, 0, 5, 2.0f, x, y);
  CHECK(on_host(y) == std::vector<float>{12, 24, 36, 48, 60});
  int n = 5;
  float a = -1;
  cuda::device_pointer px = x.pointer(), py = y.pointer();
  void* args[] = {&n, &a, &px, &py};
  k.launch_with(cuda::stream(), {2}, {4}, 0, args);
  CHECK(on_host(y) == std::vector<float>{11, 22, 33, 44, 55});
  k.launch(cuda::stream(), {0}, {4}, 0, 5, 2.0f, x, y); // no blocks, no work
  CHECK(d->calls["cuLaunchKernel"] == 2);
  auto const [at, bytes] = m.global("variable");
  CHECK(bytes == sizeof(int));
  CHECK(*static_cast<int*>(stand_in::host(at)) == 7);
  CHECK(d->wrong.empty());
}

TEST_CASE("a module lives as long as its kernels") {
  with_kernels d;
  {
    cuda::kernel const k = cuda::module("stand-in").kernel("saxpy");
    CHECK(d->calls["cuModuleUnload"] == 0);
  }
  CHECK(d->calls["cuModuleUnload"] == 1);
  CHECK(d->wrong.empty());
}

TEST_CASE("what cannot be loaded or launched") {
  with_kernels d;
  std::string const said = thrown<cuda::error>([] { cuda::module("rubbish", cuda::device(), "saxpy"); });
  has(said, "cuModuleLoadDataEx (7 bytes of code for saxpy, for sm_90; the driver's log: this is no code)");
  has(said, "compile for the compute capability of this device");
  cuda::module const m("stand-in");
  has(thrown<cuda::error>([&] { static_cast<void>(m.kernel("saxpi")); }),
      "cuModuleGetFunction (kernel saxpi; is it declared extern \"C\"?)");
  has(thrown<cuda::error>([&] { m.global("nothing"); }), "variable nothing");
  cuda::kernel const k = m.kernel("saxpy");
  auto const refused = [&](cuda::extent3 grid, cuda::extent3 block, std::size_t shared) {
    return thrown<cuda::error>(
        [&] { k.launch(cuda::stream(), grid, block, shared, 0, 0.0f, cuda::device_pointer{}, cuda::device_pointer{}); });
  };
  has(refused({1}, {2048}, 0),
      "kernel saxpy cannot be launched on device 0 (stand-in 0): blocks of 2048 threads; with 32 registers a thread they can have 1 to "
      "1024");
  has(refused({1}, {32, 64}, 0), "blocks of 32x64 threads");
  has(refused({1}, {0}, 0), "blocks of 0 threads");
  has(refused({1, 70000}, {1}, 0), "a grid of 1x70000 blocks; along axis 1 there can be 65535");
  has(refused({1}, {1}, 300 << 10), "308.2 kB of shared memory are asked for a block, which can have 232.4 kB; take smaller tiles");
  has(thrown<cuda::error>([&] { k.launch(cuda::stream::make(cuda::device(1)), {1}, {1}, 0, 0); }), "the stream belongs to device 1");
  CHECK(d->calls["cuLaunchKernel"] == 0);
  d->fails["cuLaunchKernel"] = cuda::status::launch_out_of_resources;
  std::string const resources = refused({7}, {32, 2, 3}, 100);
  has(resources, "cuLaunchKernel (kernel saxpy, 7 blocks of 32x2x3 threads, 100 bytes of shared memory) on device 0");
  has(resources, "take smaller blocks");
  CHECK(d->wrong.empty());
}

TEST_CASE("more shared memory is asked for, once") {
  with_kernels d;
  cuda::kernel const k = cuda::module("stand-in").kernel("saxpy");
  auto const launch = [&](std::size_t shared) {
    k.launch(cuda::stream(), {1}, {1}, shared, 0, 0.0f, cuda::device_pointer{}, cuda::device_pointer{});
  };
  launch(47 << 10);
  CHECK(d->calls["cuFuncSetAttribute"] == 0);
  launch(100 << 10), launch(100 << 10), launch(60 << 10);
  CHECK(d->calls["cuFuncSetAttribute"] == 1);
  launch(226 << 10);
  CHECK(d->calls["cuFuncSetAttribute"] == 2);
  CHECK(d->wrong.empty());
}

TEST_CASE("occupancy and cooperative launches") {
  with_kernels d;
  cuda::kernel const k = cuda::module("stand-in").kernel("saxpy");
  CHECK(k.blocks_per_multiprocessor(256) == 8);
  CHECK(k.occupancy(256) == 1.0);
  CHECK(k.occupancy(256, 100 << 10) == 0.25);
  CHECK(k.most_cooperative_blocks(256) == 32);
  cuda::buffer const x = on_device({1, 2, 3}), y = on_device({0, 0, 0});
  k.launch_cooperative(cuda::stream(), {32}, {256}, 0, 3, 1.0f, x, y);
  CHECK(d->calls["cuLaunchCooperativeKernel"] == 1);
  CHECK(on_host(y) == std::vector<float>{1, 2, 3});
  has(thrown<cuda::error>([&] { k.launch_cooperative(cuda::stream(), {33}, {256}, 0, 3, 1.0f, x, y); }),
      "33 blocks are to wait for each other, the device holds 32 at a time; take fewer blocks");
  CHECK(d->wrong.empty());
}

TEST_CASE("graphs do again what was captured") {
  with_kernels d;
  cuda::stream const s = cuda::stream::make();
  cuda::kernel const k = cuda::module("stand-in").kernel("saxpy");
  cuda::buffer const x = on_device({1, 2, 3}, s), y = on_device({0, 0, 0}, s), z = on_device({0, 0, 0}, s);
  cuda::graph g = cuda::capture(s, [&] {
    CHECK(s.capturing());
    k.launch(s, {1}, {32}, 0, 3, 2.0f, x, y);
    k.launch(s, {1}, {32}, 0, 3, 1.0f, y, z);
  });
  CHECK(!s.capturing());
  CHECK(g.name() == "saxpy, saxpy");
  CHECK(on_host(y, s) == std::vector<float>{0, 0, 0});
  g.launch(s), g.launch(s);
  CHECK(on_host(y, s) == std::vector<float>{4, 8, 12});
  CHECK(on_host(z, s) == std::vector<float>{6, 12, 18});
  cuda::graph const moved = std::move(g);
  moved.launch(s);
  CHECK(on_host(y, s) == std::vector<float>{6, 12, 18});

  std::size_t const handles = d->handles.size();
  auto const owner = std::make_shared<int>(1);
  {
    cuda::graph none = cuda::capture(s, [] {});
    CHECK(none.name() == "no kernels");
    none.keep(owner);
    CHECK(owner.use_count() == 2);
  }
  CHECK(owner.use_count() == 1);
  CHECK(d->handles.size() == handles);
  CHECK(d->wrong.empty());
}

TEST_CASE("an exception in a capture ends it") {
  with_kernels d;
  cuda::stream const s = cuda::stream::make();
  std::size_t const handles = d->handles.size();
  CHECK_THROWS_AS(cuda::capture(s, [] { throw 7; }), int);
  CHECK(!s.capturing());
  CHECK(d->handles.size() == handles);
  d->fails["cuGraphInstantiateWithFlags"] = cuda::status::invalid_value;
  has(thrown<cuda::error>([&] { cuda::capture(s, [] {}); }), "the graph of no kernels");
  CHECK(d->handles.size() == handles);
  cuda::capture(s, [] {}).launch(s);
  CHECK(d->wrong.empty());
}

TEST_CASE("a kernel that fails is named by the next call") {
  with_kernels d;
  cuda::module const m("stand-in");
  cuda::kernel const good = m.kernel("saxpy"), bad = m.kernel("stray");
  cuda::stream const s = cuda::stream::make();
  cuda::buffer const x = on_device({1}, s);
  good.launch(s, {1}, {1}, 0, 1, 0.0f, x, x);
  bad.launch(s, {1}, {1}, 0); // returns
  try {
    s.synchronize();
    FAIL("nothing was thrown");
  } catch (cuda::kernel_failure const& e) {
    has(e.what(), "cuStreamSynchronize on device 0 says CUDA_ERROR_ILLEGAL_ADDRESS (700)");
    has(e.what(), "newest first: stray, saxpy");
    REQUIRE(e.kernels().size() >= 2);
    CHECK(e.kernels()[0] == "stray");
  }
  CHECK_THROWS_AS(good.launch(s, {1}, {1}, 0, 1, 0.0f, x, x), cuda::kernel_failure); // and so does every call
  d->broken.clear();
}

TEST_CASE("a graph that fails is named by its kernels") {
  with_kernels d;
  cuda::stream const s = cuda::stream::make();
  cuda::kernel const bad = cuda::module("stand-in").kernel("stray");
  cuda::graph const g = cuda::capture(s, [&] { bad.launch(s, {1}, {1}, 0); });
  s.synchronize();
  g.launch(s);
  has(thrown<cuda::kernel_failure>([&] { s.synchronize(); }), "newest first: stray");
  d->broken.clear();
}
