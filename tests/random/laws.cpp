// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "laws.hpp"
#include "plan_check.hpp"

#include <cmath>

namespace random_programs {
namespace {

std::string str(text const& t) { return std::string(t.view()); }

/// What a law answers: nothing where it holds or does not apply.
using answer = std::optional<std::string>;

/// Elements that the oracle takes, and a plan is run for, one after the other in a tenth of a second: few programs have more.
constexpr i64 most_evaluated = 300000, most_planned = 1000000;

/// A derivative that a primitive does not have is no fault of a pass.
bool has_no_derivative(fault const& f) {
  return f.code == fault_code::no_jvp || f.code == fault_code::no_derivative || f.code == fault_code::reverse_only ||
         f.code == fault_code::closed_over;
}
fault fault_of(jaxpr const& j) { return j.fault ? j.fault : find_fault(j); }
/// The place of the largest of no elements: refused where lengths are numbers. Symbols may stand for them, in a branch that is not taken.
bool is_of_nothing(fault const& f) { return f.detail == "an axis of length 0 has no first element"; }
answer badly_formed(jaxpr const& j) {
  fault const f = fault_of(j);
  if (!f) return {};
  return str(sentence(f)) + "\n" + str(print(j));
}

bool all_finite(vec<tensor> const& xs) {
  for (tensor const& x : xs)
    for (u32 i = 0; i < x.size(); ++i)
      if (!std::isfinite(number_at(x, i))) return false;
  return true;
}
/// The types of results of j, and of a tangent or cotangent for each floating atom of `of`, are those of `made`'s results.
answer other_types(jaxpr const& j, jaxpr const& made, range<atom> of) {
  vec<atom> expected = j.outs;
  for (atom a : of)
    if (j.type(a).floating()) expected.push(a);
  bool same = expected.size() == made.outs.size();
  for (u32 i = 0; same && i < expected.size(); ++i) same = j.type(expected[i]) == made.type(made.outs[i]);
  return same ? answer{} : "results of other types\n" + str(print(made));
}

/// Calls with rules of their own as what they say, for the oracle, which knows no such calls.
jaxpr without_calls(jaxpr const& j) { return inlined(j, without_calls); }

/// Is its derivative what difference quotients tend to, as far as f64 tells? Not where a function has a rule of its own, nor where
/// derivatives stop, nor of clamp, which has derivative 0 where x meets a bound, also if both are one value (as in JAX), nor of cosine,
/// whose last operand is one that the others decide, nor of floor and its like, which beyond 2^52 give what they are given, nor of hashes,
/// whose numbers jump.
bool has_difference_quotients(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (a.floating() && a.type != dtype::f64) return false;
  for (eqn const& e : j.eqns)
    if (is<custom_jvp_call_t>(e) || is<custom_vjp_call_t>(e) || is<stop_gradient_t>(e) || is<clamp_t>(e) || is<cosine_t>(e) ||
        is<floor_t>(e) || is<ceil_t>(e) || is<round_t>(e) || is<trunc_t>(e) || is<threefry2x32_t>(e) || is<philox4x32_t>(e))
      return false;
  for (jaxpr const& f : j.subs)
    if (!has_difference_quotients(f)) return false;
  return true;
}

/// What lowered programs take: halves as their words.
vec<tensor> words_of(vec<tensor> xs) {
  for (tensor& x : xs) x.type = stored(x.type);
  return xs;
}
/// And what they give: words that are halves in `like`.
vec<tensor> halves_of(vec<tensor> ys, vec<tensor> const& like) {
  for (u32 i = 0; i < ys.size() && i < like.size(); ++i)
    if (info(like[i].type.type).half() && ys[i].type.type == dtype::u16) ys[i].type.type = like[i].type.type;
  return ys;
}

class trial {
  random_program const& of_;
  passes const& by_;
  counts& asked_;
  random_numbers numbers_{1};
  jaxpr lowered_, prepared_;
  vec<tensor> args_, expected_, of_lowered_; // of the program, what it gives for them, and what the lowered one gives

