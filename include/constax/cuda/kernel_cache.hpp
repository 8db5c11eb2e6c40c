// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel_cache: source -> kernel, compiled once: by whichever thread asks first, and, through files, whichever process.
//
// A key is all that the code depends on: source, headers, options, architecture, version of NVRTC. A file bears the hash of its key as its
// name, and holds the key itself and a checksum: one that is of another key, cut off or changed is as good as none, and is written anew.
//
// Folder: $CONSTAX_CACHE, else $XDG_CACHE_HOME/constax, else ~/.cache/constax; an empty CONSTAX_CACHE means no files. It is made with
// mode 0700, and not used if it is somebody else's or others may write to it, since what is in it is run.
// Limits: 64 MiB of code in memory, 256 MiB of files; beyond, what was not used for longest goes. No file above 64 MiB.
#include <constax/cuda/module.hpp>
#include <constax/cuda/nvrtc.hpp>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

namespace constax::inline CONSTAX_TAG::cuda {

namespace detail {

/// FNV-1a, begun from a number of one's own.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t h = 0xcbf29ce484222325u) {
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}
inline std::string hex(std::uint64_t x) {
  char t[17];
  std::snprintf(t, sizeof t, "%016llx", static_cast<unsigned long long>(x));
  return t;
}

/// Texts one after the other, each behind its length: no two lists have the same.
inline void add_part(std::string& key, std::string_view part) {
  key += std::to_string(part.size());
  key += ':';
  key += part;
}
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

/// Files of code in one folder. All that goes wrong with them is as if they were not there.
class code_files {
  std::string folder_, why_not_;
  std::size_t most_bytes_;
  std::atomic<unsigned> written_{0};

  static constexpr char magic[8] = {'c', 'x', 'c', 'u', 'b', 'i', 'n', '1'};
  static constexpr std::size_t largest_file = 64 << 20;
  struct head {
    char magic[8];
    std::uint64_t key_bytes, image_bytes, checksum;
  };

  class file {
    int fd_;

