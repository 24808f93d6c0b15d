// The C library of WebAssembly (Debian's wasi-libc) for Swift, which imports neither `errno` nor functions of any number
// of arguments.
#define _GNU_SOURCE 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

static inline int cwasi_errno(void) { return errno; }
static inline void cwasi_set_errno(int code) { errno = code; }
static inline int cwasi_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

#ifdef __wasm_simd128__
#define CWASI_INLINE static inline __attribute__((always_inline))
typedef float cwasi_floats __attribute__((ext_vector_type(4)));
typedef int cwasi_integers __attribute__((ext_vector_type(4)));
typedef short cwasi_halves __attribute__((ext_vector_type(8)));

// a[2i] * b[2i] + a[2i + 1] * b[2i + 1].
CWASI_INLINE cwasi_integers multiply_neighbors(cwasi_halves a, cwasi_halves b) {
  return (cwasi_integers)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
}

// Eight integers of 16 bits, limited to them.
CWASI_INLINE cwasi_halves narrow_integers(cwasi_integers a, cwasi_integers b) {
  return (cwasi_halves)__builtin_wasm_narrow_s_i16x8_i32x4(a, b);
}

// An address of which LLVM does not know how it came about: what is loaded relative to it has its offset in the
// instruction, in the place of additions in each round of a loop.
CWASI_INLINE const void *unseen_address(const void *address) {
  __asm__("" : "+r"(address));
  return address;
}

// a < b ? b : a, and b < a ? b : a.
CWASI_INLINE cwasi_floats larger_floats(cwasi_floats a, cwasi_floats b) { return __builtin_wasm_pmax_f32x4(a, b); }
CWASI_INLINE cwasi_floats smaller_floats(cwasi_floats a, cwasi_floats b) { return __builtin_wasm_pmin_f32x4(a, b); }

// (A conversion of Swift's is a call for each lane.)
CWASI_INLINE cwasi_floats floats_of_integers(cwasi_integers a) { return __builtin_convertvector(a, cwasi_floats); }

// a * b + c, rounded once. (`addingProduct` of Swift calls the C library for each lane.)
#ifdef __wasm_relaxed_simd__
// Where the processor can.
CWASI_INLINE cwasi_floats multiply_add(cwasi_floats a, cwasi_floats b, cwasi_floats c) {
  return (cwasi_floats)__builtin_wasm_relaxed_madd_f32x4(a, b, c);
}
#else
typedef double cwasi_doubles __attribute__((ext_vector_type(2)));
typedef float cwasi_two_floats __attribute__((ext_vector_type(2)));
typedef unsigned cwasi_bits __attribute__((ext_vector_type(4)));
typedef unsigned long long cwasi_long_bits __attribute__((ext_vector_type(2)));

CWASI_INLINE cwasi_doubles cwasi_sums(cwasi_two_floats a, cwasi_two_floats b, cwasi_two_floats c) {
  return __builtin_convertvector(a, cwasi_doubles) * __builtin_convertvector(b, cwasi_doubles)
    + __builtin_convertvector(c, cwasi_doubles);
}
// Two floats and two zeros.
CWASI_INLINE cwasi_floats cwasi_rounded(cwasi_doubles a) {
  cwasi_floats floats = __builtin_convertvector(__builtin_shufflevector(a, (cwasi_doubles){0, 0}, 0, 1, 2, 3), cwasi_floats);
  // Otherwise LLVM joins two of these into four conversions of a number each.
  __asm__("" : "+r"(floats));
  return floats;
}
// For each lane by the C library.
__attribute__((noinline)) static cwasi_floats multiply_add_each(cwasi_floats a, cwasi_floats b, cwasi_floats c) {
  for (int lane = 0; lane < 4; lane++) c[lane] = fmaf(a[lane], b[lane], c[lane]);
  return c;
}
// A product of floats is exact as a double. Its sum is rounded to a double before it is to a float, which makes a
// difference if it then is halfway between two floats, or is so small that a float has fewer bits for it
// (Vector8.addingRoundedOnce).
CWASI_INLINE cwasi_floats multiply_add_twice_rounded(cwasi_floats a, cwasi_floats b, cwasi_floats c) {
  return __builtin_shufflevector(
    cwasi_rounded(cwasi_sums(a.lo, b.lo, c.lo)), cwasi_rounded(cwasi_sums(a.hi, b.hi, c.hi)), 0, 1, 4, 5);
}
// Not zero in lanes that are halfway.
CWASI_INLINE cwasi_integers multiply_add_halfway(cwasi_floats a, cwasi_floats b, cwasi_floats c) {
  const cwasi_doubles low = cwasi_sums(a.lo, b.lo, c.lo), high = cwasi_sums(a.hi, b.hi, c.hi);
  // The low 32 bits of all four doubles.
  const cwasi_bits parts = __builtin_shufflevector((cwasi_bits)low, (cwasi_bits)high, 0, 2, 4, 6);
  return (parts & 0x1FFFFFFF) == 0x10000000;
}
CWASI_INLINE _Bool is_any(cwasi_integers a) { return __builtin_wasm_any_true_v128(a); }
// multiply_add of results that are not small.
__attribute__((noinline)) static cwasi_floats multiply_add_precisely(cwasi_floats a, cwasi_floats b, cwasi_floats c) {
  const cwasi_floats sums = multiply_add_twice_rounded(a, b, c);
  return is_any(multiply_add_halfway(a, b, c)) ? multiply_add_each(a, b, c) : sums;
}
#endif
#endif