  bindings const& b() const { return of_.lengths[0]; }
  /// Not too long for the oracle, which takes one element after the other?
  bool is_small(jaxpr const& j, i64 most) const { return elements_of(j, b()) <= most; }
  vec<tensor> run(jaxpr const& j, vec<tensor> const& args) const { return reference::evaluate(without_calls(j), args, b()); }
  /// What j gives; the answer is why it gives nothing.
  answer cannot_run(std::string const& who, jaxpr const& j, vec<tensor> const& args, vec<tensor>& results) const {
    fault why;
    results = reference::evaluate(without_calls(j), args, b(), &why);
    if (results.size() == j.outs.size() && !why) return {};
    return who + " cannot be evaluated: " + str(sentence(why)) + "\n" + str(print(j));
  }
  auto noise(jaxpr const& j, vec<tensor> const& args) {
    return [this, plain = without_calls(j), &args] { return evaluate_with_noise(numbers_, plain, args, b()); };
  }

public:
  trial(random_program const& of, passes const& by, counts& asked) : of_(of), by_(by), asked_(asked) {}

  answer recorded() {
    jaxpr j = of_.given;
    for (transformation const& t : of_.transformations) j = transformed(j, t);
    if (has_no_derivative(j.fault)) return {};
    return badly_formed(j);
  }

  // ---- passes
  // --------------------------------------------------------------------------------------------------------------------------------------
  answer lower() {
    jaxpr const& j = of_.program;
    lowered_ = by_.lower(j);
    if (has_no_derivative(lowered_.fault)) return {}; // a custom_vjp under forward mode is found here
    if (auto const wrong = badly_formed(lowered_)) return wrong;
    if (!is_small(j, most_evaluated) || !is_small(lowered_, most_evaluated)) return {};
    args_ = random_arguments(numbers_, j, b()), expected_ = run(j, args_);
    if (expected_.size() != j.outs.size()) return {}; // lengths that derived ones do not allow
    if (auto const wrong = cannot_run("the lowered program", lowered_, words_of(args_), of_lowered_)) return wrong;
    if (auto const wrong = different_numbers(expected_, halves_of(of_lowered_, expected_), noise(j, args_)))
      return *wrong + "\n" + str(print(lowered_));
    return {};
  }
  answer prepare() {
    if (lowered_.fault) return {};
    prepared_ = by_.prepare(lowered_);
    if (auto const wrong = badly_formed(prepared_)) return wrong;
    if (of_lowered_.size() != lowered_.outs.size()) return {};
    auto const same_of = [&](vec<tensor> const& args, vec<tensor> const& expected) -> answer {
      vec<tensor> got;
      if (auto const wrong = cannot_run("the prepared program", prepared_, args, got)) return wrong;
      if (auto const wrong = different_bits(expected, got)) return *wrong + "\n" + str(print(prepared_));
      return {};
    };
    if (auto const wrong = same_of(words_of(args_), of_lowered_)) return wrong;
    vec<tensor> const special = random_arguments(numbers_, lowered_, b(), drawn::special);
    vec<tensor> const expected = run(lowered_, special);
    if (expected.size() != lowered_.outs.size()) return {}; // another branch is taken, which these lengths do not allow
    return same_of(special, expected);
  }
  answer plan() {
    if (lowered_.fault) return {};
    for (bindings const& lengths : of_.lengths)
      if (elements_of(prepared_, lengths) <= most_planned)
        if (auto const wrong = plan_error(prepared_, lengths, of_.lanes, by_)) return wrong;
    return {};
  }

