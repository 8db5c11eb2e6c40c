// SPDX-License-Identifier: BSL-1.0
// Reads the files of NIST's Statistical Reference Datasets for nonlinear regression (StRD, *.dat), and holds one of them.
//
// The format is prose with line numbers in it: "Data (lines 61 to 74)" says where the table lies. The reader believes these
// numbers and then checks them against everything else the file says twice (parameters, observations, columns), so a
// truncated or edited file is refused with the line where it went wrong, and never fitted to half of its data.
// https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <ios>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace nist {

/// The text is "file:line: expected ..., found ...".
struct format_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The file cannot be opened or read.
struct missing_file : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A data set, its two starting points and the values NIST certifies to 11 digits.
struct problem {
  std::string name;
  std::string model;                      ///< as in the file, lines joined by '\n'
  std::size_t parameters = 0;
  std::array<std::vector<double>, 2> start;
  std::vector<double> certified;
  std::vector<double> standard_deviations;
  double residual_sum_of_squares = 0;
  double residual_standard_deviation = 0;
  std::size_t degrees_of_freedom = 0;
  bool log_response = false;              ///< the model speaks of log[y] (Nelson)
  std::vector<double> y;                  ///< as in the file
  std::vector<std::vector<double>> x;     ///< a column for each predictor
  std::vector<std::string> warnings;      ///< what the file says wrongly, and nothing depends on

  std::size_t observations() const { return y.size(); }

  /// What the model predicts: y, or log(y) where the model says log[y].
  std::vector<double> response() const {
    std::vector<double> out = y;
    if (log_response)
      for (double& v : out) v = std::log(v);
    return out;
  }
};

/// Agreeing decimal digits (log relative error); 11 is all that is certified, so more would be chance.
inline double digits(double fitted, double certified) {
  if (!std::isfinite(fitted)) return 0;
  const double error = certified == 0 ? std::abs(fitted) : std::abs(fitted - certified) / std::abs(certified);
  if (error == 0) return 11;
  return std::clamp(-std::log10(error), 0.0, 11.0);
}

namespace detail {

constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

constexpr std::string_view trim(std::string_view s) {
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

// NIST writes "Starting values" in one file and "Starting Values" in the next; tolower() would ask the locale.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool starts_with(std::string_view s, std::string_view prefix) {
  if (s.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i)
    if (lower(s[i]) != lower(prefix[i])) return false;
  return true;
}

// Takes the next word off the front of s.
constexpr std::string_view word(std::string_view& s) {
  s = trim(s);
  std::size_t n = 0;
  while (n < s.size() && !blank(s[n])) ++n;
  const std::string_view w = s.substr(0, n);
  s.remove_prefix(n);
  return w;
}

// A whole word as a number. from_chars knows no locale, but no leading '+' either; inf and nan are no data.
inline bool number(std::string_view w, double& out) {
  if (w.size() > 1 && w[0] == '+' && w[1] != '-') w.remove_prefix(1);
  const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), out);
  return error == std::errc{} && end == w.data() + w.size() && std::isfinite(out);
}

inline bool number(std::string_view w, std::size_t& out) {
  const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), out);
  return error == std::errc{} && end == w.data() + w.size();
}

// What stood there, fit for a terminal: binary bytes become '?', long lines are cut.
inline std::string quoted(std::string_view s) {
  constexpr std::size_t longest = 60;
  s = trim(s);
  if (s.empty()) return "an empty line";
  std::string out = "\"";
  for (char c : s.substr(0, longest)) out += c == '\t' ? ' ' : (c < ' ' || c > '~') ? '?' : c;
  return out + (s.size() > longest ? "...\"" : "\"");
}

inline std::string plural(std::size_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

struct line_range {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first + 1; }
};

// The file as numbered lines, and a place in it. Lines count from 1, as in an editor.
class reader {
 public:
  reader(std::string_view text, std::string_view file) : file_(file) {
    while (!text.empty()) {
      const std::size_t n = std::min(text.find('\n'), text.size());
      lines_.push_back(trim(text.substr(0, n)));
      text.remove_prefix(std::min(n + 1, text.size()));
    }
  }

