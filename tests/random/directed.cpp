// SPDX-License-Identifier: BSL-1.0
#include "directed.hpp"
#include "plan_check.hpp"

#include <constax/constax.hpp>

namespace random_programs {
namespace {

using vs = vec<value> const&;
using cx_div = constax::div_t; // the C library has one, too

template <class F> jaxpr program(std::initializer_list<shape> inputs, F f) {
  context c("directed");
  vec<value> xs;
  for (shape const& s : inputs) xs.push(c.input({dtype::f64, s}));
  vec<value> const ys = f(xs);
  return c.finish(ys);
}
value mapped(value x, std::initializer_list<i64> first, std::initializer_list<i64> last, std::initializer_list<i64> step) {
  slice_t::params p;
  for (i64 k : first) p.start_indices.push(extent(k));
  for (i64 k : last) p.limit_indices.push(extent(k));
  for (i64 k : step) p.strides.push(k);
  return bind<slice_t>(p, x);
}
value part(value x, i64 first, i64 last, i64 step = 1) { return mapped(x, {first}, {last}, {step}); }
value spread(value x, shape const& to, axes const& dims) { return bind<broadcast_in_dim_t>({to, dims}, x); }
value exp_of(value x) { return bind<exp_t>({}, x); }
/// More work than is done twice.
value dear(value x) {
  for (int i = 0; i < 12; ++i) x = bind<tanh_t>({}, x);
  return x;
}

// ---- memory
// ----------------------------------------------------------------------------------------------------------------------------------

jaxpr view_of_a_view(i64 step, bool reversed) {
  return program({{200}}, [=](vs x) {
    value const first = reversed ? bind<rev_t>({{0}}, x[0]) : part(x[0], 1, 200, step);
    i64 const n = type_of(first).shape[0].number;
    return vec<value>{exp_of(part(first, 5, n - 3, 2)), exp_of(part(first, 7, n - 1))};
  });
}
/// A strip of another type may not lie where a result goes.
jaxpr output_of_another_type() {
  return program({{100, 200}}, [](vs x) {
    value const y = exp_of(x[0]), sum = bind<reduce_sum_t>({{1}}, y);
    return vec<value>{bind<lt_t>({}, y, spread(sum, {100, 200}, {0}))};
  });
}
/// exp of a row's sum comes first, and much else of the same sum: it may not lie where the sum does.
jaxpr two_phases() {
  return program({{1000, 200}}, [](vs x) {
    value const sum = bind<reduce_sum_t>({{1}}, exp_of(x[0]));
    value rest = sum;
    for (int i = 0; i < 120; ++i) rest = bind<add_t>({}, bind<mul_t>({}, rest, sum), like(sum, 0.5 + i));
    return vec<value>{exp_of(sum), rest};
  });
}

// ---- kernels, nodes, regions
// -------------------------------------------------------------------------------------------------------------------

jaxpr sums_along_both_axes(shape const& s) {
  return program({s}, [](vs x) {
    value const y = exp_of(x[0]);
    return vec<value>{bind<reduce_sum_t>({{0}}, y), bind<reduce_sum_t>({{1}}, y)};
  });
}
jaxpr number_from_another_nest() {
  return program({{100}, {}}, [](vs x) {
    value const a = bind<sin_t>({}, x[0]), s = bind<cos_t>({}, x[1]);
    return vec<value>{bind<mul_t>({}, a, spread(s, {100}, {})), bind<mul_t>({}, a, s)};
  });
}
jaxpr total_of_another_axis(bool of_rows) {
  return program({{100, 100}}, [=](vs x) {
    i32 const along = of_rows ? 1 : 0;
    return vec<value>{bind<product_of_others_t>({along}, x[0]), bind<reduce_prod_t>({{1 - along}}, x[0])};
  });
}
/// A product of the others whose strips run along axis 1 of x, and the product of all, whose strips run along axis 2.
jaxpr total_in_other_strips() {
  return program({{65}, {65, 65, 65}}, [](vs x) {
    value const others = bind<product_of_others_t>({0}, x[1]), all = bind<reduce_prod_t>({{0}}, x[1]);
    value const y = exp_of(others + spread(x[0], {65, 65, 65}, {1})), z = exp_of(all + spread(x[0], {65, 65}, {1}));
    return vec<value>{bind<reduce_sum_t>({{0}}, y), z};
  });
}
/// A cumulative sum goes from end to end, not strip by strip.
jaxpr cumulative_along_strips() {
  return program({{1000, 100}}, [](vs x) {
    value const c = bind<cumsum_t>({0, false, false}, x[0]), y = exp_of(bind<add_t>({}, c, x[0]));
    value const sum = bind<reduce_sum_t>({{1}}, y);
    return vec<value>{bind<reduce_sum_t>({{0}}, bind<mul_t>({}, y, spread(sum, {1000, 100}, {0})))};
  });
}
/// The differences x[n,32] - y[m,32], whose columns make weights: computed again where they are read.
jaxpr weighted_differences(int sines) {
  extent const n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));
  return program({{n, 32}, {m, 32}}, [&](vs v) {
    auto const column = [&](value const& z, i64 k) { return squeeze(slice(z, {0, 0, k}, {n, m, k + 1}), {2}); };
    value const e = spread(v[0], {n, m, 32}, {0, 2}) - spread(v[1], {n, m, 32}, {1, 2});
    value t = e;
    for (int i = 0; i < sines; ++i) t = bind<sin_t>({}, t);
    value const p = exp_of(column(t, 0) * column(e, 0) + column(t, 1) * column(e, 1));
    value const weight = p / spread(reduce_sum(p, {1}), {n, m}, {0});
    return vec<value>{reduce_sum(weight * column(e, 0), {0}), reduce_sum(weight * column(e, 1), {0})};
  });
}

