# SPDX-License-Identifier: BSL-1.0
# NIST's reference problems for nonlinear regression: the demo fits every file that is at hand, and tests/examples reads and fits all of them.
#   constax_nist_dir     their folder, empty where there is none
#   constax_nist_files   the files in it
set(CONSTAX_NIST_DIR "" CACHE PATH "Folder with NIST's .dat files; empty: examples/data/nist, then ../shared/data/nist")
set(constax_nist_places "${PROJECT_SOURCE_DIR}/examples/data/nist" "${PROJECT_SOURCE_DIR}/../shared/data/nist")
if(CONSTAX_NIST_DIR)
  set(constax_nist_places "${CONSTAX_NIST_DIR}") # and nowhere else: who names a folder does not want another one's files
endif()
set(constax_nist_dir "")
set(constax_nist_files "")
foreach(dir IN LISTS constax_nist_places)
  if(NOT constax_nist_files)
    get_filename_component(dir "${dir}" ABSOLUTE)
    file(GLOB constax_nist_files CONFIGURE_DEPENDS "${dir}/*.dat")
    set(constax_nist_dir "${dir}")
  endif()
endforeach()
if(NOT constax_nist_files)
  set(constax_nist_dir "")
  list(JOIN constax_nist_places ", " constax_text)
  message(STATUS "[constax] tests nist.<file>, and those of examples.nist_file and examples.levenberg_marquardt that read all files, are left out: "
                 "no .dat file in ${constax_text}; name their folder with -DCONSTAX_NIST_DIR=")
endif()
