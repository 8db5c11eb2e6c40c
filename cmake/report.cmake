# SPDX-License-Identifier: BSL-1.0
# What was found, and what constax does without it.
message(STATUS "constax ${PROJECT_VERSION}")
message(STATUS "  compiler   ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
message(STATUS "  Boost      ${constax_note_boost}")
message(STATUS "  xsimd      ${constax_note_xsimd}")
message(STATUS "  OpenMP     ${constax_note_openmp}")
message(STATUS "  BLAS       ${constax_note_blas}")
if(CONSTAX_BUILD_TESTING)
  message(STATUS "  Catch2     ${constax_note_catch2}")
endif()
