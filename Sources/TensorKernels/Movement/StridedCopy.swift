import MachineCode
import Platform

/// Elements moved as they are from one strided layout to another, or one byte written all over one.
///
///     target[Σ iₐ · targetStepₐ] = source[Σ iₐ · sourceStepₐ]     iₐ < extentₐ
///
/// Dimensions that both sides walk alike are merged into rows: of bytes that are copied, or of one byte or one element
/// that is repeated. Rows of a plane are moved by emitted code if they are made of whole words, else by the system's
/// `memcpy` and `memset`, or by loops over elements of their size.
package struct StridedCopy: Sendable {
  /// What a row gets.
  private enum Row {
    case bytes
    /// One byte, again and again.
    case byte(UInt8)
    /// One element of so many bytes, again and again.
    case element(Int)
  }

  /// Extents of the dimensions outside the planes, outermost first, and bytes that each side moves along them.
  private var outer: [(extent: Int, source: Int, target: Int)] = []
  /// Rows of a plane, and bytes from one to the next.
  private let rowsPerPlane: Int, sourceStep: Int, targetStep: Int
  /// Bytes of a row in the target.
  private let rowByteCount: Int
  private let row: Row
  private let kernel: RowKernel?

  /// A copy of `extents` elements, with steps in elements.
  ///
  /// - Parameter usesMachineCode: whether rows may be moved by emitted code, where there is any.
  package init(
    extents: [Int], sourceSteps: [Int], targetSteps: [Int], elementByteCount: Int, usesMachineCode: Bool
  ) {
    self.init(
      extents, sourceSteps, targetSteps, elementByteCount, byte: nil, usesMachineCode: usesMachineCode)
  }

  /// Zeros in `extents` elements, with steps in elements; or another byte in all of theirs.
  package init(
    zeros extents: [Int], byte: UInt8 = 0, targetSteps: [Int], elementByteCount: Int, usesMachineCode: Bool
  ) {
    self.init(extents, targetSteps, targetSteps, elementByteCount, byte: byte, usesMachineCode: usesMachineCode)
  }

  private init(
    _ extents: [Int], _ sourceSteps: [Int], _ targetSteps: [Int], _ elementByteCount: Int, byte: UInt8?,
    usesMachineCode: Bool
  ) {
    // Innermost first; neighbours are merged, an element's own bytes included.
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
    outer = merged.dropFirst(2).reversed()
    self.row = row
    kernel = usesMachineCode ? Self.kernel(row, rowByteCount, rowSteps: (sourceStep, 0, targetStep)) : nil
  }

  private static func kernel(
    _ row: Row, _ rowByteCount: Int, rowSteps: (left: Int, right: Int, output: Int)
  ) -> RowKernel? {
    switch row {
    case .bytes where rowByteCount.isMultiple(of: 4): RowKernel(.copy, rowSteps: rowSteps)
    case .byte(0) where rowByteCount.isMultiple(of: 4): RowKernel(.zero, rowSteps: rowSteps)
    case .element(4): RowKernel(.copy, broadcast: .left, rowSteps: rowSteps)
    default: nil
    }
  }

  /// Whether emitted code moves the rows.
  package var isMachineCode: Bool { kernel != nil }

  /// Planes, each of which is one call of emitted code.
  package var planeCount: Int { rowsPerPlane == 0 || rowByteCount == 0 ? 0 : outer.reduce(1) { $0 * $1.extent } }

  /// Rows of all planes: what the work can be cut into.
  package var rowCount: Int { planeCount * rowsPerPlane }

  /// Bytes that are written.
  package var byteCount: Int { rowCount * rowByteCount }

  /// Moves everything. For a repeated byte, `source` is not read.
  package func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    run(rows: 0..<rowCount, from: source, to: target)
  }

  /// Moves some rows, counted over all planes.
  package func run(rows: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    forEachStretch(rows) { count, offsets in
      move(count, from: source + offsets.source, to: target + offsets.target)
    }
  }

  /// The calls of emitted code that move some rows, all unless told; nil where there is none.
  package func calls(
    rows: Range<Int>? = nil, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) -> [EmittedCall]? {
    guard let kernel else { return nil }
    var calls: [EmittedCall] = []
    forEachStretch(rows ?? 0..<rowCount) { count, offsets in
      calls.append(call(kernel, count, source + offsets.source, target + offsets.target))
    }
    return calls
  }

  /// Neighbouring rows of one plane at a time: how many, and where they begin on each side.
  private func forEachStretch(_ rows: Range<Int>, _ body: (Int, (source: Int, target: Int)) -> Void) {
    var next = rows.lowerBound
    while next < rows.upperBound {
      let (plane, first) = next.quotientAndRemainder(dividingBy: rowsPerPlane)
      let count = min(rowsPerPlane - first, rows.upperBound - next)
      let offsets = offsets(ofPlane: plane)
      body(count, (offsets.source + first * sourceStep, offsets.target + first * targetStep))
      next += count
    }
  }

  private func call(
    _ kernel: RowKernel, _ rows: Int, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) -> EmittedCall {
    kernel.call(rows: rows, length: rowByteCount / 4, left: source, output: target)
  }

  private func offsets(ofPlane plane: Int) -> (source: Int, target: Int) {
    var rest = plane
    var offsets = (source: 0, target: 0)
    for dimension in outer.reversed() {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: dimension.extent)
      offsets.source += index * dimension.source
      offsets.target += index * dimension.target
      rest = quotient
    }
    return offsets
  }

  // MARK: Rows

  /// Moves neighbouring rows of one plane.
  private func move(_ rows: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    if let kernel { return call(kernel, rows, source, target).run() }
    switch row {
    case .byte(let byte):
      for row in 0..<rows { memset(target + row * targetStep, Int32(byte), rowByteCount) }
    case .bytes:
      switch rowByteCount {
      case 1: moveElements(of: UInt8.self, rows, from: source, to: target)
      case 2: moveElements(of: UInt16.self, rows, from: source, to: target)
      case 4: moveElements(of: UInt32.self, rows, from: source, to: target)
      case 8: moveElements(of: UInt64.self, rows, from: source, to: target)
      default:
        for row in 0..<rows { memcpy(target + row * targetStep, source + row * sourceStep, rowByteCount) }
      }
    case .element(let size):
      for row in 0..<rows { repeatElement(of: size, at: source + row * sourceStep, to: target + row * targetStep) }
    }
  }

  /// Rows of one element each.
  private func moveElements<Element: BitwiseCopyable>(
    of type: Element.Type, _ rows: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    for row in 0..<rows {
      (target + row * targetStep).storeBytes(
        of: (source + row * sourceStep).loadUnaligned(as: type), as: type)
    }
  }

  /// One row that repeats an element: what is written already is copied, twice as much each time.
  private func repeatElement(of size: Int, at source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    memcpy(target, source, size)
    var written = size
    while written < rowByteCount {
      let count = min(written, rowByteCount - written)
      memcpy(target + written, target, count)
      written += count
    }
  }
}
