// SPDX-License-Identifier: BSL-1.0
// The reader of NIST's files: the embedded file, the fourteen real ones, and every way in which a file can be wrong.
#include "../../examples/support/nist_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "../support/catch.hpp"

namespace {

// The embedded file with line n replaced by `text`.
std::string with_line(std::size_t n, std::string_view text) {
  std::string out;
  std::string_view rest = nist::misra1a_file;
  for (std::size_t k = 1; !rest.empty(); ++k) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    out += k == n ? std::string(text) + "\n" : std::string(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
  }
  return out;
}

std::string first_lines(std::size_t n) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < n; ++k) at = nist::misra1a_file.find('\n', at) + 1;
  return std::string(nist::misra1a_file.substr(0, at));
}

std::string message(std::string_view text) {
  try {
    nist::parse(text, "Misra1a.dat");
  } catch (const nist::format_error& e) {
    return e.what();
  }
  return "no error";
}

std::string crlf(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

std::filesystem::path nist_directory() {
  if (const char* set = std::getenv("CONSTAX_NIST_DIR")) return set;
#ifdef CONSTAX_NIST_DIR
  return CONSTAX_NIST_DIR;
#else
  return {};
#endif
}

}  // namespace

TEST_CASE("the embedded file is Misra1a", "[examples][nist]") {
  for (const std::string& text : {std::string(nist::misra1a_file), crlf(nist::misra1a_file)}) {
    const nist::problem p = nist::parse(text, "Misra1a.dat");
    CHECK(p.name == "Misra1a");
    CHECK(p.model == "y = b1*(1-exp[-b2*x])  +  e");
    CHECK(p.parameters == 2);
    CHECK(p.start[0] == std::vector{500.0, 0.0001});
    CHECK(p.start[1] == std::vector{250.0, 0.0005});
    CHECK(p.certified == std::vector{2.3894212918E+02, 5.5015643181E-04});
    CHECK(p.standard_deviations == std::vector{2.7070075241E+00, 7.2668688436E-06});
    CHECK(p.residual_sum_of_squares == 1.2455138894E-01);
    CHECK(p.residual_standard_deviation == 1.0187876330E-01);
    CHECK(p.degrees_of_freedom == 12);
    CHECK(p.observations() == 14);
    CHECK(p.x.size() == 1);
    CHECK(p.y.front() == 10.07);
    CHECK(p.x[0].front() == 77.6);
    CHECK(p.y.back() == 81.78);
    CHECK(p.x[0].back() == 760.0);
    CHECK(p.response() == p.y);
  }
}

TEST_CASE("the fourteen files are read", "[examples][nist]") {
  const std::filesystem::path directory = nist_directory();
  if (directory.empty()) {
    WARN("skipped: NIST's files are not there; set CONSTAX_NIST_DIR to their folder");
    return;
  }
  struct expectation {
    std::string_view name;
    std::size_t parameters, predictors, observations;
  };
  for (const expectation& e : std::vector<expectation>{
           {"BoxBOD", 2, 1, 6}, {"Chwirut2", 3, 1, 54}, {"DanWood", 2, 1, 6}, {"ENSO", 9, 1, 168}, {"Gauss1", 8, 1, 250},
           {"Hahn1", 7, 1, 236}, {"Kirby2", 5, 1, 151}, {"Lanczos3", 6, 1, 24}, {"MGH17", 5, 1, 33}, {"Misra1a", 2, 1, 14},
           {"Misra1b", 2, 1, 14}, {"Nelson", 3, 2, 128}, {"Rat42", 3, 1, 9}, {"Thurber", 7, 1, 37}}) {
    const std::filesystem::path file = directory / (std::string(e.name) + ".dat");
    REQUIRE(std::filesystem::exists(file)); // a folder that is named has all fourteen
    INFO(e.name);
    const nist::problem p = nist::read(file);
    CHECK(p.name == e.name);
    CHECK(p.parameters == e.parameters);
    CHECK(p.x.size() == e.predictors);
    CHECK(p.observations() == e.observations);
    CHECK(p.log_response == (e.name == "Nelson"));
    CHECK(p.response()[0] == (p.log_response ? std::log(p.y[0]) : p.y[0]));
    CHECK(p.model.starts_with(p.log_response ? "log[y]" : "y "));
    // The file's own arithmetic: a column read wrongly would not pass it.
    CHECK(nist::digits(std::sqrt(p.residual_sum_of_squares / static_cast<double>(p.degrees_of_freedom)),
                       p.residual_standard_deviation) > 9);
  }
}

