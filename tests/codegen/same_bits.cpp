// SPDX-License-Identifier: BSL-1.0
// The text of constax' functions for scalars compiles alone, in an empty folder and without warnings, and gives the bits of the native
// functions: every function of constax::math and those on lanes that kernels call, every type of element that it takes.
//
// Two libraries are compiled here by the compiler that built this test: one from the flattened text, one from the headers. Flags allow
// contraction, which the text forbids for itself.
// flags: -O1 -march=native
#include "calls.hpp"
#include "compiled.hpp"

#include "../math/functions.hpp"
#include "../support/catch.hpp"

#include <cstring>
#include <map>

namespace {

/// One function with one type of element, as the libraries hand it out; kind is 0 where it takes no such element.
struct entry {
  char const* function;
  char const* element;
  int kind;
  void (*run)(void const* x, void const* y, void const* z, int const* n, void* out, long count);
};

/// What follows the functions' text in both libraries.
std::string entries(std::vector<calls::function> const& functions) {
  std::string classes, list;
  for (auto const& f : functions) {
    classes += calls::as_class(f);
    for (auto const& e : calls::elements)
      list += "  entry_of<as_" + f.name + ", " + e.type + ">(\"" + f.name + "\", \"" + e.name + "\"),\n";
  }
  return calls::prelude + classes + R"text(
namespace {
struct entry {
  char const* function;
  char const* element;
  int kind;
  void (*run)(void const* x, void const* y, void const* z, int const* n, void* out, long count);
};
template <class F, class T> void run(void const* x, void const* y, void const* z, int const* n, void* out, long count) {
  auto const a = static_cast<T const*>(x), b = static_cast<T const*>(y), c = static_cast<T const*>(z);
  for (long i = 0; i < count; ++i) call<F>(a[i], b[i], c[i], n[i], static_cast<T*>(out) + 2 * i);
}
template <class F, class T> constexpr entry entry_of(char const* function, char const* element) {
  return {function, element, F::template kind<T>(), run<F, T>};
}
constexpr entry all[] = {
)text" + list +
         R"text(};
}  // namespace
extern "C" entry const* entries(int* count);
extern "C" entry const* entries(int* count) {
  *count = static_cast<int>(sizeof all / sizeof *all);
  return all;
}
)text";
}

struct list {
  entry const* entries;
  int count;
};
list entries_of(compiled::library const& l) {
  list r{};
  auto const give = l.function<entry const* (*)(int*)>("entries");
  if (give) r.entries = give(&r.count);
  return r;
}

// ---- arguments -------------------------------------------------------------------------------------------------------------
template <class T> using arguments = functions::arguments<T>;

/// Where the table of tests/math/functions.hpp draws arguments of a function: at its poles, thresholds, and ends of its range.
template <class T> using drawing = arguments<T> (*)(functions::random<T>&);
template <class T> std::map<std::string, drawing<T>> const& hard_places() {
  static auto const all = []<int... I>(std::integer_sequence<int, I...>) {
    std::map<std::string, drawing<T>> m;
    (m.emplace(std::string(functions::names[I]).substr(0, std::string(functions::names[I]).find(',')),
               [](functions::random<T>& g) { return arguments<T>(functions::at<I>.draw(g)); }),
     ...);
    return m;
  }
  (std::make_integer_sequence<int, functions::size>{});
  return all;
}

constexpr int n_random = 40000;
template <class T> struct points {
  std::vector<T> x, y, z;
  std::vector<int> n;
  void add(arguments<T> const& a, std::uint64_t r) {
    x.push_back(a.x[0]), y.push_back(a.x[1]), z.push_back(a.x[2]);
    n.push_back(static_cast<int>(r % 3 == 0   ? r >> 32
                                 : r % 3 == 1 ? (r >> 32) % 81
                                              : (r >> 32) % 6001) -
                static_cast<int>(r % 3 == 0   ? 0
                                 : r % 3 == 1 ? 40
                                              : 3000));
  }
};
/// Special values in all combinations; numbers of all magnitudes, of any bits, and at hard places.
template <class T> points<T> floating_points(std::string const& function) {
  points<T> p;
  functions::random<T> g{42};
  auto const& special = functions::special_arguments<T>;
  for (T a : special)
    for (T b : special)
      for (T c : {special[0], special[2], special[7], special[4], special[6], b}) p.add({{a, b, c}}, g.next());
  auto const hard = hard_places<T>().find(function);
  for (int i = 0; i < n_random; ++i) {
    auto const number = [&] { return g.either(g.any(), g.powers(-1100, 1100), g.powers(-20, 20), g.uniform(-4, 4)); };
    T const a = number(), b = number(), c = number();
    p.add({{a, b, c}}, g.next());
    if (hard != hard_places<T>().end()) p.add(hard->second(g), g.next());
  }
  return p;
}
template <class T> points<T> integer_points() {
  points<T> p;
  functions::random<double> g{42};
  using L = std::numeric_limits<T>;
  T const special[] = {T(0),
                       T(1),
                       static_cast<T>(-1),
                       T(2),
                       T(31),
                       T(32),
                       T(63),
                       T(64),
                       L::min(),
                       L::max(),
                       static_cast<T>(L::min() + 1),
                       static_cast<T>(L::max() - 1)};
  for (T a : special)
    for (T b : special) p.add({{a, b, a}}, g.next());
  for (int i = 0; i < n_random; ++i) {
    std::uint64_t const r = g.next();
    p.add({{static_cast<T>(g.next() >> (r % 64)), static_cast<T>(g.next() >> (r / 64 % 64)), static_cast<T>(g.next())}}, g.next());
  }
  return p;
}