// ---- sums of the first elements, rows, neighbours
// ------------------------------------------------------------------------------------------------

jaxpr sum_of_all_but_one(bool first, bool read_besides) {
  return program({{1000}, {999}}, [=](vs x) {
    value const y = dear(x[0]), most = first ? part(y, 1, 1000) : part(y, 0, 999);
    vec<value> ys{bind<reduce_sum_t>({{0}}, most), bind<reduce_sum_t>({{0}}, y)};
    if (read_besides) ys.push(bind<dot_general_t>({{0}, {0}, {}, {}}, most, x[1]));
    return ys;
  });
}
/// Results in rows that another kernel reads, too.
jaxpr rows_read_besides() {
  return program({{1000, 5}, {1000, 200}}, [](vs x) {
    value const y = exp_of(x[0]), first = bind<reduce_sum_t>({{1}}, y);
    value const sum = bind<reduce_sum_t>({{1}}, exp_of(x[1] * spread(first, {1000, 200}, {0})));
    return vec<value>{y, bind<reduce_sum_t>({{1}}, y * spread(sum, {1000, 5}, {0}))};
  });
}
jaxpr row_of_single_numbers() {
  return program({{1}, {1}, {1}, {1}, {8}}, [](vs x) {
    vec<value> eight;
    for (u32 i = 0; i < 8; ++i) eight.push(x[i % 4]);
    value const row = bind(*x[0].ctx, descriptor<concatenate_t>, eight, encode(concatenate_t::params{0}));
    return vec<value>{bind<mul_t>({}, exp_of(row), x[4])};
  });
}
jaxpr padded_number() {
  return program({{1}, {8}}, [](vs x) {
    value const row = pad(x[0], like(x[0], 0.0), {{3}, {4}, {0}});
    return vec<value>{bind<mul_t>({}, exp_of(row), x[1])};
  });
}
/// One product of neighbours in x with the same y: the operands of both are not equally far apart.
jaxpr neighbours_of_one_operand() {
  return program({{1000}, {1000}}, [](vs v) {
    value const &x = v[0], &y = v[1];
    auto const f = [](value a, value b) { return bind<sqrt_t>({}, bind<cx_div>({}, a, b)); };
    value const here = part(y, 0, 999);
    return vec<value>{bind<add_t>({}, f(part(x, 0, 999), here), f(part(x, 1, 1000), here)),
                      bind<add_t>({}, f(here, part(x, 0, 999)), f(here, part(x, 1, 1000)))};
  });
}