TEST_CASE("a malformed file is refused with the line, what was expected and what was found", "[examples][nist]") {
  CHECK(message(with_line(62, "  10.07E0 abc")) == "Misra1a.dat:62: expected 2 numbers (y x), found \"10.07E0 abc\"");
  CHECK(message(with_line(62, "  10.07E0")) == "Misra1a.dat:62: expected 2 numbers (y x), found \"10.07E0\"");
  CHECK(message(with_line(62, "1 2 3")) == "Misra1a.dat:62: expected 2 numbers (y x), found \"1 2 3\"");
  CHECK(message(with_line(62, "1,5 2")) == "Misra1a.dat:62: expected 2 numbers (y x), found \"1,5 2\"");
  CHECK(message(with_line(62, "nan 2")) == "Misra1a.dat:62: expected 2 numbers (y x), found \"nan 2\"");
  CHECK(message(with_line(62, "1E999 2")) == "Misra1a.dat:62: expected 2 numbers (y x), found \"1E999 2\"");
  CHECK(message(with_line(62, "+1.5E+00 2")) == "no error");
  CHECK(message(with_line(62, "")) == "Misra1a.dat:62: expected row 2 of 14, 2 numbers (y x), found an empty line");
  CHECK(message(first_lines(70)) == "Misra1a.dat:70: expected row 11 of 14, 2 numbers (y x), found the end of the file");
  CHECK(message(std::string(nist::misra1a_file) + "1 2\n") ==
        "Misra1a.dat:75: expected nothing after 14 rows of data, found \"1 2\"");
  CHECK(message(with_line(7, "   Data   (lines 61 to 73)")) ==
        "Misra1a.dat:7: expected a range of 14 lines (line 27 says 14 observations), found \"Data   (lines 61 to 73)\"");
  CHECK(message(with_line(7, "   Data   (lines 61 - 74)")) ==
        "Misra1a.dat:7: expected \"Data (lines <first> to <last>)\" with lines further down, found \"Data   (lines 61 - 74)\"");
  CHECK(message(with_line(42, "  b3 = 1 2 3 4")) ==
        "Misra1a.dat:42: expected \"b2 = <start 1> <start 2> <certified> <standard deviation>\", found \"b3 = 1 2 3 4\"");
  CHECK(message(with_line(47, "Number of Observations:  13")) ==
        "Misra1a.dat:47: expected 14 as on line 27, found \"Number of Observations:  13\"");
  CHECK(message(with_line(60, "Data:  x  y")) ==
        "Misra1a.dat:60: expected the table's heading \"Data: y x\", found \"Data:  x  y\"");
}

TEST_CASE("a wrong count of degrees of freedom, as in NIST's Rat43, is a warning", "[examples][nist]") {
  const nist::problem p = nist::parse(with_line(46, "Degrees of Freedom:  11"), "Misra1a.dat");
  CHECK(p.degrees_of_freedom == 12);
  REQUIRE(p.warnings.size() == 1);
  CHECK(p.warnings[0] == "Misra1a.dat:46: 11 degrees of freedom are not observations less parameters, 14 - 2");
  CHECK(nist::parse(nist::misra1a_file, "Misra1a.dat").warnings.empty());
}

TEST_CASE("what is no such file at all is refused at its first line", "[examples][nist]") {
  CHECK(message("") == "Misra1a.dat:1: expected \"NIST/ITL StRD\", found an empty file");
  CHECK(message("\n\n") == "Misra1a.dat:1: expected \"NIST/ITL StRD\", found an empty line");
  CHECK(message(std::string("\x7f" "ELF\0\1\2\xff", 8)) == "Misra1a.dat:1: expected \"NIST/ITL StRD\", found \"?ELF????\"");
  CHECK(message(std::string(1000, 'x')).size() < 150);
}

TEST_CASE("no cut and no changed line passes unnoticed", "[examples][nist]") {
  // Cut after any byte, be it in the last number: refused.
  for (std::size_t n = 0; n < nist::misra1a_file.size(); ++n) {
    const std::string got = message(nist::misra1a_file.substr(0, n));
    if (!got.starts_with("Misra1a.dat:")) FAIL("cut after " << n << " bytes: " << got);
  }
  // Huge counts neither allocate nor overflow.
  for (std::string_view count : {"99999999999 Observations", "18446744073709551615 Observations", "-1 Observations"})
    CHECK(message(with_line(27, count)).starts_with("Misra1a.dat:"));
  CHECK(message(with_line(7, "Data (lines 61 to 18446744073709551615)")).starts_with("Misra1a.dat:7:"));
  CHECK(message(with_line(5, "Starting Values (lines 0 to 1)")).starts_with("Misra1a.dat:5:"));
}

TEST_CASE("a missing file is one sentence", "[examples][nist]") {
  CHECK_THROWS_WITH(nist::read("no/such.dat"), "There is no readable file \"no/such.dat\".");
  CHECK_THROWS_AS(nist::read("."), nist::missing_file);
}

TEST_CASE("a file's name, not its folder, is in the message", "[examples][nist]") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "constax_nist_file_test.dat";
  std::ofstream(file, std::ios::binary) << with_line(61, "word");
  CHECK_THROWS_WITH(nist::read(file), "constax_nist_file_test.dat:61: expected 2 numbers (y x), found \"word\"");
  std::filesystem::remove(file);
}
