// The part of Apple's C library that this package uses, for type checks on systems without Apple's SDK (Tools/dev/check-apple).
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
int mkstemp(char *);
int mkdir(const char *, mode_t);
int flock(int, int);
#define LOCK_EX 2
#define LOCK_NB 4
typedef struct { int __dd_fd; } DIR;
struct dirent {
  ino_t d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen, d_namlen;
  unsigned char d_type;
  char d_name[1024];
};
DIR * _Nullable opendir(const char *);
int closedir(DIR *);
struct dirent * _Nullable readdir(DIR *);
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_NONBLOCK 0x00000004
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
ssize_t pread(int, void * _Null_unspecified, size_t, off_t);

// Memory.
void * _Null_unspecified mmap(void * _Nullable, size_t, int, int, int, off_t);
int mprotect(void * _Null_unspecified, size_t, int);
int munmap(void * _Null_unspecified, size_t);
#define PROT_NONE 0x00
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
void * _Null_unspecified memchr(const void * _Null_unspecified, int, size_t);
char * _Null_unspecified strdup(const char *);
int memcmp(const void * _Null_unspecified, const void * _Null_unspecified, size_t);

// The system.
long sysconf(int);
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
int sysctlbyname(const char *, void * _Nullable, size_t * _Nullable, void * _Nullable, size_t);
char * _Null_unspecified getenv(const char *);
char * _Null_unspecified strerror(int);
size_t strlen(const char *);
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define ENOMEM 12
#define EACCES 13
#define ENODEV 19
#define EINVAL 22
#define EMFILE 24
#define ENOTTY 25
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK 35
#define ETIMEDOUT 60
#define ENOSYS 78
void * _Null_unspecified dlopen(const char * _Nullable, int);
void * _Null_unspecified dlsym(void * _Nullable, const char *);
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4

// Threads and time.
typedef enum {
  _CLOCK_REALTIME = 0,
  _CLOCK_MONOTONIC = 6,
  _CLOCK_PROCESS_CPUTIME_ID = 12,
  _CLOCK_THREAD_CPUTIME_ID = 16
} __attribute__((enum_extensibility(open))) clockid_t;
static const clockid_t CLOCK_MONOTONIC = _CLOCK_MONOTONIC;
static const clockid_t CLOCK_PROCESS_CPUTIME_ID = _CLOCK_PROCESS_CPUTIME_ID;
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

// The command: processes, signals, terminals.
typedef int pid_t;
int setenv(const char *, const char *, int);
int unsetenv(const char *);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define EX_USAGE 64
typedef struct __sFILE FILE;
struct __sFILE { int _file; };
extern FILE * _Null_unspecified __stderrp;
int putc(int, FILE *);
int isatty(int);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
int access(const char *, int);
#define F_OK 0
#define X_OK 1
#define R_OK 4
#define F_DUPFD_CLOEXEC 67
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
int pipe(int * _Null_unspecified);
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd * _Null_unspecified, unsigned int, int);
#define POLLIN 0x0001
#define POLLOUT 0x0004
unsigned int alarm(unsigned int);
int pause(void);
int usleep(unsigned int);
pid_t waitpid(pid_t, int * _Null_unspecified, int);
#define WNOHANG 0x00000001
int kill(pid_t, int);
int raise(int);
typedef void (*sig_t)(int);
sig_t _Null_unspecified signal(int, sig_t _Null_unspecified);
typedef unsigned int sigset_t;
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigprocmask(int, const sigset_t * _Nullable, sigset_t * _Nullable);
int pthread_sigmask(int, const sigset_t * _Nullable, sigset_t * _Nullable);
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGXFSZ 25
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
// Not on tvOS and watchOS, as spawn.h says.
#pragma clang attribute push(__attribute__((availability(tvos, unavailable))), apply_to = function)
#pragma clang attribute push(__attribute__((availability(watchos, unavailable))), apply_to = function)
int posix_spawn(
    pid_t * _Nullable, const char *, const posix_spawn_file_actions_t _Nullable * _Nullable,
    const posix_spawnattr_t _Nullable * _Nullable, char * _Nullable const * _Nonnull, char * _Nullable const * _Nullable);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t _Nullable *, int, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t _Nullable *, int, const char *, int, mode_t);
int posix_spawnattr_init(posix_spawnattr_t _Nullable *);
int posix_spawnattr_destroy(posix_spawnattr_t _Nullable *);
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable *, short);
int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable *, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t _Nullable *, const sigset_t *);
#pragma clang attribute pop
#pragma clang attribute pop
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
typedef struct {
  size_t gl_pathc;
  int gl_matchc;
  size_t gl_offs;
  int gl_flags;
  char * _Nullable * _Null_unspecified gl_pathv;
} glob_t;
int glob(const char *, int, int (* _Nullable)(const char *, int), glob_t *);
void globfree(glob_t *);

// Numbers.
double sin(double), cos(double), tan(double), atan2(double, double), exp(double), log(double), log1p(double), pow(double, double),
    sqrt(double), erf(double), floor(double), ceil(double), rint(double), fmod(double, double), hypot(double, double), frexp(double, int *);
float sinf(float), cosf(float), tanf(float), atan2f(float, float), expf(float), logf(float), powf(float, float),
    erff(float), expm1f(float), tanhf(float), hypotf(float, float), fmodf(float, float), rintf(float), roundf(float), floorf(float), frexpf(float, int *);

#pragma clang assume_nonnull end
