# SPDX-License-Identifier: BSL-1.0
# docs/reference/functions.md has all names that users write, as the headers declare them
find_program(CONSTAX_AWK NAMES awk mawk gawk)
mark_as_advanced(CONSTAX_AWK)
if(NOT CONSTAX_AWK)
  message(STATUS "[constax] test functions is left out: there is no awk")
  return()
endif()
set(script sh "${CMAKE_CURRENT_SOURCE_DIR}/functions.sh" "${CONSTAX_AWK}" "${PROJECT_SOURCE_DIR}")
add_test(NAME functions COMMAND ${script} docs/reference/functions.md)

# the wrong twin, another page, is not what the headers say
add_test(NAME functions.wrong_twin COMMAND ${script} docs/reference/numpy.md)
set_tests_properties(functions.wrong_twin PROPERTIES PASS_REGULAR_EXPRESSION "numpy.md is not what the headers say")