  std::size_t size() const { return lines_.size(); }
  std::size_t here() const { return at_; }
  void go_to(std::size_t line) { at_ = line; }
  std::string_view line(std::size_t n) const { return lines_[n - 1]; }

  // file:line; the end is the last line, where an editor can go.
  std::string where(std::size_t line) const {
    return file_ + ":" + std::to_string(std::max<std::size_t>(1, std::min(line, lines_.size())));
  }
  [[noreturn]] void fail(std::size_t line, const std::string& expected) const {
    const bool ended = line > lines_.size();
    throw format_error(where(line) + ": expected " + expected + ", found " +
                       (ended ? std::string(lines_.empty() ? "an empty file" : "the end of the file")
                              : quoted(lines_[line - 1])));
  }

  // The rest of the next line that begins with `key`.
  std::string_view find(std::string_view key) {
    for (std::size_t n = at_; n <= lines_.size(); ++n)
      if (starts_with(line(n), key)) {
        at_ = n;
        return trim(line(n).substr(key.size()));
      }
    fail(lines_.size() + 1, "a line that begins with \"" + std::string(key) + "\"");
  }

  // "key ... (lines 41 to 47)"
  line_range find_range(std::string_view key) {
    std::string_view rest = find(key);
    line_range r;
    if (!starts_with(rest, "(lines")) bad_range(key);
    rest.remove_prefix(6);
    std::string_view to;
    if (!number(word(rest), r.first) || (to = word(rest)) != "to") bad_range(key);
    rest = trim(rest);
    if (rest.empty() || rest.back() != ')' || !number(rest.substr(0, rest.size() - 1), r.last)) bad_range(key);
    if (r.first <= at_ || r.last < r.first) bad_range(key);
    return r;
  }

  // "12 Observations": the count before a word.
  std::size_t find_count(std::string_view noun) {
    for (std::size_t n = at_; n <= lines_.size(); ++n) {
      std::string_view rest = line(n);
      if (starts_with(rest, "Data:") || starts_with(rest, "Model:")) rest.remove_prefix(rest.find(':') + 1);
      std::size_t count = 0;
      if (number(word(rest), count) && starts_with(trim(rest), noun)) {
        at_ = n;
        return count;
      }
    }
    fail(lines_.size() + 1, "a line \"<count> " + std::string(noun) + "...\"");
  }

  // "Degrees of Freedom:   12": one number and nothing after it.
  template <class Number>
  Number find_value(std::string_view key, std::string_view kind) {
    std::string_view rest = find(key);
    Number out{};
    if (!number(word(rest), out) || !trim(rest).empty())
      fail(at_, std::string(kind) + " after \"" + std::string(key) + "\"");
    return out;
  }

 private:
  [[noreturn]] void bad_range(std::string_view key) const {
    fail(at_, "\"" + std::string(key) + " (lines <first> to <last>)\" with lines further down");
  }

  std::string file_;
  std::vector<std::string_view> lines_;
  std::size_t at_ = 1;
};

// Exactly n numbers on a line, or which and how many were expected.
inline std::vector<double> numbers(const reader& in, std::size_t line, std::string_view text, std::size_t n,
                                   const std::string& expected) {
  std::vector<double> out;
  for (std::string_view w = word(text); !w.empty(); w = word(text)) {
    double v = 0;
    if (out.size() == n || !number(w, v)) in.fail(line, expected);
    out.push_back(v);
  }
  if (out.size() != n) in.fail(line, expected);
  return out;
}

}  // namespace detail

