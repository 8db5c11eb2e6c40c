// SPDX-License-Identifier: BSL-1.0
#pragma once
// run : vm::program, memories of the arguments, memories for the results        Several threads may run one program at once.
#include <constax/eval/reference.hpp>
#include <constax/eval/vm/buffer.hpp>
#include <constax/eval/vm/control.hpp>
#include <constax/eval/vm/program.hpp>
#include <constax/eval/vm/run_loop.hpp>
#include <constax/jaxpr/error.hpp>

#include <cstring>
#include <memory>

namespace constax::inline CONSTAX_TAG::vm {

class runner {
  program const& p;
  bool const pipelines; // do loops take turns? A team shares whole loops
  buffer room;       // for pointers to each memory, of the workspace, of strips
  std::byte** at;
  std::byte *workspace, *own_place;

  i64 workspace_bytes() const { return pipelines ? p.workspace : p.whole_workspace; }

  i64 pointers() const { return static_cast<i64>((p.memories.size() * sizeof(std::byte*) + 127) / 64 * 64); }
  void run(scalar_code const& c) const {
    u64* const r = reinterpret_cast<u64*>(at[c.memory]);
    std::copy(c.constants.begin(), c.constants.end(), r);
    for (scalar_code::transfer const& t : c.loads)
      by_width(t.bytes, [&]<class T>(T) {
        T x;
        std::memcpy(&x, at[t.memory] + t.at, sizeof(T));
        r[t.reg] = x;
      });
    run_code(c, r);
    for (scalar_code::transfer const& t : c.stores)
      by_width(t.bytes, [&]<class T>(T) {
        T const x = static_cast<T>(r[t.reg]);
        std::memcpy(at[t.memory] + t.at, &x, sizeof(T));
      });
  }

  /// Loops that take turns. Of a window `at` is where the memory would begin if it were whole.
  void run(pipeline const& r) const {
    struct part {
      std::byte* room;
      i64 begin = 0; // the first element in it
    };
    std::vector<part> parts;
    for (pipeline::window const& w : r.windows) parts.push_back({at[w.memory]});
    for (pipeline_turns turns(r); !turns.all_done();) {
      turns.next([&](u32 l, i64 begin, i64 end) { loop_runner(p, p.loops[p.nodes[r.first + l].at], at, own_place)(begin, end, true); });
      for (std::size_t k = 0; k < parts.size(); ++k) {
        pipeline::window const& w = r.windows[k];
        i64 const bytes = info(p.memories[w.memory].type.type).bytes, kept = turns.kept(w);
        std::byte* const room = parts[k].room;
        if (kept == parts[k].begin) continue;
        std::memmove(room, room + (kept - parts[k].begin) * bytes, static_cast<std::size_t>((turns.written(w) - kept) * bytes));
        parts[k].begin = kept, at[w.memory] = room - kept * bytes;
      }
    }
  }

  // ---- whole operations -----------------------------------------------------------------------------------------------------------------
  tensor tensor_at(u32 m) const {
    tensor t(p.memories[m].type);
    detail::visit_dtype(t.type.type, [&]<class T>(T) {
      T const* const x = reinterpret_cast<T const*>(at[m]);
      for (u32 i = 0; i < t.size(); ++i) t.words[i] = word_of(x[i]);
      return true;
    });
    return t;
  }
  static void put_tensor(tensor const& t, std::byte* to) {
    detail::visit_dtype(t.type.type, [&]<class T>(T) {
      T* const y = reinterpret_cast<T*>(to);
      for (u32 i = 0; i < t.size(); ++i) y[i] = element_in<T>(t.words[i]);
      return true;
    });
  }
  /// The program whose equation is being evaluated: branches and bodies are functions of its module.
  static program const*& current() {
    thread_local program const* p = nullptr;
    return p;
  }
  static vec<tensor> run_function(jaxpr const& f, range<tensor> args, bindings const& b) {
    program const* const module = current();
    for (u32 k = 0; k < module->source.subs.size(); ++k)
      if (&module->source.subs[k] == &f && module->functions[k]) return evaluate(*module->functions[k], args);
    return reference::evaluate(f, args, b);
  }
  struct enter {
    program const* before;
    explicit enter(program const& p) : before(current()) { current() = &p; }
    ~enter() { current() = before; }
  };
  [[noreturn]] static void refuse(eqn const& e) {
    detail::raise_fault({fault_code::not_evaluable, e.prim->name, e.prim->no_result}); // as the oracle does
  }
  void run(whole const& w) const {
    jaxpr const& j = p.source;
    eqn const& e = j.eqns[w.equation];
    if (w.direct) {
      vec<element_view> xs;
      for (u32 k = 0; k < w.xs.size(); ++k) xs.push({j.type(j.operands(e)[k]), at[w.xs[k]]});
      if (!w.direct({xs.begin(), xs.size()}, {j.type(e.out), at[w.ys[0]]}, j.params(e))) refuse(e);
      return;
    }
    if (e.prim->run) {
      vec<memory_array> xs, ys;
      for (u32 k = 0; k < w.xs.size(); ++k) xs.push({j.type(j.operands(e)[k]), at[w.xs[k]]});
      for (u32 k = 0; k < w.ys.size(); ++k) ys.push({j.type(e.out + k), at[w.ys[k]]});
      if (!e.prim->run(xs, ys, j.params(e))) refuse(e);
      return;
    }
    enter const module(p);
    vec<tensor> xs, ys;
    for (u32 m : w.xs) xs.push(tensor_at(m));
    for (u32 k = 0; k < xs.size(); ++k) xs[k].type = j.type(j.operands(e)[k]);
    if (e.prim->evaluate) e.prim->evaluate(xs, j.params(e), {}, ys);
    else if (e.prim->call && e.prim->call->evaluate) e.prim->call->evaluate(j, e, xs, {}, run_function, ys);
    bool good = ys.size() == w.ys.size();
    for (u32 k = 0; good && k < ys.size(); ++k) good = ys[k].type == j.type(e.out + k);
    if (!good) refuse(e);
    for (u32 k = 0; k < ys.size(); ++k) put_tensor(ys[k], at[w.ys[k]]);
  }

