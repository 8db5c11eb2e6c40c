// SPDX-License-Identifier: BSL-1.0
#pragma once
// device_array: numbers on a device, with dtype and shape, as ndarray has them on the host. Row-major; copies share the elements.
//
//   cx::device_array a = cx::to_device(x);    // an ndarray, array, view or number
//   cx::ndarray y = cx::to_host(a);
#include <constax/cuda/copy.hpp>
#include <constax/runtime/ndarray.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Elements in row-major order somewhere, as a container that an ndarray can be made of.
template <class T> struct elements_at {
  using value_type = T;
  T const* first;
  aval const& type;
  int rank() const { return type.rank(); }
  std::int64_t length(int d) const { return type.shape[d].number; }
  std::int64_t size() const { return type.shape.size(); }
  T operator[](std::int64_t i) const { return first[i]; }
};
/// As many of no value in particular.
template <class T> struct elements_to_come : elements_at<T> {
  T operator[](std::int64_t) const { return T{}; }
};
template <class T> inline constexpr bool is_container<elements_at<T>> = true;
template <class T> inline constexpr bool is_container<elements_to_come<T>> = true;

/// f(T{}) for the C++ type T of the elements, a key's included.
template <class F> auto visit_element(dtype t, F const& f) {
  decltype(f(float{})) r{};
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_cast<void>(((static_cast<std::size_t>(t) == I && (r = f(element_of<static_cast<dtype>(I)>{}), true)) || ...));
  }
  (std::make_index_sequence<dtype_count>{});
  return r;
}

/// An ndarray of that type whose elements `write` puts in place: it is nobody else's yet.
template <class Write> ndarray made_in_place(aval const& type, Write const& write) {
  return visit_element(type.type, [&]<class T>(T) {
    ndarray x(elements_to_come<T>{{nullptr, type}});
    write(const_cast<T*>(x.template data<T>()));
    return x;
  });
}

inline void const* elements_of(ndarray const& x) {
  return visit_element(x.dtype(), [&]<class T>(T) { return static_cast<void const*>(x.template data<T>()); });
}

