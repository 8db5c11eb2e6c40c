// SPDX-License-Identifier: BSL-1.0
// Examples of random numbers that are sums and quotients of gamma variables.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("random numbers of the laws of statistics, an example of each") {
  DERIVED("random::beta", "{0.504779, 0.60714, 0.877391}", "{0.0817043, 0.186578, 0.047251}", cx::random::beta(key, {3}, x, 2.0));
  DERIVED("random::chisquare", "{1.81389, 0.0151684, 4.38838}", "{0.855861, 0.0750307, 1.69937}", cx::random::chisquare(key, {3}, x));
  DERIVED("random::f", "{1.54829, 0.163548, 0.0324779}", "{-0.0927697, 0.1977, 0.0411971}", cx::random::f(key, {3}, x, 4.0));
  DERIVED("random::t", "{1.40116, -0.876565, 1.87683}", "{0.0419769, 0.529804, -1.19035}", cx::random::t(key, {3}, x));
}
