// SPDX-License-Identifier: BSL-1.0
#pragma once
// grad : (a... -> scalar) -> (a... -> T a)        reverse mode: the gradient, in the structure of the arguments
#include <constax/api/has_aux.hpp>

namespace constax::inline CONSTAX_TAG {

/// Without the scale rule (transform/transpose.hpp), for grad and value_and_grad: `cx::grad(f, cx::keep_scale)`. A scalar factor of the
/// cotangent, the 1/n of a mean, is then multiplied where it stands in f, and not at the end; the results differ by rounding.
/// (cx::vjp, cx::jacrev and cx::hessian never use the rule.)
struct keep_scale_t {};
inline constexpr keep_scale_t keep_scale{};

/// f itself, with the wish of its caller as part of its type.
template <class F>
struct keeping_scale : transformed<keeping_scale<F>, F> {
  static constexpr bool calls_as_called = true;
  template <class G>
  using over = keeping_scale<G>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return f(x...);
  }
};

namespace detail {

template <class F>
inline constexpr bool has_aux_of<keeping_scale<F>> = has_aux_of<F>;
template <class F>
inline constexpr bool keeps_scale = false;
template <class F>
inline constexpr bool keeps_scale<keeping_scale<F>> = true;
template <class F>
inline constexpr bool keeps_scale<with_aux<F>> = keeps_scale<F>;

template <class Name, class T>
struct says_not_scalar {
  constexpr text operator()() const {
    text t;
    if constexpr (is_dynamic<T>) return t; // asked of the value
    else if constexpr (!is_tracer<T>)
      t << "[constax] " << Name::name
        << ": the function must return one scalar, it returns a tree; use cx::jacrev, or return one of its leaves";
    else if constexpr (T::aval.shape.rank != 0 || !T::aval.floating()) t << sentence({fault_code::not_scalar, Name::name, {}, T::aval});
    return t;
  }
};

// Of dynamic tracers, at run time: runtime/transform.hpp.
template <class J> void expect_scalar(std::string_view name, J const& traced);

/// The equations of value and gradient: (value, tree of gradients).
template <class Name, int... Places, class F, class... X>
constexpr auto record_grad(argnums_t<Places...>, F const& f, X const&... given) {
  using asked = asked_of<argnums_t<Places...>, tree_of_tracers<X>...>;
  context_ref const at_hand = context_in(given..., captured(f));
  if constexpr (!asked::template expected<Name>()) {
    auto const nothing = after_error<basic_tracer<double>>();
    return std::pair{std::pair{nothing, nothing}, nothing};
  } else
    return [&](auto const&... x) {
      if constexpr ((holds_dynamic<std::remove_cvref_t<decltype(x)>>() || ...)) expect_tangents<Name, Places...>(x...);
      auto const inner = trace_primal(*at_hand, Name::name, f, x...);
      context& c = *at_hand;
      using result = typename decltype(inner)::result;
      using scalar_of = differentiated<F, result>;
      if constexpr (is_dynamic<scalar_of>) expect_scalar(Name::name, inner.program);
      if constexpr (!is_silent<says_no_aux<Name, F, result>>() || !is_silent<says_not_scalar<Name, scalar_of>>()) {
        auto const nothing = after_error<basic_tracer<double>>();
        return std::pair{std::pair{nothing, nothing}, nothing};
      } else {
        asked const leaves(inner.n_captured, structure_of(x)...);
        vec<value> const outs = replay(c, value_and_grad(inner.program, leaves.active, keeps_scale<F>), inner.args);
        vec<value> gradients;
        if (!c.fault)
          for (u32 k : leaves.nth) gradients.push(outs[count_leaves(inner.structure) + k]);
        u32 first = 0, at = 0;
        result const y = take_tree(inner.structure, c, outs, first);
        return std::pair{y, take_tree(asked::structure(structure_of(x)...), c, gradients, at)};
      }
    }(tree_map(to_tracer{}, given)...);
}

struct grad_name {
  static constexpr std::string_view name = "grad";
};
struct value_and_grad_name {
  static constexpr std::string_view name = "value_and_grad";
};

/// value_and_grad of the program F in stages: F's trace, its jvp, the gradient, each a constant evaluation of its own.
template <class Name, class F, class Captured, class Places, class... Specs>
struct staged_grad;
template <class Name, class F, class... Captured, int... Places, class... Specs>
struct staged_grad<Name, F, std::tuple<Captured...>, argnums_t<Places...>, Specs...> {
  using asked = asked_of<argnums_t<Places...>, Specs...>;
  using inner = traced_program<F, std::tuple<Captured...>, Specs...>;
  using result = typename inner::result;
  static constexpr u32 n_captured = static_cast<u32>((0 + ... + leaf_count<Captured>())), n_out = static_cast<u32>(leaf_count<result>());

