/// A processor architecture for which there are emitters.
package enum Architecture: Sendable, Hashable {
  /// x86-64 with AVX2 and FMA.
  case x86

  /// The architecture for which this process can emit code; nil if there is a ``MachineCodeSupport/obstacle``.
  package static let current: Architecture? = MachineCodeSupport.obstacle == nil ? .x86 : nil
}
