import MachineCode

/// A way to compute rows of elements; every case of those families runs on each.
enum RowForm: CaseIterable, Sendable {
  case machineCode, simd

  /// The forms of this machine.
  static let available = MachineCodeSupport.obstacle == nil ? allCases : [.simd]
}