/// Reads a data set from the text of a file; `file` is only for messages.
inline problem parse(std::string_view text, std::string_view file) {
  using detail::plural;
  detail::reader in(text, file);
  problem p;

  if (in.size() == 0 || !detail::starts_with(in.line(1), "NIST/ITL StRD")) in.fail(1, "\"NIST/ITL StRD\"");

  std::string_view title = in.find("Dataset Name:");
  p.name = detail::word(title);
  if (p.name.empty()) in.fail(in.here(), "a name after \"Dataset Name:\"");

  const detail::line_range starting = in.find_range("Starting Values");
  const std::size_t starting_line = in.here();
  const detail::line_range certified = in.find_range("Certified Values");
  const detail::line_range data = in.find_range("Data");
  const std::size_t data_line = in.here();

  in.find("Data:");  // the description; the table's heading has the same name, further down
  if (in.find_count("Response") != 1) in.fail(in.here(), "1 response");
  const std::size_t predictors = in.find_count("Predictor");
  if (predictors == 0 || predictors > 9) in.fail(in.here(), "1 to 9 predictors");
  const std::size_t observations = in.find_count("Observation");
  const std::size_t observations_line = in.here();
  if (data.size() != observations)
    in.fail(data_line, "a range of " + plural(observations, "line") + " (line " + std::to_string(observations_line) +
                           " says " + plural(observations, "observation") + ")");

  in.find("Model:");
  p.parameters = in.find_count("Parameter");
  if (p.parameters == 0 || starting.size() != p.parameters)
    in.fail(in.here(), "the count of lines " + std::to_string(starting.first) + " to " + std::to_string(starting.last) +
                           " (line " + std::to_string(starting_line) + ")");
  if (certified.first != starting.first || certified.last < starting.last)
    in.fail(starting_line + 1, "a range that holds lines " + std::to_string(starting.first) + " to " +
                                   std::to_string(starting.last));

  const std::size_t model_begin = in.here() + 1;
  in.find("Starting values");
  for (std::size_t n = model_begin; n < in.here(); ++n)
    if (!in.line(n).empty()) p.model += (p.model.empty() ? "" : "\n") + std::string(in.line(n));
  if (p.model.empty()) in.fail(in.here(), "the model's formula before this line");
  p.log_response = detail::starts_with(p.model, "log[y]");

  for (std::size_t k = 0; k < p.parameters; ++k) {
    const std::size_t n = starting.first + k;
    const std::string label = "b" + std::to_string(k + 1);
    const std::string expected = "\"" + label + " = <start 1> <start 2> <certified> <standard deviation>\"";
    if (n > in.size()) in.fail(n, expected);
    std::string_view rest = in.line(n);
    if (detail::word(rest) != label || detail::word(rest) != "=") in.fail(n, expected);
    const std::vector<double> v = detail::numbers(in, n, rest, 4, expected);
    p.start[0].push_back(v[0]);
    p.start[1].push_back(v[1]);
    p.certified.push_back(v[2]);
    p.standard_deviations.push_back(v[3]);
  }

  in.go_to(starting.last + 1);
  p.residual_sum_of_squares = in.find_value<double>("Residual Sum of Squares:", "a number");
  p.residual_standard_deviation = in.find_value<double>("Residual Standard Deviation:", "a number");
  std::size_t const freedom = in.find_value<std::size_t>("Degrees of Freedom:", "a count");
  const std::string counts = "observations less parameters, " + std::to_string(observations) + " - " + std::to_string(p.parameters);
  if (observations < p.parameters) in.fail(in.here(), counts);
  p.degrees_of_freedom = observations - p.parameters;
  if (freedom != p.degrees_of_freedom) // in NIST's own Rat43
    p.warnings.push_back(in.where(in.here()) + ": " + std::to_string(freedom) + " degrees of freedom are not " + counts);
  if (in.find_value<std::size_t>("Number of Observations:", "a count") != observations)
    in.fail(in.here(), std::to_string(observations) + " as on line " + std::to_string(observations_line));

  std::string columns = "y";
  for (std::size_t j = 1; j <= predictors; ++j)
    columns += predictors == 1 ? " x" : " x" + std::to_string(j);
  if (data.first <= in.here()) in.fail(data_line, "data lines after line " + std::to_string(in.here()));
  std::string_view heading = data.first - 1 <= in.size() ? in.line(data.first - 1) : std::string_view{};
  bool as_expected = detail::word(heading) == "Data:";
  for (std::string_view names = columns; as_expected && !names.empty();)
    as_expected = detail::word(heading) == detail::word(names);
  if (!as_expected || !detail::trim(heading).empty())
    in.fail(data.first - 1, "the table's heading \"Data: " + columns + "\"");

  p.x.resize(predictors);
  for (std::size_t n = data.first; n <= data.last; ++n) {
    const std::string expected = plural(1 + predictors, "number") + " (" + columns + ")";
    if (n > in.size() || in.line(n).empty())
      in.fail(n, "row " + std::to_string(n - data.first + 1) + " of " + std::to_string(observations) + ", " + expected);
    const std::vector<double> v = detail::numbers(in, n, in.line(n), 1 + predictors, expected);
    if (p.log_response && !(v[0] > 0)) in.fail(n, "y > 0, since the model takes log[y]");
    p.y.push_back(v[0]);
    for (std::size_t j = 0; j < predictors; ++j) p.x[j].push_back(v[j + 1]);
  }
  // "7" is a number as good as "760.0E0": only the line's end shows that the last one is whole.
  if (!text.ends_with('\n') && data.last == in.size()) in.fail(data.last, "a newline after the last row");
  for (std::size_t n = data.last + 1; n <= in.size(); ++n)
    if (!in.line(n).empty()) in.fail(n, "nothing after " + plural(observations, "row") + " of data");
  return p;
}

