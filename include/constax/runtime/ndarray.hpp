// SPDX-License-Identifier: BSL-1.0
#pragma once
// ndarray: numbers whose dtype and shape are known at run time. Row-major; copies share the elements, which are never written again; those
// of two doubles or less have their own.
#include <constax/api/streams.hpp>
#include <constax/api/tree.hpp>
#include <constax/eval/reference.hpp>
#include <constax/jaxpr/error.hpp>

#include <cstring>
#include <initializer_list>
#include <memory>
#include <vector>

namespace constax::inline CONSTAX_TAG::detail {

inline text wrong_elements(std::string_view asked_by, aval const& is, dtype asked) {
  text t;
  return t << "[constax] ndarray: " << asked_by << " is asked for elements of dtype " << asked << ", the array is " << is
           << "; convert it in a traced function, with cx::astype";
}
inline text wrong_list(std::int64_t size, aval const& of) {
  text t;
  return t << "[constax] ndarray: there are " << size << " elements, an array " << of << " has " << of.shape.size();
}
inline text not_one_element(aval const& of) {
  text t;
  return t << "[constax] conversion of an array of type " << of << " to one number, or to bool: it has " << of.shape.size()
           << " elements; of a condition use cx::all or cx::any";
}
inline text key_as_number(aval const& of) {
  text t;
  return t << "[constax] conversion of a " << of << " to a number: a key has none; draw some with cx::random";
}
} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

class ndarray {
  constax::aval type_;
  std::shared_ptr<std::byte> data_; // none: in the object
  alignas(16) std::byte small_[16] = {};

  // A number lies in the object; larger arrays begin at a line of the cache.
  template <class T> T* allocate() {
    constexpr std::align_val_t alignment{64};
    std::size_t const bytes = static_cast<std::size_t>(size()) * constax::info(type_.type).bytes; // of keys T is a word
    if (bytes <= sizeof(small_)) return reinterpret_cast<T*>(small_);
    data_ = std::shared_ptr<std::byte>(static_cast<std::byte*>(::operator new[](bytes, alignment)),
                                       [](std::byte* p) { ::operator delete[](p, std::align_val_t{64}); });
    return reinterpret_cast<T*>(data_.get());
  }
  template <class T, class Range> void take(Range const& xs, std::int64_t count) {
    constax::detail::expect_array("ndarray", type_);
    if (count != size()) constax::detail::raise_error<shape_error>(constax::detail::wrong_list(count, type_));
    T* to = allocate<T>();
    for (T const x : xs) *to++ = x;
  }
  static constax::shape shape_of(std::int64_t const* first, std::size_t n) {
    constax::shape s;
    for (std::size_t d = 0; d < n; ++d) s.push(constax::extent(first[d]));
    if (s.overflowed()) constax::detail::raise_fault({constax::fault_code::too_many_axes, "ndarray"});
    return s;
  }
  template <class F> auto only(F const& f) const {
    if (size() != 1) constax::detail::raise_error<shape_error>(constax::detail::not_one_element(type_));
    if (constax::info(dtype()).key) constax::detail::raise_error<type_error>(constax::detail::key_as_number(type_));
    return constax::detail::visit_number(dtype(), [&]<class T>(T) { return f(*reinterpret_cast<T const*>(bytes())); });
  }
  static constax::extent length_of(std::size_t n) { return constax::extent(static_cast<std::int64_t>(n)); }

