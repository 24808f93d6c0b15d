import MachineCode
import MudraPlatform

/// A strided copy through the system's `memcpy` and `memset`, and loops over elements of their size.
final class ReferenceStridedCopy: StridedCopyKernel {
  let problem: StridedCopy.Problem

  init(problem: StridedCopy.Problem) {
    self.problem = problem
  }

  var memory: [any KernelMemory] { [] }

  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    nil
  }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    problem.forEachRun(in: units) { count, offsets in
      move(count, from: source + offsets.source, to: target + offsets.target)
    }
  }

  /// Moves neighboring rows of one plane.
  private func move(_ rows: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let (sourceStep, targetStep, byteCount) = (problem.sourceStep, problem.targetStep, problem.rowByteCount)
    switch problem.row {
    case .byte(let byte):
      for row in 0..<rows { memset(target + row * targetStep, Int32(byte), byteCount) }
    case .bytes:
      switch byteCount {
      case 1: moveElements(of: UInt8.self, rows, from: source, to: target)
      case 2: moveElements(of: UInt16.self, rows, from: source, to: target)
      case 4: moveElements(of: UInt32.self, rows, from: source, to: target)
      case 8: moveElements(of: UInt64.self, rows, from: source, to: target)
      default:
        for row in 0..<rows { memcpy(target + row * targetStep, source + row * sourceStep, byteCount) }
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
      (target + row * problem.targetStep).storeBytes(
        of: (source + row * problem.sourceStep).loadUnaligned(as: type), as: type)
    }
  }

  /// One row that repeats an element: what has been written is copied, twice as much each time.
  private func repeatElement(of size: Int, at source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    memcpy(target, source, size)
    var written = size
    while written < problem.rowByteCount {
      let count = min(written, problem.rowByteCount - written)
      memcpy(target + written, target, count)
      written += count
    }
  }
}
