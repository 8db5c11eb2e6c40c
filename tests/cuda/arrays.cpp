// SPDX-License-Identifier: BSL-1.0
// Arrays on a device: there and back, for all dtypes; DLPack.
#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/dlpack.hpp>

#include <sstream>

namespace cx = constax;
namespace cuda = cx::cuda;
namespace dlpack = cuda::dlpack;

namespace {
template <class T> std::vector<T> some(std::size_t n) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (cx::is_prng_key<T>) v[i] = T{i * 0x9e3779b97f4a7c15u};
    else if constexpr (std::is_same_v<T, bool>) v[i] = i % 3 == 0;
    else v[i] = static_cast<T>(i * 37 + 1);
  }
  return v;
}
std::string printed(auto const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}
/// A tensor of another library's, which counts how often it is deleted.
template <class Managed> struct theirs {
  Managed m{};
  std::int64_t shape[9] = {}, strides[9] = {};
  int deleted = 0;
  theirs(void* data, dlpack::device where, dlpack::data_type type, std::vector<std::int64_t> const& lengths,
         std::vector<std::int64_t> const& steps = {}) {
    std::copy(lengths.begin(), lengths.end(), shape), std::copy(steps.begin(), steps.end(), strides);
    m.tensor = {data, where, static_cast<std::int32_t>(lengths.size()), type, shape, steps.empty() ? nullptr : strides, 0};
    m.context = this;
    m.deleter = [](Managed* p) { ++static_cast<theirs*>(p->context)->deleted; };
    if constexpr (requires { m.flags; }) m.version = {1, 1};
  }
};
constexpr dlpack::device on_cpu{dlpack::device_type::cpu, 0}, on_first{dlpack::device_type::cuda, 0};
constexpr dlpack::data_type f32{dlpack::type_code::floating, 32, 1};
} // namespace

TEST_CASE("all dtypes go there and come back") {
  stand_in::driver d;
  for (cx::u8 i = 0; i < cx::dtype_count; ++i)
    cx::detail::visit_element(static_cast<cx::dtype>(i), [&]<class T>(T) {
      for (std::int64_t n : {0, 1, 255, 257, 70001}) {
        std::vector<T> const v = some<T>(static_cast<std::size_t>(n));
        cx::ndarray const x(v, {n});
        cx::device_array const a = cx::to_device(x);
        CHECK(a.type() == x.type());
        CHECK(a.bytes() == static_cast<std::size_t>(n) * sizeof(T));
        bool const same = cx::to_host(a).to_vector<T>() == v, later = cx::to_host_later(a).get().template to_vector<T>() == v;
        CHECK(same);
        CHECK(later);
      }
      return true;
    });
  CHECK(cuda::statistics().in_use == 0);
  CHECK(d->wrong.empty());
}

TEST_CASE("what can be put on a device") {
  stand_in::driver d;
  cx::array<double, 2, 3> const m{1, 2, 3, 4, 5, 6};
  CHECK(cx::to_host(cx::to_device(m)) == cx::ndarray{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}});
  std::vector<float> const v{1, 2, 3};
  CHECK(cx::to_host(cx::to_device(cx::view<float const, 3>(v))) == cx::ndarray{1.0f, 2.0f, 3.0f});
  std::vector<double> const columns{1, 3, 2, 4};
  CHECK(cx::to_host(cx::to_device(cx::view<double const, 2, 2, cx::col_major>(columns.data()))) == cx::ndarray{{1.0, 2.0}, {3.0, 4.0}});
  CHECK(cx::to_device(2.5).item<double>() == 2.5);
  CHECK(cx::to_device(7).rank() == 0);
  CHECK(cx::to_device(cx::ndarray{true, false}).to_vector<bool>() == std::vector<bool>{true, false});
  CHECK((cx::to_device(m).to<double, 2, 3>()[4] == 5));
  CHECK(d->wrong.empty());
}

TEST_CASE("dtype, shape and place") {
  stand_in::driver d;
  cx::device_array const a = cx::to_device(cx::ndarray{{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}}, cuda::device(1));
  CHECK(a.rank() == 2);
  CHECK(a.shape() == std::vector<std::int64_t>{2, 3});
  CHECK(a.shape(-1) == 3);
  CHECK(a.size() == 6);
  CHECK(a.dtype() == cx::dtype::f32);
  CHECK(a.on().ordinal() == 1);
  CHECK(printed(a) == "f32[2,3] on device 1 (stand-in 1)");
  CHECK(reinterpret_cast<cuda::device_pointer>(a.data<float>()) == a.pointer());
  has(thrown<cx::type_error>([&] { a.data<double>(); }), "is asked for elements of dtype f64, the array is f32[2,3]");
  has(thrown<cx::type_error>([&] { a.item<double>(); }), "the array is f32[2,3]");
  CHECK_THROWS_AS(a.shape(2), cx::shape_error);
  cx::device_array const b = a; // shares the elements
  CHECK(b.pointer() == a.pointer());
  CHECK(cuda::statistics(cuda::device(1)).in_use == 24);
  CHECK(d->wrong.empty());
}

