// SPDX-License-Identifier: BSL-1.0
// Every primitive without functions of its own as source: programs of one equation, for every dtype that it takes, compiled and compared
// with the oracle, bit for bit. The list is that of primitives/list.hpp: one that is added is tried here, or it
// has to be named below as one without a form as source.
#include <constax/constax.hpp>

#include "trials.hpp"

#include "../random/catalogue.hpp"

#include "../support/catch.hpp"

#include <map>
#include <set>

namespace {

using namespace constax;
using random_programs::catalogue, random_programs::choices, random_programs::entry;

constexpr dtype dtypes[] = {dtype::f64, dtype::f32, dtype::i32, dtype::i64, dtype::i8, dtype::u8, dtype::u32, dtype::u64, dtype::boolean};
constexpr dtype index_dtypes[] = {dtype::i32, dtype::i64, dtype::i8, dtype::u8, dtype::u32, dtype::u64};

// ---- arguments --------------------------------------------------------------------------------------------------------------------------

template <class T> std::vector<T> special_numbers() {
  using L = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  else if constexpr (std::is_floating_point_v<T>)
    return {T(0),
            -T(0),
            T(1),
            T(-1),
            L::infinity(),
            -L::infinity(),
            L::quiet_NaN(),
            L::max(),
            L::lowest(),
            L::min(),
            L::denorm_min(),
            -L::denorm_min(),
            T(0.5),
            T(-0.5),
            T(2),
            T(-2),
            T(1) + L::epsilon(),
            T(3.25),
            T(-7.75),
            T(100),
            T(-1e4),
            T(4e9),
            T(-2e19),
            T(1e-6)};
  else
    return {T(0),
            T(1),
            T(2),
            T(3),
            T(7),
            T(8),
            T(31),
            T(32),
            T(63),
            T(64),
            T(127),
            L::max(),
            static_cast<T>(L::max() - 1),
            L::min(),
            static_cast<T>(L::min() + 1),
            static_cast<T>(-1),
            static_cast<T>(-2),
            static_cast<T>(-8)};
}
template <class T> T random_number(choices& pick, double lo, double hi) {
  double const unit = pick.below(1u << 20) * 0x1p-20;
  if constexpr (std::is_same_v<T, bool>) return pick.chance(50);
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(pick.chance(25) ? std::ldexp(unit - 0.5, pick.between(-60, 60)) : lo + (hi - lo) * unit);
  else return static_cast<T>(pick.chance(25) ? static_cast<i64>(u64{pick.below(~0u)} << 32 | pick.below(~0u)) : pick.between(-4, 4));
}
/// Numbers of all kinds; few special ones, so that sums are more than nan.
tensor some_numbers(choices& pick, aval const& a, int percent_special) {
  tensor t(a);
  detail::visit_dtype(a.type, [&]<class T>(T) {
    auto const special = special_numbers<T>();
    for (u32 i = 0; i < t.size(); ++i)
      t.put(i, pick.chance(percent_special) ? T(special[pick.below(static_cast<u32>(special.size()))]) : random_number<T>(pick, -2, 2));
  });
  return t;
}
/// Special numbers in all combinations, and random ones, where the primitive's results are finite and elsewhere.
vec<tensor> elements_for(choices& pick, entry const& e, std::array<dtype, entry::most_operands> const& types) {
  u32 each[entry::most_operands] = {1, 1, 1}, all = 1;
  for (u32 k = 0; k < e.operands; ++k) {
    detail::visit_dtype(types[k], [&]<class T>(T) { each[k] = static_cast<u32>(special_numbers<T>().size()); });
    all *= each[k];
  }
  u32 const random = 300;
  vec<tensor> xs;
  for (u32 k = 0, before = 1; k < e.operands; before *= each[k++]) {
    tensor t(aval{types[k], {extent(static_cast<i64>(all + random))}});
    detail::visit_dtype(types[k], [&]<class T>(T) {
      auto const special = special_numbers<T>();
      for (u32 i = 0; i < all; ++i) t.put(i, T(special[i / before % each[k]]));
      auto const domain = e.domain ? (*e.domain)[k] : random_programs::interval{-2, 2};
      for (u32 i = 0; i < random; ++i)
        t.put(all + i, i % 2 ? random_number<T>(pick, domain.lo, domain.hi) : random_number<T>(pick, -30, 30));
    });
    xs.push(t);
  }
  return xs;
}

// ---- programs of one equation -----------------------------------------------------------------------------------------------------------

/// The program of an equation; nothing, where the type rule refuses it.
std::optional<jaxpr> one_equation(primitive const& p, vec<aval> const& ins, vec<i64> const& params) {
  vec<aval const*> types;
  for (aval const& a : ins) types.push(&a);
  if (p.type(types, params, nullptr).fault) return {};
  context c("one");
  vec<value> xs;
  for (aval const& a : ins) xs.push(c.input(a));
  u32 n = 1;
  value const y = bind(c, p, xs, params, &n);
  vec<value> ys{y};
  jaxpr j = c.finish(ys);
  if (n > 1)
    for (u32 k = 1; k < n; ++k) j.outs.push(atom{static_cast<i32>(j.eqns[0].out + k)});
  return p.parts ? inlined(j) : j; // several results: what computes each
}
struct cases {
  trials::all programs{"-O0 -march=native"}; // an optimizer takes three times as long
  std::map<std::string, int> counted;
  std::string faults;