/// Bytes of an array on a device; of lengths that there can be.
inline std::size_t bytes_on_device(aval const& type) {
  std::uint64_t n = info(type.type).bytes;
  bool fits = !type.shape.overflowed(), empty = false;
  for (int d = 0; fits && d < type.rank(); ++d) {
    fits = type.shape[d].is_number() && type.shape[d].number >= 0;
    empty |= fits && type.shape[d].number == 0;
  }
  for (int d = 0; fits && !empty && d < type.rank(); ++d)
    fits = !__builtin_mul_overflow(n, static_cast<std::uint64_t>(type.shape[d].number), &n) && n <= std::uint64_t{PTRDIFF_MAX};
  if (!fits) {
    text t;
    raise_error<shape_error>(t << "[constax] device_array: there can be no array " << type << " on a device");
  }
  return empty ? 0 : static_cast<std::size_t>(n);
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

class device_array {
  constax::aval type_;
  std::shared_ptr<constax::cuda::buffer const> data_;

 public:
  /// Uninitialised, for a kernel to write: give it away when that has been launched.
  explicit device_array(constax::aval const& type, constax::cuda::stream const& s = constax::cuda::stream())
      : type_(type), data_(std::make_shared<constax::cuda::buffer const>(constax::detail::bytes_on_device(type), s)) {}
  /// Elements that are in a buffer.
  device_array(constax::aval const& type, std::shared_ptr<constax::cuda::buffer const> data) : type_(type), data_(std::move(data)) {
    if (data_->bytes() < constax::detail::bytes_on_device(type)) {
      constax::text t;
      constax::detail::raise_error<shape_error>(t << "[constax] device_array: a buffer of " << constax::u64{data_->bytes()}
                                                  << " bytes is too small for " << type);
    }
  }

  constax::aval const& type() const { return type_; }
  constax::dtype dtype() const { return type_.type; }
  int rank() const { return type_.rank(); }
  /// The lengths of all axes, or of axis d; negative ones count from the end.
  std::vector<std::int64_t> shape() const {
    std::vector<std::int64_t> s;
    for (int d = 0; d < rank(); ++d) s.push_back(type_.shape[d].number);
    return s;
  }
  std::int64_t shape(int d) const {
    int const at = d < 0 ? d + rank() : d;
    if (at < 0 || at >= rank()) constax::detail::raise_fault({constax::fault_code::bad_axis, "shape", {}, type_, {}, d});
    return type_.shape[at].number;
  }
  std::int64_t size() const { return type_.shape.size(); }
  std::size_t bytes() const { return constax::detail::bytes_on_device(type_); }

  constax::cuda::device on() const { return data_->on(); }
  /// Where it is ready: what is put into this stream may use it.
  constax::cuda::stream stream() const { return data_->home(); }
  /// What is put into `s` from now on may use it too.
  device_array const& use_on(constax::cuda::stream const& s) const { return data_->use_on(s), *this; }
  constax::cuda::device_pointer pointer() const { return data_->pointer(); }
  std::shared_ptr<constax::cuda::buffer const> const& data() const { return data_; }
  /// The same as a pointer to elements, which nobody on the host may follow; of dtype T, or it throws.
  template <constax::element_type T> T* data() const {
    if (constax::dtype_of<T> != type_.type)
      constax::detail::raise_error<type_error>(constax::detail::wrong_elements("device_array::data", type_, constax::dtype_of<T>));
    return reinterpret_cast<T*>(data_->pointer());
  }

  // As ndarray has them, of a copy on the host.
  template <constax::element_type T> inline T item() const;
  template <constax::element_type T> inline std::vector<T> to_vector() const;
  template <constax::element_type T, auto... Dims> inline constax::array<T, Dims...> to() const;
};

/// A copy on the way to the host. `get` waits for it.
class pending_ndarray {
  constax::aval type_;
  device_array from_; // which lives as long
  constax::cuda::pinned_buffer to_;
  constax::cuda::event there_;

 public:
  pending_ndarray(device_array const& a, constax::cuda::stream const& s)
      : type_(a.type()), from_(a.use_on(s)), to_(a.bytes(), a.on()), there_(a.on(), constax::cuda::event_kind::untimed) {
    constax::cuda::copy_to_host(to_, a.pointer(), a.bytes(), s);
    there_.record(s);
  }
  pending_ndarray(pending_ndarray&&) = default;
  ~pending_ndarray() { // pinned memory must not end while the device writes to it
    if (there_.handle())
      constax::cuda::detail::in_context(there_.on().state(), [&] {
        static_cast<void>(constax::cuda::detail::attempt(there_.on().state().api().event_synchronize, there_.handle()));
      });
  }
  bool ready() const { return there_.ready(); }
  ndarray get() const {
    there_.synchronize();
    return constax::detail::made_in_place(type_, [&](auto* to) {
      if (to_.bytes() > 0) std::memcpy(static_cast<void*>(to), to_.data(), to_.bytes());
    });
  }
};

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

/// to_device : ndarray -> device_array, on the stream's device and in its order. Numbers, arrays and views become ndarrays first, unless
/// their elements lie as they do on the device.
inline device_array to_device(ndarray const& x, cuda::stream const& s = cuda::stream()) {
  device_array a(x.type(), s);
  cuda::copy_to_device(a.pointer(), detail::elements_of(x), a.bytes(), s);
  return a;
}
template <container X> device_array to_device(X const& x, cuda::stream const& s = cuda::stream()) {
  if constexpr (requires { X::layout; }) return to_device(ndarray(x), s);
  else {
    aval type{dtype_of<typename X::value_type>, {}};
    for (int d = 0; d < x.rank(); ++d) type.shape.push(extent(static_cast<std::int64_t>(x.length(d))));
    device_array a(type, s);
    cuda::copy_to_device(a.pointer(), x.data(), a.bytes(), s);
    return a;
  }
}
/// From another device; the same elements, ready in the stream, if it is on that device already.
inline device_array to_device(device_array const& x, cuda::stream const& s = cuda::stream()) {
  if (x.on() == s.on()) return x.use_on(s);
  device_array a(x.type(), s);
  s.wait(x.stream());
  cuda::copy_between(a.pointer(), x.pointer(), x.on(), a.bytes(), s);
  x.stream().wait(s); // what the other device does with the memory next, comes behind
  return a;
}
inline device_array to_device(device_array const& x, cuda::device d) { return to_device(x, cuda::default_stream(d)); }
inline device_array to_device(ndarray const& x, cuda::device d) { return to_device(x, cuda::default_stream(d)); }

/// to_host : device_array -> ndarray; waits for what the array's stream has to do before, and for the copy.
inline ndarray to_host(device_array const& x, cuda::stream const& s) {
  x.use_on(s);
  return detail::made_in_place(x.type(), [&](auto* to) { cuda::copy_to_host(static_cast<void*>(to), x.pointer(), x.bytes(), s); });
}
inline ndarray to_host(device_array const& x) { return to_host(x, x.stream()); }
/// The same, without a wait: by way of pinned memory.
inline pending_ndarray to_host_later(device_array const& x, cuda::stream const& s) { return pending_ndarray(x, s); }
inline pending_ndarray to_host_later(device_array const& x) { return pending_ndarray(x, x.stream()); }

/// "f64[3,4] on device 0 (NVIDIA H100 80GB HBM3)": to see the elements, copy them to the host.
template <character_stream Stream> Stream& operator<<(Stream& out, device_array const& x) {
  text t;
  t << x.type() << " on " << cuda::str(x.on());
  out.write(t.view().data(), static_cast<std::ptrdiff_t>(t.size()));
  return out;
}

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {
template <constax::element_type T> T device_array::item() const { return constax::to_host(*this).item<T>(); }
template <constax::element_type T> std::vector<T> device_array::to_vector() const { return constax::to_host(*this).to_vector<T>(); }
template <constax::element_type T, auto... Dims> constax::array<T, Dims...> device_array::to() const {
  return constax::to_host(*this).to<T, Dims...>();
}
} // namespace constax::inline v0
