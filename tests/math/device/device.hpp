// SPDX-License-Identifier: BSL-1.0
#pragma once
// device: what device.cu offers: functions of constax::math in device code.

namespace device {
/// y[i] = f(x[0][i], x[1][i], x[2][i]) for i < n, computed on the device from and to memory of the host; false: it failed, which it says.
template <class T> using kernel = bool (*)(T const* const* x, T* y, int n);
struct function {
  char const* name; // as in the table of functions.hpp
  kernel<float> f32;
  kernel<double> f64;
};
struct list {
  function const* functions;
  int size;
};
list functions();
bool is_there();
} // namespace device
