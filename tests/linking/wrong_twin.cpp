// SPDX-License-Identifier: BSL-1.0
// Four weak symbols, three of them wrong: common_weak.sh must find exactly those.
#if defined(__AVX2__)
#define TAG v0_avx2_serial_own
#else
#define TAG v0_base_serial_own
#endif

namespace constax::inline v0 {
template <class X> inline const int table = static_cast<int>(sizeof(X)) + 1;
struct holder {
  int value;
  __attribute__((noinline)) int get() const { return value; }  // a member of a type in v0 that is not always inlined
};
__attribute__((noinline)) inline int untagged(holder h) { return h.get() + 1; }
}  // namespace constax::inline v0
namespace constax::inline TAG {
__attribute__((noinline)) inline int tagged(v0::holder h) { return v0::untagged(h) + 1; }
}  // namespace constax::inline TAG

static const int* volatile keep;
static int use() {
  keep = &constax::table<double>;
  return constax::tagged({1});
}
static int (*volatile user)() = use;