// ---- concatenations
// --------------------------------------------------------------------------------------------------------------------------

value joined(std::initializer_list<value> xs, i32 axis) { return bind_all<concatenate_t>({axis}, vec<value>(xs)); }
/// Elements moved by one around the end of an axis of two.
value rolled(value x, i32 axis) {
  shape const s = type_of(x).shape;
  shape start{extent(0), extent(0)}, limit = s;
  limit[axis] = s[axis] - extent(1), start[axis] = limit[axis];
  return joined({slice(x, start, s), slice(x, shape{extent(0), extent(0)}, limit)}, axis);
}
/// Read where its pieces lie, by kernels that load, that sum, and that store what they have read.
jaxpr torus(shape const& s) {
  return program({s}, [](vs x) {
    value const near = bind<add_t>({}, rolled(x[0], 0), rolled(x[0], 1)), y = dear(near);
    value const beside = rolled(y, 1);
    return vec<value>{bind<reduce_sum_t>({{1}}, near), bind<mul_t>({}, rolled(y, 0), beside), bind<reduce_max_t>({{0}}, beside)};
  });
}
/// Pieces that kernels make in the memory of the whole, which is a piece itself; one is read when nothing reads the whole any more.
jaxpr pieces_in_place(bool result) {
  return program({{100, 70}, {100, 80}, {50, 150}}, [=](vs x) {
    value const a = exp_of(x[0]), inner = joined({a, dear(x[1])}, 1), whole = joined({inner, x[2]}, 0);
    value const of_whole = mapped(whole, {10, 5}, {150, 75}, {1, 1});
    value const later = dear(bind<reduce_sum_t>({{0}}, of_whole));
    vec<value> ys{bind<mul_t>({}, of_whole, of_whole), bind<mul_t>({}, a, spread(later, {100, 70}, {1}))};
    if (result) ys.push(whole);
    return ys;
  });
}
/// Written over in place by a scatter, while a piece is still read.
jaxpr piece_behind_a_scatter() {
  return program({{100}, {100}}, [](vs x) {
    value const a = exp_of(x[0]), whole = joined({a, x[1]}, 0), places = bind<convert_element_type_t>({dtype::i32}, part(x[1], 0, 5));
    value const updated = bind<scatter_add_t>({{0}, shape{extent(1)}, {0}, {-1}}, whole, part(x[0], 0, 5), places);
    return vec<value>{exp_of(updated), bind<mul_t>({}, a, spread(bind<reduce_sum_t>({{0}}, updated), {100}, {}))};
  });
}

/// The first piece is there while `held`, as large as the whole, is still read: the whole's memory is taken from its first piece on.
jaxpr piece_before_the_whole() {
  return program({{1000}, {600}, {400}}, [](vs x) {
    value const held = dear(x[0]), first = dear(x[1]), sum = bind<reduce_sum_t>({{0}}, held);
    value const later = bind<reduce_sum_t>({{0}}, dear(held * spread(sum, {1000}, {})));
    value const whole = joined({first, dear(x[2] * spread(later, {400}, {}))}, 0);
    return vec<value>{bind<cumsum_t>({0, false, false}, whole)};
  });
}
/// A piece is read when nothing reads the whole any more, and `after`, as large as the whole, is there.
jaxpr piece_after_the_whole() {
  return program({{600}, {400}, {1000}}, [](vs x) {
    value const first = dear(x[0]), whole = joined({first, dear(x[1])}, 0), sums = bind<cumsum_t>({0, false, false}, whole);
    value const after = dear(x[2] * spread(bind<reduce_sum_t>({{0}}, sums), {1000}, {}));
    value const total = bind<reduce_sum_t>({{0}}, bind<cumsum_t>({0, false, false}, after));
    return vec<value>{bind<mul_t>({}, first, spread(total, {600}, {}))};
  });
}

