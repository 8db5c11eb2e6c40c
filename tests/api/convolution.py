#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""convolution.py > convolution.inc: convolutions of JAX and their derivatives, as numpy_oracle.py has it."""
import numpy_oracle as oracle
from numpy_oracle import case, lax, some

oracle.cases.clear()
oracle.rng.seed(8)


def conv(*args, **kw):
    return lambda x, w: lax.conv_general_dilated(x, w, *args, **kw)


NHWC = dict(dimension_numbers=("NHWC", "HWIO", "NHWC"))
case("conv", lambda x, w: lax.conv(x, w, (1, 1), "VALID"), some(2, 3, 5, 6), some(4, 3, 3, 2))
case("conv_strides", conv((2, 3), "SAME"), some(2, 3, 5, 7), some(4, 3, 3, 2))
case("conv_lower", conv((1, 2), "SAME_LOWER"), some(1, 2, 4, 7), some(3, 2, 2, 4))
case("conv_nhwc", conv((1, 1), "SAME", **NHWC), some(2, 5, 4, 3), some(3, 3, 3, 2))
case("conv_around", conv((2, 1), ((2, 1), (0, 3)), **NHWC), some(1, 5, 4, 2), some(3, 2, 2, 3))
case("conv_cut", conv((1, 1), ((-1, 1), (2, -2)), **NHWC), some(1, 6, 5, 2), some(3, 2, 2, 3))
case("conv_rhs_dilation", conv((1, 2), "SAME", rhs_dilation=(2, 3), **NHWC), some(1, 7, 8, 2), some(3, 2, 2, 3))
case("conv_lhs_dilation", conv((1, 2), ((2, 2), (1, 2)), lhs_dilation=(2, 3), **NHWC), some(2, 3, 4, 2), some(3, 2, 2, 3))
case("conv_all", conv((2, 3), ((1, 2), (3, 1)), lhs_dilation=(3, 2), rhs_dilation=(2, 1), feature_group_count=2, **NHWC), some(2, 4, 5, 4), some(2, 3, 2, 6))
case("conv_mixed", conv((1, 2), "SAME", dimension_numbers=("WNCH", "IHOW", "CHWN")), some(6, 2, 3, 5), some(3, 3, 4, 2))
case("conv_turned", conv((1, 2), "VALID", dimension_numbers=("NWHC", "HWIO", "NCHW")), some(2, 6, 5, 3), some(2, 3, 3, 4))
case("conv_groups", conv((1, 1), "SAME", feature_group_count=3), some(2, 6, 4, 3), some(9, 2, 2, 3))
case("conv_depthwise", conv((2, 1), "SAME", feature_group_count=4, **NHWC), some(2, 5, 4, 4), some(3, 3, 1, 4))
case("conv_depthwise_more", conv((1, 2), "VALID", feature_group_count=3, **NHWC), some(2, 4, 5, 3), some(2, 3, 1, 6))
case("conv_batches", conv((1, 1), "VALID", batch_group_count=2), some(4, 2, 4, 3), some(6, 2, 2, 2))
case("conv_batches_one", conv((1,), "SAME", batch_group_count=3), some(6, 1, 5), some(3, 1, 2))
case("conv_line", conv((1,), "SAME"), some(1, 1, 9), some(1, 1, 4))
case("conv_line_many", conv((3,), ((5, 4),), rhs_dilation=(2,)), some(2, 2, 80), some(3, 2, 35))
case("conv_line_long", conv((1,), "SAME"), some(1, 1, 50), some(1, 1, 40))
case("conv_plane_many", conv((2, 1), "SAME", **NHWC), some(1, 9, 8, 2), some(6, 7, 2, 3))
case("conv_groups_many", conv((1,), "VALID", feature_group_count=2), some(2, 4, 45), some(4, 2, 33))
case("conv_batches_many", conv((1,), "VALID", batch_group_count=2), some(2, 2, 40), some(4, 2, 33))
case("conv_volume", conv((1, 2, 1), "SAME"), some(1, 2, 3, 4, 3), some(2, 2, 2, 3, 2))
case("conv_matrix", conv((), ()), some(3, 4), some(5, 4))
case("conv_point", conv((2, 2), "VALID"), some(2, 3, 4, 5), some(4, 3, 1, 1))
case("conv_none", conv((1,), "VALID"), some(1, 2, 3), some(2, 2, 4))

if __name__ == "__main__":
    oracle.print_table("convolution.py")
