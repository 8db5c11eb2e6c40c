// SPDX-License-Identifier: BSL-1.0
#pragma once
// compilation : lowered jaxpr -> native_program, when a compiler has made it        and what has become of it until then
#include <constax/compiled/native.hpp>
#include <constax/compiled/source.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>

namespace constax::inline CONSTAX_TAG::compiled_programs {

class compilation {
 public:
  enum class state : u8 { waiting, compiling, ready, failed };

  explicit compilation(jaxpr const& lowered) : source_(source_of(lowered)), lowered_(lowered) {
    if (!source_.why_not.empty()) fail(source_.why_not);
  }

  /// What has been compiled; null as long as it has not.
  native_program const* native() const { return native_.load(std::memory_order_acquire); }
  state now() const {
    std::lock_guard const lock(mutex_);
    return state_;
  }
  bool is_over() const {
    state const s = now();
    return s == state::ready || s == state::failed;
  }
  bool from_file() const {
    std::lock_guard const lock(mutex_);
    return from_file_;
  }
  /// In a sentence.
  std::string str() const {
    std::lock_guard const lock(mutex_);
    switch (state_) {
      case state::waiting: return "waits for the compiler";
      case state::compiling: return "is being compiled, by " + compiler_;
      case state::ready: return from_file_ ? "compiled code, from a file" : "compiled code, by " + compiler_ + " in " + seconds();
      case state::failed: break;
    }
    return "is not compiled: " + why_not_;
  }
  /// Until it is over.
  void wait() const {
    std::unique_lock lock(mutex_);
    over_.wait(lock, [&] { return state_ == state::ready || state_ == state::failed; });
  }
  void fail(std::string why) { end(state::failed, std::move(why)); }

  /// By the thread that compiles.
  void run(child_process& child) {
    auto const begin = std::chrono::steady_clock::now();
    own_folder const folder;
    cpp_compiler const compiler(child, folder);
    {
      std::lock_guard const lock(mutex_);
      state_ = state::compiling, compiler_ = compiler.name();
    }
    if (!compiler.why_not().empty()) return fail(compiler.why_not());
    codegen::code_files files(codegen::code_files::usual_folder(), 256 << 20, ".so");
    std::string const key = compiler.key(source_.text);
    std::string library, said;
    bool const found = files.read(key, library) == codegen::code_files::outcome::found;
    if (!found && (library = compiler.compile(source_.text, said)).empty())
      return fail("`" + compiler.name() + "` refused the text of the program\n" + said.substr(0, 2000));
    auto made = std::make_unique<native_program const>(library, folder, lowered_);
    if (!*made) return fail(made->why_not());
    if (!found) files.write(key, library);
    {
      std::lock_guard const lock(mutex_);
      from_file_ = found, made_ = std::move(made);
      seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      native_.store(made_.get(), std::memory_order_release);
    }
    end(state::ready, {});
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable over_;
  source_text const source_;
  jaxpr const lowered_;
  state state_ = state::waiting;
  bool from_file_ = false;
  double seconds_ = 0;
  std::string why_not_, compiler_;
  std::unique_ptr<native_program const> made_;
  std::atomic<native_program const*> native_ = nullptr;

  std::string seconds() const {
    char t[32];
    std::snprintf(t, sizeof t, "%.1f s", seconds_);
    return t;
  }
  void end(state s, std::string why) {
    {
      std::lock_guard const lock(mutex_);
      state_ = s, why_not_ = std::move(why);
    }
    over_.notify_all();
  }
};

} // namespace constax::inline CONSTAX_TAG::compiled_programs