  /// Is there such a program? Then it is tried.
  bool add(primitive const& p, vec<tensor> const& args, vec<i64> const& params) {
    vec<aval> types;
    for (tensor const& t : args) types.push(t.type);
    auto const j = one_equation(p, types, params);
    if (!j || detail::has_halves(*j)) return false; // halves are floats before source is written: halves.cpp
    if (j->fault) return faults += std::string(p.name) + ": a program with a fault\n", false;
    std::string what(p.name);
    for (aval const& a : types) what += " " + std::string(info(a.type).name) + codegen::shape_text(a.shape);
    try {
      if (std::string const why = programs.add(*j, what, {args}); !why.empty()) return faults += why + "\n", false;
      bool const sum = p.kind == kind::reduction || p.kind == kind::contraction; // two forms, by the threads that there are
      if (sum && types[0].type == dtype::f64) programs.add(*j, what + ", for a small device", {args}, trials::small_target());
    } catch (codegen::unsupported const& why) {
      return faults += std::string(why.what()) + "\n", false;
    }
    return ++counted[std::string(p.name)], true;
  }
  template <class P> bool add(params_of<P> const& params, auto const&... x) {
    return add(descriptor<P>, vec<tensor>{x...}, encode(params));
  }
};
shape shape_of(std::initializer_list<i64> lengths) {
  shape s;
  for (i64 n : lengths) s.push(extent(n));
  return s;
}
std::vector<extent> const& usual_lengths() {
  static std::vector<extent> const all{extent(1), extent(2), extent(3), extent(4), extent(5), extent(6), extent(0)};
  return all;
}
/// Several sets of parameters, each once.
std::set<std::vector<i64>> some_params(choices& pick, entry const& e, operand_types xs, int draws) {
  std::set<std::vector<i64>> all;
  for (int i = 0; i < draws; ++i)
    if (auto const ps = e.draw({pick, {}, usual_lengths(), xs})) all.insert({ps->begin(), ps->end()});
  return all;
}
vec<i64> as_params(std::vector<i64> const& ps) {
  vec<i64> v;
  for (i64 p : ps) v.push(p);
  return v;
}

// ---- by families ------------------------------------------------------------------------------------------------------------------------

void add_elementwise(cases& all, choices& pick, entry const& e) {
  std::vector<std::array<dtype, entry::most_operands>> dtypes_of_words{{dtype::u16}, {dtype::f32}}; // what lowering alone makes
  for (auto const& types : e.dtypes.empty() ? dtypes_of_words : e.dtypes) {
    vec<tensor> const args = elements_for(pick, e, types);
    vec<aval const*> xs;
    for (tensor const& t : args) xs.push(&t.type);
    for (auto const& ps : some_params(pick, e, xs, 40)) all.add(*e.prim, args, as_params(ps));
  }
}
shape some_shape(choices& pick) {
  static constexpr std::initializer_list<i64> shapes[] = {{5}, {1}, {0}, {4, 3}, {1, 6}, {5, 1}, {2, 0}, {2, 3, 4}, {3, 1, 2}, {6}};
  return shape_of(shapes[pick.below(10)]);
}
/// Whatever parameters may be drawn for arrays of a few shapes.
void add_drawn(cases& all, choices& pick, entry const& e, int draws) {
  if (e.operands == 0)
    for (auto const& ps : some_params(pick, e, {}, draws)) all.add(*e.prim, {}, as_params(ps));
  else
    for (dtype type : dtypes)
      for (int i = 0; i < draws; ++i) {
        aval const a{type, some_shape(pick)};
        vec<tensor> args{some_numbers(pick, a, 20)};
        if (e.prim->tag == &tag<pad_t>) args.push(some_numbers(pick, aval{type, {}}, 0));
        while (args.size() < e.operands) args.push(some_numbers(pick, a, 20));
        vec<aval const*> xs;
        for (tensor const& t : args) xs.push(&t.type);
        auto const ps = e.draw({pick, {}, usual_lengths(), xs});
        if (!ps) continue;
        if (e.prim->tag == &tag<concatenate_t>)
          for (int more = pick.between(0, 2), along = decode<concatenate_t::params>(*ps).dimension; more > 0; --more) {
            aval b = a;
            if (along < b.rank()) b.shape[along] = extent(static_cast<i64>(pick.below(4)));
            args.push(some_numbers(pick, b, 20));
          }
        all.add(*e.prim, args, *ps);
      }
}
constexpr i64 sum_terms[] = {0, 1, 2, 15, 16, 17, 33, 255, 256, 257, 600};
/// Few special numbers among many: a nan or an infinity says where it is lost.
int percent_of(i64 terms) { return terms < 20 ? 10 : terms % 2 ? 0 : 1; }

/// No term for a result but one.
dot_general_t::params p_of_outer() { return {}; }
/// Parameters of a cumulative operation, as bits of `flags`; none where it has fewer flags.
vec<i64> encode_with_axis(entry const& e, i32 axis, int flags) {
  if (e.prim->tag == &tag<product_of_others_t>) return flags == 0 ? encode(product_of_others_t::params{axis}) : vec<i64>{};
  if (e.prim->tag == &tag<linear_recurrence_t>)
    return encode(linear_recurrence_t::params{axis, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0});
  return flags < 4 ? encode(cumulative_params{axis, (flags & 1) != 0, (flags & 2) != 0}) : vec<i64>{};
}

void add_reductions(cases& all, choices& pick, entry const& e) {
  for (dtype type : dtypes)
    for (i64 terms : sum_terms) {
      bool const thorough = type == dtype::f64; // f32 has more chains
      if (!thorough && terms != 0 && terms != 17 && terms != 257 && !(type == dtype::f32 && terms == 600)) continue;
      struct form {
        shape of;
        axes over;
      };
      std::vector<form> forms{{shape_of({3, terms}), {1}}, {shape_of({terms, 3}), {0}}};
      if (thorough) forms.push_back({shape_of({2, terms, 3}), {1}}), forms.push_back({shape_of({terms}), {0}});
      for (form const& f : forms) all.add(*e.prim, {some_numbers(pick, {type, f.of}, percent_of(terms))}, encode(reduction_params{f.over}));
    }
}
void add_contractions(cases& all, choices& pick) {
  using params = dot_general_t::params;
  for (dtype type : dtypes)
    for (i64 terms : sum_terms) {
      if (type != dtype::f64 && terms != 17 && terms != 257) continue;
      auto const add = [&](shape const& x, shape const& y, params const& p) {
        all.add<dot_general_t>(p, some_numbers(pick, {type, x}, percent_of(terms)), some_numbers(pick, {type, y}, 0));
      };
      auto const p = [](axes const& left, axes const& right, axes const& left_batch = {}, axes const& right_batch = {}) {
        params q;
        q.lhs_contracting = left, q.rhs_contracting = right, q.lhs_batch = left_batch, q.rhs_batch = right_batch;
        return q;
      };
      add(shape_of({3, terms}), shape_of({terms, 2}), p({1}, {0}));
      if (type != dtype::f64 && type != dtype::f32) continue;
      add(shape_of({terms, 3}), shape_of({2, terms}), p({0}, {1}));
      add(shape_of({terms}), shape_of({terms}), p({0}, {0}));
      add(shape_of({2, 3, terms}), shape_of({terms, 2, 4}), p({2}, {0}, {0}, {1}));
      add(shape_of({3, terms, 2}), shape_of({2, 4, terms}), p({1, 2}, {2, 0}));
    }
  all.add<dot_general_t>(p_of_outer(), some_numbers(pick, {dtype::f64, shape_of({3, 2})}, 0),
                         some_numbers(pick, {dtype::f64, shape_of({4})}, 0));
}
void add_cumulative(cases& all, choices& pick, entry const& e) {
  for (dtype type : dtypes)
    for (i64 n : {0, 1, 2, 17, 100})
      for (int flags = 0; flags < 8; ++flags) {
        if (type != dtype::f64 && n != 17) continue;
        i32 const axis = pick.between(0, 2);
        vec<i64> const ps = encode_with_axis(e, axis, flags);
        if (ps.empty()) continue;
        shape s = shape_of({2, 2, 2});
        s[axis] = extent(n);
        vec<tensor> args;
        for (u32 k = 0; k < e.operands; ++k) args.push(some_numbers(pick, {type, s}, percent_of(n)));
        all.add(*e.prim, args, ps);
      }
}
void add_places(cases& all, choices& pick, entry const& e) {
  for (dtype type : dtypes)
    for (i64 n : {1, 2, 17, 40})
      for (int percent : {0, 60}) { // equal elements, nan, infinities
        int const axis = pick.between(0, 2);
        shape s = shape_of({3, 3, 3});
        s[axis] = extent(n);
        all.add(*e.prim, {some_numbers(pick, {type, s}, percent)},
                encode(locate_params{{axis}, pick.chance(50) ? dtype::i32 : dtype::i64}));
      }
}
/// Indices: some of them negative, some far outside; safe: where slices of `size` elements lie on an axis of n.
tensor some_indices(choices& pick, aval const& a, i64 n, i64 size, bool safe) {
  tensor t(a);
  detail::visit_dtype(a.type, [&]<class T>(T) {
    auto const special = special_numbers<T>();
    for (u32 i = 0; i < t.size(); ++i)
      if (safe) t.put(i, static_cast<T>(pick.between(0, static_cast<int>(n - size))));
      else if (pick.chance(15)) t.put(i, T(special[pick.below(static_cast<u32>(special.size()))]));
      else t.put(i, static_cast<T>(pick.between(-static_cast<int>(n) - 2, static_cast<int>(n) + 2)));
  });
  return t;
}
void add_indexed(cases& all, choices& pick, entry const& e) {
  for (dtype type : dtypes) {
    int added[3] = {};
    int const most = type == dtype::f64 ? 6 : 1; // of each mode
    for (int i = 0; i < 400 && (added[0] < most || added[1] < most || added[2] < most); ++i) {
      static constexpr std::initializer_list<i64> shapes[] = {{5}, {4, 3}, {1, 6}, {2, 3, 4}, {3, 3}};
      aval const x{type, shape_of(shapes[pick.below(5)])};
      aval index{pick.one_of(index_dtypes), {}};
      for (int rank = pick.between(0, 2); index.rank() < rank;)
        index.shape.push(extent(static_cast<i64>(pick.below(4) + (pick.chance(90) ? 1 : 0))));
      vec<aval const*> types{&x, &index};
      while (static_cast<int>(types.size()) <= x.rank() && pick.chance(35)) types.push(&index);
      auto const ps = e.draw({pick, {}, usual_lengths(), types});
      if (!ps) continue;
      auto const p = decode<indexed_params>(*ps);
      typed const slices = detail::slices_type(x, {types.begin() + 1, types.size() - 1}, p);
      if (slices.fault) continue;
      vec<tensor> args{some_numbers(pick, x, 10)};
      if (e.operands > 1) args.push(some_numbers(pick, slices.results[0], 10));
      for (int q = 0; q < p.indexed.size(); ++q)
        args.push(some_indices(pick, index, x.shape[static_cast<int>(p.indexed[q])].number, p.slice_sizes[q].number,
                               p.mode == index_mode::promise_in_bounds));
      int& count = added[static_cast<int>(p.mode)];
      if (count < most && all.add(*e.prim, args, *ps)) ++count;
    }
  }
}
void add_family(cases& all, choices& pick, entry const& e) {
  switch (e.prim->kind) {
    case kind::elementwise: return add_elementwise(all, pick, e);
    case kind::reduction: return add_reductions(all, pick, e);
    case kind::contraction: return add_contractions(all, pick);
    case kind::cumulative: return add_cumulative(all, pick, e);
    case kind::locate: return add_places(all, pick, e);
    case kind::indexed: return add_indexed(all, pick, e);
    default: return add_drawn(all, pick, e, 6);
  }
}

// ---- what has no form as source ---------------------------------------------------------------------------------------------------------

/// Sorted by their names. Annotations are gone when a program has been lowered.
std::string const without_form = "log_softmax_of softmax_of unit_of with_gradient ";

/// What the writer says of an equation of p, whose type nobody asks for.
std::string refusal_of(primitive const& p) {
  context c("one");
  value const x = c.input(aval{dtype::f64, shape_of({3})});
  vec<atom> const xs{c.enter(x)};
  vec<aval> const types{aval{dtype::f64, shape_of({3})}};
  vec<i64> const ps;
  u32 const y = c.program().add(&p, xs, ps, types);
  try {
    jaxpr j = c.finish(vec<value>{c.result(y)});
    codegen::program_of(j, "f");
  } catch (codegen::unsupported const& why) {
    return why.what();
  }
  return "";
}
} // namespace

