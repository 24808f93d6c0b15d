import MudraPlatform

/// Runs in which only some rows of a picture change: see ``KeptRows``.
extension Session {
  /// Computes the outputs when only some rows of the first input change between runs.
  ///
  /// From the third consecutive run with the same rows on, rows of tensors that do not depend on them are kept, with
  /// the same results to the bit. The second run allocates their memory, which counts in ``memoryFootprint`` until
  /// other rows change.
  ///
  /// - Parameters:
  ///   - rows: the changing rows of the first input, a picture `[1, height, width, channels]`.
  ///   - multiple: if not nil, the rows are widened to multiples of it, and the network is cut: steps compute only
  ///     these rows, scaled to their height. Other rows are those of a blank picture that repeats a row outside of the
  ///     cut, so results differ where steps see beyond it, and the first run with new rows takes twice as long. Ignored
  ///     if the widened range covers all rows or the network cannot be cut.
  ///   - alone: as in ``run(alone:)``.
  /// - Throws: as ``run()``.
  package func run(
    changingRows rows: Range<Int>, cutToMultiplesOf multiple: Int? = nil, alone: Bool = false
  ) throws(ModelError) {
    guard calls.isEmpty else { return try run(alone: alone) }
    if let multiple, let rows = plan.rowFlow.widened(rows, toMultiplesOf: multiple),
      let cut = try cut(to: rows, alone: alone)
    {
      deadline?.restart()
      return try run(cut.runs, until: deadline, alone: alone)
    }
    if let kept, kept.rows == rows, !kept.isCut {
      deadline?.restart()
      return try run(kept.runs, until: deadline, alone: alone)
    }
    kept = nil
    guard changingRows == rows else {
      changingRows = rows
      return try run(alone: alone)
    }
    guard let kept = keptRows(rows, isCut: false) else {
      self.kept = KeptRows(rows: rows, wholeRuns: runs)
      return try run(alone: alone)
    }
    try fill(kept, alone: alone)
    self.kept = kept
  }

  /// Nil if nothing can be kept.
  private func keptRows(_ rows: Range<Int>, isCut: Bool) -> KeptRows? {
    let byteLimit = plan.limits.memoryByteCount - memoryByteCount
    return KeptRows(
      rows: rows, isCut: isCut, of: plan, operands, byteLimit: byteLimit,
      divide: { [scratch, faults, maxWork, operands] program in
        let divided = CallAllowance().table(within: byteLimit) {
          Self.divided(program, operands, scratch, maxWork: maxWork, maxCalls: $0)
        }.table
        return Self.joined(divided, maxWork: maxWork).map { SessionPart($0, [:], scratch, faults) }
      })
  }

  /// Computes everything, and keeps what does not change.
  private func fill(_ kept: KeptRows, alone: Bool) throws(ModelError) {
    startedRunCount += 1
    let deadline = Deadline(in: plan.limits.time)
    for step in steps {
      try deadline?.check(alone ? nil : threads)
      try run(part(step), until: deadline, alone: alone)
      kept.keep(ofStep: step.step)
    }
  }

  /// Nil if the network cannot be cut.
  private func cut(to rows: Range<Int>, alone: Bool) throws(ModelError) -> KeptRows? {
    if let kept, kept.isCut, kept.rows == rows { return kept }
    guard impossibleCut != rows else { return nil }
    (kept, changingRows) = (nil, nil)
    guard let cut = keptRows(rows, isCut: true), try fillFromBlank(cut, alone: alone) else {
      impossibleCut = rows
      return nil
    }
    kept = cut
    return cut
  }

  /// Computes everything for a blank picture, and keeps what is outside of the cut. The input is preserved.
  ///
  /// - Returns: false if the system refuses the memory.
  private func fillFromBlank(_ kept: KeptRows, alone: Bool) throws(ModelError) -> Bool {
    let rowLength = plan.inputs[0].byteCount / plan.inputs[0].shape[1]
    let bytes = kept.rows.lowerBound * rowLength..<kept.rows.upperBound * rowLength
    guard let memory = ZeroedMemory(byteCount: bytes.count) else { return false }
    let picture = UnsafeMutableRawBufferPointer(start: memory.pointer, count: bytes.count)
    withInput(0) { input in
      picture.copyBytes(from: input[bytes])
      let outside = bytes.lowerBound > 0 ? 0 : bytes.upperBound
      for row in stride(from: bytes.lowerBound, to: bytes.upperBound, by: rowLength) {
        UnsafeMutableRawBufferPointer(rebasing: input[row..<row + rowLength])
          .copyBytes(from: input[outside..<outside + rowLength])
      }
    }
    defer {
      withInput(0) { UnsafeMutableRawBufferPointer(rebasing: $0[bytes]).copyBytes(from: picture) }
      // The bytes are copied from it until here.
      withExtendedLifetime(memory) {}
    }
    try fill(kept, alone: alone)
    return true
  }

  /// The rows of each step's output that the next run computes if the same rows change; nil for all. Empty if nothing
  /// is kept.
  package var computedRows: [Range<Int>?] { kept?.computedRows ?? [] }
}
