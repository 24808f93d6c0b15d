package enum Architecture: Sendable, Hashable {
  /// x86-64 with AVX2, FMA and F16C.
  case x86
  /// AArch64, which includes NEON.
  case arm64

  /// Whether there are emitters for any processor that this build can run on.
  @inline(__always)
  package static var canBeNative: Bool {
    #if arch(x86_64) || arch(arm64)
      true
    #else
      false
    #endif
  }

  /// The architecture of this build; nil if there are no emitters for it.
  static let native: Architecture? = {
    #if arch(x86_64)
      return .x86
    #elseif arch(arm64)
      return .arm64
    #else
      return nil
    #endif
  }()

  /// The architecture that this process can emit code for; nil if there is a ``MachineCodeSupport/obstacle``.
  package static let current: Architecture? = MachineCodeSupport.obstacle == nil ? native : nil
}
