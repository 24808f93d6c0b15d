import MachineCode

/// Short rows that repeat an element and follow each other, as when channels are repeated: a vector is stored at the
/// start of each row, and the next row overwrites what is beyond its end.
final class SIMDRepeatedCopy: StridedCopyKernel {
  let problem: StridedCopy.Problem

  /// Bytes that are stored for each row.
  private static let vectorByteCount = 16

  static func supports(_ problem: StridedCopy.Problem) -> Bool {
    guard case .element(let size) = problem.row, size == 1 || size == 4 else { return false }
    return problem.rowByteCount <= 4 * vectorByteCount && problem.targetStep == problem.rowByteCount
  }

  init(problem: StridedCopy.Problem) { self.problem = problem }

  var memory: [any KernelMemory] { [] }

  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    nil
  }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    problem.forEachRun(in: units) { count, offsets in
      let (source, target) = (source + offsets.source, target + offsets.target)
      if problem.row == .element(1) {
        run(count, from: source, to: target) { SIMD16(repeating: $0.load(as: UInt8.self)) }
      } else {
        run(count, from: source, to: target) { SIMD4(repeating: $0.loadUnaligned(as: UInt32.self)) }
      }
    }
  }

  /// Neighboring rows, each of copies of its element.
  private func run<Copies: SIMD & BitwiseCopyable>(
    _ rows: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    _ copies: (UnsafeRawPointer) -> Copies
  ) where Copies.Scalar: BitwiseCopyable {
    let byteCount = problem.rowByteCount, elementByteCount = MemoryLayout<Copies.Scalar>.size
    let vectors = (byteCount + Self.vectorByteCount - 1) / Self.vectorByteCount
    // The vectors of these rows end before the last one does.
    let whole = max(rows - (vectors * Self.vectorByteCount - 1) / byteCount, 0)
    for row in 0..<whole {
      let values = copies(source + row * problem.sourceStep)
      for vector in 0..<vectors {
        (target + row * byteCount + vector * Self.vectorByteCount).storeBytes(of: values, as: Copies.self)
      }
    }
    for row in whole..<rows {
      let value = copies(source + row * problem.sourceStep)[0]
      for place in stride(from: 0, to: byteCount, by: elementByteCount) {
        (target + row * byteCount + place).storeBytes(of: value, as: Copies.Scalar.self)
      }
    }
  }
}
