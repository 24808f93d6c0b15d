import MachineCode
import TensorKernels

/// A strided copy through emitted rows: a call for each plane, or for some of its rows.
final class MachineStridedCopy: StridedCopyKernel {
  let problem: StridedCopy.Problem
  private let kernel: RowKernel
  /// The word that is repeated instead of one of the source.
  private let word: AlignedBuffer?

  static func supports(_ problem: StridedCopy.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && function(problem) != nil
  }

  /// How a row is copied: whole words, or one word repeated.
  private static func function(_ problem: StridedCopy.Problem) -> (RowCode.Function, RowCode.Broadcast)? {
    switch problem.row {
    case .bytes where problem.rowByteCount.isMultiple(of: 4): (.copy, .none)
    case .byte(0) where problem.rowByteCount.isMultiple(of: 4): (.zero, .none)
    case .byte where problem.rowByteCount.isMultiple(of: 4): (.copy, .left)
    case .element(4): (.copy, .left)
    default: nil
    }
  }

  /// Nil if the problem has no emitted form.
  init?(_ problem: StridedCopy.Problem) {
    var (sourceStep, word) = (problem.sourceStep, nil as AlignedBuffer?)
    if case .byte(let byte) = problem.row, byte != 0 {
      (sourceStep, word) = (0, AlignedBuffer(SIMD4(repeating: byte)))
    }
    guard let (function, broadcast) = Self.function(problem),
      let kernel = RowKernel(function, broadcast: broadcast, rowSteps: (sourceStep, 0, problem.targetStep))
    else { return nil }
    (self.problem, self.word) = (problem, word)
    self.kernel = kernel
  }

  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { kernel.memory + (word.map { [$0] } ?? []) }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    problem.forEachRun(in: units) { count, offsets in
      call(rows: count, source + offsets.source, target + offsets.target).run()
    }
  }

  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    var calls: [KernelCall] = []
    problem.forEachRun(in: units) { count, offsets in
      calls.append(call(rows: count, source + offsets.source, target + offsets.target))
    }
    return calls
  }

  private func call(rows: Int, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> KernelCall {
    let left = word.map { UnsafeRawPointer($0.pointer) } ?? source
    return kernel.call(rows: rows, length: problem.rowByteCount / 4, left: left, output: target)
  }
}
