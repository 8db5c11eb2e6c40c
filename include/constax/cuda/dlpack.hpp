// SPDX-License-Identifier: BSL-1.0
#pragma once
// dlpack: arrays handed to and taken from other libraries (PyTorch, CuPy, JAX) without a copy, as DLPack 1.0 has it: a struct with a
// pointer, dtype, shape and a deleter, which its last user calls.
//
// Who takes a device's array uses it in the order of a stream: what comes from here is ready in `device_array::stream`; what is taken is
// to be ready in the stream that is named. Elements are never written again on our side, and the struct says so (read only).
#include <constax/cuda/device_array.hpp>

namespace constax::inline CONSTAX_TAG::cuda::dlpack {

// ---- the binary interface, of dlpack.h --------------------------------------------------------------------------------------------------
struct version {
  std::uint32_t major, minor;
};
enum class device_type : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13 };
struct device {
  device_type type;
  std::int32_t id;
};
enum class type_code : std::uint8_t { integer = 0, unsigned_integer = 1, floating = 2, bfloat = 4, boolean = 6 };
struct data_type {
  type_code code;
  std::uint8_t bits;
  std::uint16_t lanes;
};
struct tensor {
  void* data;
  dlpack::device device;
  std::int32_t ndim;
  data_type dtype;
  std::int64_t* shape;
  std::int64_t* strides; // in elements; null: row-major
  std::uint64_t byte_offset;
};
/// DLManagedTensorVersioned
struct managed_tensor {
  dlpack::version version;
  void* context;
  void (*deleter)(managed_tensor*);
  std::uint64_t flags;
  dlpack::tensor tensor;
};
inline constexpr std::uint64_t read_only = 1, is_copied = 2;
/// DLManagedTensor, from before version 1.0
struct managed_tensor_unversioned {
  dlpack::tensor tensor;
  void* context;
  void (*deleter)(managed_tensor_unversioned*);
};
static_assert(sizeof(tensor) == 48 && sizeof(managed_tensor) == 80 && sizeof(managed_tensor_unversioned) == 64);

