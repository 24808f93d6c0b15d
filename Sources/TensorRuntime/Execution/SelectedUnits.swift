import MachineCode
import TensorKernels

/// An operator that computes some of its units, and copies kept rows of its output.
final class SelectedUnits: PreparedOperator, @unchecked Sendable {
  /// Kept floats and their destination.
  struct Copy {
    let source: UnsafePointer<Float>
    let target: UnsafeMutablePointer<Float>
    let count: Int
    let isAfterUnits: Bool
  }

  private let whole: any PreparedOperator
  private let selection: RowFlow.Selection
  private let copies: [Copy]

  init(_ whole: any PreparedOperator, _ selection: RowFlow.Selection, _ copies: [Copy]) {
    (self.whole, self.selection, self.copies) = (whole, selection, copies)
  }

  var provider: KernelProvider { whole.provider }
  var memory: [any KernelMemory] { whole.memory }
  var scratchByteCount: Int { whole.scratchByteCount }
  var isEmitted: Bool { whole.isEmitted }
  var mayFail: Bool { whole.mayFail }
  var recomputesAtBorders: Bool { whole.recomputesAtBorders }
  var usefulShareCount: Int { whole.usefulShareCount * selection.units.count / selection.unitCount }

  func run(_ io: OperatorIO) {
    whole.run(computed(io))
    for copy in copies where isMade(copy, io) { copy.target.update(from: copy.source, count: copy.count) }
  }

  func calls(_ io: OperatorIO) -> [KernelCall]? {
    guard let calls = whole.calls(computed(io)) else { return nil }
    return calls + copies.filter { isMade($0, io) }.map { .copy($0.count, from: $0.source, to: $0.target) }
  }

  private func computed(_ io: OperatorIO) -> OperatorIO {
    var io = io
    io.units = selection.units
    return io
  }

  /// Whether a share makes a copy. In a cut, copies replace what the first or last unit computes outside, so the unit's
  /// own share makes them.
  private func isMade(_ copy: Copy, _ io: OperatorIO) -> Bool {
    io.share == (copy.isAfterUnits ? io.shareCount - 1 : 0)
  }
}