TEST_CASE("arrays that there cannot be") {
  stand_in::driver d;
  auto const refused = [](cx::aval const& t) { return thrown<cx::shape_error>([&] { cx::device_array a(t); }); };
  has(refused({cx::dtype::f64, {cx::extent(-1)}}), "[constax] device_array: there can be no array f64[-1] on a device");
  std::int64_t const large = std::int64_t{1} << 40;
  has(refused({cx::dtype::f64, {cx::extent(large), cx::extent(large)}}), "there can be no array");
  cx::device_array const empty(cx::aval{cx::dtype::f64, {cx::extent(large), cx::extent(large), cx::extent(0)}});
  CHECK(empty.bytes() == 0);
  CHECK_THROWS_AS(cx::device_array(cx::aval{cx::dtype::f64, {cx::extent(large)}}), cuda::out_of_memory);
  auto const small = std::make_shared<cuda::buffer const>(8);
  has(thrown<cx::shape_error>([&] {
        cx::device_array(cx::aval{cx::dtype::f64, {cx::extent(2)}}, small);
      }),
      "a buffer of 8 bytes is too small for f64[2]");
}

TEST_CASE("out of memory leaves arrays as they were") {
  stand_in::driver d([](auto& m) { m.memory = 1 << 20; });
  cx::ndarray const x{1.0, 2.0, 3.0};
  cx::device_array a = cx::to_device(x);
  cuda::device_pointer const at = a.pointer();
  CHECK_THROWS_AS(a = cx::to_device(cx::ndarray(std::vector<double>(1 << 18))), cuda::out_of_memory);
  CHECK(a.pointer() == at);
  CHECK(cx::to_host(a) == x);
  CHECK(cuda::statistics().in_use == 24);
}

TEST_CASE("from device to device, and from stream to stream") {
  stand_in::driver d;
  cx::ndarray const x{{1.0, 2.0}, {3.0, 4.0}};
  cx::device_array const a = cx::to_device(x), b = cx::to_device(a, cuda::device(1));
  CHECK(b.on().ordinal() == 1);
  CHECK(b.pointer() != a.pointer());
  CHECK(cx::to_host(b) == x);
  cuda::stream const s = cuda::stream::make();
  int const waits = d->calls["cuStreamWaitEvent"];
  CHECK(cx::to_device(a, s).pointer() == a.pointer()); // it is there already
  CHECK(d->calls["cuStreamWaitEvent"] == waits + 1);
  CHECK(cx::to_host(a, s) == x);
  CHECK(d->wrong.empty());
}

TEST_CASE("a copy that comes later keeps the array") {
  stand_in::driver d;
  cx::ndarray const x{1.0, 2.0};
  auto a = std::make_unique<cx::device_array>(cx::to_device(x));
  cx::pending_ndarray const p = cx::to_host_later(*a);
  a.reset();
  CHECK(d.blocks() == 1);
  CHECK(p.ready());
  CHECK(p.get() == x);
  CHECK(p.get() == x);
}

TEST_CASE("DLPack: what is handed over") {
  stand_in::driver d;
  cx::ndarray const x{{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}};
  auto a = std::make_unique<cx::device_array>(cx::to_device(x));
  dlpack::managed_tensor* const m = cx::to_dlpack(*a);
  CHECK(m->version.major == 1);
  CHECK(m->flags == dlpack::read_only);
  CHECK(m->tensor.data == stand_in::host(a->pointer()));
  CHECK(m->tensor.device.type == dlpack::device_type::cuda);
  CHECK(m->tensor.device.id == 0);
  CHECK(m->tensor.ndim == 2);
  CHECK(m->tensor.dtype.code == dlpack::type_code::floating);
  CHECK(m->tensor.dtype.bits == 32);
  CHECK(m->tensor.shape[0] == 2);
  CHECK(m->tensor.shape[1] == 3);
  CHECK(m->tensor.strides[0] == 3);
  CHECK(m->tensor.strides[1] == 1);
  a.reset();
  CHECK(d.blocks() == 1); // the tensor keeps it
  m->deleter(m);
  CHECK(d.blocks() == 0);
  dlpack::managed_tensor* const h = cx::to_dlpack(x);
  CHECK(h->tensor.device.type == dlpack::device_type::cpu);
  CHECK(static_cast<float*>(h->tensor.data) == x.data<float>());
  h->deleter(h);
  dlpack::managed_tensor_unversioned* const u = cx::to_dlpack_unversioned(x);
  CHECK(u->tensor.ndim == 2);
  u->deleter(u);
  has(thrown<cx::type_error>([] { cx::to_dlpack(cx::ndarray(std::vector<cx::prng_key<cx::threefry>>(2))); }),
      "there is no DLPack type for key<fry>");
}

