// SPDX-License-Identifier: BSL-1.0
#pragma once
// type_name : T -> text        a type's own name, without namespaces and template arguments: `<lambda>` for what has none
//
// Both compilers spell T at the end of the name of a function template: `... [with T = ns::step]`, `... [T = ns::step]`.
#include <constax/base/text.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class T>
constexpr std::string_view with_namespaces() {
  std::string_view const all = __PRETTY_FUNCTION__;
  std::size_t const from = all.find("T = ") + 4;
  std::size_t const to = all.find_first_of(";]<", from);
  return all.substr(from, to - from);
}
} // namespace detail

template <class T>
constexpr std::string_view type_name() {
  std::string_view const all = detail::with_namespaces<T>();
  if (all.empty() || all.back() == ':' || all.find("(lambda") != all.npos)
    return "<lambda>"; // g++ says `<lambda(auto:1)>`, or `f()::` before it
  return all.substr(all.rfind(':') + 1);
}

} // namespace constax::inline CONSTAX_TAG
