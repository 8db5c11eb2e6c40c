// SPDX-License-Identifier: BSL-1.0
// Draws a fit as an SVG picture: data and fitted curves above, residuals below on the same x axis. No dependency.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svg {

struct curve {
  std::string label;
  std::vector<double> x, y;  ///< joined in this order; a value that is not finite leaves a gap
};

struct fit_picture {
  std::string title;
  std::string subtitle;  ///< may have several lines
  std::string x_label = "x", y_label = "y";
  std::vector<double> x, y;             ///< the data
  std::vector<curve> curves;            ///< what was fitted, one or several
  std::vector<double> residuals;        ///< at x; empty leaves the lower panel out
  double residual_standard_deviation = 0;  ///< shades two of them to each side of zero, if positive
};

namespace detail {

inline std::string escaped(std::string_view s) {
  std::string out;
  for (char c : s) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': case '\t': out += ' '; break;
      // XML 1.0 has no way to write the other control characters.
      default: if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  }
  return out;
}

// Fixed notation whatever the locale: a German one would write a comma into a coordinate.
inline std::string fixed(double v, int decimals) {
  std::array<char, 400> buffer{};
  const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::fixed, decimals);
  std::string out(buffer.data(), done.ptr);
  return out.find_first_not_of("-0.") == std::string::npos && out[0] == '-' ? out.substr(1) : out;  // no "-0.0"
}

inline std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t n = std::min(text.find('\n'), text.size());
    out.push_back(text.substr(0, n));
    text.remove_prefix(std::min(n + 1, text.size()));
  }
  return out;
}

inline std::string px(double v) { return fixed(v, 2); }

// Ticks at 1, 2 or 5 times a power of ten, and the least power of ten to be factored out of their labels.
struct axis {
  double low = 0, high = 1, step = 0.2;
  int decimals = 1, exponent = 0;

  axis(double least, double most, int about, double margin) {
    if (!(least <= most)) {  // no finite value at all
      least = 0;
      most = 1;
    }
    const double size = std::max(std::abs(least), std::abs(most));
    // A constant gets room around it, else there is no step.
    if (most - least <= size * 1e-12 || most == least) {
      const double room = size > 0 ? size * 0.1 : 1;
      least -= room;
      most += room;
    }
    const double span = most - least;
    low = least - margin * span;
    high = most + margin * span;
    const double raw = span / about, power = std::pow(10.0, std::floor(std::log10(raw)));
    const double lead = raw / power;
    step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
    const int magnitude = static_cast<int>(std::floor(std::log10(std::max(std::abs(low), std::abs(high)))));
    if (magnitude < -2 || magnitude > 4) exponent = magnitude;
    const int unit = static_cast<int>(std::floor(std::log10(step) + 1e-9));
    decimals = std::max(0, exponent - unit);
  }

  std::vector<double> ticks() const {
    std::vector<double> out;
    const double first = std::ceil(low / step - 1e-9);
    for (int k = 0; k < 100 && (first + k) * step <= high + 1e-9 * step; ++k) out.push_back((first + k) * step);
    return out;
  }

  std::string label(double v) const { return fixed(v / std::pow(10.0, exponent), decimals); }

  // "y  (×10⁻⁵)" as SVG text
  std::string caption(std::string_view name) const {
    std::string out = escaped(name);
    if (exponent == 0) return out;
    return out + " (\u00d710<tspan dy=\"-5\" font-size=\"10\">" + std::to_string(exponent) + "</tspan><tspan dy=\"5\">)</tspan>";
  }
};

struct extent {
  double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
  void add(double v) {
    if (!std::isfinite(v)) return;
    least = std::min(least, v);
    most = std::max(most, v);
  }
  void add(const std::vector<double>& values) {
    for (double v : values) add(v);
  }
};

// A rectangle of the picture with an axis along each side.
struct panel {
  double left, top, width, height;
  axis horizontal, vertical;

  double x(double v) const { return left + width * (v - horizontal.low) / (horizontal.high - horizontal.low); }
  double y(double v) const { return top + height * (vertical.high - v) / (vertical.high - vertical.low); }
  double bottom() const { return top + height; }
  double right() const { return left + width; }
};

inline std::string line(std::string_view style, double x1, double y1, double x2, double y2) {
  return "<line class=\"" + std::string(style) + "\" x1=\"" + px(x1) + "\" y1=\"" + px(y1) + "\" x2=\"" + px(x2) + "\" y2=\"" +
         px(y2) + "\"/>\n";
}