/// Reads a data set from a file.
inline problem read(const std::filesystem::path& path) {
  std::error_code ignored;
  std::ifstream in;
  // Linux opens a directory as a file, and fails only at the first byte.
  if (!std::filesystem::is_directory(path, ignored)) in.open(path, std::ios::binary);
  if (!in.is_open()) throw missing_file("There is no readable file \"" + path.string() + "\".");
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) throw missing_file("The file \"" + path.string() + "\" could not be read to its end.");
  return parse(text, path.filename().string());
}

/// NIST's Misra1a.dat as it stands, so that a program has something to fit when it is given no file.
inline constexpr std::string_view misra1a_file =
    R"(NIST/ITL StRD
Dataset Name:  Misra1a           (Misra1a.dat)

File Format:   ASCII
               Starting Values   (lines 41 to 42)
               Certified Values  (lines 41 to 47)
               Data              (lines 61 to 74)

Procedure:     Nonlinear Least Squares Regression

Description:   These data are the result of a NIST study regarding
               dental research in monomolecular adsorption.  The
               response variable is volume, and the predictor
               variable is pressure.

Reference:     Misra, D., NIST (1978).
               Dental Research Monomolecular Adsorption Study.







Data:          1 Response Variable  (y = volume)
               1 Predictor Variable (x = pressure)
               14 Observations
               Lower Level of Difficulty
               Observed Data

Model:         Exponential Class
               2 Parameters (b1 and b2)

               y = b1*(1-exp[-b2*x])  +  e



          Starting values                  Certified Values

        Start 1     Start 2           Parameter     Standard Deviation
  b1 =   500         250           2.3894212918E+02  2.7070075241E+00
  b2 =     0.0001      0.0005      5.5015643181E-04  7.2668688436E-06

Residual Sum of Squares:                    1.2455138894E-01
Residual Standard Deviation:                1.0187876330E-01
Degrees of Freedom:                                12
Number of Observations:                            14












Data:   y               x
      10.07E0      77.6E0
      14.73E0     114.9E0
      17.94E0     141.1E0
      23.93E0     190.8E0
      29.61E0     239.9E0
      35.18E0     289.0E0
      40.02E0     332.8E0
      44.82E0     378.4E0
      50.76E0     434.8E0
      55.05E0     477.3E0
      61.01E0     536.8E0
      66.40E0     593.1E0
      75.47E0     689.1E0
      81.78E0     760.0E0
)";

/// The embedded problem.
inline problem embedded() { return parse(misra1a_file, "Misra1a.dat"); }

}  // namespace nist
