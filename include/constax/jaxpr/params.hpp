// SPDX-License-Identifier: BSL-1.0
#pragma once
// params: a primitive's parameters are an aggregate of integers, booleans, doubles, dtypes, axes, shapes and functions of the module;
//         in an equation they are a run of integers. Encoding, decoding and printing are generated from the aggregate.
//
//   struct params { axes dims; static constexpr char const* names[] = {"axes"}; };     ->     reduce_sum[axes=(0, 1)]
#include <constax/aval/aval.hpp>

namespace constax::inline CONSTAX_TAG {

/// A function of the module: a place in the jaxpr's list of sub-jaxprs.
struct fn {
  i64 index = 0;
};

/// A name, of at most 32 characters; longer ones are cut.
struct label {
  static constexpr int words = 4;
  symbol part[words] = {};
  constexpr label() = default;
  constexpr label(std::string_view name) {
    for (int i = 0; i < words && !name.empty(); ++i) {
      std::size_t const n = name.size() < max_symbol_length ? name.size() : max_symbol_length;
      part[i] = pack_symbol(name.substr(0, n)), name.remove_prefix(n);
    }
  }
  friend constexpr bool operator==(label const&, label const&) = default;
};
constexpr text& operator<<(text& out, label const& name) {
  for (symbol s : name.part) out << symbol_name(s);
  return out;
}

struct no_params {
  static constexpr char const* const* names = nullptr;
};

namespace detail {

struct anything {
  template <class T>
  constexpr operator T() const;
};
template <class P, class... Any>
constexpr int member_count() {
  if constexpr (requires { P{Any{}..., anything{}}; }) return member_count<P, Any..., anything>();
  else return sizeof...(Any);
}

inline constexpr int most_params = 7;
template <class P>
inline constexpr bool each_is_named = member_count<P>() > most_params; // for_each_member says that
template <class P>
  requires(sizeof(P::names) > 0)
inline constexpr bool each_is_named<P> = sizeof(P::names) / sizeof(char const*) == member_count<P>();

/// Calls f on each member, in order. P: the aggregate, const or not.
template <class P>
constexpr void for_each_member(P& p, auto&& f) {
  constexpr int n = member_count<std::remove_const_t<P>>();
  static_assert(n <= most_params, "[constax] params: at most seven parameters");
  if constexpr (n == 1) {
    auto& [a] = p;
    f(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = p;
    f(a), f(b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = p;
    f(a), f(b), f(c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = p;
    f(a), f(b), f(c), f(d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = p;
    f(a), f(b), f(c), f(d), f(e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, g] = p;
    f(a), f(b), f(c), f(d), f(e), f(g);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, g, h] = p;
    f(a), f(b), f(c), f(d), f(e), f(g), f(h);
  }
}

struct encoder {
  vec<i64>& out;
  constexpr void operator()(axes const& a) {
    out.push(a.count);
    for (i64 x : a) out.push(x);
  }
  constexpr void operator()(extent const& e) {
    int const terms = (e.times[0] != 0) + (e.times[1] != 0);
    out.push(terms), out.push(e.number);
    for (int i = 0; i < terms; ++i) out.push(static_cast<i64>(e.name[i])), out.push(e.times[i]);
  }
  constexpr void operator()(shape const& s) {
    out.push(s.rank);
    for (int i = 0; i < s.rank && !s.overflowed(); ++i) (*this)(s[i]);
  }
  constexpr void operator()(fn f) { out.push(f.index); }
  constexpr void operator()(label const& l) {
    for (symbol s : l.part) out.push(static_cast<i64>(s));
  }
  constexpr void operator()(double x) { out.push(std::bit_cast<i64>(x)); }
  template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
  constexpr void operator()(T x) {
    out.push(static_cast<i64>(x));
  }
};

struct decoder {
  range<i64> in;
  u32 at = 0;
  constexpr i64 next() { return in[at++]; }
  constexpr void operator()(axes& a) {
    a.count = static_cast<u8>(next());
    for (int i = 0; i < a.count; ++i) a.at[i] = next();
  }
  constexpr void operator()(extent& e) {
    i64 const terms = next();
    e.number = next();
    for (i64 i = 0; i < terms; ++i) e.name[i] = static_cast<symbol>(next()), e.times[i] = next();
  }
  constexpr void operator()(shape& s) {
    s.rank = static_cast<u8>(next());
    for (int i = 0; i < s.rank && !s.overflowed(); ++i) (*this)(s[i]);
  }
  constexpr void operator()(fn& f) { f.index = next(); }
  constexpr void operator()(label& l) {
    for (symbol& s : l.part) s = static_cast<symbol>(next());
  }
  constexpr void operator()(double& x) { x = std::bit_cast<double>(next()); }
  template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
  constexpr void operator()(T& x) {
    x = static_cast<T>(next());
  }
};

/// Does a parameter have more axes than there is room for?
struct finder_of_overflow {
  bool found = false;
  constexpr void operator()(shape const& s) { found |= s.overflowed(); }
  constexpr void operator()(axes const& a) { found |= a.overflowed(); }
  template <class T>
  constexpr void operator()(T const&) {}
};
struct printer_of_params {
  text& out;
  constexpr void operator()(axes const& a) {
    out << '(';
    for (int i = 0; i < a.size(); ++i) out << (i ? ", " : "") << a[i];
    out << (a.size() == 1 ? ",)" : ")");
  }
  constexpr void operator()(extent const& e) { out << e; }
  constexpr void operator()(shape const& s) {
    if (s.overflowed()) {
      out << "(...)";
      return;
    }
    out << '(';
    for (int i = 0; i < s.rank; ++i) out << (i ? ", " : "") << s[i];
    out << (s.rank == 1 ? ",)" : ")");
  }
  constexpr void operator()(fn f) { out << "fn" << f.index; }
  constexpr void operator()(label const& l) { out << l; }
  constexpr void operator()(double x) { out << number_text(x); }
  constexpr void operator()(dtype d) { // JAX prints NumPy's names here: float32
    dtype_info const& t = info(d);
    if (d == dtype::boolean || t.key) out << t.name;
    else out << (d == dtype::bf16 ? "bfloat" : t.floating ? "float" : t.is_signed ? "int" : "uint") << static_cast<i64>(t.bytes * 8);
  }
  constexpr void operator()(bool b) { out << (b ? "True" : "False"); }
  template <class T>
    requires std::is_integral_v<T>
  constexpr void operator()(T x) {
    out << static_cast<i64>(x);
  }
};

} // namespace detail

template <class P>
constexpr vec<i64> encode(P const& p) {
  vec<i64> out;
  if constexpr (!__is_same(P, no_params)) detail::for_each_member(p, detail::encoder{out});
  return out;
}
template <class P>
constexpr P decode(range<i64> in) {
  P p{};
  if constexpr (!__is_same(P, no_params)) {
    detail::decoder d{in};
    detail::for_each_member(p, d);
  }
  return p;
}
template <class P>
constexpr bool overflowed(P const& p) {
  detail::finder_of_overflow f;
  detail::for_each_member(p, f);
  return f.found;
}
/// `[axes=(0,) dtype=f64]`, or nothing for a primitive without parameters.
template <class P>
constexpr void print_params(text& out, range<i64> in) {
  if constexpr (!__is_same(P, no_params)) {
    P const p = decode<P>(in);
    if constexpr (requires { p.print(out); }) { // where JAX groups several parameters into one
      p.print(out);
    } else {
      static_assert(detail::each_is_named<P>, "[constax] params: `names` has a name for each parameter");
      int i = 0;
      detail::for_each_member(p, [&](auto const& member) {
        out << (i ? " " : "[") << P::names[i] << '=';
        detail::printer_of_params{out}(member);
        ++i;
      });
      out << ']';
    }
  }
}

} // namespace constax::inline CONSTAX_TAG
