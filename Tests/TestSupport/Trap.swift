import MudraPlatform

/// How a failed precondition ends a process.
public enum Trap {
  /// The signal of a trap. An exit test that expects it is not satisfied by an error thrown during setup, which ends
  /// the process with another status.
  public static var signal: CInt {
    #if arch(x86_64) || arch(i386)
      return SIGILL
    #else
      return SIGTRAP
    #endif
  }
}