/// Sums of no terms, a number of them, beside sums of some.
jaxpr sums_of_nothing(shape const& s) {
  return program({s, {100}}, [](vs x) {
    value const none = bind<reduce_sum_t>({{1}}, exp_of(x[0]));
    return vec<value>{none, bind<mul_t>({}, x[1] + none, x[1]), bind<reduce_sum_t>({{0}}, exp_of(none - x[1]))};
  });
}
/// Rows of four numbers at 8 x 10 places: the last axis of the places is unrolled where they are alone, and a loop of what is read.
jaxpr rows_at_a_matrix_of_places() {
  return program({{200, 4}, {8, 10}}, [](vs x) {
    value const at = bind<convert_element_type_t>({dtype::i64}, x[1]);
    value const rows = bind<gather_t>({{0}, shape{extent(1)}, {0, 1}, {-1, 2}}, x[0], at);
    return vec<value>{exp_of(rows), bind<reduce_sum_t>({{2}}, bind<sin_t>({}, rows))};
  });
}

/// Slices that are computed in strips: what they come to is read by the same strips, or by nothing.
jaxpr slices_in_strips(bool is_read) {
  return program({{100}, {100}}, [=](vs x) {
    value const array = exp_of(x[0]), places = bind<convert_element_type_t>({dtype::i32}, x[1]);
    indexed_params const elements{{0}, shape{extent(1)}, {0}, {-1}};
    value const read = is_read ? bind<gather_t>(elements, array, places) : x[1], slices = exp_of(bind<mul_t>({}, exp_of(read), x[1]));
    return vec<value>{bind<cos_t>({}, bind<scatter_add_t>(elements, array, slices, places)),
                      bind<scatter_mul_t>(elements, x[0], slices, places)};
  });
}

/// Slices of a matrix of places, in strips of its columns, would meet in another order.
jaxpr slices_of_a_matrix() {
  return program({{10}, {3, 100}}, [](vs x) {
    value const places = bind<convert_element_type_t>({dtype::i32}, x[1]), slices = exp_of(bind<mul_t>({}, x[1], exp_of(x[1])));
    value const column = bind<reduce_sum_t>({{0}}, exp_of(x[1]));
    indexed_params const elements{{0}, shape{extent(1)}, {0, 1}, {-1}};
    return vec<value>{bind<scatter_add_t>(elements, x[0], slices, places), bind<mul_t>({}, exp_of(slices), spread(column, {3, 100}, {1}))};
  });
}

/// Slices that a kernel makes and scatters point by point: elements, rows of three and windows of two, from places that are read or made,
/// into arrays of their own and one after the other; one kind of slice is a result besides.
jaxpr slices_point_by_point(index_mode mode, bool from_end) {
  return program({{100}, {100, 3}, {200}}, [=](vs x) {
    indexed_params const elements{{0}, shape{extent(1)}, {0}, {-1}, mode, from_end},
        rows{{0}, shape{extent(1)}, {0}, {-1, 1}, mode, from_end}, windows{{0}, shape{extent(2)}, {0}, {1}, mode, from_end};
    value const places = bind<convert_element_type_t>({dtype::i32}, x[2]), others = bind<add_t>({}, places, places);
    value const some = bind<gather_t>(elements, x[0], places), row = bind<gather_t>(rows, x[1], others);
    value const slices = bind<mul_t>({}, some, x[2]), in_rows = bind<mul_t>({}, row, spread(slices, {200, 3}, {0}));
    value const pair = joined({bind<broadcast_in_dim_t>({{200, 1}, {0}}, slices), bind<broadcast_in_dim_t>({{200, 1}, {0}}, x[2])}, 1);
    return vec<value>{bind<scatter_add_t>(elements, x[0], slices, places), bind<scatter_mul_t>(rows, x[1], in_rows, places),
                      bind<scatter_add_t>(windows, x[0], pair, others), bind<scatter_max_t>(elements, x[0], x[2], others), slices};
  });
}

