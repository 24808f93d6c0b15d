import MudraPlatform

/// Rows of a session's tensors that are the same in each run, and the runs of steps that compute only the others.
///
/// The arena is shared by tensors that do not exist at the same time, so what later steps read of such rows is kept
/// outside of it, and copied to its place by the step that would compute it:
///
///     kept:            | rows |            | rows |
///                          ▼                  ▼
///     output:     ░░░░░░|░░|▓▓▓▓▓▓▓▓▓▓▓▓▓▓|░░|░░░░░░      ▓ computed   | copied   ░ neither: nothing reads them
final class KeptRows {
  /// The rows of the first input that change from run to run.
  let rows: Range<Int>
  /// Whether each step computes only these rows, scaled to its height: what is kept is then that of a blank picture.
  let isCut: Bool
  /// The rows of each step's output that are computed; nil for all.
  let computedRows: [Range<Int>?]
  /// Bytes of the rows that are kept.
  let byteCount: Int
  /// The runs of steps, in order.
  let runs: [SessionPart]

  private let memory: ZeroedMemory?
  /// For each step, what it copies.
  private let copies: [[SelectedUnits.Copy]]

  /// Nothing is kept: all steps are whole.
  init(rows: Range<Int>, wholeRuns: [SessionPart]) {
    self.rows = rows
    isCut = false
    runs = wholeRuns
    (computedRows, byteCount, memory, copies) = ([], 0, nil, [])
  }

  /// Memory for the rows that selected units of later steps read; nil if all units are needed, if a cut is impossible,
  /// if it takes too much memory, or if the system refuses the memory.
  ///
  /// - Parameters:
  ///   - operands: of each step.
  ///   - divide: makes runs of a program.
  init?(
    rows: Range<Int>, isCut: Bool, of plan: Plan, _ operands: [OperatorIO], byteLimit: Int,
    divide: ([Plan.PreparedStep]) -> [SessionPart]
  ) {
    let selections = plan.rowFlow.selections(
      changing: rows, isCut: isCut, elementsPerUnit: plan.program.map { $0.operation.elementsPerUnit },
      elementsPerGroup: plan.program.map { $0.operation.elementsPerGroup })
    guard let selections else { return nil }
    let count = selections.reduce(0) { $0 + ($1?.kept ?? []).reduce(0) { $0 + Self.space($1.count) } }
    byteCount = count * MemoryLayout<Float>.stride
    guard selections.contains(where: { $0 != nil }), byteCount <= byteLimit,
      let memory = ZeroedMemory(byteCount: byteCount)
    else { return nil }
    var next = memory.pointer.assumingMemoryBound(to: Float.self)
    var copies: [[SelectedUnits.Copy]] = []
    var program = plan.program
    for (step, selection) in selections.enumerated() {
      copies.append([])
      guard let selection else { continue }
      for elements in selection.kept {
        copies[step].append(
          SelectedUnits.Copy(
            source: UnsafePointer(next), target: operands[step].output(0) + elements.lowerBound, count: elements.count,
            isAfterUnits: elements.lowerBound >= selection.elements.upperBound))
        next += Self.space(elements.count)
      }
      program[step] = program[step].computing(selection, copies[step])
    }
    self.rows = rows
    self.isCut = isCut
    self.memory = memory
    self.copies = copies
    computedRows = selections.map { $0?.rows }
    runs = divide(program)
  }

  /// Floats in whole cache lines.
  private static func space(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  /// Keeps the rows of a step that has just run whole.
  func keep(ofStep step: Int) {
    for copy in copies[step] {
      UnsafeMutablePointer(mutating: copy.source).update(from: copy.target, count: copy.count)
    }
  }
}

extension Plan.PreparedStep {
  /// The step that computes only a selection.
  fileprivate func computing(_ selection: RowFlow.Selection, _ copies: [SelectedUnits.Copy]) -> Plan.PreparedStep {
    func scaled(_ count: Int) -> Int { count / selection.unitCount * selection.units.count }
    return Plan.PreparedStep(
      operation: SelectedUnits(operation, selection, copies), work: scaled(work), multiplyAdds: scaled(multiplyAdds),
      inputs: inputs, outputs: outputs)
  }
}
