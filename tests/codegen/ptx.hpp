// SPDX-License-Identifier: BSL-1.0
#pragma once
// ptx: kernels that call functions of constax, and what is in the code that a compiler makes of them.
#include "calls.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace ptx {

inline int count(std::string const& text, std::string const& what) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++n;
  return n;
}
/// The code of a kernel: from its name to the closing brace of its body.
inline std::string body_of(std::string const& ptx, std::string const& kernel) {
  auto const at = ptx.find(".entry " + kernel + "(");
  return at == ptx.npos ? "" : ptx.substr(at, ptx.find("\n}\n", at) - at);
}
inline std::string kernel(calls::function const& f, calls::element const& e) {
  std::string const t = e.type;
  return "extern \"C\" __global__ void " + f.name + "_" + e.name + "(" + t + " const* x, int const* n, " + t +
         "* out) {\n"
         "  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);\n"
         "  call<as_" +
         f.name + ">(x[3 * i], x[3 * i + 1], x[3 * i + 2], n[i], out + 2 * i);\n}\n";
}
/// Which of the elements a function takes, by the compiler's own word: kinds as constants of the module.
inline std::string kinds(calls::function const& f) {
  std::string s = "extern \"C\" __device__ int kinds_" + f.name + "[] = {";
  for (auto const& e : calls::elements) s += "as_" + f.name + "::kind<" + e.type + ">(), ";
  return s + "};\n";
}
/// Whether the function takes element number k, from `.global .align 4 .b8 kinds_f[32] = {1, 0, 0, 0, ...};`, where zeros at the end
/// are left out.
inline bool takes(std::string const& ptx, std::string const& function, int k) {
  auto const at = ptx.find(" kinds_" + function + "[");
  if (at == ptx.npos) return false;
  auto const open = ptx.find('{', at), end = ptx.find(';', at);
  if (open > end) return false;
  std::istringstream bytes(ptx.substr(open + 1, end - open));
  for (int i = 0, byte = 0; bytes >> byte; ++i, bytes.ignore(1))
    if (i == 4 * k) return byte != 0;
  return false;
}

/// The text of a module: the functions of the headers, and a kernel f_T of each function and each type.
inline std::string program(std::vector<std::string> const& headers, std::vector<calls::function> const& functions) {
  std::string text = constax::codegen::flatten(headers) + calls::prelude;
  for (auto const& f : functions) {
    text += calls::as_class(f) + kinds(f);
    for (auto const& e : calls::elements) text += kernel(f, e);
  }
  return text;
}

} // namespace ptx
