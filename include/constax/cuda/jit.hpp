// SPDX-License-Identifier: BSL-1.0
#pragma once
// jit : f -> (tree of device_arrays -> tree of device_arrays)        f as one kernel, control flow included
//
//   auto step = cx::cuda::jit(cx::value_and_grad(loss));
//   auto [l, g] = step(w, x);        // traced and compiled at the first call of each signature; returns before the device is done
#include <constax/cuda/program.hpp>
#include <constax/runtime.hpp>

#include <optional>

namespace constax::inline CONSTAX_TAG::cuda {

namespace detail {

using namespace constax::detail;

/// A leaf on the device: numbers are sent there.
struct to_device_leaf {
  stream const& s;
  template <class X> device_array operator()(X const& x) const {
    static_assert(is_device_array<X> || scalar<X>,
                  "[constax] cuda::jit takes arrays that are on the device, and numbers; cx::to_device(x) brings an array there");
    if constexpr (is_device_array<X>) return x;
    else return to_device(ndarray(x), s);
  }
};
struct type_of_leaf {
  ndarray operator()(device_array const& x) const { return ndarray(x.type(), ndarray::type_alone{}); }
};
/// The stream of the first array among the arguments, on whose device all of them must be.
struct find_stream {
  std::optional<stream>& found;
  template <class X> void operator()(X const& x) const {
    if constexpr (is_device_array<X>) {
      if (!found) found = x.stream();
      else if (!(found->on() == x.on()))
        throw_error(error("[constax] cuda::jit: one argument is on " + str(found->on()) + ", another on " + str(x.on()) +
                          "; cx::to_device(x, device) copies from one to the other"));
    }
  }
};

struct compiled_late {
  program on_device;
  vec<aval> outs; // of keys too
  vec<u32> structure; // of the result
};

template <class F> std::string kernel_name() {
  std::string name;
  for (char const c : type_name<F>())
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) name += c;
  return name.empty() || name.size() > 40 ? "kernel" : "k_" + name;
}

template <class F, class... X> auto call_on_device(F const& f, stream const& s, X const&... x) {
  auto const with_types = [&](auto const& use) { return use(tree_map(type_of_leaf{}, x)...); };
  auto const make = [&] {
    return with_types([&](auto const&... t) {
      late_program const p = lowered_late(for_jit, f, t...);
      return compiled_late{program(p.program, kernel_name<F>(), s.on()), p.outs, p.structure};
    });
  };
  vec<aval const*> types;
  std::vector<device_array> args;
  (for_each_leaf([&](device_array const& l) { types.push(&l.type()), args.push_back(l); }, x), ...);
  aval const device{dtype::i32, {extent(static_cast<i64>(s.on().ordinal()))}}; // a kernel is of one device
  types.push(&device);
  using result =
      decltype(with_types([&](auto const&... t) { return std::type_identity<late_result<F, std::remove_cvref_t<decltype(t)>...>>{}; }));
  static made_by_types<compiled_late> programs;
  std::shared_ptr<compiled_late const> const p = [&] {
    if constexpr (is_code_alone<F>) return programs.get({types, structure_of_all(structure_of(x)...).words()}, make);
    else return std::make_shared<compiled_late const>(make());
  }();
  std::vector<device_array> const ys = p->on_device(args, p->outs, s);
  std::size_t at = 0;
  return tree_map([&](auto const&) { return ys[at++]; }, empty_tree(treedef<typename result::type>(range<u32>(p->structure))));
}

} // namespace detail

template <class F> struct jit_of {
  F f;
  /// In the stream of the first array among the arguments.
  template <class... X> auto operator()(X const&... x) const {
    std::optional<stream> s;
    (for_each_leaf(detail::find_stream{s}, x), ...);
    return on(s ? *s : stream(), x...);
  }
  /// In this stream.
  template <class... X> auto on(stream const& s, X const&... x) const {
    return detail::call_on_device(f, s, tree_map(detail::to_device_leaf{s}, x)...);
  }
};

/// cx::cuda::jit(f)(args...): f on the device of its arguments, which are device_arrays, numbers and trees of them; the results are
/// device_arrays. The program is one kernel: its loops, reductions and control flow wait for nobody on the host. It gives the bits that the
/// host gives. Throws codegen::unsupported where f has no form as source, cuda::error where the device refuses.
template <class F> auto jit(F f) { return jit_of<F>{f}; }

} // namespace constax::inline CONSTAX_TAG::cuda