 public:
   /// Whether two ndarrays are one value: a bool, which says so where it would be taken for a comparison of elements.
   struct equality {
     bool holds;
     constexpr operator bool() const noexcept { return holds; }
   };
  /// The number 0.0.
  ndarray() : type_{constax::dtype::f64, {}} {}
  ndarray(ndarray const&) = default;
  ndarray(ndarray&&) = default;
  ndarray& operator=(ndarray const&) & = default;
  ndarray& operator=(ndarray&&) & = default;
  ~ndarray() = default;
  template <class V> auto operator=(V const&) && { return constax::detail::refuse_assignment<V>(); }
  template <constax::scalar T> ndarray(T x) : type_{constax::dtype_of<T>, {}} { *allocate<T>() = x; }
  /// A vector, a matrix, an array of three axes, from lists in braces: ndarray{{1.0, 2.0}, {3.0, 4.0}}. (ndarray{3.0} is a vector of one
  /// element.)
  template <constax::element_type T> ndarray(std::initializer_list<T> xs) : type_{constax::dtype_of<T>, {length_of(xs.size())}} {
    take<T>(xs, static_cast<std::int64_t>(xs.size()));
  }
  template <constax::element_type T>
  ndarray(std::initializer_list<std::initializer_list<T>> rows)
      : type_{constax::dtype_of<T>, {length_of(rows.size()), length_of(rows.size() ? rows.begin()->size() : 0)}} {
    std::vector<T> all;
    for (auto const& row : rows) {
      if (row.size() != rows.begin()->size())
        constax::detail::raise_error<shape_error>(
            "[constax] ndarray: the lists are of different lengths; each row has as many elements as the first");
      all.insert(all.end(), row.begin(), row.end());
    }
    take<T>(all, static_cast<std::int64_t>(all.size()));
  }
  template <constax::element_type T> ndarray(std::initializer_list<std::initializer_list<std::initializer_list<T>>> blocks) {
    std::size_t const m = blocks.size() ? blocks.begin()->size() : 0, k = m ? blocks.begin()->begin()->size() : 0;
    type_ = constax::aval{constax::dtype_of<T>, {length_of(blocks.size()), length_of(m), length_of(k)}};
    std::vector<T> all;
    for (auto const& rows : blocks)
      for (auto const& row : rows) {
        if (rows.size() != m || row.size() != k)
          constax::detail::raise_error<shape_error>(
              "[constax] ndarray: the lists are of different lengths; each row has as many elements as the first");
        all.insert(all.end(), row.begin(), row.end());
      }
    take<T>(all, static_cast<std::int64_t>(all.size()));
  }
  /// Elements in row-major order, and a shape; without one, a vector.
  template <constax::element_type T> explicit ndarray(std::vector<T> const& xs) : type_{constax::dtype_of<T>, {length_of(xs.size())}} {
    take<T>(xs, static_cast<std::int64_t>(xs.size()));
  }
  template <constax::element_type T>
  ndarray(std::vector<T> const& xs, std::vector<std::int64_t> const& shape)
      : type_{constax::dtype_of<T>, shape_of(shape.data(), shape.size())} {
    take<T>(xs, static_cast<std::int64_t>(xs.size()));
  }
  /// From an array or a view: a copy of its elements.
  template <constax::container X> ndarray(X const& x) {
    using T = typename X::value_type;
    type_.type = constax::dtype_of<T>;
    for (int d = 0; d < x.rank(); ++d) type_.shape.push(constax::extent(static_cast<std::int64_t>(x.length(d))));
    std::int64_t const n = x.size();
    T* to = allocate<T>();
    for (std::int64_t i = 0; i < n; ++i) to[i] = x[i];
  }
  /// The numbers of a traced value in this call: of constants, cx::ndarray(cx::eye(n)), or where a question is answered
  /// (runtime/numbers.hpp).
  explicit ndarray(dynamic_tracer const& x);
  /// A type without elements, which stands for an array while a function is traced.
  struct type_alone {};
  ndarray(constax::aval const& type, type_alone) : type_(type) {}
  explicit ndarray(constax::tensor const& t) : type_(t.type) {
    constax::detail::visit_dtype(type_.type, [&]<class T>(T) {
      T* to = allocate<T>();
      for (constax::u32 i = 0; i < t.size(); ++i) to[i] = t.at<T>(i);
      return true;
    });
  }

  constax::aval const& type() const { return type_; }
  /// for (auto row : x), along the first axis: api/rows.hpp
  constax::detail::row_iterator<ndarray> begin() const;
  constax::detail::row_iterator<ndarray> end() const;
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