  struct pushed {
    static constexpr jaxpr run() { return with_first_tangent(constax::jvp(thaw(inner::traced), asked(n_captured).active), n_out); }
  };
  struct forward { // two evaluations where one would take too many steps
    static constexpr jaxpr run() {
      if constexpr (in_two()) return repeating_late(thaw(stage<pushed>::value));
      else return repeating_late(pushed::run());
    }
    static constexpr bool in_two() {
      if constexpr (!longer_than(long_program / 2, inner::traced)) return false;
      else {
        jaxpr const j = thaw(inner::traced);
        return repeats_anything(j);
      }
    }
  };
  static constexpr u32 n_in = n_captured + static_cast<u32>((0 + ... + leaf_count<Specs>()));
  struct backward {
    static constexpr jaxpr run() { return gradient_of(thaw(stage<forward>::value), n_in, keeps_scale<F>, n_out); }
  };
  // A long program takes more steps: clang allows 1,048,576 in one evaluation, about 240 for each equation of a gradient.
  struct primal_half {
    static constexpr jaxpr run() {
      jaxpr const both = unzip(thaw(stage<forward>::value), n_in);
      return cut_in_two(both, n_in, n_out).primal();
    }
  };
  struct linear_half {
    static constexpr jaxpr run() {
      jaxpr const both = unzip(thaw(stage<forward>::value), n_in);
      return cut_in_two(both, n_in, n_out).linear();
    }
  };
  struct transposed_half {
    static constexpr jaxpr run() {
      jaxpr const linear = thaw(stage<linear_half>::value);
      return gradient_part(linear, linear.ins.size() - n_tangents, keeps_scale<F>);
    }
    static constexpr u32 n_tangents = [] {
      u32 count = 0;
      for (bool a : asked(n_captured).active) count += a;
      return count;
    }();
  };
  struct long_backward {
    static constexpr jaxpr run() { return join_halves(thaw(stage<primal_half>::value), thaw(stage<transposed_half>::value), n_out); }
  };
  /// A hand-over more only where one evaluation would take too many steps.
  static constexpr jaxpr gradient() {
    if constexpr (longer_than(2 * long_program, stage<forward>::value)) return thaw(stage<long_backward>::value);
    else if constexpr (longer_than(long_program, stage<forward>::value)) return thaw(stage<backward>::value);
    else return backward::run();
  }
  static constexpr jaxpr run() {
    if constexpr (!asked::template expected<Name>() || !is_silent<says_no_aux<Name, F, result>>() ||
                  !is_silent<says_not_scalar<Name, differentiated<F, result>>>()) {
      jaxpr nothing;
      nothing.fail({fault_code::said});
      return nothing;
    } else {
      jaxpr j = join_pads(gradient());
      if (j.fault) return j;
      bool const value_first = std::is_same_v<Name, value_and_grad_name>;
      vec<atom> outs;
      for (u32 k = 0; value_first && k < n_out; ++k) outs.push(j.outs[k]);
      asked const leaves(n_captured);
      for (u32 k : leaves.nth) outs.push(j.outs[n_out + k]);
      for (u32 k = 1; !value_first && k < n_out; ++k) outs.push(j.outs[k]);
      if (outs == j.outs) return dce(static_cast<jaxpr&&>(j)); // in their order already
      j.outs = outs;
      return dce(ordered(static_cast<jaxpr&&>(j)));
    }
  }
};
/// The same from the program of the transformation.
template <class Name, class Places, class F, class P>
struct staged_grad_of;
template <class Name, class Places, class F, class G, class Captured, class... Specs>
struct staged_grad_of<Name, Places, F, traced_program<G, Captured, Specs...>> : staged_grad<Name, F, Captured, Places, Specs...> {};

} // namespace detail

