#if canImport(Glibc)
  import Glibc

  /// Refusals of the operating system, for the rest of this process: for exit tests.
  public enum SystemLimits {
    /// Why a limit could not be set.
    public struct Failure: Error {
      /// The system's error number.
      let code = errno
    }

    /// False under a sanitizer, which needs address space itself, and under qemu-user.
    public static let canLimitMemory = !Sanitizer.isAddress && !Sanitizer.isThread && !isEmulated

    /// Whether the process runs under qemu-user, which ignores limits of memory, and whose times say nothing.
    public static let isEmulated = !keepsLimit

    /// Whether a limit far beyond what any process has is still there after it was set.
    private static var keepsLimit: Bool {
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
      var (before, after) = (rlimit(), rlimit())
      guard getrlimit(resource, &before) == 0 else { return false }
      var probe = before
      probe.rlim_cur = min(before.rlim_cur, 1 << 50) - 1
      guard setrlimit(resource, &probe) == 0, getrlimit(resource, &after) == 0 else { return false }
      return setrlimit(resource, &before) == 0 && after.rlim_cur == probe.rlim_cur
    }

    /// Refuses memory beyond what the process has now plus `byteCount`.
    public static func limitMemory(beyondPresent byteCount: Int) throws {
      guard let file = fopen("/proc/self/statm", "r") else { throw Failure() }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      guard fgets(&line, 256, file) != nil else { throw Failure() }
      // The first number is the size of the address space in pages.
      let pages = strtol(line, nil, 10)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
      var limit = rlimit()
      guard getrlimit(resource, &limit) == 0 else { throw Failure() }
      limit.rlim_cur = rlim_t(pages * Int(sysconf(Int32(_SC_PAGESIZE))) + byteCount)
      guard setrlimit(resource, &limit) == 0 else { throw Failure() }
    }

    #if arch(x86_64)
      /// Refuses executable memory, as hardened systems do: `mprotect` (10) fails if it is requested.
      public static func refuseExecutableMemory() throws {
        let rule = SystemCallFilter.Rule(10, argument: 2, hasAnyOf: UInt32(PROT_EXEC))
        try SystemCallFilter([rule], .refuse(error: EACCES)).install()
      }
    #endif
  }
#endif
