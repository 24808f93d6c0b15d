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

#ifdef __wasm_relaxed_simd__
// a * b + c, rounded once where the processor can. (`addingProduct` of Swift calls the C library for each lane.)
typedef float cwasi_floats __attribute__((ext_vector_type(4)));
static inline __attribute__((always_inline)) cwasi_floats relaxed_multiply_add(cwasi_floats a, cwasi_floats b, cwasi_floats c) {
  return (cwasi_floats)__builtin_wasm_relaxed_madd_f32x4(a, b, c);
}
#endif