/// Eight places at each point.
jaxpr slices_at_eight_places() {
  return program({{100}, {200}, {8}}, [](vs x) {
    value const row = spread(x[1], {200, 8}, {0}), column = spread(x[2], {200, 8}, {1}), slices = bind<mul_t>({}, row, column);
    value const places = bind<convert_element_type_t>({dtype::i32}, bind<add_t>({}, row, column));
    return vec<value>{bind<scatter_add_t>({{0}, shape{extent(1)}, {0, 1}, {-1}}, x[0], slices, places)};
  });
}
/// Rows of two places, which a pack would turn for lanes: gathered, and scattered point by point.
jaxpr both_ends_of_edges(index_mode mode) {
  return program({{100, 3}, {200, 2}}, [=](vs x) {
    indexed_params const rows{{0}, shape{extent(1)}, {0, 1}, {-1, 2}, mode, true};
    value const places = bind<convert_element_type_t>({dtype::i32}, x[1]), ends = bind<gather_t>(rows, x[0], places);
    return vec<value>{bind<scatter_add_t>(rows, x[0], bind<mul_t>({}, ends, ends), places)};
  });
}
/// Places of a window, and what lies there: beyond the ends of the window no program has an index.
jaxpr gather_in_a_window() {
  return program({{100}, {200}}, [](vs x) {
    indexed_params const elements{{0}, shape{extent(1)}, {0}, {-1}, index_mode::promise_in_bounds};
    value const inner = part(x[1], 1, 199), places = bind<convert_element_type_t>({dtype::i32}, inner);
    value const found = bind<mul_t>({}, bind<gather_t>(elements, x[0], places), inner);
    return vec<value>{bind<add_t>({}, pad(found, like(found, 0.0), {{1}, {1}, {0}}), x[1])};
  });
}
/// Slices come in strips of rows; their places, or what these are made of, in strips of columns, since the transpose is read besides.
jaxpr places_along_columns(bool places_themselves) {
  return program({{100}, {80, 80}, {80, 80}}, [=](vs x) {
    value const slices = exp_of(x[1]), columns = bind<mul_t>({}, x[2], x[2]);
    value const places = bind<convert_element_type_t>({dtype::i32}, columns);
    value const to = bind<scatter_add_t>({{0}, shape{extent(1)}, {0, 1}, {-1}}, x[0], slices, places);
    value const turned = bind<transpose_t>({axes{1, 0}}, places_themselves ? places : columns);
    value const beside = bind<mul_t>({}, slices, places_themselves ? bind<convert_element_type_t>({dtype::f64}, turned) : turned);
    return vec<value>{to, bind<reduce_sum_t>({{1}}, beside)};
  });
}
/// Rows of forty, which are a loop of their own, at places that a kernel makes.
jaxpr rows_of_forty() {
  return program({{100, 40}, {200, 40}, {200}}, [](vs x) {
    value const row = bind<convert_element_type_t>({dtype::i32}, x[2]);
    return vec<value>{bind<scatter_add_t>({{0}, shape{extent(1)}, {0}, {-1, 1}}, x[0], x[1], bind<add_t>({}, row, row))};
  });
}
/// Forty rows are looped over, and forty numbers are not: the places of these slices are registers, all of them at each point.
jaxpr slices_at_few_places() {
  return program({{100, 3}, {40, 3}, {40}}, [](vs x) {
    value const places = bind<convert_element_type_t>({dtype::i32}, x[2]), slices = bind<mul_t>({}, x[1], x[1]);
    return vec<value>{bind<scatter_add_t>({{0}, shape{extent(1)}, {0}, {-1, 1}}, x[0], slices, places), bind<mul_t>({}, slices, x[1])};
  });
}

