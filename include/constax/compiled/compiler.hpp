// SPDX-License-Identifier: BSL-1.0
#pragma once
// cpp_compiler : C++ text -> shared library, as bytes, or what the compiler said
//
// The compiler is $CONSTAX_CXX, else `c++`. It is asked first which macros it defines: they say what it is, and for which machine it
// compiles, so they are a part of the key of what it has made. No shell is involved.
#include <constax/codegen/code_files.hpp>
#include <constax/codegen/sources.hpp>

#include <csignal>
#include <iterator>
#include <mutex>
#include <spawn.h>
#include <sys/wait.h>

namespace constax::inline CONSTAX_TAG::compiled_programs {

/// A child process at a time, which another thread may end.
class child_process {
  std::mutex mutex_;
  pid_t running_ = 0;
  bool ended_ = false;

 public:
  /// -> whether it ended with 0. What it writes goes to the file `said`.
  bool run(std::vector<std::string> const& command, std::string const& said) {
    std::vector<char*> args;
    for (std::string const& a : command) args.push_back(const_cast<char*>(a.c_str()));
    args.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files), ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, 1, said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&files, 1, 2);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // compilers start others: all of them end together
    ::posix_spawnattr_setpgroup(&attributes, 0);
    pid_t child = 0;
    {
      std::lock_guard const lock(mutex_);
      if (!ended_ && ::posix_spawnp(&child, args[0], &files, &attributes, args.data(), environ) != 0) child = 0;
      running_ = child;
    }
    ::posix_spawn_file_actions_destroy(&files), ::posix_spawnattr_destroy(&attributes);
    if (child == 0) return false;
    siginfo_t over{};
    while (::waitid(P_PID, static_cast<id_t>(child), &over, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
    std::lock_guard const lock(mutex_); // its number is nobody else's until it is waited for
    running_ = 0;
    int status = 0; // unknown where the program ignores SIGCHLD: what it has written tells
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return status == 0;
  }
  /// Ends it, and all that would come.
  void end() {
    std::lock_guard const lock(mutex_);
    ended_ = true;
    if (running_) ::kill(-running_, SIGKILL);
  }
};

/// A folder of its own, which goes with it.
struct own_folder {
  std::filesystem::path path;
  own_folder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "constax_XXXXXX").string();
    if (!failed && ::mkdtemp(name.data())) path = name;
  }
  own_folder(own_folder const&) = delete;
  own_folder& operator=(own_folder const&) = delete;
  ~own_folder() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove_all(path, ignored);
  }
};

inline std::string content_of(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class cpp_compiler {
  child_process& child_;
  own_folder const& folder_;
  std::string name_, why_not_, macros_;
  std::vector<std::string> flags_;

  std::string in_folder(char const* file) const { return (folder_.path / file).string(); }
  std::vector<std::string> command(std::vector<std::string> const& more) const {
    std::vector<std::string> all{name_};
    all.insert(all.end(), flags_.begin(), flags_.end());
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  bool defines(std::string const& macro) const { return macros_.find("#define " + macro + ' ') != macros_.npos; }

 public:
  /// Files are written into the folder.
  cpp_compiler(child_process& child, own_folder const& folder) : child_(child), folder_(folder), name_("c++") {
    if (char const* const set = std::getenv("CONSTAX_CXX"); set && *set) name_ = set;
    flags_ = {"-std=c++20", "-O2", CONSTAX_FLAGS_OF_MACHINE, "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-w"};
    std::error_code missing;
    std::filesystem::path const headers = codegen::header_folder();
    if (folder_.path.empty()) why_not_ = "no folder for temporary files can be made";
    else if (!std::filesystem::exists(headers / "constax" / "constax.hpp", missing))
      why_not_ = "the headers are not in " + headers.string() + ": set the environment's CONSTAX_INCLUDE to the folder that holds constax/";
    if (!why_not_.empty()) return;
    bool const done = child_.run(command({"-dM", "-E", "-x", "c++", "/dev/null"}), in_folder("macros"));
    macros_ = content_of(in_folder("macros"));
    if (!done || !defines("__cplusplus")) {
      why_not_ = "the compiler `" + name_ + "` cannot be run: set the environment's CONSTAX_CXX to one\n" + macros_.substr(0, 2000);
      return;
    }
    // Limits of constant evaluation: long programs are planned by the compiler. g++: no symbols that keep a library from being closed.
    if (defines("__clang_major__")) flags_.push_back("-fconstexpr-steps=1000000000");
    else
      for (char const* f : {"-fno-gnu-unique", "-fconstexpr-ops-limit=4000000000", "-fconstexpr-loop-limit=100000000"}) flags_.push_back(f);
    flags_.push_back("-I" + headers.string());
  }

  std::string const& name() const { return name_; }
  std::string const& why_not() const { return why_not_; }

  /// All that the library made of a text depends on.
  std::string key(std::string const& text) const {
    std::string all = "constax compiled 1;";
    for (std::string const& f : flags_) codegen::add_part(all, f);
    codegen::add_part(all, name_), codegen::add_part(all, macros_), codegen::add_part(all, text);
    std::vector<std::filesystem::path> headers;
    std::error_code ignored;
    for (std::filesystem::recursive_directory_iterator at(codegen::header_folder() / "constax", ignored), end; !ignored && at != end;
         at.increment(ignored))
      if (at->path().extension() == ".hpp") headers.push_back(at->path());
    std::sort(headers.begin(), headers.end());
    std::uint64_t hash = codegen::hash_of({});
    for (auto const& h : headers) hash = codegen::hash_of(content_of(h), hash);
    return all += codegen::hex(hash);
  }
  /// The library; empty if it could not be made, `said` is why.
  std::string compile(std::string const& text, std::string& said) const {
    std::ofstream(in_folder("text.cpp"), std::ios::binary) << text;
    bool const done = child_.run(command({"-shared", in_folder("text.cpp"), "-o", in_folder("text.so")}), in_folder("said"));
    said = content_of(in_folder("said"));
    if (!done) return {};
    return content_of(in_folder("text.so"));
  }
};

} // namespace constax::inline CONSTAX_TAG::compiled_programs
