// SPDX-License-Identifier: BSL-1.0
#pragma once
// numpy: NumPy's and jax.nn's spelling on tracers. Axes are part of types: sum(x, 0_c), sum(x, -1_c), sum(x, axes_c<0, 1>).
//
// + - * / < ... are in primitives/operators.hpp, x[i] in api/index.hpp; sin, exp, max ... are the primitives themselves.
#include <constax/api/at.hpp>                // x(i, ...) of traced integers, x.at(i).set(v)
#include <constax/api/numpy/astype.hpp>      // astype, cast
#include <constax/api/numpy/cumulative.hpp>  // cumsum, cumprod, cummax, ...
#include <constax/api/numpy/elementwise.hpp> // where, clip, softmax, ...; other names of primitives
#include <constax/api/numpy/join.hpp>        // concatenate, stack
#include <constax/api/numpy/make.hpp>        // zeros, full, arange, ones_like, ...
#include <constax/api/numpy/products.hpp>    // dot, matmul, outer
#include <constax/api/numpy/reduce.hpp>      // sum, mean, argmax, logsumexp, ...
#include <constax/api/numpy/shapes.hpp>      // reshape, transpose, expand_dims, tile, ...
