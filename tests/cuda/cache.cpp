// SPDX-License-Identifier: BSL-1.0
// The cache of compiled kernels: files that are cut off, changed, or of another key; folders that are not to be trusted; many threads.
#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/kernel_cache.hpp>

#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

namespace cx = constax;
namespace cuda = cx::cuda;
using files = cuda::detail::code_files;

namespace {
/// A folder of its own, removed at the end.
struct folder {
  std::string path;
  folder() {
    char name[] = "/tmp/constax_cache_XXXXXX";
    path = ::mkdtemp(name);
  }
  ~folder() {
    for (std::string const& name : names()) ::unlink((path + '/' + name).c_str());
    ::rmdir((path + "/a/b").c_str()), ::rmdir((path + "/a").c_str()), ::rmdir(path.c_str());
  }
  std::vector<std::string> names(std::string const& below = "") const {
    std::vector<std::string> all;
    if (DIR* d = ::opendir((path + below).c_str())) {
      while (dirent* e = ::readdir(d))
        if (e->d_name[0] != '.') all.emplace_back(e->d_name);
      ::closedir(d);
    }
    return all;
  }
};
std::string contents(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}
void put(std::string const& path, std::string const& text) { std::ofstream(path, std::ios::binary) << text; }
int mode(std::string const& path) {
  struct stat s {};
  ::stat(path.c_str(), &s);
  return s.st_mode & 0777;
}
cuda::kernel_source numbered(int i) {
  std::string const n = std::to_string(i);
  return {.name = "k" + n, .source = "extern \"C\" __global__ void k" + n + "(int* x) { *x = " + n + "; }\n"};
}
bool have() {
  if (cuda::nvrtc_available()) return true;
  std::cout << "SKIPPED: NVRTC is not installed: " << cuda::why_nvrtc_unavailable() << '\n';
  return false;
}
} // namespace

TEST_CASE("a file is read as it was written") {
  folder f;
  files c(f.path + "/a/b");
  CHECK(c.why_not() == "");
  CHECK(mode(f.path + "/a") == 0700);
  CHECK(mode(f.path + "/a/b") == 0700);
  std::string image;
  CHECK(c.read("key", image) == files::outcome::none);
  std::string const code("\0\1\2 code", 8);
  REQUIRE(c.write("key", code));
  CHECK(c.read("key", image) == files::outcome::found);
  CHECK(image == code);
  CHECK(mode(c.path_of("key")) == 0600);
  CHECK(f.names("/a/b").size() == 1); // none of another name is left
  REQUIRE(c.write("key", "other"));
  CHECK(c.read("key", image) == files::outcome::found);
  CHECK(image == "other");
  CHECK(c.read("kex", image) == files::outcome::none);
  ::unlink(c.path_of("key").c_str());
}

TEST_CASE("each byte of a file counts") {
  folder f;
  files c(f.path);
  std::string const key = "the key", code = "the code";
  c.write(key, code);
  std::string const whole = contents(c.path_of(key));
  std::string image = "untouched";
  int accepted = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    put(c.path_of(key), changed);
    accepted += c.read(key, image) != files::outcome::rejected;
    put(c.path_of(key), whole.substr(0, i)); // cut off
    accepted += c.read(key, image) != files::outcome::rejected;
  }
  put(c.path_of(key), whole + "x");
  accepted += c.read(key, image) != files::outcome::rejected;
  CHECK(accepted == 0);
  CHECK(image == "untouched");
  put(c.path_of(key), whole);
  CHECK(c.read(key, image) == files::outcome::found);
}

TEST_CASE("a file of another key with the same hash is not taken") {
  folder f;
  files c(f.path);
  c.write("one key", "code of one");
  REQUIRE(::rename(c.path_of("one key").c_str(), c.path_of("two key").c_str()) == 0);
  std::string image;
  CHECK(c.read("two key", image) == files::outcome::rejected);
  REQUIRE(c.write("two key", "code of two"));
  CHECK(c.read("two key", image) == files::outcome::found);
  CHECK(image == "code of two");
}

TEST_CASE("a link in place of a file is not followed") {
  folder f;
  files c(f.path);
  c.write("a", "code");
  REQUIRE(::rename(c.path_of("a").c_str(), (f.path + "/elsewhere").c_str()) == 0);
  REQUIRE(::symlink((f.path + "/elsewhere").c_str(), c.path_of("a").c_str()) == 0);
  std::string image;
  CHECK(c.read("a", image) == files::outcome::none);
  REQUIRE(c.write("a", "new")); // takes the place of the link
  CHECK(c.read("a", image) == files::outcome::found);
  std::string const untouched = contents(f.path + "/elsewhere");
  CHECK(untouched.find("code") != std::string::npos);
}