TEST_CASE("every primitive has a form as source, or is known not to have one") {
  std::set<std::string> refused;
  for (entry const& e : catalogue()) {
    bool const none = e.prim->kind == kind::annotation;
    if (!none) continue;
    std::string const why = refusal_of(*e.prim), name(e.prim->name);
    INFO(why);
    CHECK(why.rfind("[constax] codegen: " + name + " ", 0) == 0);
    refused.insert(name);
  }
  std::string all;
  for (std::string const& name : refused) all += name + " ";
  CHECK(all == without_form);
}

TEST_CASE("elementwise primitives as source have the oracle's bits") {
  int const parts = 2, part = GENERATE(0, 1);
  cases all;
  choices pick(static_cast<std::uint64_t>(part));
  int number = 0;
  std::string untried;
  for (entry const& e : catalogue()) {
    if (e.prim->kind != kind::elementwise || number++ % parts != part) continue;
    add_elementwise(all, pick, e);
    if (!all.counted[std::string(e.prim->name)]) untried += std::string(e.prim->name) + " ";
  }
  CHECK(untried == "");
  CHECK(all.faults == "");
  CHECK(all.programs.size() > 0);
  CHECK(all.programs.run() == "");
}

TEST_CASE("all other primitives as source have the oracle's bits") {
  cases all;
  choices pick(7);
  std::string untried;
  for (entry const& e : catalogue()) {
    if (e.prim->kind == kind::elementwise || without_form.find(std::string(e.prim->name) + " ") != std::string::npos) continue;
    add_family(all, pick, e);
    if (!all.counted[std::string(e.prim->name)]) untried += std::string(e.prim->name) + " ";
  }
  CHECK(untried == "");
  CHECK(all.faults == "");
  CHECK(all.programs.size() > 0);
  CHECK(all.programs.run() == "");
}
