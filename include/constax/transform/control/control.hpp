// SPDX-License-Identifier: BSL-1.0
#pragma once
// control: equations that hold functions of the module and run them: branches and loops, one file each.
#include <constax/transform/control/call.hpp>
#include <constax/transform/control/cond.hpp>
#include <constax/transform/control/scan.hpp>
#include <constax/transform/control/while.hpp>
