// SPDX-License-Identifier: BSL-1.0
#pragma once
// print : vm::program -> text        loops, what they compute, what is stored; values bear the letters of the printed jaxpr
//
//   2 nodes: 1 loop, 1 product; 2 strips of 256 elements, 8064 bytes of workspace
//   0. loop of 1000 elements
//        b = sin a
//        c = mul b a, stored
//        d = reduce_sum[axes=(0,)] c, of lines of 1000 elements
//   1. product of 10 x 100 by 100 x 1
//        f = dot_general[...] e c
//
// What a loop computes stays in a strip unless it is stored, or a result. What only moves elements may stand in several loops.
#include <constax/eval/vm/program.hpp>
#include <constax/jaxpr/print.hpp>

namespace constax::inline CONSTAX_TAG::vm {

class program_printer {
  program const& p;
  jaxpr const& j = p.source;
  detail::printer names; // the jaxpr's printer gives the variables their letters, and spells operands
  text& out = names.out;
  text indent_;

  text& line(int more = 0) {
    out << '\n' << indent_;
    for (int i = 0; i < more; ++i) out << ' ';
    return out;
  }
  void equation(u32 number) {
    eqn const& e = j.eqns[number];
    line(5);
    for (u32 k = 0; k < e.n_out; ++k) out << (k ? " " : "") << detail::letters(names.names[e.out + k]);
    out << " = " << e.prim->name;
    if (e.prim->kind != kind::control && e.prim->kind != kind::call) e.prim->print(out, j.params(e));
    for (atom a : j.operands(e)) out << ' ', names.read(a);
  }
  void print(instruction const& i) {
    equation(i.equation);
    bool const is_result = !i.to.in_strip && p.memories[i.to.at].is == memory::kind::result;
    if (i.does == instruction::kind::fold) out << ", of lines of " << i.length << (i.length == 1 ? " element" : " elements");
    if (is_result) out << ", a result";
    else if (!i.to.in_strip && p.memories[i.to.at].window > 0) out << ", in a window of " << p.memories[i.to.at].window << " elements";
    else if (!i.to.in_strip) out << ", stored";
  }
  void print(loop const& l) {
    out << "loop of " << l.size << (l.size == 1 ? " element" : " elements");
    for (instruction const& i : l.body) print(i);
  }
  void print(scalar_code const& c) {
    out << "numbers: " << static_cast<u64>(c.body.size() - 1) << (c.body.size() == 2 ? " instruction" : " instructions");
    for (u32 e : c.equations) equation(e);
  }
  void print(vm::product const& c) {
    out << "product of ";
    if (c.size.batch > 1) out << c.size.batch << " times ";
    out << c.size.m << " x " << c.size.terms << " by " << c.size.terms << " x " << c.size.n;
    equation(c.equation);
  }
  void print(turned_copy const& c) { out << "copy of " << c.copy.size() << " elements, in the order in which a product reads them"; }
  void print(node const& n) {
    switch (n.does) {
      case node::kind::loop: return print(p.loops[n.at]);
      case node::kind::scalars: return print(p.scalars[n.at]);
      case node::kind::product: return print(p.products[n.at]);
      case node::kind::copy: return print(p.copies[n.at]);
      case node::kind::columns: out << "columns of " << p.columns[n.at].terms << " elements"; return equation(p.columns[n.at].equation);
      case node::kind::control: out << "functions, as often as the equation says"; return equation(p.controls[n.at].equation);
      case node::kind::whole:
        out << (p.wholes[n.at].direct ? "a whole operation" : "a whole operation, by its definition");
        return equation(p.wholes[n.at].equation);
    }
  }
  void count(std::size_t n, std::string_view what, bool& first) {
    if (n == 0) return;
    out << (first ? ": " : ", ") << static_cast<u64>(n) << ' ' << what << (n == 1 ? "" : "s");
    first = false;
  }

 public:
  program_printer(program const& of, text indent) : p(of), names(of.source, notation::jax), indent_(static_cast<text&&>(indent)) {
    names();
  }
  text operator()() {
    bool first = true;
    out << static_cast<u64>(p.nodes.size()) << (p.nodes.size() == 1 ? " node" : " nodes");
    count(p.loops.size(), "loop", first), count(p.scalars.size(), "code of numbers", first), count(p.products.size(), "product", first);
    count(p.copies.size(), "copied operand", first), count(p.columns.size(), "reduction of columns", first);
    count(p.controls.size(), "branch or loop of functions", first), count(p.wholes.size(), "whole operation", first);
    out << "; " << p.strips << (p.strips == 1 ? " strip" : " strips") << " of " << strip_length << " elements, " << p.workspace
        << " bytes of workspace";
    auto next = p.pipelines.begin();
    for (u32 k = 0; k < p.nodes.size(); ++k) {
      if (next != p.pipelines.end() && next->first == k) {
        line() << "loops " << k << " to " << k + static_cast<u32>(next->sizes.size()) - 1 << " in " << next->turns << " turns";
        ++next;
      }
      line() << k << ". ", print(p.nodes[k]);
    }
    for (u32 k = 0; k < p.functions.size(); ++k) {
      if (!p.functions[k]) continue;
      text deeper = indent_;
      line() << "function " << k << " of the module: " << program_printer(*p.functions[k], deeper << "  ")();
    }
    return static_cast<text&&>(out);
  }
};
inline text print(program const& p, text const& indent = {}) { return program_printer(p, indent)(); }

} // namespace constax::inline CONSTAX_TAG::vm
