import MachineCode
import TensorKernels

/// One emitted routine for all sizes: eight channels at a time, the last ones overlapping the previous ones.
final class MachineScaledSums: EmittedKernel, EmittedCode {
  struct Arguments {
    let sums: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let scale: UnsafePointer<Float>
    let bias: UnsafePointer<Float>
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
  }

  /// The constants of the code, followed by a scale per channel.
  struct Constants {
    let lower: SIMD8<Float>, upper: SIMD8<Float>
    /// At least eight.
    let channels: Int
    /// A single filter scale, multiplied by the rows' scale; otherwise 1.
    let scale: Float
  }

  private static let code = memory(name: "scaled-sums")

  private let problem: ScaledSums.Problem
  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer, zeros: AlignedBuffer?

  static func supports(_ problem: ScaledSums.Problem) -> Bool { problem.channels >= 8 && code != nil }

  /// Nil if no code can be emitted.
  init?(_ problem: ScaledSums.Problem, _ scales: [Float]) {
    guard let code = Self.code else { return nil }
    self.problem = problem
    function = EmittedFunction(code)
    constants = AlignedBuffer(
      Constants(
        lower: SIMD8(repeating: problem.scaled.lower), upper: SIMD8(repeating: problem.scaled.upper),
        channels: problem.channels, scale: problem.scaled.hasOneScale ? scales[0] : 1), following: problem.channels)
    let factors = constants.pointer + MemoryLayout<Constants>.stride / 4
    for channel in 0..<problem.channels { factors[channel] = problem.scaled.hasOneScale ? 1 : scales[channel] }
    zeros = problem.hasBias ? nil : AlignedBuffer(zeros: problem.channels)
  }

  var unitCount: Int { problem.rows }
  var elementsPerUnit: Int? { problem.channels }
  var memory: [any KernelMemory] { [constants] + (zeros.map { [$0] } ?? []) }
  var heldByteCount: Int { (problem.channels + (zeros == nil ? 0 : problem.channels)) * MemoryLayout<Float>.stride }

  func maxCallCount(_ units: Range<Int>) -> Int { units.count / problem.scaled.rowsPerScale + 1 }

  /// One call per scale.
  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    var first = units.lowerBound
    while first < units.upperBound {
      let group = first / problem.scaled.rowsPerScale
      let end = min((group + 1) * problem.scaled.rowsPerScale, units.upperBound)
      let bias = zeros.map { UnsafePointer($0.pointer) } ?? operands.input(2)
      body(
        function.call(
          Arguments(
            sums: operands.input(0) + first * problem.channels, output: operands.output() + first * problem.channels,
            scale: operands.input(1) + group, bias: bias, constants: constants.pointer, rows: end - first)))
      first = end
    }
  }
}
