# SPDX-License-Identifier: BSL-1.0
# constax::constax, and one component target for each optional part. No -march and no floating-point flag is exported, ever:
# the user's flags decide, and the names of constax's functions bear them (base/config.hpp).

add_library(constax INTERFACE)
add_library(constax::constax ALIAS constax)
target_compile_features(constax INTERFACE cxx_std_20)
target_include_directories(constax INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:include>)
target_link_libraries(constax INTERFACE Boost::headers)
if(constax_have_xsimd)
  # installed: the Config file finds xsimd again, or does without
  target_link_libraries(constax INTERFACE $<BUILD_INTERFACE:xsimd>)
endif()

# Larger programs than about 2,000 equations need more than the compilers' default limits on constant evaluation.
set(constax_limits_gnu -fconstexpr-ops-limit=4000000000 -fconstexpr-loop-limit=100000000)
set(constax_limits_clang -fconstexpr-steps=1000000000)
target_compile_options(constax INTERFACE
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${constax_limits_gnu}>"
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:${constax_limits_clang}>")

# constax::openmp: parallel evaluation
add_library(constax_openmp INTERFACE)
add_library(constax::openmp ALIAS constax_openmp)
set_target_properties(constax_openmp PROPERTIES EXPORT_NAME openmp)
target_link_libraries(constax_openmp INTERFACE constax)
if(constax_have_openmp)
  target_link_libraries(constax_openmp INTERFACE OpenMP::OpenMP_CXX)
endif()

# constax::blas: large dot_general go to cblas
add_library(constax_blas INTERFACE)
add_library(constax::blas ALIAS constax_blas)
set_target_properties(constax_blas PROPERTIES EXPORT_NAME blas)
target_link_libraries(constax_blas INTERFACE constax)
if(constax_have_blas)
  target_compile_definitions(constax_blas INTERFACE CONSTAX_USE_BLAS)
  target_link_libraries(constax_blas INTERFACE $<BUILD_INTERFACE:constax_blas_library>)
endif()

# constax::runtime: programs that are traced at run time are computed by strips. Its source is compiled with what links it, by that target's
# flags.
add_library(constax_runtime INTERFACE)
add_library(constax::runtime ALIAS constax_runtime)
set_target_properties(constax_runtime PROPERTIES EXPORT_NAME runtime)
target_link_libraries(constax_runtime INTERFACE constax)
target_compile_definitions(constax_runtime INTERFACE CONSTAX_USE_RUNTIME) # what the library holds is only declared
target_sources(constax_runtime INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/src/runtime.cpp>
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/src/rules.cpp>
  $<INSTALL_INTERFACE:share/constax/runtime.cpp>
  $<INSTALL_INTERFACE:share/constax/rules.cpp>)
