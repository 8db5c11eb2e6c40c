// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "print.hpp"

#include <cmath>

namespace random_programs {
namespace {

std::string str(text const& t) { return std::string(t.view()); }

/// There is no C++ for it.
struct not_sayable {};

std::string element_type(dtype t) {
  constexpr char const* names[] = {"float",        "double",        "std::int8_t",   "std::int32_t", "std::int64_t",
                                   "std::uint8_t", "std::uint32_t", "std::uint64_t", "bool",         "std::uint16_t",
                                   "cx::bfloat16", "cx::float16"};
  return names[static_cast<int>(t)];
}
std::string dims(shape const& s, std::string const& first = "") {
  std::string out = first;
  for (int d = 0; d < s.rank; ++d) out += (out.empty() ? "" : ", ") + spelt(s[d]);
  return out;
}
std::string listed(axes const& a) {
  std::string out;
  for (int k = 0; k < a.size(); ++k) out += (k ? ", " : "") + std::to_string(a[k]);
  return out;
}

// ---- the function
// ----------------------------------------------------------------------------------------------------------------------------------

class function_speller {
  jaxpr const& j_;
  std::vector<std::string> names_;

  std::string number(literal const& l) const {
    if (l.type == dtype::boolean) return l.bits ? "true" : "false";
    if (!info(l.type).floating) return "static_cast<" + element_type(l.type) + ">(" + std::to_string(l.integer()) + ")";
    double const x = l.number();
    std::string digits = std::isnan(x)   ? "__builtin_nan(\"\")"
                         : std::isinf(x) ? (x < 0 ? "-__builtin_inf()" : "__builtin_inf()")
                                         : str(number_text(x));
    return l.type == dtype::f64 ? digits : "static_cast<" + element_type(l.type) + ">(" + digits + ")";
  }
  /// As an operand that must be traced.
  std::string traced(atom a) const {
    if (!a.is_literal()) return names_[a.var()];
    literal const& l = j_.lits[a.lit()];
    return "cx::full<" + element_type(l.type) + ">(" + number(l) + ")";
  }
  std::string plain(atom a) const { return a.is_literal() ? number(j_.lits[a.lit()]) : names_[a.var()]; }

