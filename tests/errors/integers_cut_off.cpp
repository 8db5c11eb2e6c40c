// SPDX-License-Identifier: BSL-1.0
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[17]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[18]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[19]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[20]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[21]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[22]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[23]; convert them with cx::astype<double>(x)
// Each function that divides refuses integers, which it would truncate, and says nothing else of them.
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const of_17 = cx::make_jaxpr([](auto x) { return cx::hard_sigmoid(x); })(cx::spec<int, 17>{});
auto const of_18 = cx::make_jaxpr([](auto x) { return cx::hard_silu(x); })(cx::spec<int, 18>{});
auto const of_19 = cx::make_jaxpr([](auto x) { return cx::soft_sign(x); })(cx::spec<int, 19>{});
auto const of_20 = cx::make_jaxpr([](auto x) { return cx::reciprocal(x); })(cx::spec<int, 20>{});
auto const of_21 = cx::make_jaxpr([](auto x) { return cx::interp(x, x, x); })(cx::spec<int, 21>{});
auto const of_22 = cx::make_jaxpr([](auto x) { return cx::trapezoid(x); })(cx::spec<int, 22>{});
auto const of_23 = cx::make_jaxpr([](auto x) { return cx::gradient(x); })(cx::spec<int, 23>{});
