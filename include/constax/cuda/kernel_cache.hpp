// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel_cache: source -> kernel, compiled once: by whichever thread asks first, and, through files, whichever process.
//
// A key is all that the code depends on: source, headers, options, architecture, version of NVRTC. Files: codegen/code_files.hpp. 64 MiB of
// code in memory; beyond, what was not used for longest goes.
#include <constax/codegen/code_files.hpp>
#include <constax/cuda/module.hpp>
#include <constax/cuda/nvrtc.hpp>

#include <map>
#include <unordered_map>

namespace constax::inline CONSTAX_TAG::cuda {

namespace detail {

using codegen::add_part, codegen::code_files, codegen::hash_of;

inline std::string key_of(kernel_source const& k, std::string const& arch, int nvrtc) {
  std::string key = "constax cuda kernel 1;";
  key.reserve(k.source.size() + 1024);
  add_part(key, std::to_string(nvrtc)), add_part(key, arch), add_part(key, k.name);
  add_part(key, joined(exact_options(), " "));
  add_part(key, std::to_string(k.options.size()));
  for (std::string const& o : k.options) add_part(key, o);
  add_part(key, std::to_string(k.headers.size()));
  for (kernel_source::header const& h : k.headers) add_part(key, h.name), add_part(key, h.text);
  add_part(key, k.source);
  return key;
}

} // namespace detail

/// How often code was compiled, found in memory and in a file, and how many files were not what they should be.
struct cache_statistics {
  std::uint64_t compiled = 0, from_memory = 0, from_files = 0, rejected_files = 0;
};

class kernel_cache {
  struct slot {
    std::mutex mutex; // held while it is compiled: who asks meanwhile waits
    std::shared_ptr<compiled_code const> code;
    std::map<detail::device_state*, cuda::module> modules;
    std::map<std::pair<detail::device_state*, std::string>, cuda::kernel> kernels;
    std::uint64_t used = 0; // guarded by the cache's mutex, as is
    std::size_t bytes = 0;
  };

  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<slot>> slots_;
  std::uint64_t uses_ = 0;
  std::size_t bytes_ = 0, most_bytes_;
  detail::code_files files_;
  std::atomic<std::uint64_t> compiled_{0}, from_memory_{0}, from_files_{0}, rejected_{0};

  std::shared_ptr<slot> slot_of(std::string const& key) {
    std::lock_guard const lock(mutex_);
    std::shared_ptr<slot>& s = slots_[key];
    if (!s) s = std::make_shared<slot>();
    s->used = ++uses_;
    return s;
  }
  /// With the slot's mutex held.
  void fill(slot& s, std::string const& key, kernel_source const& k, std::string const& arch) {
    if (s.code) {
      ++from_memory_;
      return;
    }
    struct forgotten_if_empty { // what fails leaves nothing behind
      kernel_cache& c;
      slot& s;
      std::string const& key;
      ~forgotten_if_empty() {
        if (s.code) return;
        std::lock_guard const lock(c.mutex_);
        if (auto const at = c.slots_.find(key); at != c.slots_.end() && at->second.get() == &s) c.slots_.erase(at);
      }
    } const at_end{*this, s, key};
    auto code = std::make_shared<compiled_code>();
    auto const read = files_.read(key, code->image);
    if (read == detail::code_files::outcome::rejected) ++rejected_;
    if (read == detail::code_files::outcome::found) {
      ++from_files_;
      code->arch = arch, code->is_ptx = arch.rfind("compute_", 0) == 0;
    } else {
      *code = compile(k, arch);
      ++compiled_;
      files_.write(key, code->image);
    }
    s.code = std::move(code);
    std::lock_guard const lock(mutex_);
    if (auto const at = slots_.find(key); at == slots_.end() || at->second.get() != &s) return;
    bytes_ += s.bytes = key.size() + s.code->image.size();
    while (bytes_ > most_bytes_) { // what still runs of them goes on, and ends with its last user
      auto oldest = slots_.end();
      for (auto i = slots_.begin(); i != slots_.end(); ++i)
        if (i->second.get() != &s && i->second->bytes > 0 && (oldest == slots_.end() || i->second->used < oldest->second->used)) oldest = i;
      if (oldest == slots_.end()) break;
      bytes_ -= oldest->second->bytes;
      slots_.erase(oldest);
    }
  }

  /// With the slot's mutex held.
  cuda::module const& loaded(slot& s, std::string const& key, kernel_source const& k, std::string const& arch, device d) {
    auto const found = s.modules.find(&d.state());
    if (found != s.modules.end()) return ++from_memory_, found->second;
    fill(s, key, k, arch);
    return s.modules.emplace(&d.state(), cuda::module(s.code->image, d, k.name)).first->second;
  }

 public:
  /// In memory, and in the files of a folder; an empty name: in memory only.
  explicit kernel_cache(std::string folder = detail::code_files::usual_folder(), std::size_t most_bytes_of_files = 256 << 20,
                        std::size_t most_bytes = 64 << 20)
      : most_bytes_(most_bytes), files_(std::move(folder), most_bytes_of_files) {}

  /// That of the process, in the usual folder.
  static kernel_cache& of_process() {
    static kernel_cache& c = *new kernel_cache; // never freed: kernels outlive what is static
    return c;
  }

  /// Machine code of a kernel. What does not compile is thrown, and tried again when it is asked for again.
  std::shared_ptr<compiled_code const> code(kernel_source const& k, std::string const& arch) {
    std::string const key = detail::key_of(k, arch, nvrtc_version());
    std::shared_ptr<slot> const s = slot_of(key);
    std::lock_guard const lock(s->mutex);
    fill(*s, key, k, arch);
    return s->code;
  }
  /// The same, loaded on a device.
  cuda::module module(kernel_source const& k, device d = device()) {
    std::string const arch = best_arch(d), key = detail::key_of(k, arch, nvrtc_version());
    std::shared_ptr<slot> const s = slot_of(key);
    std::lock_guard const lock(s->mutex);
    return loaded(*s, key, k, arch, d);
  }
  /// A kernel of it: the one of that name, where a source has several. To ask costs a hash of the source: who launches often keeps the
  /// kernel.
  cuda::kernel kernel(kernel_source const& k, std::string const& name, device d = device()) {
    std::string const arch = best_arch(d), key = detail::key_of(k, arch, nvrtc_version());
    std::shared_ptr<slot> const s = slot_of(key);
    std::lock_guard const lock(s->mutex);
    auto const found = s->kernels.find({&d.state(), name});
    if (found != s->kernels.end()) return ++from_memory_, found->second;
    return s->kernels.emplace(std::pair(&d.state(), name), loaded(*s, key, k, arch, d).kernel(name)).first->second;
  }
  cuda::kernel kernel(kernel_source const& k, device d = device()) { return kernel(k, k.name, d); }

  cache_statistics statistics() const { return {compiled_, from_memory_, from_files_, rejected_}; }
  std::string const& folder() const { return files_.folder(); }
  /// Why no files are used; empty if they are.
  std::string const& why_no_files() const { return files_.why_not(); }
};

} // namespace constax::inline CONSTAX_TAG::cuda
