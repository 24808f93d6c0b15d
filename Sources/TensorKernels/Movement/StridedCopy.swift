#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Elements moved as they are from one strided layout to another, or zeros written to one.
///
///     target[Σ iₐ · targetStepₐ] = source[Σ iₐ · sourceStepₐ]     iₐ < extentₐ
///
/// Dimensions that both sides walk alike are merged into rows; a row is moved by the system's `memcpy`, or all rows of a plane
/// by emitted code.
package struct StridedCopy: Sendable {
  /// Extents of the dimensions outside the planes, outermost first, and bytes that each side moves along them.
  private var outer: [(extent: Int, source: Int, target: Int)] = []
  /// Rows of a plane, and bytes from one to the next.
  private let rowCount: Int, sourceStep: Int, targetStep: Int
  /// Bytes of a row.
  private let rowByteCount: Int
  private let isZero: Bool
  private let kernel: RowKernel?

  /// A copy of `extents` elements, with steps in elements.
  ///
  /// - Parameter usesMachineCode: whether rows may be moved by emitted code, where there is any.
  package init(
    extents: [Int], sourceSteps: [Int], targetSteps: [Int], elementByteCount: Int, usesMachineCode: Bool
  ) {
    self.init(
      extents, sourceSteps, targetSteps, elementByteCount, isZero: false, usesMachineCode: usesMachineCode)
  }

  /// Zeros in `extents` elements, with steps in elements.
  package init(zeros extents: [Int], targetSteps: [Int], elementByteCount: Int, usesMachineCode: Bool) {
    self.init(extents, targetSteps, targetSteps, elementByteCount, isZero: true, usesMachineCode: usesMachineCode)
  }

  private init(
    _ extents: [Int], _ sourceSteps: [Int], _ targetSteps: [Int], _ elementByteCount: Int, isZero: Bool,
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
    let rows = merged.count > 1 ? merged[1] : (extent: 1, source: 0, target: 0)
    rowByteCount = merged[0].extent
    (rowCount, sourceStep, targetStep) = rows
    outer = merged.dropFirst(2).reversed()
    self.isZero = isZero
    kernel =
      usesMachineCode && rowByteCount.isMultiple(of: 4)
      ? RowKernel(isZero ? .zero : .copy, rowSteps: (sourceStep, 0, targetStep)) : nil
  }

  /// Whether emitted code moves the rows.
  package var isMachineCode: Bool { kernel != nil }

  /// Planes, each of which is one call of emitted code.
  package var planeCount: Int { rowCount == 0 || rowByteCount == 0 ? 0 : outer.reduce(1) { $0 * $1.extent } }

  /// Moves everything. For zeros, `source` is not read.
  package func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    for plane in 0..<planeCount {
      let offsets = offsets(ofPlane: plane)
      if let kernel {
        call(kernel, source + offsets.source, target + offsets.target).run()
        continue
      }
      for row in 0..<rowCount {
        let place = target + (offsets.target + row * targetStep)
        if isZero {
          memset(place, 0, rowByteCount)
        } else {
          memcpy(place, source + (offsets.source + row * sourceStep), rowByteCount)
        }
      }
    }
  }

  /// The calls of emitted code that move everything; nil where there is none.
  package func calls(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [EmittedCall]? {
    guard let kernel else { return nil }
    return (0..<planeCount).map { plane in
      let offsets = offsets(ofPlane: plane)
      return call(kernel, source + offsets.source, target + offsets.target)
    }
  }

  private func call(
    _ kernel: RowKernel, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) -> EmittedCall {
    kernel.call(rows: rowCount, length: rowByteCount / 4, left: source, output: target)
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
}
