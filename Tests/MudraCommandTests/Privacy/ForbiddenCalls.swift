#if canImport(Glibc) && arch(x86_64)
  import TestSupport

  /// System calls that a program must not make, by what they would do.
  enum ForbiddenCalls {
    /// Everything about sockets, from `socket` (41) to `getsockopt` (55), `accept4`, `recvmmsg`, `sendmmsg`, and
    /// `io_uring_setup`, by which all of them can be done without a call.
    static let network = (Array(41...55) + [288, 299, 307, 425]).map { SystemCallFilter.Rule($0) }

    /// Everything that makes, changes, renames or removes a file or folder: `open` and `openat` for writing (O_WRONLY,
    /// O_RDWR, O_CREAT, O_TRUNC), `truncate`, `rename`, `mkdir`, `rmdir`, `creat`, `link`, `unlink`, `symlink`,
    /// `mknod`, the same with `at` in their names, and `openat2`.
    static let files =
      [
        SystemCallFilter.Rule(2, argument: 1, hasAnyOf: 0x243),
        SystemCallFilter.Rule(257, argument: 2, hasAnyOf: 0x243),
      ]
      + [76, 82, 83, 84, 85, 86, 87, 88, 133, 258, 259, 263, 264, 265, 266, 316, 437].map { SystemCallFilter.Rule($0) }
  }
#endif
