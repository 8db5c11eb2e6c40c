# SPDX-License-Identifier: BSL-1.0
set(script "${CMAKE_CURRENT_SOURCE_DIR}/layers.cmake")
add_test(NAME layers COMMAND ${CMAKE_COMMAND} "-DROOT=${PROJECT_SOURCE_DIR}/include" -P "${script}")

# the wrong twin has five faults and a macro to warn of: the test must find each
add_test(NAME layers.wrong_twin COMMAND ${CMAKE_COMMAND} "-DROOT=${CMAKE_CURRENT_SOURCE_DIR}/layers/wrong" -P "${script}")
set_tests_properties(layers.wrong_twin PROPERTIES PASS_REGULAR_EXPRESSION "layers: 5 faults, 1 warnings in 4 headers")
