// SPDX-License-Identifier: BSL-1.0
// expect: [constax] axis 1 is out of range for an operand of type f64[6]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[8]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[10]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[12]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[14]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[16]; axes are counted from 0, from the end from -1
// expect: [constax] axis -2 is out of range for an operand of type f64[18]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[34]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[38]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[40]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[52]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[54]; axes are counted from 0, from the end from -1
// expect: [constax] axis 1 is out of range for an operand of type f64[56]; axes are counted from 0, from the end from -1
// Each function refuses an axis that its operand lacks, and says nothing else of it. (In two files: clang stops at twenty errors.)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const of_6 = cx::make_jaxpr([](auto x) { return cx::roll(x, 2, 1_c); })(cx::spec<double, 6>{});
auto const of_8 = cx::make_jaxpr([](auto x) { return cx::diff(x, 1_c, 1_c); })(cx::spec<double, 8>{});
auto const of_10 = cx::make_jaxpr([](auto x) { return cx::repeat(x, 2_c, 1_c); })(cx::spec<double, 10>{});
auto const of_12 = cx::make_jaxpr([](auto x) { return cx::unwrap(x, 1_c); })(cx::spec<double, 12>{});
auto const of_14 = cx::make_jaxpr([](auto x) { return cx::glu(x, 1_c); })(cx::spec<double, 14>{});
auto const of_16 = cx::make_jaxpr([](auto x) { return cx::split(x, 2_c, 1_c); })(cx::spec<double, 16>{});
auto const of_18 = cx::make_jaxpr([](auto x) { return cx::array_split(x, 2_c, -2_c); })(cx::spec<double, 18>{});
auto const of_34 = cx::make_jaxpr([](auto x) { return cx::sort(x, 1_c); })(cx::spec<double, 34>{});
auto const of_38 = cx::make_jaxpr([](auto x) { return cx::cumsum(x, 1_c); })(cx::spec<double, 38>{});
auto const of_40 = cx::make_jaxpr([](auto x) { return cx::flip(x, 1_c); })(cx::spec<double, 40>{});
auto const of_52 = cx::make_jaxpr([](auto x) { return cx::nancumsum(x, 1_c); })(cx::spec<double, 52>{});
auto const of_54 = cx::make_jaxpr([](auto x) { return cx::linear_recurrence(x, x, 1_c); })(cx::spec<double, 54>{});
auto const of_56 = cx::make_jaxpr([](auto x) { return cx::random::permutation(cx::random::key(0), x, 1_c); })(cx::spec<double, 56>{});