inline std::string label(std::string_view style, double x, double y, const std::string& text, const std::string& more = "") {
  return "<text class=\"" + std::string(style) + "\" x=\"" + px(x) + "\" y=\"" + px(y) + "\"" + more + ">" + text + "</text>\n";
}

inline std::string frame(const panel& p, std::string_view y_name, bool with_x_labels) {
  std::string out;
  for (double t : p.horizontal.ticks()) {
    out += line("grid", p.x(t), p.top, p.x(t), p.bottom());
    if (with_x_labels) out += label("tick middle", p.x(t), p.bottom() + 18, p.horizontal.label(t));
  }
  for (double t : p.vertical.ticks()) {
    out += line("grid", p.left, p.y(t), p.right(), p.y(t));
    out += label("tick end", p.left - 8, p.y(t) + 4, p.vertical.label(t));
  }
  out += line("axis", p.left, p.bottom(), p.right(), p.bottom());
  out += line("axis", p.left, p.top, p.left, p.bottom());
  const double middle = p.top + p.height / 2;
  out += label("name middle", 22, middle, p.vertical.caption(y_name), " transform=\"rotate(-90 22 " + px(middle) + ")\"");
  return out;
}

inline std::string path(const panel& p, const curve& c, std::string_view colour) {
  std::string d;
  bool pen_down = false;
  for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
    const bool here = std::isfinite(c.x[i]) && std::isfinite(c.y[i]);
    if (here) d += (pen_down ? "L" : "M") + px(p.x(c.x[i])) + " " + px(p.y(c.y[i]));
    pen_down = here;
  }
  return d.empty() ? d : "<path class=\"curve\" stroke=\"" + std::string(colour) + "\" d=\"" + d + "\"/>\n";
}

// Okabe and Ito's colours, which the colour-blind can tell apart; black and yellow are left out.
inline constexpr std::array<std::string_view, 6> colours{"#d55e00", "#009e73", "#cc79a7", "#0072b2", "#e69f00", "#56b4e9"};

}  // namespace detail