  // ---- derivatives
  // ---------------------------------------------------------------------------------------------------------------------------------
  answer derivative() {
    jaxpr const &j = of_.given, forward = by_.jvp(j);
    if (!has_difference_quotients(j) || has_no_derivative(forward.fault)) return {};
    if (auto const wrong = badly_formed(forward)) return wrong;
    if (auto const wrong = other_types(j, forward, j.outs)) return wrong;
    if (!is_small(forward, 60000)) return {};
    vec<tensor> const at = random_arguments(numbers_, j, b());
    vec<tensor> dx, weights;
    for (u32 v : j.ins)
      if (j.type(v).floating()) dx.push(random_tensor(numbers_, j.type(v), b()));
    for (atom y : j.outs)
      if (j.type(y).floating()) weights.push(random_tensor(numbers_, j.type(y), b()));
    vec<tensor> args = at;
    args.append(dx);
    inner_product const slope = product(run(forward, args), j.outs.size(), weights);
    auto const results_along = [&](jaxpr const& of, double step) {
      vec<tensor> moved = at, results;
      for (u32 i = 0, k = 0; i < moved.size(); ++i) {
        if (!moved[i].type.floating()) continue;
        for (u32 n = 0; n < moved[i].size(); ++n) moved[i].put(n, number_at(at[i], n) + step * number_at(dx[k], n));
        ++k;
      }
      for (tensor& y : run(of, moved))
        if (y.type.floating()) results.push(y);
      return results;
    };
    auto const along = [&](double step) { return product(results_along(j, step), 0, weights).value; };
    auto const quotient = [&](double step) { return (along(step) - along(-step)) / (2 * step); };
    constexpr double step = 1e-4, shortest = step / 64, near = 1e-3, still = 1e-4;
    constexpr double lost = 1e-6; // what rounding errors hide, divided by the step
    // sin(1e9 x), or rem(x, 1e-9): a value that would leave its range within the shortest step goes up and down within it
    auto const oscillates = [&] {
      jaxpr values = j;
      values.outs = {};
      for (eqn const& e : j.eqns)
        for (u32 v = e.out; v < e.out + e.n_out; ++v)
          if (j.type(v).floating()) values.outs.push({static_cast<i32>(v)});
      vec<tensor> const before = results_along(values, -step), here = results_along(values, 0), behind = results_along(values, step);
      vec<tensor> const tangents = run(constax::jvp(values), args);
      for (u32 k = 0; k < here.size() && here.size() + k < tangents.size(); ++k) {
        double range = 0;
        for (vec<tensor> const* ys : {&before, &here, &behind}) range = std::fmax(range, sum_of_sizes((*ys)[k]));
        if (sum_of_sizes(tangents[here.size() + k]) * shortest > range) return true;
      }
      return false;
    };
    double const first = quotient(step), scale = slope.scale + std::fabs(first);
    if (!std::isfinite(scale) || std::fabs(first - slope.value) <= near * scale + lost * std::fmax(1, std::fabs(along(0)))) return {};
    for (double shorter : {step / 4, step / 16, shortest}) // near a kink, or of rounding errors, quotients differ
      if (!(std::fabs(quotient(shorter) - first) <= still * scale)) return {};
    if (oscillates()) return {};
    return "the jvp is " + std::to_string(slope.value) + " along a line, the difference quotient " + std::to_string(first) + "\n" +
           str(print(forward));
  }
  answer adjoint() {
    jaxpr const &j = of_.given, forward = by_.jvp(j), backward = by_.vjp(j);
    if (has_no_derivative(without_calls(forward).fault) || has_no_derivative(backward.fault)) return {};
    for (jaxpr const* made : {&forward, &backward})
      if (auto const wrong = badly_formed(*made)) return wrong;
    vec<atom> ins;
    for (u32 v : j.ins) ins.push({static_cast<i32>(v)});
    if (auto const wrong = other_types(j, forward, j.outs)) return wrong;
    if (auto const wrong = other_types(j, backward, ins)) return wrong;
    if (!is_small(backward, 60000)) return {};
    vec<tensor> const at = random_arguments(numbers_, j, b());
    vec<tensor> dx, ct;
    for (u32 v : j.ins)
      if (j.type(v).floating()) dx.push(random_tensor(numbers_, j.type(v), b()));
    for (atom y : j.outs)
      if (j.type(y).floating()) ct.push(random_tensor(numbers_, j.type(y), b()));
    vec<tensor> forward_args = at, backward_args = at;
    forward_args.append(dx), backward_args.append(ct);
    auto const left = [&](vec<tensor> const& ys) { return product(ys, j.outs.size(), ct); };
    auto const right = [&](vec<tensor> const& ys) { return product(ys, j.outs.size(), dx); };
    if (run(j, at).size() != j.outs.size()) return {};
    vec<tensor> dy, cx;
    if (auto const wrong = cannot_run("the jvp", forward, forward_args, dy)) return wrong;
    if (auto const wrong = cannot_run("the vjp", backward, backward_args, cx)) return wrong;
    linearized const halves = linearize(j);
    jaxpr const back = pullback(halves);
    for (jaxpr const* made : {&halves.primal, &back})
      if (auto const wrong = badly_formed(*made)) return wrong;
    vec<tensor> from, again;
    if (auto const wrong = cannot_run("the primal half", halves.primal, at, from)) return wrong;
    vec<tensor> residuals = from.slice(j.outs.size(), from.size() - j.outs.size());
    residuals.append(ct);
    if (auto const wrong = cannot_run("the pullback", back, residuals, again)) return wrong;
    inner_product const l = left(dy), r = right(cx), two_steps = product(again, 0, dx);
    constexpr double few_digits = 1e-30; // beside the end of f32's range
    double const scale = std::fmax(l.scale, r.scale);
    if (!std::isfinite(l.value) || !std::isfinite(r.value) || scale < few_digits) return {};
    bool const same_twice = std::fabs(two_steps.value - r.value) <= 1e-11 * scale;
    if (same_twice && std::fabs(l.value - r.value) <= 1e-11 * scale) return {};
    auto const as_result = [](double x) { return vec<tensor>{tensor_of(x)}; };
    bool of_left = false; // what rounding errors do to one side, and to the other one
    auto const noisy = [&] {
      of_left = !of_left;
      double const error =
          of_left ? left(noise(forward, forward_args)()).value - l.value : right(noise(backward, backward_args)()).value - r.value;
      return as_result(l.value + error);
    };
    if (auto const wrong = different_numbers(as_result(l.value), as_result(r.value), noisy))
      return *wrong + "\n" + str(print(forward)) + "\n" + str(print(backward));
    if (auto const wrong = different_numbers(as_result(r.value), as_result(two_steps.value), noisy))
      return "in two steps: " + *wrong + "\n" + str(print(backward)) + "\n" + str(print(halves.primal)) + "\n" + str(print(back));
    return {};
  }
  answer vmap() {
    jaxpr const& j = of_.given;
    constexpr i64 rows = 2;
    if (!is_small(j, 60000)) return {};
    vec<i32> in_axes, out_axes;
    for (u32 v : j.ins) in_axes.push(static_cast<i32>(numbers_.integer(in_axes.empty() ? 0 : -1, j.type(v).rank())));
    for (atom y : j.outs) out_axes.push(static_cast<i32>(numbers_.integer(0, j.type(y).rank())));
    jaxpr const batched = by_.vmap(j, in_axes, extent(rows), out_axes);
    if (auto const wrong = badly_formed(batched)) return wrong;
    vec<tensor> const args = random_arguments(numbers_, batched, b());
    vec<tensor> ys;
    auto const failed = cannot_run("the vmap", batched, args, ys);
    for (i64 row = 0; row < rows; ++row) {
      vec<tensor> of_row, expected;
      for (u32 i = 0; i < args.size(); ++i) of_row.push(in_axes[i] < 0 ? args[i] : slice_at(args[i], in_axes[i], row));
      expected = run(j, of_row);
      if (expected.size() != j.outs.size()) return {};
      if (failed) return failed;
      vec<tensor> got;
      for (u32 o = 0; o < ys.size(); ++o) got.push(slice_at(ys[o], out_axes[o], row));
      if (auto const wrong = different_numbers(expected, got, noise(j, of_row)))
        return "row " + std::to_string(row) + ", " + *wrong + "\n" + str(print(batched));
    }
    return {};
  }
  answer commute() {
    jaxpr const& j = of_.given;
    constexpr i64 rows = 2;
    if (!is_small(j, 30000)) return {};
    jaxpr const backward = by_.vjp(j);
    auto const of_rows = [&](jaxpr const& f) { return by_.vmap(f, vec<i32>(f.ins.size(), 0), extent(rows), vec<i32>(f.outs.size(), 0)); };
    jaxpr const one = by_.vjp(of_rows(j)), other = of_rows(backward);
    // A custom_vjp of what a custom_jvp gives is differentiated forward where the rule's tangent depends on no tangent, but is not seen to
    // be zero; its fault says so where it is inlined.
    if (has_no_derivative(without_calls(one).fault) || has_no_derivative(backward.fault)) return {};
    for (jaxpr const* made : {&one, &other})
      if (auto const wrong = badly_formed(*made)) return wrong;
    vec<tensor> const args = random_arguments(numbers_, one, b());
    vec<tensor> expected;
    if (auto const wrong = cannot_run("the vjp of the vmap", one, args, expected)) {
      bool const defined = run(j, random_arguments(numbers_, j, b())).size() == j.outs.size();
      return defined ? wrong : answer{};
    }
    vec<tensor> const got = run(other, args);
    // infinity times zero: what they order otherwise is not a number in one of them
    if (!all_finite(expected) || !all_finite(got)) return {};
    if (auto const wrong = different_numbers(expected, got, noise(one, args)))
      return *wrong + "\n" + str(print(one)) + "\n" + str(print(other));
    return {};
  }
  answer symbols() {
    jaxpr const& j = of_.program;
    if (b().count == 0 || expected_.size() != j.outs.size()) return {};
    jaxpr const numbers = with_numbers(j, b());
    if (is_of_nothing(fault_of(numbers))) return {};
    if (auto const wrong = badly_formed(numbers)) return wrong;
    if (auto const wrong = different_bits(expected_, run(numbers, args_))) return *wrong + "\n" + str(print(numbers));
    jaxpr const lowered = by_.lower(numbers);
    if (has_no_derivative(lowered.fault)) return {};
    if (auto const wrong = badly_formed(lowered)) return wrong;
    if (auto const wrong = different_numbers(expected_, halves_of(run(lowered, words_of(args_)), expected_), noise(j, args_)))
      return *wrong + "\n" + str(print(lowered));
    return {};
  }

