// SPDX-License-Identifier: BSL-1.0
// Lengths below 0, and more elements than there can be, are refused by whoever would make such an array; so are places that an axis lacks,
// and integers where a quotient would truncate them.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <string>

namespace {
namespace cx = constax;
using cx::ndarray;

ndarray const x{3.0, 1.0, 2.0}, a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}, k{1, 0, 2};

/// f() throws an E whose sentence says that.
template <class E, class F> void refuses(F const& f, std::string const& sentence) {
  CHECK(thrown<E>(f).substr(0, sentence.size()) == sentence);
}
} // namespace

TEST_CASE("lengths are 0 or more") {
  using cx::shape_error;
  for (long n : {-1L, -2L, -1000L}) {
    std::string const length = "the length " + std::to_string(n) + " on axis ";
    auto const negative = [&](auto const& f) { CHECK(thrown<shape_error>(f).find(length) != std::string::npos); };
    negative([&] { return ndarray(cx::dynamic_slice_in_dim(x, 0, n, 0)); });
    negative([&] { return ndarray(cx::dynamic_slice_in_dim(a, ndarray(1), n, 1)); });
    negative([&] { return ndarray(cx::dynamic_slice(a, {1, n}, ndarray(0), ndarray(0))); });
    negative([&] { return cx::jit([n](auto y) { return cx::sum(cx::dynamic_slice_in_dim(y, 0, n, 0)); })(x); });
    negative([&] { return cx::vmap([n](auto y) { return cx::dynamic_slice_in_dim(y, 0, n, 0); })(a); });
    negative([&] { return ndarray(cx::one_hot(k, n)); });
    negative([&] { return ndarray(cx::broadcast_to(x, {n, 3})); });
    negative([&] { return ndarray(cx::zeros({2, n})); });
    negative([&] { return ndarray(cx::tile(x, {n})); });
    negative([&] { return ndarray(cx::eye(n)); });
    negative([&] { return ndarray(cx::segment_sum(x, k, n)); });
    negative([&] { return ndarray(std::vector<double>{}, {n}); });
    refuses<shape_error>([&] { return cx::top_k(x, n).first; }, "[constax] top_k: the number of elements " + std::to_string(n));
  }
  CHECK(ndarray(cx::dynamic_slice_in_dim(x, 0, 0, 0)).size() == 0);
  CHECK(ndarray(cx::zeros({0, 3})).size() == 0);
}

TEST_CASE("elements are no more than memory can hold") {
  long const half = 1L << 32;
  std::string const many = "there would be more elements than memory can hold in an array of type f64[";
  CHECK(thrown<cx::shape_error>([&] { return ndarray(cx::zeros({half, half})); }).find(many) != std::string::npos);
  CHECK(thrown<cx::shape_error>([&] { return ndarray(cx::broadcast_to(x, {1L << 62, 3})); }).find(many) != std::string::npos);
  CHECK(thrown<cx::shape_error>([&] { return ndarray(std::vector<double>{}, {half, half}); }).find(many) != std::string::npos);
  CHECK(cx::make_jaxpr([half](auto y) { return cx::sum(cx::broadcast_to(y, {half, 3})); })(x).get().eqns.size() > 0); // not made at once
}

TEST_CASE("places are those of an axis") {
  for (long at : {3L, -4L, 100L})
    refuses<cx::index_error>([&] { return ndarray(cx::partition(x, at)); }, "[constax] partition: index " + std::to_string(at) + " is out");
  for (long at : {0L, 2L, -3L}) CHECK(ndarray(cx::partition(x, at)) == ndarray{1.0, 2.0, 3.0});
  refuses<cx::index_error>([&] { return ndarray(cx::argpartition(a, 2, 0)); }, "[constax] partition: index 2 is out of bounds on axis 0");
}

TEST_CASE("quotients are of floating-point elements") {
  std::string const floats = "[constax] mean, var, norm, softmax and their like need floating-point elements";
  refuses<cx::type_error>([&] { return ndarray(cx::hard_sigmoid(k)); }, floats);
  refuses<cx::type_error>([&] { return ndarray(cx::hard_silu(k)); }, floats);
  refuses<cx::type_error>([&] { return ndarray(cx::soft_sign(k)); }, floats);
  refuses<cx::type_error>([&] { return ndarray(cx::reciprocal(k)); }, floats);
  refuses<cx::type_error>([&] { return ndarray(cx::interp(k, k, k)); }, floats);
  CHECK(ndarray(cx::reciprocal(ndarray{2.0, 4.0})) == ndarray{0.5, 0.25});
}
