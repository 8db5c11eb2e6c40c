// SPDX-License-Identifier: BSL-1.0
// expect: [constax] axis 1 is out of range for an operand of type f64[20]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[22]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[24]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[26]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[28]; axes are counted from 0, from the end from -1
// expect: [constax] axis -2 is out of range for an operand of type f64[30]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[32]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[36]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[42]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[44]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[46]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[48]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[50]; axes are counted from 0, from the end from -1
// Each function refuses an axis that its operand lacks, and says nothing else of it. (In two files: clang stops at twenty errors.)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const of_20 = cx::make_jaxpr([](auto x) { return cx::norm(x, 1_c); })(cx::spec<double, 20>{});
auto const of_22 = cx::make_jaxpr([](auto x) { return cx::var(x, 1_c); })(cx::spec<double, 22>{});
auto const of_24 = cx::make_jaxpr([](auto x) { return cx::std_(x, 1_c); })(cx::spec<double, 24>{});
auto const of_26 = cx::make_jaxpr([](auto x) { return cx::mean(x, 1_c); })(cx::spec<double, 26>{});
auto const of_28 = cx::make_jaxpr([](auto x) { return cx::softmax(x, 1_c); })(cx::spec<double, 28>{});
auto const of_30 = cx::make_jaxpr([](auto x) { return cx::log_softmax(x, -2_c); })(cx::spec<double, 30>{});
auto const of_32 = cx::make_jaxpr([](auto x) { return cx::logsumexp(x, 1_c); })(cx::spec<double, 32>{});
auto const of_36 = cx::make_jaxpr([](auto x) { return cx::argmax(x, 1_c); })(cx::spec<double, 36>{});
auto const of_42 = cx::make_jaxpr([](auto x) { return cx::squeeze(x, 1_c); })(cx::spec<double, 42>{});
auto const of_44 = cx::make_jaxpr([](auto x) { return cx::trapezoid(x, 0.1, 1_c); })(cx::spec<double, 44>{});
auto const of_46 = cx::make_jaxpr([](auto x) { return cx::gradient(x, 0.1, 1_c); })(cx::spec<double, 46>{});
auto const of_48 = cx::make_jaxpr([](auto x) { return cx::max(x, 1_c); })(cx::spec<double, 48>{});
auto const of_50 = cx::make_jaxpr([](auto x) { return cx::standardize(x, 1_c); })(cx::spec<double, 50>{});
