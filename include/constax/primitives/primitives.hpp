// SPDX-License-Identifier: BSL-1.0
#pragma once
// primitives: all of them, a line each.
#include <constax/primitives/add.hpp>
#include <constax/primitives/broadcast_in_dim.hpp>
#include <constax/primitives/cos.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/neg.hpp>
#include <constax/primitives/reduce_sum.hpp>
#include <constax/primitives/sin.hpp>
#include <constax/primitives/sub.hpp>
