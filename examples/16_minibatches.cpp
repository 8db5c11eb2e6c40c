// SPDX-License-Identifier: BSL-1.0
// Indexing by data: a classifier of words that are vectors in a table. Each step of training draws a minibatch of examples by index, looks
// their words up, and adds the gradient to those rows of the table that it has read.
#include <constax/constax.hpp>
#include <cstdio>
#include <utility>
#include <vector>

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

inline constexpr int words = 200, width = 8, length = 5, batch = 64, steps = 400;
inline constexpr cx::dim<"examples"> examples;

// examples are words of a text: is more than half of it made of the first half of the dictionary?
inline constexpr auto loss = [](auto table, auto weights, auto text, auto answer) {
  auto const score = cx::matmul(cx::mean(table[text], 1_c), weights);
  return cx::mean(cx::softplus(score) - answer * score);
};
inline constexpr auto train = [](auto table, auto weights, auto texts, auto answers, auto count, auto key) {
  auto const step = [=](auto const& trip, auto const& state) {
    auto const& [t, w] = state;
    auto const chosen = jr::randint<int, batch>(jr::fold_in(key, trip), 0, count);
    auto const [by_table, by_weights] = cx::grad(loss, cx::argnums<0, 1>)(t, w, texts[chosen], answers[chosen]);
    return std::pair{t - 20.0 * by_table, w - 2.0 * by_weights};
  };
  return cx::fori_loop(0, steps, step, std::pair{table, weights});
};
inline constexpr auto accuracy = [](auto table, auto weights, auto texts, auto answers) {
  auto const score = cx::matmul(cx::mean(table[texts], 1_c), weights);
  return cx::mean(cx::astype<double>((score > 0.0) == (answers > 0.5)));
};

int main() {
  constexpr int n = 2000;
  std::vector<int> texts(n * length);
  std::vector<double> answers(n);
  unsigned state = 1;
  for (int e = 0; e < n; ++e) {
    int first_half = 0;
    for (int k = 0; k < length; ++k) {
      state = state * 1664525u + 1013904223u;
      int const word = static_cast<int>((state >> 8) % words);
      texts[static_cast<std::size_t>(e * length + k)] = word, first_half += word < words / 2;
    }
    answers[static_cast<std::size_t>(e)] = 2 * first_half > length;
  }
  cx::view<int const, examples, length> const all(texts.data(), n);
  cx::view<double const, examples> const right(answers.data(), n);
  auto const start = cx::jit([](auto key) {
    auto const [a, b] = jr::split(key);
    return std::pair{0.1 * jr::normal<words, width>(a), 0.1 * jr::normal<width>(b)};
  })(jr::key(1));
  auto const [table, weights] = cx::jit(train)(start.first, start.second, all, right, n, jr::key(2));
  double const before = cx::jit(accuracy)(start.first, start.second, all, right), after = cx::jit(accuracy)(table, weights, all, right);
  std::printf("right answers: %.1f %% before, %.1f %% after %d minibatches of %d\n", 100 * before, 100 * after, steps, batch);
  return after > 0.95 ? 0 : 1;
}