TEST_CASE("DLPack: there and back, for all dtypes that it has") {
  stand_in::driver d;
  for (cx::u8 i = 0; i < cx::dtype_count; ++i)
    cx::detail::visit_element(static_cast<cx::dtype>(i), [&]<class T>(T) {
      if constexpr (!cx::is_prng_key<T> && !std::is_same_v<T, cx::u16>) { // (words of 16 bits are halves, or no user's)
        cx::ndarray const x(some<T>(12), {3, 4});
        cx::device_array const a = cx::to_device(x);
        CHECK(cx::ndarray_from_dlpack(cx::to_dlpack(x)) == x);
        CHECK(cx::ndarray_from_dlpack(cx::to_dlpack_unversioned(x)) == x);
        CHECK(cx::to_host(cx::device_array_from_dlpack(cx::to_dlpack(a))) == x);
        cx::device_array const b = cx::device_array_from_dlpack(cx::to_dlpack_unversioned(a));
        CHECK(b.pointer() == a.pointer());
      }
      return true;
    });
  CHECK(d.blocks() == 0);
  CHECK(d->wrong.empty());
}

TEST_CASE("DLPack: what is taken over, and when it is deleted") {
  stand_in::driver d;
  cx::ndarray const x{1.0f, 2.0f, 3.0f, 4.0f};
  cx::device_array const memory = cx::to_device(x);
  void* const at = stand_in::host(memory.pointer());
  SECTION("on a device, with an offset") {
    theirs<dlpack::managed_tensor> t(at, on_first, f32, {1, 2}, {17, 1}); // the stride of an axis of one does not matter
    t.m.tensor.byte_offset = 8;
    {
      cx::device_array const a = cx::device_array_from_dlpack(&t.m);
      CHECK(cx::to_host(a) == cx::ndarray{{3.0f, 4.0f}});
      cx::device_array const copy = a;
      CHECK(t.deleted == 0);
    }
    CHECK(t.deleted == 1);
  }
  SECTION("from before version 1.0, row-major by default, on the host") {
    std::vector<float> v{1, 2, 3, 4};
    theirs<dlpack::managed_tensor_unversioned> t(v.data(), on_cpu, f32, {2, 2});
    CHECK(cx::ndarray_from_dlpack(&t.m) == cx::ndarray{{1.0f, 2.0f}, {3.0f, 4.0f}});
    CHECK(t.deleted == 1);
  }
  SECTION("halves, on the host") {
    std::vector<cx::bfloat16> b{cx::bfloat16(1), cx::bfloat16(-2)};
    theirs<dlpack::managed_tensor> t(b.data(), on_cpu, {dlpack::type_code::bfloat, 16, 1}, {2});
    CHECK(cx::ndarray_from_dlpack(&t.m) == cx::ndarray(b));
    std::vector<cx::float16> h{cx::float16(0.5), cx::float16(3)};
    theirs<dlpack::managed_tensor> u(h.data(), on_cpu, {dlpack::type_code::floating, 16, 1}, {2});
    CHECK(cx::ndarray_from_dlpack(&u.m) == cx::ndarray(h));
  }
  SECTION("what is refused is deleted all the same") {
    auto const refused = [](auto& t) {
      std::string const said = thrown<cx::error>([&] { cx::device_array_from_dlpack(&t.m); });
      CHECK(t.deleted == 1);
      return said;
    };
    theirs<dlpack::managed_tensor> columns(at, on_first, f32, {2, 2}, {1, 2});
    has(refused(columns), "the elements of f32[2,2] are not row-major without gaps");
    theirs<dlpack::managed_tensor> quarter(at, on_first, {dlpack::type_code::floating, 8, 1}, {2});
    has(refused(quarter), "there is no dtype for DLPack's type code 2 of 8 bits");
    theirs<dlpack::managed_tensor> vectors(at, on_first, {dlpack::type_code::floating, 32, 4}, {2});
    has(refused(vectors), "4 lanes");
    theirs<dlpack::managed_tensor> axes(at, on_first, f32, {1, 1, 1, 1, 1, 1, 1, 1, 1});
    has(refused(axes), "an array of 9 axes; there can be 8");
    theirs<dlpack::managed_tensor> host(at, on_cpu, f32, {2});
    has(refused(host), "take it with cx::ndarray_from_dlpack");
    theirs<dlpack::managed_tensor> second(at, {dlpack::device_type::cuda, 1}, f32, {2});
    has(refused(second), "the array is on device 1, the stream on device 0");
    theirs<dlpack::managed_tensor> version(at, on_first, f32, {2});
    version.m.version = {2, 0};
    has(refused(version), "DLPack version 2; version 1 is understood");
    theirs<dlpack::managed_tensor> device(at, on_first, f32, {2});
    has(thrown<cx::error>([&] { cx::ndarray_from_dlpack(&device.m); }), "take it with cx::device_array_from_dlpack");
    CHECK(device.deleted == 1);
  }
  CHECK(d->wrong.empty());
}
