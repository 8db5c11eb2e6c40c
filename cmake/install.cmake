# SPDX-License-Identifier: BSL-1.0
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(constax_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/constax")
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include/constax" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")

install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/src/runtime.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/src/rules.cpp" DESTINATION share/constax)
install(TARGETS constax constax_runtime EXPORT constaxTargets)
install(EXPORT constaxTargets NAMESPACE constax:: DESTINATION "${constax_cmake_dir}")

configure_package_config_file(cmake/constaxConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/constaxConfig.cmake"
  INSTALL_DESTINATION "${constax_cmake_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/constaxConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/constaxConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/constaxConfigVersion.cmake"
  cmake/constaxFindBLAS.cmake
  DESTINATION "${constax_cmake_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/constax")
