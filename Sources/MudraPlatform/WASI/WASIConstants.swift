#if canImport(WASILibc)
  // Constants of WASI's C library whose macros Swift does not import, since they consist of casts and other macros.
  //
  // Source: WASI preview 1 (wasi/api.h: errno, fdflags, oflags, whence), and __header_fcntl.h of wasi-libc.

  let EACCES: Int32 = 2
  let EAGAIN: Int32 = 6
  let EINTR: Int32 = 27
  let EIO: Int32 = 29
  let EMFILE: Int32 = 33
  let ENOMEM: Int32 = 48
  let ENOSPC: Int32 = 51

  let O_NONBLOCK: Int32 = 1 << 2
  let O_CREAT: Int32 = 1 << 12
  let O_EXCL: Int32 = 4 << 12
  let O_TRUNC: Int32 = 8 << 12

  let SEEK_SET: Int32 = 0
  let SEEK_CUR: Int32 = 1
#endif