  answer strips() {
    if (lowered_.fault || of_lowered_.size() != lowered_.outs.size()) return {};
    jaxpr const j = b().count == 0 ? lowered_ : by_.lower(with_numbers(of_.program, b()));
    if (j.fault) return {};
    vm::program const p = by_.strips(j);
    auto const same_of = [&](vec<tensor> const& args) -> answer {
      auto const wrong = different_bits(run(j, args), run_strips(p, args));
      return wrong ? answer(*wrong + "\n" + str(print(j))) : answer{};
    };
    if (auto const wrong = same_of(words_of(args_))) return wrong;
    return same_of(random_arguments(numbers_, j, bindings{}, drawn::special));
  }

  /// Arguments and results of two axes or more lie column-major, as it comes: the program on their transposes gives the transposed results.
  answer transposes() {
    if (lowered_.fault || of_lowered_.size() != lowered_.outs.size()) return {};
    vec<bool> turn;
    bool any = false;
    auto const add = [&](atom a) {
      bool const turned = lowered_.type(a).rank() > 1 && numbers_.integer(0, 2) > 0;
      turn.push(bool{turned}), any = any || turned;
    };
    for (vec<u32> const* inputs : {&lowered_.consts, &lowered_.ins})
      for (u32 v : *inputs) add({static_cast<i32>(v)});
    for (atom a : lowered_.outs) add(a);
    if (!any) return {};
    jaxpr const j = by_.on_transposes(lowered_, turn);
    if (auto const wrong = badly_formed(j)) return wrong;
    auto const same_of = [&](vec<tensor> const& args, vec<tensor> expected) -> answer {
      vec<tensor> got, reversed;
      for (u32 k = 0; k < args.size(); ++k) reversed.push(turn[k] ? with_axes_reversed(args[k]) : args[k]);
      for (u32 k = 0; k < expected.size(); ++k)
        if (turn[args.size() + k]) expected[k] = with_axes_reversed(expected[k]);
      if (auto const wrong = cannot_run("the program on transposes", j, reversed, got)) return wrong;
      if (auto const wrong = different_bits(expected, got)) return *wrong + "\n" + str(print(lowered_)) + "\n" + str(print(j));
      return {};
    };
    if (auto const wrong = same_of(words_of(args_), of_lowered_)) return wrong;
    vec<tensor> const special = random_arguments(numbers_, lowered_, b(), drawn::special);
    if (auto const wrong = same_of(special, run(lowered_, special))) return wrong;
    if (elements_of(j, b()) > most_planned) return {};
    return plan_error(by_.prepare(j), b(), {}, by_);
  }

