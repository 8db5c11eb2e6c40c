// SPDX-License-Identifier: BSL-1.0
#pragma once
// program: a jaxpr on a device: its kernel, and a launch of it.
#include <constax/codegen/device_std.hpp>
#include <constax/codegen/program.hpp>
#include <constax/cuda/device_array.hpp>
#include <constax/cuda/kernel_cache.hpp>

namespace constax::inline CONSTAX_TAG::cuda {

/// What of a device decides how loops are divided.
inline codegen::grid_target target_of(device d) {
  codegen::grid_target t;
  t.threads = i64{d.properties().multiprocessors} * d.properties().max_threads_per_multiprocessor;
  return t;
}

/// The source of a program's kernel, with the headers and options that NVRTC needs.
inline kernel_source source_of(codegen::program_text const& p) {
  kernel_source k{.name = p.name, .source = codegen::cuda_text(p)};
  for (int i = 0; i < codegen::device_std_count; ++i) k.headers.push_back({codegen::device_std_names[i], codegen::device_std_texts[i]});
  for (int i = 0; i < codegen::device_option_count; ++i) k.options.push_back(codegen::device_options[i]);
  return k;
}

/// A lowered jaxpr, compiled for a device.
class program {
  codegen::program_text text_;
  vec<aval> outs_;
  cuda::kernel kernel_;
  extent3 grid_{}, block_{};

  static constexpr unsigned threads = 256; // of a block, where there are several

 public:
  program(jaxpr const& j, std::string const& name, device d)
      : text_(codegen::program_of(j, name, target_of(d))), kernel_(kernel_cache::of_process().kernel(source_of(text_), d)) {
    for (atom a : j.outs) outs_.push(j.type(a));
    auto const up_to = [](std::uint64_t n, std::uint64_t most) { return static_cast<unsigned>(n < most ? n : most); };
    auto const widest = static_cast<std::uint64_t>(text_.widest);
    std::uint64_t const room = kernel_.most_cooperative_blocks(threads);
    block_ = {threads}, grid_ = {up_to((widest + threads - 1) / threads, room)};
    if (text_.launch == codegen::launch_form::block)
      grid_ = {}, block_ = {up_to((widest + 31) / 32 * 32, static_cast<std::uint64_t>(kernel_.attributes().max_threads / 32 * 32))};
  }

  codegen::program_text const& text() const { return text_; }
  cuda::kernel const& kernel() const { return kernel_; }

  /// Puts the program into the stream -> its results, of the types given, which come when the stream is there.
  std::vector<device_array> operator()(std::vector<device_array> const& args, vec<aval> const& types, stream const& s) const {
    std::vector<device_array> results;
    for (aval const& a : types) results.emplace_back(a, s);
    launch(args, results, s);
    return results;
  }
  std::vector<device_array> operator()(std::vector<device_array> const& args, stream const& s) const { return (*this)(args, outs_, s); }
  /// The same into arrays that there are.
  void launch(std::vector<device_array> const& args, std::vector<device_array> const& results, stream const& s) const {
    bool const cooperative = text_.launch == codegen::launch_form::cooperative;
    std::size_t const bytes = static_cast<std::size_t>(text_.bytes);
    buffer const memory(bytes + (cooperative ? 256 : 0), s); // the counter of arrivals behind all else
    device_pointer const at = memory.pointer(), arrived = at + bytes;
    if (cooperative) set_bytes(arrived, 0, sizeof(unsigned), s);
    std::vector<device_pointer> pointers;
    for (auto const* arrays : {&args, &results})
      for (device_array const& a : *arrays) a.use_on(s), pointers.push_back(a.pointer());
    pointers.push_back(at), pointers.push_back(arrived);
    std::vector<void*> values;
    for (device_pointer& p : pointers) values.push_back(&p);
    kernel_.launch_with(s, grid_, block_, 0, values.data(), cooperative);
  }
};

} // namespace constax::inline CONSTAX_TAG::cuda
