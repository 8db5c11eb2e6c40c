# SPDX-License-Identifier: BSL-1.0
# What constax stands on: Boost.Hana (needed); OpenMP, BLAS, xsimd (each left out quietly where it is not found).
# Sets constax_have_{xsimd,openmp,blas} and constax_note_{boost,xsimd,openmp,blas}, which report.cmake prints.

# constax_globally(<target>): imported targets are seen in one folder only, and users of add_subdirectory(constax) link from another.
# Targets that the user's project has already found are left as they are.
set(constax_found_before "")
foreach(target IN ITEMS Boost::headers xsimd OpenMP::OpenMP_CXX)
  if(TARGET ${target})
    list(APPEND constax_found_before ${target})
  endif()
endforeach()
function(constax_globally target)
  if(TARGET ${target} AND NOT target IN_LIST constax_found_before)
    set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
  endif()
endfunction()

find_package(Boost 1.74 REQUIRED)
constax_globally(Boost::headers)
set(constax_note_boost "${Boost_VERSION_STRING}")
if(NOT constax_note_boost)
  set(constax_note_boost "${Boost_VERSION}")
endif()

# constax_probe(<part> <found> <note when found> <note when not>)
function(constax_probe part found yes no)
  string(TOLOWER "${part}" lower)
  if(found)
    set(constax_have_${lower} TRUE PARENT_SCOPE)
    set(constax_note_${lower} "${yes}" PARENT_SCOPE)
  else()
    set(constax_have_${lower} FALSE PARENT_SCOPE)
    set(constax_note_${lower} "${no}" PARENT_SCOPE)
    if(CONSTAX_${part} AND NOT CONSTAX_${part} STREQUAL "AUTO")
      message(FATAL_ERROR "[constax] CONSTAX_${part}=${CONSTAX_${part}}, but: ${no}")
    endif()
  endif()
endfunction()

# ---- xsimd -----------------------------------------------------------------------------------------------------------
set(constax_found FALSE)
if(CONSTAX_XSIMD)
  find_package(xsimd QUIET)
  constax_globally(xsimd)
  if(TARGET xsimd)
    set(constax_found TRUE)
    # Debian's package exports the library `xtl`, which no package of it provides: "cannot find -lxtl"
    if(NOT TARGET xtl)
      set_target_properties(xsimd PROPERTIES INTERFACE_LINK_LIBRARIES "")
    endif()
  endif()
  constax_probe(XSIMD ${constax_found} "${xsimd_VERSION}" "not found (apt: libxsimd-dev): without constax/lane/xsimd.hpp")
else()
  constax_probe(XSIMD FALSE "" "switched off: scalar code")
endif()

# ---- OpenMP ----------------------------------------------------------------------------------------------------------
set(constax_found FALSE)
if(CONSTAX_OPENMP)
  find_package(OpenMP QUIET COMPONENTS CXX)
  constax_globally(OpenMP::OpenMP_CXX)
  if(TARGET OpenMP::OpenMP_CXX)
    set(constax_found TRUE)
  endif()
  constax_probe(OPENMP ${constax_found} "${OpenMP_CXX_VERSION}" "not found (apt: libomp-19-dev for clang 19): serial")
else()
  constax_probe(OPENMP FALSE "" "switched off: serial")
endif()

# ---- BLAS with cblas.h -----------------------------------------------------------------------------------------------
set(constax_found FALSE)
if(CONSTAX_BLAS)
  include(${CMAKE_CURRENT_LIST_DIR}/constaxFindBLAS.cmake)
  constax_find_blas(constax_found constax_blas_where)
  constax_probe(BLAS ${constax_found} "${constax_blas_where}" "not found (apt: libopenblas-dev): constax's own dot_general")
else()
  constax_probe(BLAS FALSE "" "switched off: constax's own dot_general")
endif()