// ---- what is computed again
// ----------------------------------------------------------------------------------------------------------------------

/// A table that is quick to compute is computed again where elements are read, but not where a gather reads it in memory.
jaxpr gather_of_a_quick_table() {
  return program({{100, 100}}, [](vs x) {
    shape const s{100, 100};
    value const most = bind<reduce_max_t>({{0}}, x[0]), table = bind<mul_t>({}, spread(most, s, {0}), spread(most, s, {1}));
    return vec<value>{bind<gather_t>({{1}, shape{extent(2)}, {0, 1}, {0, 2}}, table, spread(x[0].ctx->constant(dtype::i32, 0), s, {}))};
  });
}
/// A product is computed again where a renaming of it is read; it is a result besides.
jaxpr result_that_is_computed_again() {
  return program({{100, 200}}, [](vs x) {
    shape const s{100, 200};
    value const most = spread(bind<reduce_max_t>({{1}}, x[0]), s, {0}), product = bind<mul_t>({}, x[0], most),
                renamed = spread(product, s, {0, 1});
    value const sums = spread(bind<reduce_sum_t>({{1}}, exp_of(product)), s, {0});
    return vec<value>{bind<add_t>({}, bind<mul_t>({}, renamed, sums), bind<sub_t>({}, x[0], sums)), product};
  });
}
/// y = x z is quick to compute from the argument z, wherever it is read; x, a product of values in strips, only where their strips are.
jaxpr product_of_strips_in_another_pass() {
  return program({{3}, {1000}, {3, 1000}}, [](vs a) {
    shape const s{3, 1000};
    value const strips = bind<mul_t>({}, exp_of(a[1]), a[1]), x = bind<mul_t>({}, spread(a[0], s, {0}), spread(strips, s, {1})),
                y = bind<mul_t>({}, x, a[2]);
    value const column = bind<reduce_sum_t>({{0}}, exp_of(y)),
                again = bind<mul_t>({}, exp_of(bind<add_t>({}, x, spread(column, s, {1}))), y);
    value const total = bind<reduce_sum_t>({{0}}, bind<reduce_sum_t>({{1}}, again));
    return vec<value>{bind<reduce_sum_t>({{0}}, exp_of(bind<mul_t>({}, y, spread(total, s, {}))))};
  });
}
/// Sums over rows have the type of a column in strips, [1,1,strip], but columns lie side by side in one buffer.
jaxpr sums_beside_columns() {
  return program({{65, 1}, {65, 1}}, [](vs a) {
    shape const s{1, 65, 65};
    value const first = exp_of(spread(exp_of(a[0]), s, {1, 2}));
    value const second =
        bind<mul_t>({}, first, bind<mul_t>({}, exp_of(first), spread(bind<mul_t>({}, bind<cos_t>({}, a[0]), a[1]), s, {1, 2})));
    auto const total = [&](value x) {
      value const chosen = bind<gather_t>({{0}, shape{extent(1)}, {0}, {1, 2, 3}}, x, spread(a[0].ctx->constant(dtype::i32, 0), {1}, {}));
      return bind<reduce_sum_t>({{0}}, bind<reduce_sum_t>({{1}}, bind<reduce_sum_t>({{2}}, bind<reduce_sum_t>({{3}}, chosen))));
    };
    return vec<value>{total(first), total(second)};
  });
}

bindings both(i64 n, i64 m) {
  bindings b;
  b.count = 2, b.name[0] = pack_symbol("n"), b.value[0] = n, b.name[1] = pack_symbol("m"), b.value[1] = m;
  return b;
}

} // namespace

