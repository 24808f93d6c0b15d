import Platform

/// How a violated precondition ends a process.
public enum Trap {
  /// The signal of a trap. An exit test that expects it is not satisfied by an error that its set-up throws, which ends
  /// the process with a status of its own.
  public static var signal: CInt {
    #if arch(x86_64) || arch(i386)
      return SIGILL
    #else
      return SIGTRAP
    #endif
  }
}