 public:
  explicit runner(program const& of)
      : p(of),
        pipelines(team_size() == 1),
        room(pointers() + workspace_bytes() + p.place()),
        at(reinterpret_cast<std::byte**>(room.data())),
        workspace(room.data() + pointers()),
        own_place(workspace + workspace_bytes()) {}
  /// argument(k): its elements; result(k): room for those of a result that is computed.
  template <class Argument, class Result> void operator()(Argument const& argument, Result const& result) {
    for (u32 m = 0; m < p.memories.size(); ++m) {
      memory const& x = p.memories[m];
      switch (x.is) {
        case memory::kind::argument: at[m] = const_cast<std::byte*>(argument(x.number)); break; // which nobody writes
        case memory::kind::literal: at[m] = const_cast<std::byte*>(reinterpret_cast<std::byte const*>(&x.word)); break;
        case memory::kind::workspace: at[m] = workspace + (pipelines ? x.offset : x.whole_offset); break;
        case memory::kind::result: at[m] = result(x.number); break;
      }
    }
    auto next = p.pipelines.begin();
    for (u32 k = 0; k < p.nodes.size(); ++k) {
      if (pipelines && next != p.pipelines.end() && next->first == k) {
        run(*next), k += static_cast<u32>(next->sizes.size()) - 1, ++next;
        continue;
      }
      node const& n = p.nodes[k];
      switch (n.does) {
        case node::kind::loop: run_loop(p, p.loops[n.at], at, own_place); break;
        case node::kind::scalars: run(p.scalars[n.at]); break;
        case node::kind::columns: {
          columns const& c = p.columns[n.at];
          c.fold->columns(at[c.x], at[c.y], c.outer, c.terms, c.inner);
          break;
        }
        case node::kind::product: {
          product const& c = p.products[n.at];
          if (c.columns) c.functions->columns(at[c.x], at[c.z], at[c.y], c.size.terms, c.size.batch);
          else c.functions->run(at[c.x], at[c.z], at[c.y], c.size, c.turned);
          break;
        }
        case node::kind::copy: {
          turned_copy const& c = p.copies[n.at];
          run_copy(at[c.y], at[c.x], c.copy, c.bytes);
          break;
        }
        case node::kind::control: control_flow<runner>(p, p.controls[n.at], at)(); break;
        case node::kind::whole: run(p.wholes[n.at]); break;
      }
    }
  }
  std::byte const* memory_at(u32 m) const { return at[m]; }

  /// On tensors, as the oracle.
  static vec<tensor> evaluate(program const& p, range<tensor> args) {
    std::vector<std::unique_ptr<buffer>> in, out;
    for (tensor const& t : args) {
      in.push_back(std::make_unique<buffer>(t.size() * 8 + 1));
      put_tensor(t, in.back()->data());
    }
    for (program::result const& r : p.results) out.push_back(std::make_unique<buffer>(r.type.shape.size() * 8 + 1));
    runner run(p);
    run([&](u32 k) -> std::byte const* { return in[k]->data(); }, [&](u32 k) { return out[k]->data(); });
    vec<tensor> ys;
    for (program::result const& r : p.results) {
      tensor t = run.tensor_at(r.memory);
      t.type = r.type;
      ys.push(static_cast<tensor&&>(t));
    }
    return ys;
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
