// SPDX-License-Identifier: BSL-1.0
#pragma once
// runtime: programs whose shapes are known at run time. cx::jit(f)(cx::ndarray...) traces f where it is called; f is the generic lambda
// that static programs are made of. Include this before such lambdas: a call cx::sum(x) in a lambda finds the functions that stand above
// it.
#include <constax/constax.hpp>

#include <constax/base/push_macros.hpp>

#include <constax/runtime/beside_numbers.hpp> // append(x, 2.0), tile(x, 2), ...
#include <constax/runtime/call.hpp>        // jit, grad, ... of ndarrays: traced once for each signature
#include <constax/runtime/compiled_once.hpp> // what constax::runtime holds for files that link it
#include <constax/runtime/control.hpp>     // cond
#include <constax/runtime/counted.hpp>     // nonzero(x), unique(x), ...: results whose length numbers decide
#include <constax/runtime/eager.hpp>       // x + y, sum(x), ... of ndarrays, at once
#include <constax/runtime/eager_control.hpp> // scan, cond, ... of ndarrays, at once
#include <constax/runtime/eager_lists.hpp> // reshape(x, {n, -1}), stack({x, y}), ... of ndarrays, at once
#include <constax/runtime/eager_random.hpp> // permutation(key, x), ... of ndarrays, at once
#include <constax/runtime/elementwise.hpp> // sin, +, select_n, ... of dynamic tracers
#include <constax/runtime/elements.hpp>    // copysign, logaddexp, isclose, ...
#include <constax/runtime/evaluator.hpp>   // who runs it: the oracle, or strips
#include <constax/runtime/explain.hpp>     // what a call does, as text
#include <constax/runtime/calculus.hpp>    // diff, interp, convolve, cov, ...
#include <constax/runtime/functions.hpp>   // reshape, dot, concatenate, ...
#include <constax/runtime/index.hpp>       // x[i]
#include <constax/runtime/indexing.hpp>    // take, segment_sum, one_hot, ...
#include <constax/runtime/associative_scan.hpp> // associative_scan
#include <constax/runtime/grids.hpp>       // linspace, logspace, geomspace
#include <constax/runtime/histogram.hpp>   // histogram
#include <constax/runtime/make.hpp>        // zeros({n, m}), arange(n), eye(n), ...
#include <constax/runtime/matrices.hpp>    // diagonal, tril, einsum, kron, ...
#include <constax/runtime/ndarray.hpp>     // ndarray
#include <constax/runtime/numbers.hpp>     // if (x > 0), static_cast<int>(n), x.item<double>() without jit
#include <constax/runtime/places.hpp>      // nonzero, unravel_index, fill_diagonal, ...
#include <constax/runtime/program_cache.hpp> // which programs are kept
#include <constax/runtime/quotients.hpp>   // floor_divide, remainder, divmod
#include <constax/runtime/random.hpp>      // samplers of lengths known at run time
#include <constax/runtime/random_keys.hpp> // keys, split(key, n), bits(key, {n})
#include <constax/runtime/rearrange.hpp>   // roll, tile, split, pad, ...
#include <constax/runtime/shape_lists.hpp> // flip(x, {0, 1}), split(x, {1, 3}), ...
#include <constax/runtime/sorting.hpp>     // sort, top_k, quantile, unique, ...
#include <constax/runtime/split.hpp>       // vjp, linearize of ndarrays
#include <constax/runtime/tracer.hpp>      // dynamic_tracer
#include <constax/runtime/transform.hpp>   // grad, jvp, vmap inside of a traced function
#include <constax/runtime/trees.hpp>       // tree_map, tree_leaves, ... of trees with std::vector in them
#include <constax/runtime/windows.hpp>     // max_pool, ...

#include <constax/base/pop_macros.hpp>
