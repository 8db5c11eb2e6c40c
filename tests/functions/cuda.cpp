// SPDX-License-Identifier: BSL-1.0
// Examples of programs on NVIDIA's devices: they are compiled here, and run where there is one.
#include "examples.hpp"

#include <constax/cuda.hpp>

#include <iostream>
#include <vector>

namespace cx = constax;
using namespace given;

TEST_CASE("arrays and programs on a device, an example of each") {
  COMPILES("cuda::jit", auto const f = cx::cuda::jit([](auto v) { return cx::sum(v * v); });
           std::cout << cx::to_host(f(cx::to_device(x))););
  COMPILES("device_array", cx::device_array const p = cx::to_device(x); std::cout << p << ' ' << p.item<double>(););
  COMPILES("pending_ndarray", cx::pending_ndarray const p = cx::to_host_later(cx::to_device(x)); std::cout << p.ready() << p.get(););
  COMPILES("to_device", cx::device_array const p = cx::to_device(x); std::cout << p;);
  COMPILES("to_host", cx::ndarray const p = cx::to_host(cx::to_device(x)); std::cout << p;);
  COMPILES("to_host_later", auto const p = cx::to_host_later(cx::to_device(x)); std::cout << p.get(););
}

TEST_CASE("devices, an example of each") {
  COMPILES("cuda::current_device", std::cout << cx::cuda::current_device().name(););
  COMPILES("cuda::device", for (cx::cuda::device const d : cx::cuda::devices()) std::cout << d.ordinal() << ' ' << d.name(););
  COMPILES("cuda::device_count", std::cout << cx::cuda::device_count(););
  COMPILES("cuda::device_properties", cx::cuda::device_properties const& p = cx::cuda::device(0).properties();
           std::cout << p.memory_bytes;);
  COMPILES("cuda::driver_version", std::cout << cx::cuda::driver_version(););
  COMPILES("cuda::set_current_device", cx::cuda::set_current_device(cx::cuda::device(1)););
  COMPILES("cuda::with_device", cx::cuda::with_device const other(cx::cuda::device(1)); std::cout << cx::to_device(x).on().ordinal(););
}

TEST_CASE("memory of a device, an example of each") {
  COMPILES("cuda::buffer", cx::cuda::buffer const b(1024); std::cout << b.bytes(););
  COMPILES("cuda::copy_between", cx::device_array const p = cx::to_device(x, cx::cuda::device(0)); cx::cuda::device const other(1);
           cx::cuda::stream const s = cx::cuda::default_stream(other); cx::cuda::buffer const b(p.bytes(), s);
           cx::cuda::copy_between(b.pointer(), p.pointer(), p.on(), p.bytes(), s););
  COMPILES("cuda::copy_on_device", cx::device_array const p = cx::to_device(x); cx::cuda::buffer const b(p.bytes());
           cx::cuda::copy_on_device(b.pointer(), p.pointer(), p.bytes()););
  COMPILES("cuda::copy_to_device", std::vector<double> const v(100); cx::cuda::buffer const b(800);
           cx::cuda::copy_to_device(b.pointer(), v.data(), b.bytes()););
  COMPILES("cuda::copy_to_host", std::vector<double> v(100); cx::cuda::buffer const b(800);
           cx::cuda::copy_to_host(v.data(), b.pointer(), b.bytes()););
  COMPILES("cuda::free_cache", cx::cuda::free_cache(););
  COMPILES("cuda::keep_free_memory", cx::cuda::keep_free_memory(std::size_t{1} << 30););
  COMPILES("cuda::memory_statistics", cx::cuda::memory_statistics const s = cx::cuda::statistics();
           std::cout << s.in_use << ' ' << s.peak;);
  COMPILES("cuda::pinned_buffer", cx::cuda::pinned_buffer to(800); cx::cuda::buffer const b(800);
           cx::cuda::copy_to_host(to, b.pointer(), b.bytes()); cx::cuda::default_stream().synchronize(););
  COMPILES("cuda::reset_peak", cx::cuda::reset_peak(); cx::to_device(x); std::cout << cx::cuda::statistics().peak;);
  COMPILES("cuda::set_bytes", cx::cuda::buffer const b(800); cx::cuda::set_bytes(b.pointer(), 0, b.bytes()););
  COMPILES("cuda::statistics", std::cout << cx::cuda::statistics().cached;);
}

TEST_CASE("streams, an example of each") {
  COMPILES("cuda::default_stream", cx::cuda::default_stream().synchronize(););
  COMPILES("cuda::elapsed_ms", cx::cuda::event const from(cx::cuda::default_stream()); cx::to_device(x);
           cx::cuda::event const to(cx::cuda::default_stream()); std::cout << cx::cuda::elapsed_ms(from, to););
  COMPILES("cuda::event", cx::cuda::stream const s = cx::cuda::stream::make(); cx::device_array const p = cx::to_device(x, s);
           cx::cuda::event const e(s); cx::cuda::default_stream().wait(e););
  COMPILES("cuda::graph", cx::cuda::stream const s = cx::cuda::stream::make(); cx::cuda::buffer const b(800, s);
           cx::cuda::graph const g = cx::cuda::capture(s, [&] { cx::cuda::set_bytes(b.pointer(), 0, b.bytes(), s); }); g.launch(s););
  COMPILES("cuda::stream", cx::cuda::stream const s = cx::cuda::stream::make();
           std::cout << cx::to_host(cx::cuda::jit([](auto v) { return cx::sin(v); }).on(s, cx::to_device(x, s))););
}

TEST_CASE("what a device refuses, an example of each") {
  COMPILES(
      "cuda::compile_error",
      try { cx::cuda::jit([](auto v) { return cx::sin(v); })(1.0); } catch (cx::cuda::compile_error const& e) { std::cerr << e.log(); });
  COMPILES("cuda::error", try { cx::to_device(x); } catch (cx::cuda::error const& e) { std::cerr << e.what(); });
  COMPILES(
      "cuda::kernel_failure",
      try { cx::cuda::default_stream().synchronize(); } catch (cx::cuda::kernel_failure const& e) { std::cerr << e.what(); });
  COMPILES(
      "cuda::out_of_memory",
      try { cx::cuda::buffer const b(std::size_t{1} << 50); } catch (cx::cuda::out_of_memory const& e) { std::cerr << e.bytes(); });
  COMPILES("cuda::unavailable", try { cx::to_device(x); } catch (cx::cuda::unavailable const& e) { std::cerr << e.what(); });
}