std::vector<directed_program> directed_programs() {
  std::vector<bindings> const once{{}}, some{both(3, 4), both(20, 3)};
  return {
      {"a view of a view with steps", view_of_a_view(2, false), once},
      {"a view of a view with steps of three", view_of_a_view(3, false), once},
      {"a view of a reversed view", view_of_a_view(1, true), once},
      {"a strip and an output of another type", output_of_another_type(), once},
      {"two phases", two_phases(), once},
      {"sums beside columns", sums_beside_columns(), once},
      {"sums along both axes", sums_along_both_axes({100, 200}), once},
      {"sums along both axes of symbols", sums_along_both_axes({extent::of(pack_symbol("n")), extent::of(pack_symbol("m"))}), some},
      {"a number from another nest", number_from_another_nest(), once},
      {"a total along another axis", total_of_another_axis(false), once},
      {"a total along another axis, the last", total_of_another_axis(true), once},
      {"a total in other strips", total_in_other_strips(), once},
      {"a cumulative sum along strips", cumulative_along_strips(), once},
      {"differences computed again", weighted_differences(1), some},
      {"differences computed again, in kernels of their own", weighted_differences(17), some},
      {"a sum of all but the last", sum_of_all_but_one(false, false), once},
      {"a sum of all but the first", sum_of_all_but_one(true, false), once},
      {"a sum of all but the last, which are read besides", sum_of_all_but_one(false, true), once},
      {"results in rows that are read besides", rows_read_besides(), once},
      {"a row of single numbers", row_of_single_numbers(), once},
      {"a number among padding", padded_number(), once},
      {"neighbours of one operand", neighbours_of_one_operand(), once},
      {"a gather of a quick table", gather_of_a_quick_table(), once},
      {"a torus", torus({40, 70}), once},
      {"a torus of symbols", torus({extent::of(pack_symbol("n")), extent::of(pack_symbol("m"))}), some},
      {"pieces in place", pieces_in_place(false), once},
      {"pieces in place in a result", pieces_in_place(true), once},
      {"a piece behind a scatter", piece_behind_a_scatter(), once},
      {"a piece before the whole", piece_before_the_whole(), once},
      {"a piece after the whole", piece_after_the_whole(), once},
      {"sums of nothing", sums_of_nothing({100, 0}), once},
      {"rows at a matrix of places", rows_at_a_matrix_of_places(), once},
      {"slices in strips", slices_in_strips(false), once},
      {"slices in strips that read where they come to", slices_in_strips(true), once},
      {"slices of a matrix of places", slices_of_a_matrix(), once},
      {"slices point by point", slices_point_by_point(index_mode::clip, true), once},
      {"slices point by point, some dropped", slices_point_by_point(index_mode::fill_or_drop, false), once},
      {"slices at eight places", slices_at_eight_places(), once},
      {"rows of forty at places that a kernel makes", rows_of_forty(), once},
      {"slices in strips of rows at places made along columns", places_along_columns(false), once},
      {"slices in strips of rows at places along columns", places_along_columns(true), once},
      {"slices at few places", slices_at_few_places(), once},
      {"both ends of edges", both_ends_of_edges(index_mode::promise_in_bounds), once},
      {"both ends of edges, some dropped", both_ends_of_edges(index_mode::fill_or_drop), once},
      {"a gather in a window", gather_in_a_window(), once},
      {"a result that is computed again", result_that_is_computed_again(), once},
      {"a product of strips in another pass", product_of_strips_in_another_pass(), once},
  };
}

std::optional<std::string> error_of(directed_program const& d) {
  if (d.given.fault) return "the program is a fault";
  for (jaxpr const& j : {right_passes().lower(d.given), d.given}) {
    jaxpr const prepared = right_passes().prepare(j);
    for (bindings const& b : d.lengths)
      if (auto const wrong = plan_error(prepared, b, {}, right_passes())) return wrong;
  }
  return {};
}

} // namespace random_programs