  std::string emitted(eqn const& e) const {
    entry const& known = entry_of(*e.prim);
    if (!known.prim) throw not_sayable{};
    std::string const params = known.spell(j_.params(e)), type = "cx::" + known.type_name;
    std::string out =
        (e.n_in ? "cx::emit<" : "cx::emit_later<") + type + ", " + (params.empty() ? "cx::no_params{}" : type + "::params" + params) + ">(";
    for (u32 k = 0; k < e.n_in; ++k) out += (k ? ", " : "") + traced(j_.operands(e)[k]);
    return out + ")";
  }
  std::string elementwise(eqn const& e) const {
    if (is<convert_element_type_t>(e)) return "cx::astype<" + element_type(j_.type(e.out).type) + ">(" + traced(j_.operands(e)[0]) + ")";
    bool any_traced = false;
    for (atom a : j_.operands(e)) any_traced |= !a.is_literal();
    entry const& known = entry_of(*e.prim);
    if (!any_traced || e.n_param || is<fma_t>(e) || is<select_n_t>(e) || is<clamp_t>(e) || is<ldexp_t>(e)) return emitted(e);
    std::string name = known.type_name.substr(0, known.type_name.size() - 2), out;
    for (char const* keyword : {"and", "or", "not", "xor"})
      if (name == keyword) name += '_';
    if (is<regularized_incomplete_beta_t>(e)) name = "betainc";
    for (atom a : j_.operands(e)) out += (out.empty() ? "" : ", ") + plain(a);
    return "cx::" + name + "(" + out + ")";
  }
  std::string reduction(eqn const& e) const {
    std::string const name(e.prim->name.substr(sizeof "reduce_" - 1));
    return "cx::" + std::string(name == "and" ? "all" : name == "or" ? "any" : name) + "(" + traced(j_.operands(e)[0]) + ", cx::axes_c<" +
           listed(decode<reduction_params>(j_.params(e)).axes) + ">)";
  }
  std::string slice(eqn const& e) const {
    auto const p = decode<slice_t::params>(j_.params(e));
    std::string out;
    for (int d = 0; d < p.start_indices.rank; ++d)
      out += (d ? ", cx::slice<" : "cx::slice<") + spelt(p.start_indices[d]) + ", " + spelt(p.limit_indices[d]) + ", " +
             std::to_string(p.strides[d]) + ">()";
    return traced(j_.operands(e)[0]) + "(" + out + ")";
  }
  std::string left_side(eqn const& e) const {
    if (e.n_out == 1) return names_[e.out];
    std::string out;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) out += (out.empty() ? "[" : ", ") + names_[v];
    return out + "]";
  }
  std::string right_side(eqn const& e) const {
    if (e.prim->kind == kind::elementwise) return elementwise(e);
    if (e.prim->kind == kind::reduction) return reduction(e);
    if (is<slice_t>(e)) return slice(e);
    if (is<reshape_t>(e)) return "cx::reshape<" + dims(j_.type(e.out).shape) + ">(" + traced(j_.operands(e)[0]) + ")";
    if (is<transpose_t>(e))
      return "cx::transpose(" + traced(j_.operands(e)[0]) + ", cx::axes_c<" +
             listed(decode<transpose_t::params>(j_.params(e)).permutation) + ">)";
    if (is<broadcast_in_dim_t>(e) && j_.operands(e)[0].is_literal())
      return "cx::full<" + dims(j_.type(e.out).shape, element_type(j_.type(e.out).type)) + ">(" + plain(j_.operands(e)[0]) + ")";
    return emitted(e);
  }

public:
  explicit function_speller(jaxpr const& j) : j_(j), names_(j.vars.size()) {
    u32 next = 0;
    auto const give = [&](u32 v) { names_[v] = "v" + std::to_string(next++); };
    for (u32 v : j.ins) give(v);
    for (eqn const& e : j.eqns)
      for (u32 v = e.out; v < e.out + e.n_out; ++v) give(v);
  }
  std::string operator()() const {
    if (!j_.subs.empty() || !j_.consts.empty()) throw not_sayable{};
    std::string out = "[](";
    for (u32 i = 0; i < j_.ins.size(); ++i) out += (i ? ", [[maybe_unused]] auto " : "[[maybe_unused]] auto ") + names_[j_.ins[i]];
    out += ") {\n";
    for (eqn const& e : j_.eqns) out += "  auto const " + left_side(e) + " = " + right_side(e) + ";\n";
    out += j_.outs.size() == 1 ? "  return " : "  return std::tuple{";
    for (u32 i = 0; i < j_.outs.size(); ++i) out += (i ? ", " : "") + traced(j_.outs[i]);
    return out + (j_.outs.size() == 1 ? ";\n}" : "};\n}");
  }
};

// ---- what is done to it
// ----------------------------------------------------------------------------------------------------------------------------

/// The function with its transformations, and the types of its arguments.
struct spelled {
  std::string definitions; // of `function`
  std::string function = "f0";
  std::vector<aval> arguments;
};
spelled spell(random_program const& r) {
  jaxpr const given = dce(r.given);
  spelled s;
  s.definitions = "inline constexpr auto f0 = " + function_speller(given)() + ";\n";
  bool floating = false;
  for (u32 v : given.ins) s.arguments.push_back(given.type(v)), floating |= given.type(v).floating();
  int number = 0;
  for (transformation const& t : r.transformations) {
    std::string const of = "f" + std::to_string(number), to = "f" + std::to_string(++number);
    std::string form;
    if (t.what != transformation::kind::vmap && !floating) throw not_sayable{};
    switch (t.what) {
    case transformation::kind::jvp:
      form = "[](auto... x) { return cx::jvp(" + of + ", std::tuple{x...}, std::tuple{x...}); }";
      break; // one direction
    case transformation::kind::vjp:
      form = "[](auto... x) {\n  auto const both = cx::vjp(" + of + ", x...);\n  return std::pair{both.first, both.second(both.first)};\n}";
      break;
    case transformation::kind::value_and_grad: {
      std::string places;
      for (std::size_t i = 0; i < s.arguments.size(); ++i)
        if (s.arguments[i].floating()) places += (places.empty() ? "" : ", ") + std::to_string(i);
      form = "cx::value_and_grad(" + of + ", cx::argnums<" + places + ">)";
      break;
    }
    case transformation::kind::vmap: {
      if (t.in_axes.size() != s.arguments.size()) throw not_sayable{}; // of tangents
      std::string axes;
      for (std::size_t i = 0; i < s.arguments.size(); ++i) {
        i32 const axis = t.in_axes[static_cast<u32>(i)];
        axes += (i ? ", " : "") + (axis < 0 ? "cx::none" : std::to_string(axis));
        if (axis < 0) continue;
        shape with;
        for (int d = 0; d <= s.arguments[i].rank(); ++d) with.push(d == axis ? t.rows : s.arguments[i].shape[d < axis ? d : d - 1]);
        s.arguments[i].shape = with;
      }
      form = "cx::vmap(" + of + ", cx::in_axes<" + axes + ">)";
    }
    }
    s.definitions += "inline constexpr auto " + to + " = " + form + ";\n", s.function = to;
  }
  return s;
}

/// The lengths of symbolic axes in the first call.
std::string lengths_of(aval const& a, bindings const& b) {
  std::string out;
  for (int d = 0; d < a.rank(); ++d)
    if (!a.shape[d].is_number()) out += (out.empty() ? "" : ", ") + std::to_string(b(a.shape[d]));
  return out;
}

constexpr char const* head = R"(#include <constax/constax.hpp>
#include <constax/eval/reference.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <tuple>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

)";
constexpr char const* helpers = R"(
template <class Array>
Array filled(Array a) {
  for (std::int64_t i = 0; i < a.size(); ++i) a[i] = static_cast<typename Array::value_type>(3 * std::sin(1.3 + 0.7 * static_cast<double>(i)));
  return a;
}
template <class Array>
cx::tensor tensor(Array const& a) {
  cx::aval type{cx::dtype_of<typename Array::value_type>, {}};
  for (int d = 0; d < Array::rank(); ++d) type.shape.push(cx::extent(a.length(d)));
  cx::tensor t(type);
  for (std::int64_t i = 0; i < a.size(); ++i) t.put(static_cast<cx::u32>(i), static_cast<typename Array::value_type>(a[i]));
  return t;
}
template <class T>
  requires cx::element_type<T>
