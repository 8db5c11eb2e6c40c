# SPDX-License-Identifier: BSL-1.0
# A test per document: every ```cpp block of README.md and docs/ compiles. snippets.awk says how blocks are read.
find_program(CONSTAX_AWK NAMES awk mawk gawk)
mark_as_advanced(CONSTAX_AWK)
if(NOT CONSTAX_AWK)
  message(STATUS "[constax] tests snippets.* are left out: there is no awk")
  return()
endif()
file(GLOB_RECURSE constax_documents CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/docs/*.md")
foreach(document IN ITEMS README.md CONTRIBUTING.md)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${document}")
    list(APPEND constax_documents ${document})
  endif()
endforeach()
foreach(document IN LISTS constax_documents)
  string(REGEX REPLACE "\\.md$" "" name "${document}")
  string(REGEX REPLACE "[^A-Za-z0-9_-]+" "." name "snippets.${name}")
  add_test(NAME ${name} COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/snippets.sh" "${CONSTAX_AWK}" "${PROJECT_SOURCE_DIR}/${document}"
    "${CMAKE_CURRENT_BINARY_DIR}/${name}" "${CMAKE_CXX_COMPILER}" ${constax_parse_flags})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${constax_timeout} SKIP_RETURN_CODE 77)
endforeach()

# test the tester: of the five blocks in the wrong twin, two do not compile
add_test(NAME snippets.wrong_twin COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/snippets.sh" "${CONSTAX_AWK}"
  "${CMAKE_CURRENT_SOURCE_DIR}/snippets.wrong_twin.md" "${CMAKE_CURRENT_BINARY_DIR}/snippets.wrong_twin" "${CMAKE_CXX_COMPILER}" -std=c++20)
set_tests_properties(snippets.wrong_twin PROPERTIES PASS_REGULAR_EXPRESSION "5 blocks, 1 skipped, 2 of 3 units do not compile")