TEST_CASE("folders that are not used") {
  folder f;
  std::string image;
  ::chmod(f.path.c_str(), 0777);
  files open_to_all(f.path);
  has(open_to_all.why_not(), "can be written by others: chmod go-w");
  CHECK(!open_to_all.write("a", "code"));
  CHECK(f.names().empty());
  ::chmod(f.path.c_str(), 0700);
  put(f.path + "/file", "");
  has(files(f.path + "/file/below").why_not(), "cannot be made");
  has(files("").why_not(), "no folder is named");
  if (::geteuid() != 0) has(files("/").why_not(), "belongs to another user");
  ::chmod(f.path.c_str(), 0755); // others may read
  CHECK(files(f.path).why_not() == "");
}

TEST_CASE("where the files are") {
  auto const with = [](char const* own, char const* xdg, char const* home) {
    auto const set = [](char const* name, char const* value) { value ? ::setenv(name, value, 1) : ::unsetenv(name); };
    set("CONSTAX_CACHE", own), set("XDG_CACHE_HOME", xdg), set("HOME", home);
    return files::usual_folder();
  };
  auto const now = [](char const* name) {
    char const* v = std::getenv(name);
    return std::pair(v != nullptr, std::string(v ? v : ""));
  };
  auto const own = now("CONSTAX_CACHE"), xdg = now("XDG_CACHE_HOME"), home = now("HOME");
  CHECK(with("/own", "/xdg", "/home/me") == "/own");
  CHECK(with("", "/xdg", "/home/me") == "");
  CHECK(with(nullptr, "/xdg", "/home/me") == "/xdg/constax");
  CHECK(with(nullptr, "", "/home/me") == "/home/me/.cache/constax");
  CHECK(with(nullptr, nullptr, nullptr) == "");
  with(own.first ? own.second.c_str() : nullptr, xdg.first ? xdg.second.c_str() : nullptr, home.first ? home.second.c_str() : nullptr);
}

TEST_CASE("what was not used for longest goes first") {
  folder f;
  files c(f.path, 10000);
  std::string const code(1000, 'c');
  auto const used_at = [&](std::string const& key, std::time_t when) {
    timespec const t[2] = {{when, 0}, {when, 0}};
    ::utimensat(AT_FDCWD, c.path_of(key).c_str(), t, 0);
  };
  for (int i = 0; i < 9; ++i) c.write(std::to_string(i), code), used_at(std::to_string(i), 1000000 + i);
  put(f.path + "/left.cubin.new", "of a writer that died");
  timespec const old[2] = {{1000000, 0}, {1000000, 0}};
  ::utimensat(AT_FDCWD, (f.path + "/left.cubin.new").c_str(), old, 0);
  put(f.path + "/of somebody else", "stays");
  std::string image;
  CHECK(c.read("0", image) == files::outcome::found); // used now
  c.write("9", code);                                 // one too many
  CHECK(c.read("0", image) == files::outcome::found);
  CHECK(c.read("1", image) == files::outcome::none);
  CHECK(c.read("2", image) == files::outcome::none);
  CHECK(c.read("8", image) == files::outcome::found);
  CHECK(c.read("9", image) == files::outcome::found);
  CHECK(f.names().size() == 8);
  CHECK(contents(f.path + "/of somebody else") == "stays");
}

TEST_CASE("all that the code depends on is in the key") {
  cuda::kernel_source const k{.name = "k", .source = "source", .headers = {{"h", "text"}}, .options = {"-a", "-b"}};
  std::string const key = cuda::detail::key_of(k, "sm_90", 13000);
  auto const differs = [&](auto const& change) {
    cuda::kernel_source other = k;
    change(other);
    return cuda::detail::key_of(other, "sm_90", 13000) != key;
  };
  CHECK(cuda::detail::key_of(k, "sm_80", 13000) != key);
  CHECK(cuda::detail::key_of(k, "sm_90", 12080) != key);
  CHECK(differs([](auto& o) { o.source += ' '; }));
  CHECK(differs([](auto& o) { o.name = "l"; }));
  CHECK(differs([](auto& o) { o.options = {"-b", "-a"}; }));
  CHECK(differs([](auto& o) { o.options = {"-a -b"}; }));
  CHECK(differs([](auto& o) { o.headers[0].text = "tex"; }));
  CHECK(differs([](auto& o) { o.headers[0].name = "g"; }));
  CHECK(differs([](auto& o) { o.headers.clear(); }));
  CHECK(differs([](auto& o) { o.options.push_back("h"), o.headers.clear(); }));
  CHECK(!differs([](auto&) {}));
}

