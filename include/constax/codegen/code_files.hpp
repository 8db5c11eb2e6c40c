// SPDX-License-Identifier: BSL-1.0
#pragma once
// code_files : key -> machine code        kept in the files of one folder, so that what one process has compiled serves all others
//
// A key is a text of all that the code depends on. A file bears the hash of its key as its name, and holds the key itself and a checksum:
// one that is of another key, cut off or changed is as good as none, and is written anew.
//
// Folder: $CONSTAX_CACHE, else $XDG_CACHE_HOME/constax, else ~/.cache/constax; an empty CONSTAX_CACHE means no files. It is made with
// mode 0700, and not used if it is somebody else's or others may write to it, since what is in it is run.
// Limits: 256 MiB of files of one suffix; beyond, what was not used for longest goes. No file above 64 MiB.
#include <constax/base/config.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen {

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

/// Files of code in one folder. All that goes wrong with them is as if they were not there.
class code_files {
  std::string folder_, why_not_, suffix_;
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
      if (!(name.ends_with(suffix_) || name.ends_with(suffix_ + ".new")) || ::lstat(path.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) continue;
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
  explicit code_files(std::string folder, std::size_t most_bytes = 256 << 20, std::string suffix = ".cubin")
      : folder_(std::move(folder)), suffix_(std::move(suffix)), most_bytes_(most_bytes) {
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
    return folder_ + '/' + hex(hash_of(key)) + hex(hash_of(key, 0x6c62272e07bb0142u)) + suffix_;
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
                      fresh = path + '.' + std::to_string(::getpid()) + '.' + std::to_string(written_.fetch_add(1)) + suffix_ + ".new";
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

} // namespace constax::inline CONSTAX_TAG::codegen