/// How many of the points differ; the sign and the bits of a nan are free.
template <class T> long differing(entry const& a, entry const& b, points<T> const& p) {
  std::size_t const count = p.x.size();
  std::vector<T> u(2 * count), v(2 * count);
  a.run(p.x.data(), p.y.data(), p.z.data(), p.n.data(), u.data(), static_cast<long>(count));
  b.run(p.x.data(), p.y.data(), p.z.data(), p.n.data(), v.data(), static_cast<long>(count));
  long n = 0;
  for (std::size_t i = 0; i < 2 * count; ++i) n += std::memcmp(&u[i], &v[i], sizeof(T)) != 0 && !(u[i] != u[i] && v[i] != v[i]);
  return n;
}
long differing(entry const& a, entry const& b) {
  std::string const e = a.element;
  if (e == "f32") return differing(a, b, floating_points<float>(a.function));
  if (e == "f64") return differing(a, b, floating_points<double>(a.function));
  if (e == "i8") return differing(a, b, integer_points<std::int8_t>());
  if (e == "i32") return differing(a, b, integer_points<std::int32_t>());
  if (e == "i64") return differing(a, b, integer_points<std::int64_t>());
  if (e == "u8") return differing(a, b, integer_points<std::uint8_t>());
  if (e == "u32") return differing(a, b, integer_points<std::uint32_t>());
  return differing(a, b, integer_points<std::uint64_t>());
}

/// The functions of two libraries that differ, with how many numbers do.
std::string differences(list const& a, list const& b, int& compared) {
  std::string all;
  std::map<std::string, bool> taken;
  if (a.count != b.count) return "the lists differ";
  for (int i = 0; i < a.count; ++i) {
    entry const &s = a.entries[i], &t = b.entries[i];
    std::string const name = std::string(s.function) + " " + s.element;
    if (std::strcmp(s.function, t.function) || std::strcmp(s.element, t.element) || s.kind != t.kind) return name + ": the lists differ";
    taken[s.function] |= s.kind != 0;
    if (s.kind == 0) continue;
    ++compared;
    if (long const n = differing(s, t)) all += name + ": " + std::to_string(n) + "; ";
  }
  for (auto const& [function, is] : taken)
    if (!is) all += function + ": called with nothing; ";
  return all;
}

} // namespace

TEST_CASE("text for scalars alone gives the bits of the native functions") {
  namespace cg = constax::codegen;
  std::string const calls = entries(calls::all_functions()), processor = GENERATE("-march=native", ""); // without fma other bits
  std::string const flags = (processor.empty() ? "-O1 " : "-O3 ") + processor;
  INFO(flags);
  compiled::folder const here;
  compiled::library const text(here, "text", cg::flatten({"constax/math/math.hpp", "constax/lane/lane.hpp"}) + calls, flags);
  compiled::library const native(here, "native", "#include <constax/math/math.hpp>\n" + calls,
                                 "-I'" + cg::header_folder().string() + "' -O1 " + processor, "20");
  REQUIRE(text.said == "");
  REQUIRE(native.said == "");
  int compared = 0;
  CHECK(differences(entries_of(text), entries_of(native), compared) == "");
  CHECK(compared > 200);
}

#if CONSTAX_CONTRACTS
TEST_CASE("a wrong twin is found: the line is missing by which the text forbids contraction") {
  namespace cg = constax::codegen;
  calls::function const gamma{"lgamma", "constax::math::lgamma", cg::header_of("lgamma")};
  std::string const right = cg::flatten({gamma.header}), calls = entries({gamma}), line = "#pragma GCC optimize(\"fp-contract=off\")";
  auto const at = right.find(line);
  REQUIRE(at != right.npos);
  std::string wrong = right;
  wrong.erase(at, line.size());
  compiled::folder const here;
  compiled::library const a(here, "right", right + calls, "-O2 -march=native"), b(here, "wrong", wrong + calls, "-O2 -march=native");
  REQUIRE(a.said + b.said == "");
  int compared = 0;
  CHECK(differences(entries_of(a), entries_of(b), compared).find("lgamma f64: ") != std::string::npos);
}
#endif

TEST_CASE("a wrong twin is found: a coefficient of the sine is a last place off") {
  namespace cg = constax::codegen;
  calls::function const sine{"sin", "constax::math::sin", cg::header_of("sin")};
  std::string const right = cg::flatten({sine.header}), calls = entries({sine}), coefficient = "{-0x1.5555555555555p-3,";
  auto const at = right.find(coefficient);
  REQUIRE(at != right.npos);
  std::string wrong = right;
  wrong.replace(at, coefficient.size(), "{-0x1.5555555555554p-3,");
  compiled::folder const here;
  compiled::library const a(here, "right", right + calls, "-O1"), b(here, "wrong", wrong + calls, "-O1");
  REQUIRE(a.said + b.said == "");
  int compared = 0;
  std::string const found = differences(entries_of(a), entries_of(b), compared);
  CHECK(found.find("sin f64: ") == 0);
  CHECK(found.find("sin f32: ") == found.npos);
}