   public:
    explicit file(int fd) : fd_(fd) {}
    file(file const&) = delete;
    file& operator=(file const&) = delete;
    ~file() {
      if (fd_ >= 0) ::close(fd_);
    }
    explicit operator bool() const { return fd_ >= 0; }
    int number() const { return fd_; }
    bool read(void* to, std::size_t bytes) const {
      for (auto* p = static_cast<char*>(to); bytes > 0;) {
        ssize_t const n = ::read(fd_, p, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n, bytes -= static_cast<std::size_t>(n);
      }
      return true;
    }
    bool write(void const* from, std::size_t bytes) const {
      for (auto const* p = static_cast<char const*>(from); bytes > 0;) {
        ssize_t const n = ::write(fd_, p, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n, bytes -= static_cast<std::size_t>(n);
      }
      return true;
    }
  };

  /// The folder and those above it are made; it must be the user's own, and nobody else may write to it.
  void prepare() {
    for (std::size_t end = 1; end <= folder_.size(); ++end)
      if (end == folder_.size() || folder_[end] == '/')
        ::mkdir(folder_.substr(0, end).c_str(), 0700); // those that are there stay as they are
    struct stat s;
    if (::stat(folder_.c_str(), &s) != 0 || !S_ISDIR(s.st_mode)) why_not_ = folder_ + " cannot be made";
    else if (s.st_uid != ::geteuid()) why_not_ = folder_ + " belongs to another user";
    else if (s.st_mode & (S_IWGRP | S_IWOTH)) why_not_ = folder_ + " can be written by others: chmod go-w";
  }

  /// Removes what was not used for longest until a quarter of the room is free, and what writers that died have left.
  void make_room() const {
    DIR* const d = ::opendir(folder_.c_str());
    if (!d) return;
    struct found {
      std::string path;
      std::time_t used;
      std::size_t bytes;
    };
    std::vector<found> all;
    std::size_t total = 0;
    std::time_t const now = std::time(nullptr);
    while (dirent const* e = ::readdir(d)) {
      std::string const path = folder_ + '/' + e->d_name;
      std::string_view const name = path;
      struct stat s;
      if (!(name.ends_with(".cubin") || name.ends_with(".cubin.new")) || ::lstat(path.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) continue;
      if (name.ends_with(".new")) {
        if (s.st_mtime + 3600 < now) ::unlink(path.c_str());
        continue;
      }
      all.push_back({path, s.st_mtime, static_cast<std::size_t>(s.st_size)});
      total += all.back().bytes;
    }
    ::closedir(d);
    if (total <= most_bytes_) return;
    std::sort(all.begin(), all.end(), [](found const& a, found const& b) { return a.used < b.used; });
    for (found const& f : all) {
      if (total <= most_bytes_ / 4 * 3) break;
      if (::unlink(f.path.c_str()) == 0) total -= f.bytes;
    }
  }

 public:
  explicit code_files(std::string folder, std::size_t most_bytes = 256 << 20) : folder_(std::move(folder)), most_bytes_(most_bytes) {
    if (folder_.empty()) why_not_ = "no folder is named";
    else prepare();
  }

  static std::string usual_folder() {
    if (char const* own = std::getenv("CONSTAX_CACHE")) return own;
    if (char const* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg) return std::string(xdg) + "/constax";
    if (char const* home = std::getenv("HOME"); home && *home) return std::string(home) + "/.cache/constax";
    return {};
  }

  std::string const& folder() const { return folder_; }
  std::string const& why_not() const { return why_not_; }
  std::string path_of(std::string const& key) const {
    return folder_ + '/' + hex(hash_of(key)) + hex(hash_of(key, 0x6c62272e07bb0142u)) + ".cubin";
  }

  enum class outcome { found, none, rejected };
  outcome read(std::string const& key, std::string& image) const {
    if (!why_not_.empty()) return outcome::none;
    file const f(::open(path_of(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!f) return outcome::none;
    struct stat s;
    head h;
    if (::fstat(f.number(), &s) != 0 || !S_ISREG(s.st_mode) || s.st_uid != ::geteuid() || !f.read(&h, sizeof h)) return outcome::rejected;
    auto const size = static_cast<std::uint64_t>(s.st_size);
    if (std::memcmp(h.magic, magic, sizeof magic) != 0 || size > largest_file || h.key_bytes != key.size() || h.image_bytes > size ||
        h.key_bytes > size || sizeof h + h.key_bytes + h.image_bytes != size)
      return outcome::rejected;
    std::string stored(key.size(), '\0'), code(h.image_bytes, '\0');
    if (!f.read(stored.data(), stored.size()) || !f.read(code.data(), code.size()) || stored != key ||
        hash_of(code, hash_of(stored)) != h.checksum)
      return outcome::rejected;
    ::futimens(f.number(), nullptr); // used now
    image = std::move(code);
    return outcome::found;
  }

  /// Into a file of another name first, which then takes the place of what is there: a reader sees all of it or nothing.
  bool write(std::string const& key, std::string const& image) {
    if (!why_not_.empty() || sizeof(head) + key.size() + image.size() > largest_file) return false;
    head h{};
    std::memcpy(h.magic, magic, sizeof magic);
    h.key_bytes = key.size(), h.image_bytes = image.size(), h.checksum = hash_of(image, hash_of(key));
    std::string const path = path_of(key),
                      fresh = path + '.' + std::to_string(::getpid()) + '.' + std::to_string(written_.fetch_add(1)) + ".cubin.new";
    bool done = false;
    {
      file const f(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
      if (!f) return false;
      done = f.write(&h, sizeof h) && f.write(key.data(), key.size()) && f.write(image.data(), image.size());
    }
    if (done) done = ::rename(fresh.c_str(), path.c_str()) == 0;
    if (!done) ::unlink(fresh.c_str());
    make_room();
    return done;
  }
};

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
