import MudraPlatform

/// Rows of a session's tensors that do not change between runs, and steps that compute only the other rows.
///
/// Tensors share the arena, so kept rows that later steps read are stored outside of it, and copied into it by the step
/// that would compute them:
///
///     kept:            | rows |            | rows |
///                          ▼                  ▼
///     output:     ░░░░░░|░░|▓▓▓▓▓▓▓▓▓▓▓▓▓▓|░░|░░░░░░      ▓ computed   | copied   ░ neither: nothing reads them
final class KeptRows {
  /// The rows of the first input that change between runs.
  let rows: Range<Int>
  /// Whether each step computes only these rows, scaled to its height; kept rows are then those of a blank picture.
  let isCut: Bool
  /// The computed rows of each step's output; nil for all.
  let computedRows: [Range<Int>?]
  let byteCount: Int
  let runs: [SessionPart]

  private let memory: ZeroedMemory?
  /// Each step's copies.
  private let copies: [[SelectedUnits.Copy]]

  /// Keeps nothing: all steps are whole.
  init(rows: Range<Int>, wholeRuns: [SessionPart]) {
    self.rows = rows
    isCut = false
    runs = wholeRuns
    (computedRows, byteCount, memory, copies) = ([], 0, nil, [])
  }

  /// Allocates memory for the rows that selected units of later steps read; nil if all units are needed, a cut is
  /// impossible, or the memory is too large or refused.
  ///
  /// - Parameters:
  ///   - operands: the operands of each step.
  ///   - divide: divides a program into runs.
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

  private static func space(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  /// Keeps rows of a step that has just run as a whole.
  func keep(ofStep step: Int) {
    for copy in copies[step] {
      UnsafeMutablePointer(mutating: copy.source).update(from: copy.target, count: copy.count)
    }
  }
}

extension Plan.PreparedStep {
  /// The step restricted to a selection.
  fileprivate func computing(_ selection: RowFlow.Selection, _ copies: [SelectedUnits.Copy]) -> Plan.PreparedStep {
    func scaled(_ count: Int) -> Int { count / selection.unitCount * selection.units.count }
    return Plan.PreparedStep(
      operation: SelectedUnits(operation, selection, copies), work: scaled(work), multiplyAdds: scaled(multiplyAdds),
      inputs: inputs, outputs: outputs)
  }
}
