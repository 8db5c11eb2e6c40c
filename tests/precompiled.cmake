# SPDX-License-Identifier: BSL-1.0
# constax.hpp, precompiled: for tests that run, and for those that only parse.
# Read once, with Catch2 (4 s), it saves each test 3 s. The flags must be the same: one for each of two sets of flags.
set(constax_plain_flags "${CONSTAX_TEST_FLAGS} -O0") # of tests that gain nothing by optimisation
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # leaves out what constant evaluations alone use: a tenth of the time, most of the disk
  string(APPEND constax_plain_flags " -ftoplevel-reorder")
endif()
set(constax_precompiled_flags "${CONSTAX_TEST_FLAGS}" "${constax_plain_flags}")
function(constax_precompile target flags)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp" CONTENT "" @ONLY)
  add_library(${target} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  target_link_libraries(${target} PRIVATE constax::constax constax_warnings constax_test_main)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  target_compile_options(${target} PRIVATE ${flags})
  target_precompile_headers(${target} PRIVATE <constax/constax.hpp> "${CMAKE_CURRENT_SOURCE_DIR}/support/catch.hpp"
    <boost/hana/accessors.hpp> <boost/hana/map.hpp> <boost/hana/tuple.hpp>)
endfunction()
if(Catch2_FOUND)
  set(CMAKE_PCH_PROLOGUE "") # CMake's would make system headers of them, which are not warned about
  if(NOT CONSTAX_TEST_SANITIZERS)
    constax_precompile(constax_test_headers_0 "${CONSTAX_TEST_FLAGS}")
    constax_precompile(constax_test_headers_1 "${constax_plain_flags}")
  else()
    constax_precompile(constax_test_headers_sanitized_1 "${constax_plain_flags}")
    target_compile_options(constax_test_headers_sanitized_1 PRIVATE ${constax_sanitizers} -fno-sanitize-recover=all -g1)
  endif()
endif()
# The same for tests that only parse, with the flags in constax.rsp: 1.5 s less of 2 (clang 1.7 s).
set(constax_precompiled "${CMAKE_CURRENT_BINARY_DIR}/precompiled.hpp")
set(constax_text "${constax_precompiled}.gch") # the name that g++ looks for, and clang after .pch
file(CONFIGURE OUTPUT "${constax_precompiled}" CONTENT "#include <constax/constax.hpp>\n" @ONLY)
add_custom_command(OUTPUT "${constax_text}"
  COMMAND "${CMAKE_CXX_COMPILER}" "@${constax_rsp}" -MD -MF "${constax_precompiled}.d" -x c++-header "${constax_precompiled}" -o "${constax_text}"
  DEPENDS "${constax_precompiled}" "${constax_rsp}"
  DEPFILE "${constax_precompiled}.d"
  VERBATIM)
add_custom_target(constax_precompiled ALL DEPENDS "${constax_text}")
set(constax_parse_flags "@${constax_rsp}" -include "${constax_precompiled}")

# constax_takes_precompiled(<out> <file>): behind Catch2 its first directive includes a header of constax, itself or by a local header that begins so: it
# means the same with all of them before it. One that includes other headers first, or defines a macro, takes nothing precompiled.
function(constax_takes_precompiled out file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(STRINGS "${file}" directives REGEX "^#(include|define|undef|if)" LIMIT_COUNT 2)
  list(FILTER directives EXCLUDE REGEX "/catch\\.hpp\"$")
  list(APPEND directives "")
  list(GET directives 0 first)
  set(takes FALSE)
  if(first MATCHES "^#include <constax/")
    set(takes TRUE)
  elseif(first MATCHES "^#include \"(.*)\"")
    get_filename_component(header "${file}/../${CMAKE_MATCH_1}" ABSOLUTE)
    if(EXISTS "${header}")
      constax_takes_precompiled(takes "${header}")
    endif()
  endif()
  set(${out} ${takes} PARENT_SCOPE)
endfunction()
# constax_use_precompiled(<target> <file> <default flags> <headers>): where the file takes it, and there is one, <headers>_<number>, for its flags. g++ forgets which warnings a
# precompiled header turns off, and warns of its own intrinsics then.
function(constax_use_precompiled target file default headers)
  constax_takes_precompiled(takes "${file}")
  constax_flags_of_source(flags "${file}" "${default}")
  list(FIND constax_precompiled_flags "${flags}" number)
  if(NOT takes OR number EQUAL -1 OR NOT TARGET ${headers}_${number})
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers}_${number})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
endfunction()
