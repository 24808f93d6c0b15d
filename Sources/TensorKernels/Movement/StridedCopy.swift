import MachineCode

/// Elements moved unchanged from one strided layout to another, or a layout filled with one byte.
///
///     target[Σ iₐ · targetStepₐ] = source[Σ iₐ · sourceStepₐ]     iₐ < extentₐ
///
/// Dimensions that both sides traverse alike are merged into rows: of bytes to copy, or of one byte or one element to
/// repeat. Transposed words are moved by emitted code eight by eight, and rows of a plane if they consist of whole
/// words; others by the system's `memcpy` and `memset`, or by loops over elements of their size.
package enum StridedCopy {
  /// What is written to a row.
  package enum Row: Sendable, Hashable {
    case bytes
    /// One byte, repeated.
    case byte(UInt8)
    /// One element of the given size in bytes, repeated.
    case element(Int)
  }

  /// A dimension outside the planes: its extent, and the step of each side in bytes.
  struct Dimension: Sendable, Hashable {
    let extent: Int, source: Int, target: Int
  }

  /// The merged layouts, which is what a kernel may specialize on.
  package struct Problem: KernelProblem {
    /// Outermost first.
    private(set) var outer: [Dimension] = []
    /// Rows of a plane, and bytes from one to the next.
    package let rowsPerPlane: Int, sourceStep: Int, targetStep: Int
    /// Bytes of a row in the target.
    package let rowByteCount: Int
    package let row: Row

    /// A copy of `extents` elements, with steps in elements.
    package init(extents: [Int], sourceSteps: [Int], targetSteps: [Int], elementByteCount: Int) {
      self.init(extents, sourceSteps, targetSteps, elementByteCount, byte: nil)
    }

    /// Zeros, or another byte, in all bytes of `extents` elements, with steps in elements.
    package init(zeros extents: [Int], byte: UInt8 = 0, targetSteps: [Int], elementByteCount: Int) {
      self.init(extents, targetSteps, targetSteps, elementByteCount, byte: byte)
    }

    private init(
      _ extents: [Int], _ sourceSteps: [Int], _ targetSteps: [Int], _ elementByteCount: Int, byte: UInt8?
    ) {
      // Innermost first; neighbors are merged, an element's own bytes included.
      var merged = [(extent: elementByteCount, source: 1, target: 1)]
      for axis in extents.indices.reversed() where extents[axis] != 1 {
        let source = sourceSteps[axis] * elementByteCount
        let target = targetSteps[axis] * elementByteCount
        let inner = merged[merged.count - 1]
        if source == inner.source * inner.extent, target == inner.target * inner.extent {
          merged[merged.count - 1].extent *= extents[axis]
        } else {
          merged.append((extents[axis], source, target))
        }
      }
      var row = byte.map { Row.byte($0) } ?? .bytes
      if merged.count > 1, merged[1].source == 0, merged[1].target == merged[0].extent {
        row = .element(merged[0].extent)
        merged[1].extent *= merged[0].extent
        merged.removeFirst()
      }
      let rows = merged.count > 1 ? merged[1] : (extent: 1, source: 0, target: 0)
      rowByteCount = merged[0].extent
      (rowsPerPlane, sourceStep, targetStep) = rows
      outer = merged.dropFirst(2).reversed().map { Dimension(extent: $0.extent, source: $0.source, target: $0.target) }
      self.row = row
    }

    package var element: NumberType { .uint8 }

    /// Planes of rows.
    package var planeCount: Int { rowsPerPlane == 0 || rowByteCount == 0 ? 0 : outer.reduce(1) { $0 * $1.extent } }

    /// Rows of all planes: the units of the work.
    package var rowCount: Int { planeCount * rowsPerPlane }

    /// Bytes that are written.
    package var byteCount: Int { rowCount * rowByteCount }

    /// Bytes of the source before its first element, if some steps are negative.
    var sourceStart: Int {
      outer.reduce(max(-sourceStep, 0) * (rowsPerPlane - 1)) { $0 + max(-$1.source, 0) * ($1.extent - 1) }
    }

    /// Bytes from the first to the last one that each side accesses; the target's steps are not negative.
    package func reach() -> (source: Int, target: Int) {
      guard rowCount > 0 else { return (0, 0) }
      let last = offsets(ofPlane: planeCount - 1)
      let sourceRow: Int =
        switch row {
        case .bytes: rowByteCount
        case .byte: 0
        case .element(let byteCount): byteCount
        }
      let lastRow = (rowsPerPlane - 1) * sourceStep + 2 * sourceStart + sourceRow
      return (last.source + lastRow, last.target + (rowsPerPlane - 1) * targetStep + rowByteCount)
    }

    /// Calls `body` with neighboring rows of one plane at a time: their number, and their start on each side.
    package func forEachRun(in rows: Range<Int>, _ body: (Int, (source: Int, target: Int)) -> Void) {
      guard !rows.isEmpty else { return }
      var next = rows.lowerBound
      var (plane, first) = next.quotientAndRemainder(dividingBy: rowsPerPlane)
      // Divisions take as long as short planes: they are for the first one along the innermost dimension.
      let step = outer.last ?? Dimension(extent: 1, source: 0, target: 0)
      var start = (source: 0, target: 0), planesLeft = 0
      while next < rows.upperBound {
        if planesLeft == 0 { (start, planesLeft) = (offsets(ofPlane: plane), step.extent - plane % step.extent) }
        let count = min(rowsPerPlane - first, rows.upperBound - next)
        body(count, (start.source + first * sourceStep, start.target + first * targetStep))
        next += count
        (plane, first, planesLeft) = (plane + 1, 0, planesLeft - 1)
        start = (start.source + step.source, start.target + step.target)
      }
    }

    private func offsets(ofPlane plane: Int) -> (source: Int, target: Int) {
      var rest = plane
      var offsets = (source: 0, target: 0)
      for axis in outer.indices.reversed() {
        // There is no division for the outermost dimension, which is often the only one.
        let (quotient, index) = axis == 0 ? (0, rest) : rest.quotientAndRemainder(dividingBy: outer[axis].extent)
        offsets.source += index * outer[axis].source
        offsets.target += index * outer[axis].target
        rest = quotient
      }
      return offsets
    }
  }

  /// Vectors of a repeated element; blocks of transposed layouts; short rows; the system's memory functions and loops.
  package static let portable = KernelFamily<Problem, any StridedCopyKernel>(
    "strided copy",
    kernels: [
      KernelCandidate(
        .simd, form: "repeated", elements: [.uint8], supports: { SIMDRepeatedCopy.supports($0) },
        make: { problem, _, _ in SIMDRepeatedCopy(problem: problem) }),
      KernelCandidate(
        .simd, form: "blocks", elements: [.uint8], supports: { BlockedCopy.supports($0) },
        make: { problem, _, _ in BlockedCopy(problem) }),
      KernelCandidate(
        .simd, form: "short rows", elements: [.uint8], supports: { ShortRowCopy.supports($0) },
        make: { problem, _, _ in ShortRowCopy(problem) }),
      KernelCandidate(
        .reference, elements: [.uint8], make: { problem, _, _ in ReferenceStridedCopy(problem: problem) }),
    ])
}

/// A strided copy. A unit is a row, or several of them; for a repeated byte the source is not read.
package protocol StridedCopyKernel: UnitKernel {
  /// The layouts.
  var problem: StridedCopy.Problem { get }
  /// The calls of emitted code that all units consist of.
  var callCount: Int { get }
  /// Moves some units, counted over all planes.
  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer)
  /// The calls of emitted code that move some units; nil for other kernels.
  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]?
}

extension StridedCopyKernel {
  package var unitCount: Int { problem.rowCount }
  package var callCount: Int { problem.planeCount }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    run(units: units, from: operands.inputBytes(0) + problem.sourceStart, to: operands.outputBytes())
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    calls(units: units, from: operands.inputBytes(0) + problem.sourceStart, to: operands.outputBytes())
  }
}
