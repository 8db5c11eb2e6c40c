// SPDX-License-Identifier: BSL-1.0
#include "source.hpp"

#include "source_trial.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>

namespace random_programs {
namespace {

/// extern "C" name_run(inputs, results, memory, backward)
std::string entry_of(codegen::program_text const& p, u32 inputs) {
  std::string out =
      "extern \"C\" void " + p.name + "_run(void const* const* in, void* const* out, unsigned char* memory, int backward) {\n";
  out += "  (void)in, (void)out;\n  using namespace constax;\n";
  std::string call = "constax::generated::" + p.name + "_on(grid";
  for (u32 i = 0; i < p.arguments.size(); ++i) {
    std::string const type = p.arguments[i].substr(0, p.arguments[i].rfind(' '));
    call += ", static_cast<" + type + ">(" + (i < inputs ? "in[" + std::to_string(i) : "out[" + std::to_string(i - inputs)) + "])";
  }
  out += "  auto const run = [&](auto grid) { " + call + ", memory); };\n";
  return out + "  if (backward) run(backward_grid{});\n  else run(serial_grid{});\n}\n";
}

std::vector<unsigned char> bytes_of(tensor const& t) {
  std::size_t const size = info(stored(t.type.type)).bytes;
  std::vector<unsigned char> b(size * t.size() + 1);
  for (u32 i = 0; i < t.size(); ++i) std::memcpy(b.data() + i * size, &t.words[i], size);
  return b;
}
tensor tensor_from(aval const& a, unsigned char const* b) {
  tensor t(a);
  std::size_t const size = info(stored(a.type)).bytes;
  for (u32 i = 0; i < t.size(); ++i) t.words[i] = 0, std::memcpy(&t.words[i], b + i * size, size);
  return t;
}

/// Memory with room around it that nobody may write to.
class guarded {
  static constexpr std::size_t room = 256;
  std::vector<unsigned char> all_;
  std::size_t begin_, size_;

 public:
  explicit guarded(std::size_t size) : all_(size + 2 * room + 64, static_cast<unsigned char>(0xff)), begin_(room), size_(size) {
    begin_ += (64 - reinterpret_cast<std::uintptr_t>(all_.data() + begin_) % 64) % 64;
  }
  unsigned char* data() { return all_.data() + begin_; }
  bool is_intact() const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if ((i < begin_ || i >= begin_ + size_) && all_[i] != 0xff) return false;
    return true;
  }
};

using entry_point = void (*)(void const* const*, void* const*, unsigned char*, int);
std::optional<std::string> wrong(source_trial const& t, entry_point run, bool backward) {
  std::vector<std::vector<unsigned char>> in;
  std::vector<guarded> out;
  std::vector<void const*> ins;
  std::vector<void*> outs;
  for (tensor const& x : t.args) in.push_back(bytes_of(x));
  for (tensor const& y : t.expected) out.emplace_back(y.size() * info(stored(y.type.type)).bytes);
  for (auto const& b : in) ins.push_back(b.data());
  for (auto& b : out) outs.push_back(b.data());
  guarded memory(static_cast<std::size_t>(t.text.bytes));
  run(ins.data(), outs.data(), memory.data(), backward);
  if (!memory.is_intact()) return "it writes beyond its memory";
  for (guarded const& b : out)
    if (!b.is_intact()) return "it writes beyond a result";
  vec<tensor> got;
  for (u32 i = 0; i < t.expected.size(); ++i) got.push(tensor_from(t.expected[i].type, out[i].data()));
  return different_bits(t.expected, got);
}

} // namespace

std::unique_ptr<source_trial> source_trial_of(std::uint64_t seed, std::map<std::string, long>& refused, bool packs) {
  choices pick(seed);
  random_program const r = generate(pick);
  if (r.program.fault || r.lengths.empty()) return nullptr;
  jaxpr const j = lower(with_numbers(r.program, r.lengths[0]));
  if (j.fault) return nullptr;
  auto t = std::make_unique<source_trial>();
  t->seed = seed, t->program = j;
  try {
    t->text = codegen::program_of(j, "p" + std::to_string(seed), packs ? codegen::cpp_target() : codegen::grid_target{});
  } catch (codegen::unsupported const& e) {
    std::string const what = e.what();
    ++refused[what.substr(0, what.find(' ', std::string("[constax] codegen: ").size()))];
    return nullptr;
  }
  random_numbers numbers(seed);
  t->args = random_arguments(numbers, j, {}, seed % 2 ? drawn::special : drawn::ordinary);
  t->expected = reference::evaluate(j, t->args);
  if (t->expected.size() != j.outs.size()) return nullptr;
  return t;
}

bool try_source(std::uint64_t seed, long count, std::string const& folder, std::string const& compiler, bool packs) {
  constexpr std::size_t in_a_file = 50;
  std::map<std::string, long> refused;
  std::vector<std::unique_ptr<source_trial>> trials;
  long tried = 0, failed = 0, wide = 0;
  auto const run_all = [&] {
    if (trials.empty()) return;
    std::vector<codegen::program_text> programs;
    for (auto const& t : trials) programs.push_back(t->text);
    std::string const path = folder + "/source_" + std::to_string(trials[0]->seed);
    std::ofstream file(path + ".cpp");
    file << codegen::called_by(programs) << codegen::bodies_of(programs);
    for (auto const& t : trials) file << entry_of(t->text, t->args.size());
    file.close();
    if (std::system((compiler + " -shared -fPIC -o " + path + ".so " + path + ".cpp").c_str()) != 0) {
      std::printf("%s.cpp does not compile\n", path.c_str());
      failed += static_cast<long>(trials.size());
    } else if (void* const library = dlopen((path + ".so").c_str(), RTLD_NOW); !library) {
      std::printf("%s\n", dlerror());
      failed += static_cast<long>(trials.size());
    } else {
      for (auto const& t : trials)
        for (bool backward : {false, true}) {
          auto const entry = reinterpret_cast<entry_point>(dlsym(library, (t->text.name + "_run").c_str()));
          if (auto const why = wrong(*t, entry, backward)) {
            std::printf("seed %llu%s: %s\n%s\n", static_cast<unsigned long long>(t->seed), backward ? ", backwards" : "", why->c_str(),
                        t->text.jaxpr.c_str());
            ++failed;
            break;
          }
        }
      dlclose(library);
    }
    std::fflush(stdout);
    tried += static_cast<long>(trials.size());
    for (auto const& t : trials) wide += t->text.packs;
    trials.clear();
  };
  for (long i = 0; i < count; ++i) {
    if (auto t = source_trial_of(seed + static_cast<std::uint64_t>(i), refused, packs)) trials.push_back(std::move(t));
    if (trials.size() == in_a_file) run_all();
  }
  run_all();
  std::printf("%ld programs as source, %ld of them with registers of lanes, %ld failed; without a form as source:", tried, wide, failed);
  for (auto const& [what, n] : refused) std::printf(" %s %ld;", what.c_str(), n);
  std::printf("\n");
  return failed == 0 && tried > 0;
}

} // namespace random_programs