/// The picture as the text of an SVG file.
inline std::string render(const fit_picture& f) {
  using namespace detail;
  if (f.x.size() != f.y.size()) throw std::invalid_argument("svg: x and y of the data differ in length");
  if (!f.residuals.empty() && f.residuals.size() != f.x.size())
    throw std::invalid_argument("svg: there are not as many residuals as data");

  const bool lower = !f.residuals.empty();
  const std::vector<std::string_view> subtitle = lines(f.subtitle);
  constexpr double width = 860, left = 92, right = 28, upper_height = 330, gap = 26, lower_height = 130;
  constexpr double first_subtitle = 58, line_height = 18;
  const double legend = first_subtitle + 12 + line_height * static_cast<double>(subtitle.size()), top = legend + 20;
  const double bottom = top + upper_height + (lower ? gap + lower_height : 0), height = bottom + 58;

  extent xs, ys, rs;
  xs.add(f.x);
  ys.add(f.y);
  for (const curve& c : f.curves) {
    xs.add(c.x);
    ys.add(c.y);
  }
  // Residuals lie about zero, so zero is the middle.
  const double band = f.residual_standard_deviation > 0 && std::isfinite(f.residual_standard_deviation)
                          ? 2 * f.residual_standard_deviation
                          : 0;
  for (double r : f.residuals)
    for (double v : {r, -r}) rs.add(v);
  rs.add(band);
  rs.add(-band);

  const axis along(xs.least, xs.most, 8, 0.03);
  const panel data{left, top, width - left - right, upper_height, along, axis(ys.least, ys.most, 6, 0.06)};
  const panel rest{left, top + upper_height + gap, width - left - right, lower_height, along, axis(rs.least, rs.most, 4, 0.08)};

  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + px(width) + "\" height=\"" + px(height) +
                    "\" viewBox=\"0 0 " + px(width) + " " + px(height) + "\" role=\"img\" aria-label=\"" + escaped(f.title) +
                    "\">\n"
                    "<style>\n"
                    "text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#333}\n"
                    ".title{font-size:20px;font-weight:600;fill:#111}.subtitle{font-size:13px;fill:#666}\n"
                    ".tick{font-size:12px;fill:#555}.name{font-size:13px}.key{font-size:13px}\n"
                    ".middle{text-anchor:middle}.end{text-anchor:end}\n"
                    ".grid{stroke:#e8e8ec;stroke-width:1}.axis{stroke:#888;stroke-width:1}.zero{stroke:#444;stroke-width:1}\n"
                    ".stem{stroke:#0b3c5d;stroke-opacity:.35;stroke-width:1}.band{fill:#d55e00;fill-opacity:.09}\n"
                    ".point{fill:#0b3c5d;fill-opacity:.6;stroke:#0b3c5d;stroke-width:.8}\n"
                    ".curve{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}\n"
                    "</style>\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  out += label("title", left, 36, escaped(f.title));
  for (std::size_t i = 0; i < subtitle.size(); ++i) {
    // A line too long for the width gets smaller letters, of about 0.55 of their height.
    const double fits = (width - left - right) / (0.55 * static_cast<double>(subtitle[i].size() + 1));
    out += label("subtitle", left, first_subtitle + line_height * static_cast<double>(i), escaped(subtitle[i]),
                 " style=\"font-size:" + px(std::clamp(fits, 6.0, 13.0)) + "px\"");
  }

  // The legend lies above the panel, where no data can hide under it. Text has no measurable width here: 7.2 a letter.
  double at = left + 6;
  const auto key = [&](const std::string& mark, std::string_view text) {
    out += mark + label("key", at + 24, legend, escaped(text));
    at += 24 + 7.2 * static_cast<double>(text.size()) + 20;
  };
  key("<circle class=\"point\" cx=\"" + px(at + 8) + "\" cy=\"" + px(legend - 4) + "\" r=\"3.5\"/>", "data");
  for (std::size_t i = 0; i < f.curves.size(); ++i)
    if (!f.curves[i].label.empty())
      key("<path class=\"curve\" stroke=\"" + std::string(colours[i % colours.size()]) + "\" d=\"M" + px(at - 2) + " " + px(legend - 4) +
              "h20\"/>",
          f.curves[i].label);
  if (lower && band > 0)
    key("<rect class=\"band\" style=\"fill-opacity:.25\" x=\"" + px(at - 2) + "\" y=\"" + px(legend - 10) +
            "\" width=\"20\" height=\"12\"/>",
        "\u00b12 residual standard deviations");

  // Many points need smaller marks.
  const std::string radius = f.x.size() > 120 ? "2.4" : f.x.size() > 40 ? "3" : "4";
  const auto mark = [&](double x, double y) {
    return "<circle class=\"point\" cx=\"" + px(x) + "\" cy=\"" + px(y) + "\" r=\"" + radius + "\"/>\n";
  };

  out += frame(data, f.y_label, !lower);
  for (std::size_t i = 0; i < f.curves.size(); ++i) out += path(data, f.curves[i], colours[i % colours.size()]);
  for (std::size_t i = 0; i < f.x.size(); ++i)
    if (std::isfinite(f.x[i]) && std::isfinite(f.y[i])) out += mark(data.x(f.x[i]), data.y(f.y[i]));

  if (lower) {
    if (band > 0)
      out += "<rect class=\"band\" x=\"" + px(rest.left) + "\" y=\"" + px(rest.y(band)) + "\" width=\"" + px(rest.width) +
             "\" height=\"" + px(rest.y(-band) - rest.y(band)) + "\"/>\n";
    out += frame(rest, "residual", true);
    out += line("zero", rest.left, rest.y(0), rest.right(), rest.y(0));
    for (std::size_t i = 0; i < f.x.size(); ++i) {
      if (!std::isfinite(f.x[i]) || !std::isfinite(f.residuals[i])) continue;
      out += line("stem", rest.x(f.x[i]), rest.y(0), rest.x(f.x[i]), rest.y(f.residuals[i]));
      out += mark(rest.x(f.x[i]), rest.y(f.residuals[i]));
    }
  }
  out += label("name middle", left + data.width / 2, height - 18, along.caption(f.x_label));
  return out + "</svg>\n";
}

/// Writes the picture to a file; std::runtime_error where that fails.
inline void write(const std::filesystem::path& file, const fit_picture& f) {
  const std::string text = render(f);
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("The picture \"" + file.string() + "\" could not be written.");
}

}  // namespace svg
