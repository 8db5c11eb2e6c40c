// SPDX-License-Identifier: BSL-1.0
#pragma once
// graph: what was put into a stream, written down instead of done, to be launched as one: a launch costs less than those of its kernels.
//
//   cuda::graph g = cuda::capture(s, [&] { k.launch(s, ...); l.launch(s, ...); });
//   g.launch(s);
#include <constax/cuda/module.hpp>

namespace constax::inline CONSTAX_TAG::cuda {

/// What was put into a stream, to be launched as one. The buffers that it works on must live as long: `keep` has them do so.
class graph {
  detail::device_state* on_;
  graph_exec_handle handle_ = nullptr;
  std::string name_;
  std::vector<std::shared_ptr<void const>> kept_;

 public:
  graph(detail::device_state& d, graph_handle captured, std::string name) : on_(&d), name_(std::move(name)) {
    detail::context_scope const scope(d);
    detail::ask_saying(
        d.api(), d.ordinal, [&] { return "the graph of " + name_; }, d.api().graph_instantiate, &handle_, captured, 0ull);
  }
  graph(graph&& g) noexcept
      : on_(g.on_), handle_(std::exchange(g.handle_, nullptr)), name_(std::move(g.name_)), kept_(std::move(g.kept_)) {}
  graph& operator=(graph&& g) noexcept {
    std::swap(on_, g.on_), std::swap(handle_, g.handle_), name_.swap(g.name_), kept_.swap(g.kept_);
    return *this;
  }
  ~graph() {
    if (handle_) detail::in_context(*on_, [&] { static_cast<void>(detail::attempt(on_->api().graph_exec_destroy, handle_)); });
  }

  device on() const { return device::of(*on_); }
  /// The names of its kernels, as far as they are known.
  std::string const& name() const noexcept { return name_; }
  void keep(std::shared_ptr<void const> owner) { kept_.push_back(std::move(owner)); }
  void launch(stream const& s = stream()) const {
    detail::context_scope const scope(*on_);
    detail::ask_saying(
        on_->api(), on_->ordinal, [&] { return "the graph of " + name_; }, on_->api().graph_launch, handle_, s.handle());
    detail::launch_log::of_process().add(on_->ordinal, s.handle(), name_);
  }
};

namespace detail {
/// Ends a capture that an exception has left behind.
class capture_scope {
  stream s_;
  bool running_ = false;

 public:
  explicit capture_scope(stream const& s) : s_(s) {
    device_state& d = s.on().state();
    context_scope const scope(d);
    ask(d.api(), d.ordinal, d.api().begin_capture, s.handle(), capture_mode::thread_local_);
    running_ = true;
  }
  capture_scope(capture_scope const&) = delete;
  capture_scope& operator=(capture_scope const&) = delete;
  graph_handle end() {
    device_state& d = s_.on().state();
    context_scope const scope(d);
    running_ = false;
    graph_handle g = nullptr;
    ask(d.api(), d.ordinal, d.api().end_capture, s_.handle(), &g);
    return g;
  }
  ~capture_scope() {
    if (!running_) return;
    device_state& d = s_.on().state();
    in_context(d, [&] {
      graph_handle g = nullptr;
      static_cast<void>(attempt(d.api().end_capture, s_.handle(), &g));
      if (g) static_cast<void>(attempt(d.api().graph_destroy, g));
    });
  }
};
} // namespace detail

/// capture : stream, (() -> void) -> graph: runs `work`, whose launches and copies on that stream are written down instead of done.
template <class Work> graph capture(stream const& s, Work&& work) {
  detail::device_state& d = s.on().state();
  std::uint64_t const before = detail::launch_log::of_process().count();
  detail::capture_scope scope(s);
  work();
  graph_handle const captured = scope.end();
  struct destroyed {
    detail::device_state& d;
    graph_handle g;
    ~destroyed() {
      detail::in_context(d, [&] { static_cast<void>(detail::attempt(d.api().graph_destroy, g)); });
    }
  } const at_end{d, captured};
  stream_handle const only = s.handle();
  std::vector<std::string> names = detail::launch_log::of_process().last(d.ordinal, before, &only);
  std::reverse(names.begin(), names.end());
  return graph(d, captured, names.empty() ? "no kernels" : detail::joined(names, ", "));
}

} // namespace constax::inline CONSTAX_TAG::cuda