namespace detail {

inline data_type data_type_of(constax::dtype t) {
  dtype_info const& i = info(t);
  if (i.key) {
    text s;
    constax::detail::raise_error<type_error>(s << "[constax] dlpack: there is no DLPack type for " << t
                                               << "; hand over the numbers that are drawn from keys instead");
  }
  type_code const code = t == dtype::bf16      ? type_code::bfloat
                         : i.floating          ? type_code::floating
                         : t == dtype::boolean ? type_code::boolean
                         : i.is_signed         ? type_code::integer
                                               : type_code::unsigned_integer;
  return {code, static_cast<std::uint8_t>(8 * i.bytes), 1};
}

/// What a tensor holds; throws where there is no such dtype, too many axes, or gaps between the elements.
inline aval type_of(tensor const& t) {
  constax::aval a;
  bool known = false;
  for (u8 d = 0; d < dtype_count && !known; ++d) {
    if (info(static_cast<dtype>(d)).key || static_cast<dtype>(d) == dtype::u16) continue;
    data_type const is = data_type_of(static_cast<dtype>(d));
    known = is.code == t.dtype.code && is.bits == t.dtype.bits && t.dtype.lanes == 1;
    if (known) a.type = static_cast<dtype>(d);
  }
  if (!known) {
    text s;
    constax::detail::raise_error<type_error>(s << "[constax] dlpack: there is no dtype for DLPack's type code "
                                               << static_cast<int>(t.dtype.code) << " of " << static_cast<int>(t.dtype.bits) << " bits, "
                                               << static_cast<int>(t.dtype.lanes) << " lanes");
  }
  if (t.ndim < 0 || t.ndim > max_rank) {
    text s;
    constax::detail::raise_error<shape_error>(s << "[constax] dlpack: an array of " << t.ndim << " axes; there can be " << max_rank);
  }
  for (int d = 0; d < t.ndim; ++d) a.shape.push(extent(t.shape[d]));
  constax::detail::bytes_on_device(a); // lengths that there can be
  if (t.strides && a.shape.size() > 0) {
    std::int64_t stride = 1;
    for (int d = t.ndim; d-- > 0;) {
      if (t.shape[d] != 1 && t.strides[d] != stride) {
        text s;
        constax::detail::raise_error<shape_error>(s << "[constax] dlpack: the elements of " << a
                                                    << " are not row-major without gaps; make a contiguous copy on the other side");
      }
      stride *= t.shape[d];
    }
  }
  return a;
}

/// What an exported tensor points to; it is deleted by the deleter.
template <class Managed, class Owner> struct exported {
  Managed managed{};
  Owner owner;
  std::int64_t shape[max_rank + 1] = {}, strides[max_rank + 1] = {};
};
template <class Managed, class Owner> Managed* exported_of(Owner const& owner, aval const& type, void* data, dlpack::device where) {
  data_type const dtype = data_type_of(type.type);
  auto* e = new exported<Managed, Owner>{{}, owner};
  std::int64_t stride = 1;
  for (int d = type.rank(); d-- > 0;) e->shape[d] = type.shape[d].number, e->strides[d] = stride, stride *= type.shape[d].number;
  e->managed.tensor = {data, where, type.rank(), dtype, e->shape, e->strides, 0};
  e->managed.context = e;
  e->managed.deleter = [](Managed* m) { delete static_cast<exported<Managed, Owner>*>(m->context); };
  if constexpr (requires { e->managed.flags; }) e->managed.version = {1, 0}, e->managed.flags = read_only;
  return &e->managed;
}

/// Calls the deleter, unless it is handed on.
template <class Managed> struct owned {
  Managed* m;
  explicit owned(Managed* p) : m(p) {
    if constexpr (requires { m->flags; })
      if (m->version.major != 1) {
        text s;
        s << "[constax] dlpack: a tensor of DLPack version " << m->version.major << "; version 1 is understood";
        release();
        constax::detail::raise_error<constax::error>(s);
      }
  }
  owned(owned const&) = delete;
  owned& operator=(owned const&) = delete;
  ~owned() { release(); }
  void release() {
    if (Managed* const p = std::exchange(m, nullptr); p && p->deleter) p->deleter(p);
  }
};

[[noreturn]] inline void refuse_device(dlpack::device d, char const* instead) {
  text s;
  constax::detail::raise_error<constax::error>(s << "[constax] dlpack: the array is on a device of DLPack's type "
                                                 << static_cast<int>(d.type) << "; " << instead);
}

template <class Managed> device_array taken(Managed* given, stream const& s) {
  auto const m = std::make_shared<owned<Managed>>(given); // from here on it is deleted, whatever happens
  tensor const& t = given->tensor;
  if (t.device.type != device_type::cuda && t.device.type != device_type::cuda_managed)
    refuse_device(t.device, "take it with cx::ndarray_from_dlpack, then cx::to_device");
  if (t.device.id != s.on().ordinal()) {
    text e;
    constax::detail::raise_error<constax::error>(e << "[constax] dlpack: the array is on device " << t.device.id
                                                   << ", the stream on device " << s.on().ordinal()
                                                   << "; name a stream of the array's device");
  }
  aval const type = type_of(t);
  auto const at = reinterpret_cast<device_pointer>(t.data) + t.byte_offset;
  return device_array(type,
                      std::make_shared<buffer const>(buffer::adopt(at, constax::detail::bytes_on_device(type), s, [m] { m->release(); })));
}

template <class Managed> ndarray taken_on_host(Managed* given) {
  owned<Managed> const m(given);
  tensor const& t = given->tensor;
  if (t.device.type != device_type::cpu && t.device.type != device_type::cuda_host)
    refuse_device(t.device, "take it with cx::device_array_from_dlpack, then cx::to_host");
  aval const type = type_of(t);
  return constax::detail::made_in_place(type, [&](auto* to) {
    if (type.shape.size() > 0)
      std::memcpy(static_cast<void*>(to), static_cast<std::byte const*>(t.data) + t.byte_offset, constax::detail::bytes_on_device(type));
  });
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG::cuda::dlpack

namespace constax::inline CONSTAX_TAG {

/// to_dlpack : device_array or ndarray -> tensor that shares its elements, until its deleter is called. `to_dlpack_unversioned`: as before
/// DLPack 1.0, for older libraries; there is no place in it to say that elements are read only.
inline cuda::dlpack::managed_tensor* to_dlpack(device_array const& x) {
  return cuda::dlpack::detail::exported_of<cuda::dlpack::managed_tensor>(x, x.type(), reinterpret_cast<void*>(x.pointer()),
                                                                         {cuda::dlpack::device_type::cuda, x.on().ordinal()});
}
inline cuda::dlpack::managed_tensor_unversioned* to_dlpack_unversioned(device_array const& x) {
  return cuda::dlpack::detail::exported_of<cuda::dlpack::managed_tensor_unversioned>(x, x.type(), reinterpret_cast<void*>(x.pointer()),
                                                                                     {cuda::dlpack::device_type::cuda, x.on().ordinal()});
}
inline cuda::dlpack::managed_tensor* to_dlpack(ndarray const& x) {
  return cuda::dlpack::detail::exported_of<cuda::dlpack::managed_tensor>(x, x.type(), const_cast<void*>(detail::elements_of(x)),
                                                                         {cuda::dlpack::device_type::cpu, 0});
}
inline cuda::dlpack::managed_tensor_unversioned* to_dlpack_unversioned(ndarray const& x) {
  return cuda::dlpack::detail::exported_of<cuda::dlpack::managed_tensor_unversioned>(x, x.type(), const_cast<void*>(detail::elements_of(x)),
                                                                                     {cuda::dlpack::device_type::cpu, 0});
}

/// Takes a tensor over: it shares the elements, which are to be ready in the stream, and the deleter is called when the last copy of the
/// array is gone and all work with it done. If it throws, the deleter has been called.
inline device_array device_array_from_dlpack(cuda::dlpack::managed_tensor* t, cuda::stream const& s = cuda::stream()) {
  return cuda::dlpack::detail::taken(t, s);
}
inline device_array device_array_from_dlpack(cuda::dlpack::managed_tensor_unversioned* t, cuda::stream const& s = cuda::stream()) {
  return cuda::dlpack::detail::taken(t, s);
}
/// Takes a tensor on the host over: a copy of its elements; the deleter has been called when it returns.
inline ndarray ndarray_from_dlpack(cuda::dlpack::managed_tensor* t) { return cuda::dlpack::detail::taken_on_host(t); }
inline ndarray ndarray_from_dlpack(cuda::dlpack::managed_tensor_unversioned* t) { return cuda::dlpack::detail::taken_on_host(t); }

} // namespace constax::inline CONSTAX_TAG