TEST_CASE("compiled once, then found in memory, then in files") {
  if (!have()) return;
  folder f;
  std::string image;
  {
    cuda::kernel_cache c(f.path);
    image = c.code(numbered(1), "sm_80")->image;
    CHECK(c.code(numbered(1), "sm_80")->image == image);
    c.code(numbered(1), "sm_90");
    CHECK(c.statistics().compiled == 2);
    CHECK(c.statistics().from_memory == 1);
  }
  cuda::kernel_cache c(f.path);
  auto const code = c.code(numbered(1), "sm_80");
  CHECK(code->image == image);
  CHECK(!code->is_ptx);
  CHECK(c.statistics().compiled == 0);
  CHECK(c.statistics().from_files == 1);
  for (std::string const& name : f.names()) put(f.path + '/' + name, "rubbish"); // is compiled anew, and written
  cuda::kernel_cache again(f.path);
  CHECK(again.code(numbered(1), "sm_80")->image == image);
  CHECK(again.statistics().compiled == 1);
  CHECK(again.statistics().rejected_files == 1);
  cuda::kernel_cache last(f.path);
  last.code(numbered(1), "sm_80");
  CHECK(last.statistics().from_files == 1);
}

TEST_CASE("without a folder it works as well") {
  if (!have()) return;
  cuda::kernel_cache c("");
  CHECK(c.why_no_files() != "");
  c.code(numbered(1), "sm_80"), c.code(numbered(1), "sm_80");
  CHECK(c.statistics().compiled == 1);
}

TEST_CASE("memory is bounded: what was not used for longest is compiled again") {
  if (!have()) return;
  std::size_t const one = cuda::kernel_cache("").code(numbered(1), "sm_80")->image.size();
  cuda::kernel_cache c("", 0, 3 * one);
  for (int i : {1, 2, 1, 3, 1}) c.code(numbered(i), "sm_80"); // 2 had to go
  CHECK(c.statistics().compiled == 3);
  c.code(numbered(2), "sm_80");
  CHECK(c.statistics().compiled == 4);
}

TEST_CASE("eight threads that ask for one kernel compile once") {
  if (!have()) return;
  folder f;
  cuda::kernel_cache c(f.path);
  std::vector<std::thread> threads;
  std::vector<std::shared_ptr<cuda::compiled_code const>> got(16);
  for (std::size_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] { got[t] = c.code(numbered(1), "sm_80"), got[8 + t] = c.code(numbered(2), "sm_80"); });
  for (auto& t : threads) t.join();
  for (std::size_t t = 0; t < 16; ++t) CHECK(got[t] == got[t / 8 * 8]);
  CHECK(c.statistics().compiled == 2);
  CHECK(c.statistics().from_memory == 14);
  CHECK(f.names().size() == 2);
}

TEST_CASE("what does not compile leaves nothing behind") {
  if (!have()) return;
  folder f;
  cuda::kernel_cache c(f.path);
  cuda::kernel_source const bad{.name = "bad", .source = "rubbish"};
  std::atomic<int> threw{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      try {
        c.code(bad, "sm_80");
      } catch (cuda::compile_error const&) {
        ++threw;
      }
    });
  for (auto& t : threads) t.join();
  CHECK(threw == 4);
  CHECK(f.names().empty());
  CHECK(c.statistics().compiled == 0);
}

TEST_CASE("kernels are loaded once for each device") {
  if (!have()) return;
  stand_in::driver d([](auto& m) {
    stand_in::add_kernel(
        "k1", +[](stand_in::thread, cuda::device_pointer x) { *static_cast<int*>(stand_in::host(x)) = 1; });
    m.arch = 999; // PTX: newer than NVRTC
  });
  cuda::kernel_cache c("");
  has(thrown<cuda::error>([&] { c.kernel(numbered(1)); }), "of code for k1"); // the host cannot load it
  CHECK(c.statistics().compiled == 1);
  d->images_are_ours = true;
  cuda::kernel const a = c.kernel(numbered(1)), b = c.kernel(numbered(1)), other = c.kernel(numbered(1), cuda::device(1));
  CHECK(c.statistics().compiled == 1);
  CHECK(d->calls["cuModuleLoadDataEx"] == 3);
  CHECK(other.on().ordinal() == 1);
  stand_in::add_kernel(
      "k2", +[](stand_in::thread, cuda::device_pointer) {});
  CHECK(c.kernel(numbered(1), "k2").name() == "k2"); // of the same module
  c.module(numbered(1)).kernel("k2");
  CHECK(c.statistics().compiled == 1);
  CHECK(d->calls["cuModuleLoadDataEx"] == 3);
  CHECK(d->wrong.empty());
}
