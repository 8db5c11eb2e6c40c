// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// needs: dnnl
// The same layer beside oneDNN, in the layouts that it asks for, on one thread.
#include "layer.hpp"

#include <oneapi/dnnl/dnnl.hpp>

namespace {
using namespace beside;

struct prepared {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::memory from, weights, to;
  dnnl::convolution_forward layer_of;

  static dnnl::memory::desc described(dnnl::memory::dims const& of, dnnl::memory::format_tag tag) {
    return {of, dnnl::memory::data_type::f32, tag};
  }
  explicit prepared(layer const& of) {
    using tag = dnnl::memory::format_tag;
    dnnl::memory::dims const points{1, layer::features, layer::size, layer::size}, taps{layer::features, layer::features, 3, 3}, ones{1, 1};
    auto const any = [](dnnl::memory::dims const& d) { return described(d, tag::any); };
#if DNNL_VERSION_MAJOR < 3
    dnnl::convolution_forward::primitive_desc const plan(
        {dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, any(points), any(taps), any(points), ones, ones, ones},
        engine);
#else
    dnnl::convolution_forward::primitive_desc const plan(engine, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                                                         any(points), any(taps), any(points), ones, ones, ones);
#endif
    from = dnnl::memory(plan.src_desc(), engine), weights = dnnl::memory(plan.weights_desc(), engine),
    to = dnnl::memory(plan.dst_desc(), engine);
    copy({described(points, tag::nhwc), engine, const_cast<float*>(of.x.data())}, from);
    copy({described(taps, tag::hwio), engine, const_cast<float*>(of.w.data())}, weights);
    layer_of = dnnl::convolution_forward(plan);
  }
  void copy(dnnl::memory a, dnnl::memory b) {
    dnnl::reorder(a, b).execute(stream, a, b);
    stream.wait();
  }
  void run() {
    layer_of.execute(stream, {{DNNL_ARG_SRC, from}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, to}});
    stream.wait();
  }
};

add const a("convolution 3 x 3, 64 -> 64 of 56 x 56, oneDNN", [] {
  layer const of;
  prepared by(of);
  std::vector<float> z(of.y.size());
  return row([&] { of.run(); }, [&] { by.run(); }, 31,
             [&] {
               by.copy(by.to, {prepared::described({1, layer::features, layer::size, layer::size}, dnnl::memory::format_tag::nhwc),
                               by.engine, z.data()});
               return of.difference_from(z);
             });
});
} // namespace
