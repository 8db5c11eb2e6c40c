# SPDX-License-Identifier: BSL-1.0
# constax_list_primitives(<folder>): writes primitives.inc there, a line CONSTAX_PRIMITIVE(sin_t) for each primitive, from the header that includes them all.
function(constax_list_primitives folder)
  set(primitives "${PROJECT_SOURCE_DIR}/include/constax/primitives")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${primitives}/primitives.hpp")
  file(STRINGS "${primitives}/primitives.hpp" includes REGEX "^#include <constax/primitives/")
  set(list "")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*<constax/primitives/(.*)>.*" "\\1" header "${include}")
    file(READ "${primitives}/${header}" source)
    # a struct that says its name, and is not the base of others
    string(REGEX MATCHALL "struct [a-z0-9_]+_t[^;{]*{[^{;]*static constexpr std::string_view name" found "${source}")
    foreach(struct IN LISTS found)
      string(REGEX REPLACE "^struct ([a-z0-9_]+_t).*" "CONSTAX_PRIMITIVE(\\1)\n" line "${struct}")
      string(APPEND list "${line}")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/primitives.inc" CONTENT "${list}" @ONLY)
endfunction()
