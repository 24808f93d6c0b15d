// The part of Apple's C library that this package uses, for type checks on systems without Apple's SDK (Tools/check-apple).
// Types, constants and signatures are those of the manual pages and of the documentation on developer.apple.com; there is
// nothing to link. Names that Swift's overlay adds are in Darwin.swiftinterface.
#pragma clang assume_nonnull begin

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef long long off_t;
typedef unsigned short mode_t;
typedef long time_t;
typedef int dev_t;
typedef unsigned long long ino_t;

struct timespec { time_t tv_sec; long tv_nsec; };

// Files.
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  unsigned short st_nlink;
  ino_t st_ino;
  unsigned int st_uid, st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  long long st_blocks;
  int st_blksize;
  unsigned int st_flags, st_gen;
  int st_lspare;
  long long st_qspare[2];
};
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int close(int);
ssize_t read(int, void * _Null_unspecified, size_t);
ssize_t write(int, const void * _Null_unspecified, size_t);
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int rename(const char *, const char *);
int unlink(const char *);
char * _Nullable realpath(const char *, char * _Nullable);
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_NONBLOCK 0x00000004
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define SEEK_SET 0

// Memory.
void * _Null_unspecified mmap(void * _Nullable, size_t, int, int, int, off_t);
int mprotect(void * _Null_unspecified, size_t, int);
int munmap(void * _Null_unspecified, size_t);
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define PROT_EXEC 0x04
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
#define MAP_JIT 0x0800
void pthread_jit_write_protect_np(int);
void sys_icache_invalidate(void *, size_t);
void free(void * _Nullable);
void * _Null_unspecified memcpy(void * _Null_unspecified, const void * _Null_unspecified, size_t);
void * _Null_unspecified memmove(void * _Null_unspecified, const void * _Null_unspecified, size_t);
void * _Null_unspecified memset(void * _Null_unspecified, int, size_t);
int memcmp(const void * _Null_unspecified, const void * _Null_unspecified, size_t);

// The system.
long sysconf(int);
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
int sysctlbyname(const char *, void * _Nullable, size_t * _Nullable, void * _Nullable, size_t);
char * _Null_unspecified getenv(const char *);
char * _Null_unspecified strerror(int);
size_t strlen(const char *);
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EMFILE 24
#define ENOSPC 28
#define EAGAIN 35
void * _Null_unspecified dlopen(const char * _Nullable, int);
void * _Null_unspecified dlsym(void * _Nullable, const char *);
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4

// Threads and time.
typedef enum {
  _CLOCK_REALTIME = 0,
  _CLOCK_MONOTONIC = 6,
  _CLOCK_THREAD_CPUTIME_ID = 16
} __attribute__((enum_extensibility(open))) clockid_t;
static const clockid_t CLOCK_MONOTONIC = _CLOCK_MONOTONIC;
static const clockid_t CLOCK_THREAD_CPUTIME_ID = _CLOCK_THREAD_CPUTIME_ID;
int clock_gettime(clockid_t, struct timespec *);
struct _opaque_pthread_t { long __sig; void * _Nullable __cleanup_stack; char __opaque[8176]; };
typedef struct _opaque_pthread_t *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct { long __sig; char __opaque[8]; } pthread_condattr_t;
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
typedef enum : unsigned int {
  QOS_CLASS_USER_INTERACTIVE = 0x21,
  QOS_CLASS_USER_INITIATED = 0x19,
  QOS_CLASS_DEFAULT = 0x15
} qos_class_t;
int pthread_attr_set_qos_class_np(pthread_attr_t *, qos_class_t, int);
int pthread_create(
    pthread_t _Nullable * _Nonnull, const pthread_attr_t * _Nullable,
    void * _Nullable (* _Nonnull)(void * _Nullable), void * _Nullable);
int pthread_join(pthread_t, void * _Nullable * _Nullable);
pthread_t pthread_self(void);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t * _Nullable);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t * _Nullable);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int sched_yield(void);
typedef struct os_unfair_lock_s { unsigned int _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t);
void os_unfair_lock_unlock(os_unfair_lock_t);

// Numbers.
double sin(double), cos(double), tan(double), atan2(double, double), exp(double), log(double), pow(double, double),
    sqrt(double), erf(double), floor(double), ceil(double), rint(double), fmod(double, double), hypot(double, double), frexp(double, int *);
float sinf(float), cosf(float), tanf(float), atan2f(float, float), expf(float), logf(float), powf(float, float),
    erff(float), expm1f(float), tanhf(float), hypotf(float, float), fmodf(float, float), rintf(float), roundf(float), floorf(float), frexpf(float, int *);

#pragma clang assume_nonnull end
