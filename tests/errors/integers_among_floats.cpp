// SPDX-License-Identifier: BSL-1.0
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[4]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[5]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[6]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[7]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[8]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[9]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[10]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[11]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[12]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[13]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[14]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[15]; convert them with cx::astype<double>(x)
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[16]; convert them with cx::astype<double>(x)
// Each function that divides refuses integers, which it would truncate, and says nothing else of them.
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const of_4 = cx::make_jaxpr([](auto x) { return cx::mean(x); })(cx::spec<int, 4>{});
auto const of_5 = cx::make_jaxpr([](auto x) { return cx::var(x); })(cx::spec<int, 5>{});
auto const of_6 = cx::make_jaxpr([](auto x) { return cx::std_(x); })(cx::spec<int, 6>{});
auto const of_7 = cx::make_jaxpr([](auto x) { return cx::norm(x); })(cx::spec<int, 7>{});
auto const of_8 = cx::make_jaxpr([](auto x) { return cx::softmax(x); })(cx::spec<int, 8>{});
auto const of_9 = cx::make_jaxpr([](auto x) { return cx::log_softmax(x); })(cx::spec<int, 9>{});
auto const of_10 = cx::make_jaxpr([](auto x) { return cx::logsumexp(x); })(cx::spec<int, 10>{});
auto const of_11 = cx::make_jaxpr([](auto x) { return cx::standardize(x); })(cx::spec<int, 11>{});
auto const of_12 = cx::make_jaxpr([](auto x) { return cx::median(x); })(cx::spec<int, 12>{});
auto const of_13 = cx::make_jaxpr([](auto x) { return cx::quantile(x, 0.5); })(cx::spec<int, 13>{});
auto const of_14 = cx::make_jaxpr([](auto x) { return cx::average(x); })(cx::spec<int, 14>{});
auto const of_15 = cx::make_jaxpr([](auto x) { return cx::nanmean(x); })(cx::spec<int, 15>{});
auto const of_16 = cx::make_jaxpr([](auto x) { return cx::cov(x); })(cx::spec<int, 16>{});
