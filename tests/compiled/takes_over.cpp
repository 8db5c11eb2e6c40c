// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// When compiled code takes over, what is kept in files, and what happens where nothing can be compiled: the evaluator goes on.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"
#include "environment.hpp"

#include <constax/compiled.hpp>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace app {
/// A primitive that the text of a program cannot name.
struct third_power_t : cx::elementwise<third_power_t> {
  static constexpr std::string_view name = "third_power";
  static constexpr auto eval(auto const& x) { return x * x * x; }
};
inline constexpr third_power_t third_power{};
} // namespace app

namespace {

environment::own_cache const cache;
cx::ndarray const x{0.5, -1.0, 2.0};
double first(cx::ndarray const& y) { return y.to_vector<double>()[0]; }

std::atomic<int> traces = 0;
inline constexpr auto counted = [](auto v) {
  ++traces;
  return cx::sum(v * v) + 1.0;
};

TEST_CASE("the evaluator answers, then compiled code") {
  auto const g = cx::compiled(counted);
  CHECK(g.status(x) == "no call with arguments of these types has been recorded");
  CHECK_FALSE(g.is_ready(x));
  CHECK(g(x).item<double>() == 6.25);
  CHECK_FALSE(g.status(x) == "no call with arguments of these types has been recorded");
  g.wait();
  CHECK(g.is_ready(x));
  CHECK(g.status(x).find("compiled code, by " CONSTAX_TEST_CXX " in ") == 0);
  CHECK(g(x).item<double>() == 6.25);
  CHECK(traces == 1);
  CHECK(cache.folder.files() == 1);

  // Programs belong to the function, whoever asks; and each signature has its own.
  auto const again = cx::compiled(counted);
  CHECK(again.is_ready(x));
  CHECK(again(x).item<double>() == 6.25);
  CHECK(traces == 1);
  CHECK(g.status(cx::ndarray{1.0, 2.0}) == "no call with arguments of these types has been recorded");
  CHECK_FALSE(g.is_ready(cx::ndarray(x.to_vector<double>(), {3, 1})));
  auto const all = again.cache_info();
  CHECK(all.programs == 1);
  CHECK(all.misses == 1);
  CHECK(all.hits == 2);
  CHECK(all.compiled == 1);
  CHECK(all.from_files == 0);
  CHECK(all.failed == 0);
}

TEST_CASE("explain says who answers") {
  auto const g = cx::compiled([k = 2.0](auto v) { return cx::sin(v) * k; });
  std::string const program =
                        "program: { lambda ; a:f64[3]. let\n"
                        "    b:f64[3] = sin a\n"
                        "    c:f64[3] = mul b 2.0:f64[]\n"
                        "  in (c,) }\n",
                    plan =
                        "evaluated by strips: 1 node: 1 loop; 2 strips of 256 elements, 0 bytes of workspace\n"
                        "0. loop of 3 elements\n"
                        "     b = sin a\n"
                        "     c = mul b 2.0:f64[], a result";
  CHECK(g.explain(x) == "signature: f64[3]\nnot traced yet\n" + program + plan);
  CHECK(g.cache_info().programs == 0);
  (void)g(x), (void)g(x);
  g.wait();
  CHECK(g.explain(x) == "signature: f64[3]\ntraced before; 1 program is kept for arguments of this structure, 1 call has found theirs\n" +
                            program + "compiler: " + g.status(x) + "\nuntil then, or instead: " + plan);
}

TEST_CASE("what is called with numbers and arrays is a static program; in a traced function it is a call") {
  auto const g = cx::compiled([](auto v) { return cx::sum(v * v); });
  CHECK(g(cx::array<double, 2>{3, 4}) == 25.0);
  CHECK(cx::jit([&](auto v) { return g(v) * 2.0; })(x).item<double>() == 10.5);
  CHECK(g.cache_info().programs == 0);
}

TEST_CASE("a function with state is traced once for each signature, and owns its programs") {
  double by = 3.0;
  int traced = 0;
  auto const g = cx::compiled([by, &traced](auto v) { return ++traced, v * by; });
  by = 4.0; // what was captured by value is g's own
  CHECK(first(g(x)) == 1.5);
  g.wait();
  auto const copy = g;
  CHECK(copy.is_ready(x));
  CHECK(first(copy(x)) == 1.5);
  CHECK(traced == 1);
  auto const closed = cx::compiled(cx::closure([](auto w, auto v) { return w * v; }, cx::ndarray(2.0)));
  CHECK(first(closed(x)) == 1.0);
  closed.wait();
  CHECK(closed.is_ready(x));
  CHECK(first(closed(x)) == 1.0);
}

TEST_CASE("another program finds the code in a file; a file that was changed is as good as none") {
  auto const make = [] { return cx::compiled([k = 1](auto v) { return cx::cos(v) * static_cast<double>(k); }); };
  auto const ask = [&] {
    auto const g = make();
    cx::ndarray const before = g(x);
    g.wait();
    CHECK(g(x) == before);
    return g.status(x);
  };
  CHECK(ask().find("compiled code, by ") == 0);
  CHECK(ask() == "compiled code, from a file");
  for (auto const& file : std::filesystem::directory_iterator(cache.folder.path())) std::ofstream(file.path(), std::ios::app) << "more";
  CHECK(ask().find("compiled code, by ") == 0);
  CHECK(ask() == "compiled code, from a file");
  environment::setting const no_files("CONSTAX_CACHE", "");
  CHECK(ask().find("compiled code, by ") == 0);
}

TEST_CASE("without a compiler the evaluator goes on, and says why") {
  auto const slope = cx::grad([](auto v) { return cx::sum(cx::sin(v) * v); });
  auto const expected = cx::jit(slope)(x);
  SECTION("there is none") {
    environment::setting const none("CONSTAX_CXX", "/nowhere/c++");
    auto const g = cx::compiled([slope, k = 0](auto v) { return static_cast<double>(k + 1) * slope(v); });
    CHECK(g(x) == expected);
    g.wait();
    CHECK(g.status(x).find("is not compiled: the compiler `/nowhere/c++` cannot be run: set the environment's CONSTAX_CXX to one") == 0);
    CHECK(g(x) == expected);
    CHECK(g.cache_info().failed == 1);
  }
  SECTION("it refuses") {
    std::string const script = (cache.folder.path() / "refuses").string();
    std::ofstream(script)
        << "#!/bin/sh\ncase \"$*\" in *-dM*) echo '#define __cplusplus 202002L';; *) echo no such luck >&2; exit 1;; esac\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    environment::setting const refuses("CONSTAX_CXX", script);
    auto const g = cx::compiled([slope, k = 0](auto v) { return static_cast<double>(k + 1) * slope(v); });
    CHECK(g(x) == expected);
    g.wait();
    CHECK(g.status(x) == "is not compiled: `" + script + "` refused the text of the program\nno such luck\n");
    CHECK(g(x) == expected);
  }
  SECTION("it makes something else") {
    std::string const script = (cache.folder.path() / "makes").string();
    std::ofstream(script)
        << "#!/bin/sh\ncase \"$*\" in *-dM*) echo '#define __cplusplus 202002L';; *) for f; do :; done; echo no library >$f;; esac\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    environment::setting const makes("CONSTAX_CXX", script);
    auto const g = cx::compiled([slope, k = 0](auto v) { return static_cast<double>(k + 1) * slope(v); });
    CHECK(g(x) == expected);
    g.wait();
    CHECK(g.status(x).find("is not compiled: ") == 0);
    CHECK(g(x) == expected);
  }
  SECTION("the headers are elsewhere") {
    environment::setting const elsewhere("CONSTAX_INCLUDE", "/nowhere");
    auto const g = cx::compiled([slope, k = 0](auto v) { return static_cast<double>(k + 1) * slope(v); });
    CHECK(g(x) == expected);
    g.wait();
    CHECK(g.status(x) ==
          "is not compiled: the headers are not in /nowhere: set the environment's CONSTAX_INCLUDE to the folder that holds constax/");
  }
}

TEST_CASE("a primitive of one's own has no text") {
  auto const g = cx::compiled([](auto v) { return cx::sum(app::third_power(v)); });
  CHECK(g(x).item<double>() == 7.125);
  g.wait();
  CHECK(g.status(x) == "is not compiled: third_power is a primitive of your own, which the text of a program cannot name");
  CHECK(g(x).item<double>() == 7.125);
}

TEST_CASE("an exception leaves nothing behind") {
  bool refuse = true;
  auto const g = cx::compiled([&refuse](auto v) {
    if (refuse) throw std::runtime_error("not now");
    return v + cx::reshape<3>(v);
  });
  CHECK(thrown<std::runtime_error>([&] { g(x); }) == "not now");
  CHECK(g.cache_info().programs == 0);
  refuse = false;
  CHECK(thrown<cx::shape_error>([&] { g(cx::ndarray{1.0}); }) != "nothing was thrown");
  CHECK(first(g(x)) == 1.0);
  CHECK(g.cache_info().programs == 1);
}

TEST_CASE("many threads that call at once make one program") {
  traces = 0;
  auto const g = cx::compiled([k = 2.0](auto v) {
    ++traces;
    return cx::sum(cx::exp(v)) * k;
  });
  double const expected = cx::jit([](auto v) { return cx::sum(cx::exp(v)) * 2.0; })(x).item<double>();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      while (!g.is_ready(x)) {
        wrong += g(x).item<double>() != expected;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      wrong += g(x).item<double>() != expected;
    });
  for (std::thread& t : threads) t.join();
  CHECK(wrong == 0);
  CHECK(traces == 1);
  CHECK(g.cache_info().compiled == 1);
}

TEST_CASE("who goes away waits for no compiler") {
  std::string const script = (cache.folder.path() / "sleeps").string();
  std::ofstream(script) << "#!/bin/sh\nsleep 60\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  environment::setting const sleeps("CONSTAX_CXX", script);
  auto const begin = std::chrono::steady_clock::now();
  {
    auto const g = cx::compiled([k = 5.0](auto v) { return v * k; });
    (void)g(x), (void)g(cx::ndarray{1.0});
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
}

} // namespace
