// SPDX-License-Identifier: BSL-1.0
#pragma once
// api: what users write.
#include <constax/api/argnums.hpp>   // argnums: in which arguments
#include <constax/api/array.hpp>     // array, spec: arguments and results
#include <constax/api/asarray.hpp>   // asarray: numbers in braces, of an expression, of a traced constant
#include <constax/api/axes_lists.hpp>       // sum(x, {0, 2})
#include <constax/api/at_numbers.hpp>       // x.at(i).set(v) of arrays, outside of traces
#include <constax/api/associative_scan.hpp> // associative_scan: all prefixes
#include <constax/api/control.hpp>   // cond, switch_, while_loop, fori_loop, scan, map
#include <constax/api/convolution.hpp> // conv_general_dilated, conv
#include <constax/api/custom.hpp>    // custom_jvp, custom_vjp
#include <constax/api/ddof.hpp>      // var(x, ddof<1>)
#include <constax/api/evaluate.hpp>  // evaluate_into
#include <constax/api/eager.hpp>     // sum(xs), sort(xs), ... of arrays, at once
#include <constax/api/expression_elements.hpp> // (xs + ys)[i], without the rest
#include <constax/api/expr.hpp>      // xs + ys * 2.0 on arrays, as one fused loop
#include <constax/api/gcd.hpp>       // gcd, lcm
#include <constax/api/grad.hpp>      // grad, value_and_grad
#include <constax/api/has_aux.hpp>   // has_aux: what comes along with a derivative
#include <constax/api/histogram.hpp> // histogram, digitize
#include <constax/api/index_numbers.hpp> // x[slice], x(i, slice) of arrays, outside of traces
#include <constax/api/inspect.hpp>   // make_jaxpr, eval_shape, cost
#include <constax/api/jacobian.hpp>  // jacfwd, jacrev, hessian
#include <constax/api/jit.hpp>       // jit, checkpoint
#include <constax/api/jvp.hpp>       // jvp
#include <constax/api/keepdims.hpp>  // sum(x, 1_c, keepdims)
#include <constax/api/lanes_along.hpp> // lanes_along: SIMD along another axis
#include <constax/api/layout.hpp>    // view; strided, col_major
#include <constax/api/norms.hpp>     // norm, var, std_
#include <constax/api/numpy.hpp>     // sum, mean, dot, where, softmax, ...
#include <constax/api/plain_lengths.hpp> // reshape(x, 2, 3), zeros(4), ...: what is said instead
#include <constax/api/plan.hpp>      // plan
#include <constax/api/random.hpp>    // random::key, random::normal, ...
#include <constax/api/rows.hpp>      // for (auto row : x)
#include <constax/api/searchsorted.hpp> // searchsorted
#include <constax/api/slogdet.hpp>   // slogdet, det
#include <constax/api/some_of.hpp>   // sum(x, where(c)), max(x, initial(v)), ...
#include <constax/api/streams.hpp>   // std::cout << array, jaxpr, plan, cost, type
#include <constax/api/transformed.hpp> // closure
#include <constax/api/tree.hpp>      // pytrees, CONSTAX_STRUCT
#include <constax/api/trees.hpp>     // tree_map of several trees, tree_leaves, tree_reduce
#include <constax/api/usage.hpp>     // interp(x), segment_sum(x, i), ...: how a function is called
#include <constax/api/vjp.hpp>       // vjp, linearize
#include <constax/api/vmap.hpp>      // vmap
#include <constax/api/windows.hpp>   // reduce_window, max_pool, avg_pool, ...
