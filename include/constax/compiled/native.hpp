// SPDX-License-Identifier: BSL-1.0
#pragma once
// native_program : ndarrays -> ndarrays        a lowered program in a library that was compiled while this one runs
#include <constax/codegen/opened_library.hpp>
#include <constax/compiled/compiler.hpp>
#include <constax/eval/vm/buffer.hpp>
#include <constax/runtime/ndarray.hpp>

namespace constax::inline CONSTAX_TAG::compiled_programs {

/// Several threads may call it at once. The library is closed with it.
class native_program {
  void* library_ = nullptr;
  void (*run_)(void const* const*, void* const*, std::byte*) = nullptr;
  i64 bytes_ = 0;
  vec<aval> results_;
  std::string why_not_;

 public:
  /// From the bytes of a library, which are written to a file in the folder for the loader to read.
  native_program(std::string const& library, own_folder const& folder, jaxpr const& lowered) {
    std::string const file = (folder.path / "loaded.so").string();
    std::ofstream(file, std::ios::binary) << library;
    codegen::opened_library const opened = codegen::open_library({file}, {});
    library_ = opened.handle, why_not_ = opened.why_not;
    if (!library_) return;
    auto const bytes = reinterpret_cast<long long (*)()>(::dlsym(library_, "constax_bytes"));
    run_ = reinterpret_cast<decltype(run_)>(::dlsym(library_, "constax_run"));
    if (!bytes || !run_) {
      why_not_ = "the library lacks its functions", run_ = nullptr;
      return;
    }
    bytes_ = bytes();
    for (atom a : lowered.outs) results_.push(lowered.type(a));
  }
  native_program(native_program const&) = delete;
  native_program& operator=(native_program const&) = delete;
  ~native_program() {
    if (library_) ::dlclose(library_);
  }
  explicit operator bool() const { return run_ != nullptr; }
  std::string const& why_not() const { return why_not_; }

  void operator()(range<ndarray const*> args, ndarray* results) const {
    vec<void const*> in;
    vec<void*> out;
    for (ndarray const* x : args) in.push(x->bytes());
    for (aval const& type : results_) {
      *results = ndarray::with_room_for(type);
      out.push(results++->writable_bytes());
    }
    vm::buffer const memory(bytes_);
    run_(in.begin(), out.begin(), memory.data());
  }
};

} // namespace constax::inline CONSTAX_TAG::compiled_programs
