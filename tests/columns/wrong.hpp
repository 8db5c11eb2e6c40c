// SPDX-License-Identifier: BSL-1.0
// A wrong twin: this line is longer than a hundred and forty columns, which no header of the library may be, and the test of columns has to say so.
inline constexpr char const* texts_may_be_long = "a text that users read stands in one line, so that a search for a part of it finds where it is written";
