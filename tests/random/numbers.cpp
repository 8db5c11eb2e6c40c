// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "numbers.hpp"

#include <cmath>
#include <cstdio>

namespace random_programs {

tensor random_tensor(random_numbers& r, aval const& a, bindings const& b, drawn how) {
  constexpr double special[] = {0.0, -0.0, 1.0, -1.0, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 1e308, -1e30, 1e-310};
  tensor t(detail::bound(a, b));
  for (u32 i = 0; i < t.size(); ++i) {
    bool const odd = how == drawn::special && r.bits() % 8 == 0;
    detail::visit_number(a.type, [&]<class T>(T) {
      if constexpr (std::is_same_v<T, bool>) t.put(i, (r.bits() & 1) != 0);
      else if constexpr (floating_element<T>)
        t.put(i, static_cast<T>(odd ? special[r.bits() % std::size(special)] : r.uniform(-1, 1)));
      else t.put(i, static_cast<T>(odd ? static_cast<i64>(r.bits()) : r.integer(-4, 4)));
    });
  }
  return t;
}
vec<tensor> random_arguments(random_numbers& r, jaxpr const& j, bindings const& b, drawn how) {
  vec<tensor> args;
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs) args.push(random_tensor(r, j.type(v), b, how));
  return args;
}

namespace {

/// Of words of halves those that are none in either format; numbers of bf16 from 2^121 on are among them.
bool is_nan(tensor const& t, u32 i) {
  if (t.type.type == dtype::u16) return (t.words[i] & 0x7fff) > 0x7c00;
  return t.type.floating() && std::isnan(number_at(t, i));
}

std::string says(u32 result, u32 element, tensor const& x, tensor const& y) {
  char s[160];
  std::snprintf(s, sizeof s, "result %u, element %u: %.17g and %.17g", result, element, number_at(x, element), number_at(y, element));
  return s;
}
std::optional<std::string> different_types(vec<tensor> const& xs, vec<tensor> const& ys) {
  if (xs.size() != ys.size()) return "different numbers of results";
  for (u32 o = 0; o < xs.size(); ++o)
    if (!(xs[o].type == ys[o].type)) return "result " + std::to_string(o) + " has another type";
  return {};
}

/// The distance from 1 to the next number of a floating type.
double unit_of(dtype t) { return t == dtype::f64 ? 0x1p-52 : t == dtype::f32 ? 0x1p-23 : t == dtype::f16 ? 0x1p-10 : 0x1p-7; }

// ---- noise
// -----------------------------------------------------------------------------------------------------------------------------------------

thread_local random_numbers* noise = nullptr;

/// Of results of so many additions one after the other.
void add_noise(tensor& t, double additions = 1) {
  if (!t.type.floating()) return;
  double const unit = unit_of(t.type.type), smallest = t.type.type == dtype::f16 ? 0x1p-14 : 0; // a half's products come there
  for (u32 i = 0; i < t.size(); ++i) {
    double const x = number_at(t, i), by = static_cast<double>(noise->integer(-2, 2)) * (1 + additions / 256);
    double const moved = x + (std::fabs(x) < smallest ? smallest : std::fabs(x)) * unit * by; // subnormal numbers, and 0
    detail::visit_number(t.type.type, [&]<class T>(T) { t.put(i, static_cast<T>(moved)); });
  }
}
vec<tensor> run_with_noise(jaxpr const& j, range<tensor> args, bindings const& given) {
  bindings b = given;
  vec<aval const*> types;
  for (tensor const& t : args) types.push(&t.type);
  if (bind_symbols(j, types, b)) return {};
  vec<tensor> env(j.vars.size());
  u32 k = 0;
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs) env[v] = args[k++], add_noise(env[v]);
  auto const read = [&](atom a) { return a.is_literal() ? reference::from_literal(j.lits[a.lit()]) : env[a.var()]; };
  for (eqn const& e : j.eqns) {
    vec<tensor> xs, ys;
    for (atom a : j.operands(e)) xs.push(read(a));
    if (e.prim->evaluate) e.prim->evaluate(xs, j.params(e), b, ys);
    else if (e.prim->call && e.prim->call->evaluate) e.prim->call->evaluate(j, e, xs, b, run_with_noise, ys);
    if (ys.size() != e.n_out) return {};
    for (u32 i = 0; i < e.n_out; ++i) {
      bool const adds_up = is<scatter_add_t>(e) || is<scatter_mul_t>(e);
      if (adds_up) add_noise(ys[i], xs[1].size()); // all slices may meet in one element
      else if (e.prim->kind != kind::movement && e.prim->kind != kind::indexed) add_noise(ys[i]); // the rest move, or choose
      env[e.out + i] = ys[i];
    }
  }
  vec<tensor> outs;
  for (atom a : j.outs) outs.push(read(a));
  return outs;
}

} // namespace

