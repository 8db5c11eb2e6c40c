// SPDX-License-Identifier: BSL-1.0
// Functions of matrices under vmap: what the function gives of each row, with rows along the first or the last axis, of one argument or of
// both, and of a batch of batches; and the gradient. What is not mapped, literals too, is repeated where a primitive wants equal shapes.
#include "../support/vmapped.hpp"

TEST_CASE("functions of matrices, mapped over, are the same for each row") {
  OF_MATRICES(cx::trace(x));
  OF_MATRICES(cx::diagonal(x));
  OF_MATRICES(cx::tril(x));
  OF_MATRICES(cx::triu(x, 1));
  OF_MATRICES(cx::cov(x));
  OF_MATRICES(cx::corrcoef(x));
  OF_MATRICES(cx::rot90(x));
  OF_MATRICES(cx::fliplr(x));
  OF_MATRICES(cx::matmul(x, cx::transpose(y)));
  OF_MATRICES(cx::tensordot(x, y, 2));
  OF_MATRICES(cx::einsum("ij,kj->ik", x, y));
  OF_MATRICES(cx::matvec(x, y[0]));
  OF_MATRICES(cx::vecmat(y(cx::slice(), 0), x));
  OF_MATRICES(cx::vecdot(x, y));
  OF_MATRICES(cx::slogdet(cx::dot(x, cx::transpose(x)) + 0.1).second);
  OF_MATRICES(cx::fill_diagonal(x, 3.0));
  OF_MATRICES(cx::take_along_axis(x, cx::argsort(y, 1), 1));
  OF_MATRICES(x(cx::astype<int>(y(cx::slice(), 0) * 4.0), cx::astype<int>(y(cx::slice(), 1) * 5.0)));
  OF_MATRICES(x(cx::slice(), cx::astype<int>(y[0] * 5.0)));
  OF_MATRICES(cx::max_pool(cx::expand_dims(x, -1), cx::window<2, 2>));
  OF_MATRICES(cx::avg_pool(cx::expand_dims(x, -1), cx::window<2, 2>, cx::mode::same));
  OF_MATRICES(cx::sort(x, 0));
  OF_MATRICES(cx::median(x, 0));
  OF_MATRICES(cx::cumsum(x, 0));
  OF_MATRICES(cx::logsumexp(x, 0));
  OF_MATRICES(cx::norm(x, 0));
  OF_MATRICES(cx::gradient(x, 0));
  OF_MATRICES(cx::argmax(x));
  OF_MATRICES(cx::swapaxes(x, 0, 1));
  OF_MATRICES(cx::moveaxis(x, 0, 1));
  OF_MATRICES(cx::column_stack({x, y}));
  OF_MATRICES(cx::hstack({x, y}));
  OF_MATRICES(cx::roll(x, 3));
  OF_MATRICES(cx::repeat(x, 2, 0));
  OF_MATRICES(cx::pad(x, {{1, 0}, {2, 1}}, cx::mode::symmetric));
  OF_MATRICES(cx::argwhere(x > 0.7, 4));
  OF_MATRICES(cx::count_nonzero(x > 0.3));
  OF_MATRICES(cx::average(x, 0));
  OF_MATRICES(cx::interp(x, cx::sort(y[0]), y[1]));
  OF_MATRICES(cx::softmax(x, 0));
  OF_MATRICES(cx::standardize(x, 0));
  OF_MATRICES(cx::array_equal(x, y));
  OF_MATRICES(cx::allclose(x, y));
  OF_MATRICES(cx::convolve(x[0], y[1]));
}