  std::optional<failure> operator()() {
    struct law {
      char const* name;
      answer (trial::*ask)();
      int of; // programs it is asked of one
    };
    constexpr law laws[] = {{"recorded", &trial::recorded, 1},     {"lower", &trial::lower, 1},     {"prepare", &trial::prepare, 1},
                            {"plan", &trial::plan, 1},             {"adjoint", &trial::adjoint, 3}, {"vmap", &trial::vmap, 4},
                            {"commute", &trial::commute, 6},       {"symbols", &trial::symbols, 1}, {"derivative", &trial::derivative, 3},
                            {"strips", &trial::strips, 2},         {"transposes", &trial::transposes, 3}};
    numbers_.state = of_.program.eqns.size() * 1000003 + of_.given.vars.size();
    for (law const& l : laws) {
      if (l.of > 1 && numbers_.integer(1, l.of) != 1) continue;
      ++asked_[l.name];
      if (answer const wrong = asked(l.ask)) return failure{l.name, *wrong};
      if (of_.program.fault) return {};
    }
    return {};
  }

private:
  /// An exception is an answer, too.
  answer asked(answer (trial::*ask)()) {
    try {
      return (this->*ask)();
    } catch (std::exception const& e) {
      return std::string(e.what());
    }
  }
  jaxpr transformed(jaxpr const& j, transformation const& t) const {
    switch (t.what) {
    case transformation::kind::jvp: return by_.jvp(j);
    case transformation::kind::vjp: return by_.vjp(j);
    case transformation::kind::value_and_grad: return by_.value_and_grad(j);
    case transformation::kind::vmap: return by_.vmap(j, t.in_axes, t.rows, t.out_axes);
    }
    return j;
  }
  struct inner_product {
    double value = 0, scale = 0;
  };
  static double sum_of_sizes(tensor const& t) {
    double sum = 0;
    for (u32 i = 0; i < t.size(); ++i) sum += std::fabs(number_at(t, i));
    return sum;
  }
  /// Of the results behind the first n with the tensors of `with`.
  static inner_product product(vec<tensor> const& ys, u32 n, vec<tensor> const& with) {
    inner_product p;
    for (u32 k = 0; k < with.size() && n + k < ys.size(); ++k)
      for (u32 i = 0; i < with[k].size(); ++i) {
        double const term = number_at(ys[n + k], i) * number_at(with[k], i);
        p.value += term, p.scale += std::fabs(term);
      }
    return p;
  }
  static tensor with_axes_reversed(tensor const& t) {
    lengths const n(t.type.shape);
    aval a{t.type.type, {}};
    for (int d = n.rank; d-- > 0;) a.shape.push(n[d]);
    tensor r(a);
    for (u32 i = 0; i < t.size(); ++i) {
      i64 rest = i, to = 0, stride = r.size();
      for (int d = n.rank; d-- > 0; rest /= n[d]) stride /= n[d], to += rest % n[d] * stride;
      r.words[static_cast<u32>(to)] = t.words[i];
    }
    return r;
  }
  /// t at one place of an axis.
  static tensor slice_at(tensor const& t, int axis, i64 place) {
    lengths const n(t.type.shape);
    aval a{t.type.type, {}};
    i64 inside = 1;
    for (int d = 0; d < n.rank; ++d)
      if (d != axis) a.shape.push(n[d]), inside *= d > axis ? n[d] : 1;
    tensor s(a);
    for (u32 i = 0; i < s.size(); ++i) s.words[i] = t.words[static_cast<u32>((i / inside * n[axis] + place) * inside + i % inside)];
    return s;
  }
};

} // namespace

passes const& right_passes() {
  static passes const right = {
      .lower = [](jaxpr const& j) { return constax::lower(j); },
      .prepare = [](jaxpr const& j) { return constax::prepare(j); },
      .make_plan = [](jaxpr const& j, lane_choice lanes) { return constax::make_plan(j, lanes); },
      .jvp = [](jaxpr const& j) { return constax::jvp(j); },
      .vjp = [](jaxpr const& j) { return constax::vjp(j); },
      .value_and_grad = [](jaxpr const& j) { return constax::value_and_grad(j); },
      .vmap = [](jaxpr const& j, range<i32> in, extent rows, range<i32> out) { return constax::vmap(j, in, rows, out); },
      .strips = [](jaxpr const& j) { return strip_program(j, j.eqns.size() % 4 == 0 ? 2048 : 5); },
      .on_transposes = [](jaxpr const& j, vec<bool> const& turn) { return constax::detail::on_transposes(j, turn); },
  };
  return right;
}

std::optional<failure> find_failure(random_program const& r, passes const& by, counts& asked) { return trial(r, by, asked)(); }

} // namespace random_programs