cx::tensor tensor(T x) {
  return cx::tensor_of(x);
}
)";

std::string program_text(random_program const& r) {
  spelled const s = spell(r);
  std::string out = head + s.definitions + helpers + "int main() {\n", names, tensors;
  for (std::size_t i = 0; i < s.arguments.size(); ++i) {
    std::string const name = "a" + std::to_string(i), type = element_type(s.arguments[i].type);
    aval const& a = s.arguments[i];
    out += "  auto const " + name + " = " +
           (a.rank() ? "filled(cx::array<" + dims(a.shape, type) + ">(" + lengths_of(a, r.lengths[0]) + "))" : type + "(1)") + ";\n";
    names += (i ? ", " : "") + name, tensors += (i ? ", tensor(" : "tensor(") + name + ")";
  }
  out += "  cx::vec<cx::tensor> const arguments{" + tensors + "};\n";
  out += "  auto const expected = cx::reference::evaluate(cx::make_jaxpr(" + s.function + ")(" + names + ").get(), arguments);\n";
  out += R"(  cx::u32 result = 0;
  int wrong = 0;
  cx::for_each_leaf([&](auto const& leaf) {
    auto const got = tensor(leaf);
    for (cx::u32 i = 0; i < got.size(); ++i) {
      double const x = cx::number_at(got, i), y = cx::number_at(expected[result], i);
      wrong += x != y && !(x != x && y != y);
    }
    ++result;
  }, cx::jit()" + s.function + ")(" + names + R"());
  std::printf("%d elements are wrong\n", wrong);
  return wrong != 0;
}
)";
  return out;
}

std::string jaxpr_text(random_program const& r) {
  std::string out = str(constax::print(r.given));
  for (transformation const& t : r.transformations) {
    constexpr char const* names[] = {"jvp", "vjp", "value_and_grad", "vmap"};
    out += std::string("\nthen ") + names[static_cast<int>(t.what)];
    if (t.what != transformation::kind::vmap) continue;
    out += " of " + spelt(t.rows) + " rows, in_axes";
    for (i32 a : t.in_axes) out += " " + std::to_string(a);
    out += ", out_axes";
    for (i32 a : t.out_axes) out += " " + std::to_string(a);
  }
  for (bindings const& b : r.lengths) {
    out += b.count ? "\nlengths" : "";
    for (int i = 0; i < b.count; ++i) out += " " + str(symbol_name(b.name[i])) + "=" + std::to_string(b.value[i]);
  }
  if (r.lanes.given) out += "\nlanes along " + std::to_string(r.lanes.axis);
  return out + "\n";
}

bool has_routine(jaxpr const& j) {
  for (eqn const& e : j.eqns)
    if (e.prim->kind == kind::routine) return true;
  return std::any_of(j.subs.begin(), j.subs.end(), has_routine);
}

} // namespace

std::string printed(random_program const& r) {
  try {
    return jaxpr_text(r) + "\n" + program_text(r);
  } catch (not_sayable) {
    return jaxpr_text(r) + "(what this program holds is not printed as C++)\n";
  }
}

std::string native_test(long programs) {
  constexpr u32 most_equations = 24;
  constexpr i64 most_elements_of_all = 20000;
  std::string out =
      "#include \"same_bits.hpp\"\n\n#include <tuple>\n\nusing namespace same_bits;\n\ninline constexpr cx::dim<\"n\"> n;\ninline constexpr cx::dim<\"m\"> m;\n";
  for (std::uint64_t seed = 1; programs > 0; ++seed) {
    choices pick(seed);
    random_program const r = generate(pick);
    if (has_routine(r.program)) continue; // which the text would have to define
    if (r.program.fault || r.program.eqns.size() > most_equations || elements_of(r.program, r.lengths[0]) > most_elements_of_all) continue;
    jaxpr const lowered = lower(r.program);
    if (lowered.fault || lowered.eqns.empty()) continue;
    try {
      spelled const s = spell(r);
      out += "\nnamespace seed_" + std::to_string(seed) + " {\n" + s.definitions + "TEST_CASE(\"seed " + std::to_string(seed) +
             "\") {\n  CHECK(compare(" + s.function;
      for (aval const& a : s.arguments) out += ", input<" + dims(a.shape, element_type(a.type)) + ">(" + lengths_of(a, r.lengths[0]) + ")";
      out += "));\n}\n}\n";
      --programs;
    } catch (not_sayable) {
    }
  }
  return out;
}

} // namespace random_programs
