#if canImport(Glibc)
  import Glibc

  /// Refusals of the operating system, for the rest of this process: for exit tests.
  public enum SystemLimits {
    /// What keeps a limit from being set.
    public struct Failure: Error {
      /// The system's error number.
      let code = errno
    }

    /// False under a sanitizer, which needs address space for its own ends.
    public static var canLimitMemory: Bool {
      dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
    }

    /// Refuses more memory than the process has now and `byteCount` beyond.
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
      /// Refuses executable memory, as hardened systems do: `mprotect` fails where it is asked for it.
      public static func refuseExecutableMemory() throws {
        // The C functions take any number of arguments, which Swift does not import.
        typealias Control = @convention(c) (Int32, Int, Int, Int, Int) -> Int32
        guard let symbol = dlsym(nil, "prctl") else { throw Failure() }
        let control = unsafeBitCast(symbol, to: Control.self)
        // No new privileges, which an unprivileged filter needs; then the filter.
        guard control(38, 1, 0, 0, 0) == 0 else { throw Failure() }
        let installed = filter.withUnsafeBufferPointer { filter in
          withUnsafePointer(to: FilterProgram(count: UInt16(filter.count), first: filter.baseAddress)) {
            control(22, 2, Int(bitPattern: $0), 0, 0)
          }
        }
        guard installed == 0 else { throw Failure() }
      }

      /// An instruction of a seccomp filter, and a whole one: `sock_filter` and `sock_fprog` of <linux/filter.h>.
      private struct FilterInstruction {
        let code: UInt16
        let skipIfTrue: UInt8
        let skipIfFalse: UInt8
        let value: UInt32
      }
      private struct FilterProgram {
        let count: UInt16
        let first: UnsafePointer<FilterInstruction>?
      }

      /// if number == mprotect and protection has PROT_EXEC: return EACCES; otherwise: allow.
      private static let filter = [
        FilterInstruction(code: 0x20, skipIfTrue: 0, skipIfFalse: 0, value: 0),  // load the call's number
        FilterInstruction(code: 0x15, skipIfTrue: 0, skipIfFalse: 3, value: 10),  // mprotect?
        FilterInstruction(code: 0x20, skipIfTrue: 0, skipIfFalse: 0, value: 32),  // load the third argument
        FilterInstruction(code: 0x45, skipIfTrue: 0, skipIfFalse: 1, value: 4),  // PROT_EXEC?
        FilterInstruction(code: 0x06, skipIfTrue: 0, skipIfFalse: 0, value: 0x0005_0000 | 13),  // EACCES
        FilterInstruction(code: 0x06, skipIfTrue: 0, skipIfFalse: 0, value: 0x7FFF_0000),  // allow
      ]
    #endif
  }
#endif
