/// Elements taken from one of two tensors, selected by a third one of Booleans.
package enum Selection {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let broadcasting: Broadcasting
    package let elementByteCount: Int

    /// The operands of `broadcasting` are condition, first and second; elements have 1, 2, 4 or 8 bytes.
    package init(_ broadcasting: Broadcasting, elementByteCount: Int) {
      (self.broadcasting, self.elementByteCount) = (broadcasting, elementByteCount)
    }

    package var element: NumberType { .uint8 }
    package var work: Int { KernelWork.of(broadcasting.elementCount) }
  }

  /// The plain loops. A unit is an element of the flattened output.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "selection"
  ) { problem, _ in
    LoopKernel(problem.broadcasting.elementCount) {
      run(
        problem.broadcasting, elementByteCount: problem.elementByteCount, elements: $0,
        condition: $1.inputBytes(0).assumingMemoryBound(to: UInt8.self), first: $1.inputBytes(1),
        second: $1.inputBytes(2), output: $1.outputBytes())
    }
  }

  /// `output[i] = condition[…] ? first[…] : second[…]` for elements `elements` of the flattened output.
  ///
  /// - Precondition: the operands of `broadcasting` are condition, first and second; elements have 1, 2, 4 or 8 bytes.
  private static func run(
    _ broadcasting: Broadcasting, elementByteCount: Int, elements: Range<Int>, condition: UnsafePointer<UInt8>,
    first: UnsafeRawPointer, second: UnsafeRawPointer, output: UnsafeMutableRawPointer
  ) {
    func run<Element>(_ element: Element.Type) {
      let (a, b) = (first.assumingMemoryBound(to: element), second.assumingMemoryBound(to: element))
      let target = output.assumingMemoryBound(to: element)
      let (aStep, bStep) = (broadcasting.innerStep(of: 1), broadcasting.innerStep(of: 2))
      let conditionStep = broadcasting.innerStep(of: 0)
      let outer = broadcasting.extents.count - 2
      /// An operand's step from row to row along the innermost dimension of rows.
      func rowStep(_ operand: Int) -> Int { outer < 0 ? 0 : broadcasting.steps[operand][outer] }
      let extent = outer < 0 ? 1 : broadcasting.extents[outer]
      let rowSteps = (rowStep(0), rowStep(1), rowStep(2))
      var offsets = (0, 0, 0), rowsLeft = 0
      broadcasting.forEachRun(in: elements) { position, row, start, count in
        // Divisions take as long as short rows: they are for the first one along that dimension.
        if rowsLeft == 0 {
          func offset(_ operand: Int) -> Int { broadcasting.offset(ofRow: row, in: operand) }
          (offsets, rowsLeft) = ((offset(0), offset(1), offset(2)), extent - row % extent)
        }
        let isFirst = condition + (offsets.0 + start * conditionStep)
        let x = a + (offsets.1 + start * aStep), y = b + (offsets.2 + start * bStep)
        offsets = (offsets.0 + rowSteps.0, offsets.1 + rowSteps.1, offsets.2 + rowSteps.2)
        rowsLeft -= 1
        let chosen = target + position
        /// Reads both elements whatever the condition is, and is inlined for each pair of steps: a vector loop.
        @inline(__always) func select(_ first: (Int) -> Element, _ second: (Int) -> Element) {
          for i in 0..<count {
            let (a, b) = (first(i), second(i))
            chosen[i] = isFirst[i] != 0 ? a : b
          }
        }
        let (a, b) = (x[0], y[0])
        switch (conditionStep, aStep, bStep) {
        // Few select integers of 16 or 64 bits: loops for them would only take room.
        case (1, _, _) where MemoryLayout<Element>.size & 5 == 0:
          for i in 0..<count { chosen[i] = isFirst[i] != 0 ? x[i * aStep] : y[i * bStep] }
        case (0, _, _):
          let (row, step) = isFirst[0] != 0 ? (x, aStep) : (y, bStep)
          if step == 0 {
            chosen.update(repeating: row[0], count: count)
          } else {
            chosen.update(from: row, count: count)
          }
        case (_, 0, 0): select({ _ in a }, { _ in b })
        case (_, 0, _): select({ _ in a }, { y[$0] })
        case (_, _, 0): select({ x[$0] }, { _ in b })
        default: select({ x[$0] }, { y[$0] })
        }
      }
    }
    switch elementByteCount {
    case 1: run(UInt8.self)
    case 2: run(UInt16.self)
    case 4: run(UInt32.self)
    default: run(UInt64.self)
    }
  }
}
