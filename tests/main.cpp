// SPDX-License-Identifier: BSL-1.0
// Only built where the installed Catch2 brings no library with main().
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
#else
#include <catch2/catch.hpp>
#endif