std::optional<std::string> different_bits(vec<tensor> const& xs, vec<tensor> const& ys) {
  if (auto const wrong = different_types(xs, ys)) return wrong;
  for (u32 o = 0; o < xs.size(); ++o)
    for (u32 i = 0; i < xs[o].size(); ++i)
      if (xs[o].words[i] != ys[o].words[i] && !(is_nan(xs[o], i) && is_nan(ys[o], i))) return says(o, i, xs[o], ys[o]);
  return {};
}

vec<tensor> evaluate_with_noise(random_numbers& r, jaxpr const& j, vec<tensor> const& args, bindings const& b) {
  noise = &r;
  return run_with_noise(j, args, b);
}

namespace numbers {

spread::spread(vec<tensor> const& first) {
  for (tensor const& t : first) {
    std::vector<double> x(t.size());
    for (u32 i = 0; i < t.size(); ++i) x[i] = number_at(t, i);
    lowest_.push_back(x), highest_.push_back(x), unsteady_.emplace_back(t.size());
  }
}
void spread::add(vec<tensor> const& run) {
  for (u32 o = 0; o < run.size() && o < lowest_.size(); ++o)
    for (u32 i = 0; i < run[o].size() && i < lowest_[o].size(); ++i) {
      double const x = number_at(run[o], i);
      if (!std::isfinite(x) || std::fabs(x) > 1e300) unsteady_[o][i] = true;
      lowest_[o][i] = std::fmin(lowest_[o][i], x), highest_[o][i] = std::fmax(highest_[o][i], x);
    }
}
bool spread::explains(u32 result, u32 element, double difference, bool both_finite) const {
  constexpr double few_runs = 100; // see less than can happen
  if (unsteady_[result][element]) return true;
  return both_finite && difference <= few_runs * (highest_[result][element] - lowest_[result][element]);
}

std::optional<std::string> first_difference(vec<tensor> const& xs, vec<tensor> const& ys, spread const* errors) {
  if (auto const wrong = different_types(xs, ys)) return wrong;
  for (u32 o = 0; o < xs.size(); ++o) {
    double largest = 0;
    for (u32 i = 0; i < xs[o].size(); ++i)
      if (double const x = std::fabs(number_at(xs[o], i)); std::isfinite(x)) largest = std::fmax(largest, x);
    dtype const t = xs[o].type.type;
    bool const f32 = t == dtype::f32, half = info(t).half();
    // of the smallest number, which is what operations are rounded to below the normal ones
    double const few_units = t == dtype::f16 ? 0x1p-20 : half ? 0x1p-130 : f32 ? 0x1p-142 : 0x1p-1067;
    double const least = 1e-3; // arguments are of order one: what cancels to less is known as well as that
    double const part = half ? 8 * unit_of(t) : f32 ? 1e-5 : 1e-12;
    double const tolerance = !xs[o].type.floating() ? 0 : std::fmax(std::fmax(largest, f32 || half ? 0 : least) * part, few_units);
    for (u32 i = 0; i < xs[o].size(); ++i) {
      double const x = number_at(xs[o], i), y = number_at(ys[o], i);
      if (x == y || (std::isnan(x) && std::isnan(y)) || std::fabs(x - y) <= tolerance) continue;
      if (errors && errors->explains(o, i, std::fabs(x - y), std::isfinite(x) && std::isfinite(y))) continue;
      return says(o, i, xs[o], ys[o]);
    }
  }
  return {};
}

} // namespace numbers
} // namespace random_programs