  /// The elements, which nobody may write; of dtype T, or it throws.
  template <constax::element_type T> T const* data() const {
    expect<T>("data");
    return reinterpret_cast<T const*>(bytes());
  }
  /// The only element.
  template <constax::element_type T> T item() const {
    expect<T>("item");
    if (size() != 1) {
      constax::text t;
      constax::detail::raise_error<shape_error>(t << "[constax] ndarray: item is the only element of an array, this one is " << type_
                                                  << "; index it first, x(i, j), or reduce it with cx::sum");
    }
    return *data<T>();
  }
  /// x[i], x(i, j, ...), x[cx::slice(a, b)]: computed at once, as in a traced function (runtime/eager.hpp). A copy.
  template <class I> auto operator[](I const& index) const;
  template <class... I> requires(sizeof...(I) > 0) auto operator()(I const&... index) const;
  /// x.at(i, j, ...).set(v), .add(v), ...: a new array, as in a traced function.
  template <class... I> auto at(I const&... index) const;
  /// `if (x > 0)`: is the only element other than 0?
  explicit operator bool() const {
    return only([](auto x) { return x != decltype(x){}; });
  }
  /// static_cast<int>(n): the only element, converted.
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
  explicit operator T() const {
    return only([](auto x) { return static_cast<T>(x); });
  }
  template <constax::element_type T> std::vector<T> to_vector() const {
    expect<T>("to_vector");
    T const* const from = data<T>();
    return std::vector<T>(from, from + size());
  }
  /// cx::array<T, dims...>; symbols among dims take the lengths that there are.
  template <constax::element_type T, auto... Dims> constax::array<T, Dims...> to() const {
    expect<T>("to");
    constexpr constax::aval asked = constax::aval_of_dims<T, Dims...>;
    bool fits = asked.rank() == rank();
    std::int64_t lengths[constax::max_rank + 1] = {};
    int symbols = 0;
    for (int d = 0; fits && d < rank(); ++d) {
      if (asked.shape[d].is_number()) fits = asked.shape[d] == type_.shape[d];
      else lengths[symbols++] = type_.shape[d].number;
    }
    if (!fits) {
      constax::text t;
      constax::detail::raise_error<shape_error>(t << "[constax] ndarray: an array " << type_ << " does not fit one of type " << asked);
    }
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      constax::array<T, Dims...> to(lengths[I]...);
      T const* const from = data<T>();
      for (std::int64_t i = 0; i < size(); ++i) to[i] = from[i];
      return to;
    }
    (std::make_index_sequence<static_cast<std::size_t>(constax::detail::symbol_count<Dims...>)>{});
  }
  /// Room for elements of this type, which whoever asks for it writes.
  static ndarray with_room_for(constax::aval const& type) {
    ndarray x(type, type_alone{});
    constax::detail::visit_dtype(type.type, [&]<class T>(T) {
      x.allocate<T>();
      return true;
    });
    return x;
  }
  std::byte const* bytes() const { return data_ ? data_.get() : small_; }
  /// Before anybody else has the array.
  std::byte* writable_bytes() { return data_ ? data_.get() : small_; }
  /// The same elements in the same order as an array of another type, whose elements have the same bits.
  ndarray viewed_as(constax::aval const& type) const {
    ndarray x(*this);
    x.type_ = type;
    return x;
  }
  /// What the oracle computes with.
  constax::tensor to_tensor(constax::aval const& as) const {
    constax::tensor t(as);
    constax::detail::visit_dtype(type_.type, [&]<class T>(T) {
      T const* const from = reinterpret_cast<T const*>(bytes());
      for (constax::u32 i = 0; i < t.size(); ++i) t.words[i] = constax::word_of(from[i]);
      return true;
    });
    return t;
  }

  /// The same dtype, shape and bits, as one bool.
  friend equality operator==(ndarray const& a, ndarray const& b) { return {a.is_like(b)}; }
  friend equality operator!=(ndarray const& a, ndarray const& b) { return {!a.is_like(b)}; }

private:
  bool is_like(ndarray const& b) const { return type_ == b.type_ && to_tensor(type_) == b.to_tensor(b.type_); }
  template <class T> void expect(std::string_view asked_by) const {
    if (constax::dtype_of<T> != type_.type)
      constax::detail::raise_error<type_error>(constax::detail::wrong_elements(asked_by, type_, constax::dtype_of<T>));
  }
};

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X>
struct says_one_bool {
  constexpr text operator()() const {
    return text(
        "[constax] where: a == b of two ndarrays is one bool, whether they are one value; cx::equal(a, b) and cx::not_equal(a, b) compare elements");
  }
};
} // namespace detail
/// The condition is one bool, but looks like one for each element.
template <class X, class Y> constexpr auto where(ndarray::equality const&, X const& x, Y const&) {
  expect_silence<detail::says_one_bool<X>>();
  return x;
}

/// As NumPy prints it, like an array (api/streams.hpp); of keys the words.
template <character_stream Stream> Stream& operator<<(Stream& out, ndarray const& x) {
  auto const length = [&](int d) { return x.shape(d); };
  if (info(x.dtype()).key) {
    auto const* const words = reinterpret_cast<u64 const*>(x.bytes());
    int const each = info(x.dtype()).bytes / 8;
    detail::print_elements(
        out, x.rank() + (each > 1), [&](int d) { return d < x.rank() ? length(d) : each; }, [&](std::int64_t i) { return words[i]; });
  } else
    detail::visit_number(x.dtype(), [&]<class T>(T) {
      detail::print_elements(out, x.rank(), length, [&](std::int64_t i) { return x.data<T>()[i]; });
      return true;
    });
  return out;
}

} // namespace constax::inline CONSTAX_TAG
