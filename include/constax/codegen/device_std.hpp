// SPDX-License-Identifier: BSL-1.0
#pragma once
// device_std: what lane/ and math/ use of the standard library, as text for NVRTC, which has none of it; and the options they need there.
//
//   nvrtcCreateProgram(&program, text, name, device_std_count, device_std_texts, device_std_names)
//   nvrtcCompileProgram(program, device_option_count, device_options), with -arch=... beside them
#include <constax/base/config.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

/// The names that a text may include.
inline constexpr char const* device_std_names[] = {"constax_device_std", "cstddef", "cstdint", "limits", "type_traits", "utility"};
inline constexpr int device_std_count = static_cast<int>(sizeof device_std_names / sizeof *device_std_names);

namespace device_text {
/// All of it, meant for float, double, and integers of 8 to 64 bits.
inline constexpr char device_std[] = R"cuda(#pragma once
namespace std {

using size_t = decltype(sizeof 0);
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long;
static_assert(sizeof(int64_t) == 8);

// ---- types
template <class T, T Value> struct integral_constant {
  using value_type = T;
  static constexpr T value = Value;
  constexpr operator T() const noexcept { return Value; }
};

template <class T, class U> inline constexpr bool is_same_v = false;
template <class T> inline constexpr bool is_same_v<T, T> = true;

template <class T> struct type_identity { using type = T; };
template <bool Condition, class T = void> struct enable_if : type_identity<T> {};
template <class T> struct enable_if<false, T> {};
template <bool Condition, class T = void> using enable_if_t = typename enable_if<Condition, T>::type;
template <bool Condition, class T, class U> struct conditional : type_identity<T> {};
template <class T, class U> struct conditional<false, T, U> : type_identity<U> {};
template <bool Condition, class T, class U> using conditional_t = typename conditional<Condition, T, U>::type;

template <class T> struct remove_cv : type_identity<T> {};
template <class T> struct remove_cv<T const> : type_identity<T> {};
template <class T> struct remove_cv<T volatile> : type_identity<T> {};
template <class T> struct remove_cv<T const volatile> : type_identity<T> {};
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> struct remove_reference : type_identity<T> {};
template <class T> struct remove_reference<T&> : type_identity<T> {};
template <class T> struct remove_reference<T&&> : type_identity<T> {};
template <class T> using remove_reference_t = typename remove_reference<T>::type;

template <class T, class... Types> inline constexpr bool is_one_of = (is_same_v<remove_cv_t<T>, Types> || ...);
template <class T> inline constexpr bool is_floating_point_v = is_one_of<T, float, double>;
template <class T> inline constexpr bool is_integral_v =
    is_one_of<T, bool, char, signed char, short, int, long, long long, unsigned char, unsigned short, unsigned, unsigned long,
              unsigned long long>;
template <class T, bool = is_integral_v<T> || is_floating_point_v<T>> inline constexpr bool is_signed_v = false;
template <class T> inline constexpr bool is_signed_v<T, true> = T(-1) < T(0);
template <class T> inline constexpr bool is_unsigned_v = is_integral_v<T> && !is_signed_v<T>;

template <class T> struct make_unsigned : type_identity<T> {};
template <> struct make_unsigned<char> : type_identity<unsigned char> {};
template <> struct make_unsigned<signed char> : type_identity<unsigned char> {};
template <> struct make_unsigned<short> : type_identity<unsigned short> {};
template <> struct make_unsigned<int> : type_identity<unsigned> {};
template <> struct make_unsigned<long> : type_identity<unsigned long> {};
template <> struct make_unsigned<long long> : type_identity<unsigned long long> {};
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;

// ---- sequences: those of both halves, one behind the other
template <class T, T... I> struct integer_sequence {};
template <class T, class Low, class High> struct joined_sequence;
template <class T, T... I, T... J> struct joined_sequence<T, integer_sequence<T, I...>, integer_sequence<T, J...>>
    : type_identity<integer_sequence<T, I..., static_cast<T>(sizeof...(I) + J)...>> {};
template <class T, size_t N> struct sequence_of
    : joined_sequence<T, typename sequence_of<T, N / 2>::type, typename sequence_of<T, N - N / 2>::type> {};
template <class T> struct sequence_of<T, 0> : type_identity<integer_sequence<T>> {};
template <class T> struct sequence_of<T, 1> : type_identity<integer_sequence<T, T(0)>> {};
template <class T, T N> using make_integer_sequence = typename sequence_of<T, static_cast<size_t>(N)>::type;
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;

// ---- values
template <class T, class U> struct pair {
  T first;
  U second;
};

template <class T> struct numeric_limits {
  static constexpr bool is_signed = is_signed_v<T>;
  static constexpr int digits = static_cast<int>(8 * sizeof(T)) - (is_signed ? 1 : 0);
  static constexpr T min() noexcept { return is_signed ? static_cast<T>(T(1) << digits) : T(0); }
  static constexpr T max() noexcept { return static_cast<T>(~min()); }
  static constexpr T lowest() noexcept { return min(); }
};
template <> struct numeric_limits<bool> {
  static constexpr bool is_signed = false;
  static constexpr int digits = 1;
  static constexpr bool min() noexcept { return false; }
  static constexpr bool max() noexcept { return true; }
  static constexpr bool lowest() noexcept { return false; }
};
template <> struct numeric_limits<float> {
  static constexpr bool is_signed = true;
  static constexpr int digits = 24, max_exponent = 128;
  static constexpr float min() noexcept { return 0x1p-126f; }
  static constexpr float max() noexcept { return 0x1.fffffep127f; }
  static constexpr float lowest() noexcept { return -max(); }
  static constexpr float infinity() noexcept { return __builtin_bit_cast(float, 0x7f800000u); }
  static constexpr float quiet_NaN() noexcept { return __builtin_bit_cast(float, 0x7fc00000u); }
};
template <> struct numeric_limits<double> {
  static constexpr bool is_signed = true;
  static constexpr int digits = 53, max_exponent = 1024;
  static constexpr double min() noexcept { return 0x1p-1022; }
  static constexpr double max() noexcept { return 0x1.fffffffffffffp1023; }
  static constexpr double lowest() noexcept { return -max(); }
  static constexpr double infinity() noexcept { return __builtin_bit_cast(double, 0x7ff0000000000000ul); }
  static constexpr double quiet_NaN() noexcept { return __builtin_bit_cast(double, 0x7ff8000000000000ul); }
};

}  // namespace std
)cuda";
inline constexpr char device_std_include[] = "#include \"constax_device_std\"\n";
} // namespace device_text

/// Their texts, in the same order: all stands in the first.
inline constexpr char const* device_std_texts[] = {device_text::device_std,         device_text::device_std_include,
                                                   device_text::device_std_include, device_text::device_std_include,
                                                   device_text::device_std_include, device_text::device_std_include};
static_assert(sizeof device_std_texts == sizeof device_std_names);

/// Products and sums are rounded one by one: what is fused says so. Functions and tables are for the device without saying so. Large angles
/// are reduced in integers of 128 bits.
inline constexpr char const* device_options[] = {"-std=c++20", "--fmad=false", "-default-device", "-device-int128"};
inline constexpr int device_option_count = static_cast<int>(sizeof device_options / sizeof *device_options);

} // namespace constax::inline CONSTAX_TAG::codegen