template <class F, int... Places>
struct grad_of : transformed<grad_of<F, Places...>, F> {
  static constexpr bool calls_as_called = true;
  template <class G>
  using over = grad_of<G, Places...>;
  template <class P>
  using staged = detail::staged_grad_of<detail::grad_name, argnums_t<Places...>, F, P>;
  template <class... X>
  static constexpr bool takes() {
    return detail::asked_of<argnums_t<Places...>, detail::inputs_for<X>...>::template expected<detail::grad_name>();
  }
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    auto const both = detail::record_grad<detail::grad_name>(argnums<Places...>, f, x...);
    if constexpr (detail::has_aux_of<G>) return std::pair{both.second, std::get<1>(both.first)};
    else return both.second;
  }
};
template <class F, int... Places>
struct value_and_grad_of : transformed<value_and_grad_of<F, Places...>, F> {
  static constexpr bool calls_as_called = true;
  template <class G>
  using over = value_and_grad_of<G, Places...>;
  template <class P>
  using staged = detail::staged_grad_of<detail::value_and_grad_name, argnums_t<Places...>, F, P>;
  template <class... X>
  static constexpr bool takes() {
    return detail::asked_of<argnums_t<Places...>, detail::inputs_for<X>...>::template expected<detail::value_and_grad_name>();
  }
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return detail::record_grad<detail::value_and_grad_name>(argnums<Places...>, f, x...);
  }
};

/// cx::grad(f)(x...): the gradient of a scalar function in its first argument; cx::grad(f, cx::argnums<0, 1>): a tuple of gradients.
template <class F, int... Places>
constexpr auto grad(F f, argnums_t<Places...>) {
  return grad_of<F, Places...>{{f}};
}
template <function_like F>
constexpr auto grad(F f) {
  return grad(f, argnums<0>);
}
template <class F, int... Places>
constexpr auto grad(F f, argnums_t<Places...> places, keep_scale_t) {
  return grad(keeping_scale<F>{{f}}, places);
}
template <class F>
constexpr auto grad(F f, keep_scale_t) {
  return grad(f, argnums<0>, keep_scale);
}
template <class F, int... Places, class... Wish>
  requires(sizeof...(Wish) <= 1)
constexpr auto grad(F f, argnums_t<Places...> places, has_aux_t, Wish... wish) {
  return grad(with_aux<F>{{f}}, places, wish...);
}
template <class F, class... Wish>
  requires(sizeof...(Wish) <= 1)
constexpr auto grad(F f, has_aux_t, Wish... wish) {
  return grad(with_aux<F>{{f}}, argnums<0>, wish...);
}
/// cx::value_and_grad(f)(x...): the pair of both, which share the forward pass.
template <class F, int... Places>
constexpr auto value_and_grad(F f, argnums_t<Places...>) {
  return value_and_grad_of<F, Places...>{{f}};
}
template <function_like F>
requires(!std::is_same_v<F, jaxpr>)
constexpr auto value_and_grad(F f) {
  return value_and_grad(f, argnums<0>);
}
template <class F, int... Places>
constexpr auto value_and_grad(F f, argnums_t<Places...> places, keep_scale_t) {
  return value_and_grad(keeping_scale<F>{{f}}, places);
}
template <class F>
constexpr auto value_and_grad(F f, keep_scale_t) {
  return value_and_grad(f, argnums<0>, keep_scale);
}

template <class F, int... Places, class... Wish>
  requires(sizeof...(Wish) <= 1)
constexpr auto value_and_grad(F f, argnums_t<Places...> places, has_aux_t, Wish... wish) {
  return value_and_grad(with_aux<F>{{f}}, places, wish...);
}
template <class F, class... Wish>
  requires(sizeof...(Wish) <= 1)
constexpr auto value_and_grad(F f, has_aux_t, Wish... wish) {
  return value_and_grad(with_aux<F>{{f}}, argnums<0>, wish...);
}

} // namespace constax::inline CONSTAX_TAG
