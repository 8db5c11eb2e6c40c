// SPDX-License-Identifier: BSL-1.0
#pragma once
// cuda: programs on NVIDIA's devices. cx::cuda::jit(f)(cx::to_device(x)) runs f there as one kernel. Driver and NVRTC are loaded when they
// are asked for: nothing of CUDA is needed to build, and cx::cuda::available() says whether there is a device.
#include <constax/codegen.hpp>

#include <constax/base/push_macros.hpp>

#include <constax/cuda/copy.hpp>         // bytes between host and devices
#include <constax/cuda/device.hpp>       // what devices there are
#include <constax/cuda/device_array.hpp> // to_device, to_host
#include <constax/cuda/dlpack.hpp>       // arrays of other libraries
#include <constax/cuda/driver.hpp>       // the driver's functions
#include <constax/cuda/error.hpp>        // what is thrown
#include <constax/cuda/graph.hpp>        // several launches as one
#include <constax/cuda/jit.hpp>          // a function as a kernel
#include <constax/cuda/kernel_cache.hpp> // compiled once
#include <constax/cuda/library.hpp>      // libraries loaded at run time
#include <constax/cuda/memory.hpp>       // buffers
#include <constax/cuda/module.hpp>       // kernels, launches
#include <constax/cuda/nvrtc.hpp>        // source to machine code
#include <constax/cuda/program.hpp>      // a jaxpr as a kernel
#include <constax/cuda/stream.hpp>       // queues of work

#include <constax/base/pop_macros.hpp>
