import MachineCode
import TensorKernels

/// A reduction through emitted code, for axes that merge to kept × reduced × kept: 32 or eight columns at a time.
///
///     output[a, c] = input[a, 0, c] ∘ input[a, 1, c] ∘ …
///
/// Elements are taken in memory order, as ``Reduction/run(_:shape:isReduced:input:output:)`` does.
package final class MachineReduction: EmittedKernel, EmittedCode {
  private static let routines = routines(name: "reductions")

  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let constants: UnsafePointer<Float>
    /// Elements of the outer kept axes, at least one.
    let outerCount: Int
  }

  /// The constants of a routine.
  struct Constants {
    let start: Lanes
    /// The reciprocal of the number of reduced elements, as XNNPACK uses it for means.
    let reciprocal: Lanes
    let masks = TailMasks()
    /// Elements of the reduced and of the inner kept axes.
    let reducedCount: Int, innerCount: Int
    /// The size in bytes of all rows of an outer element but the first.
    let otherRowsByteCount: Int
  }

  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  private let outerCount: Int

  /// Whether axes have an emitted form here.
  static func supports(shape: [Int], isReduced: [Bool]) -> Bool {
    MachineCodeSupport.obstacle == nil && Reduction.counts(shape: shape, isReduced: isReduced) != nil
  }

  /// Nil if no code can be emitted, or if the axes do not merge.
  package init?(_ operation: Reduction.Operation, shape: [Int], isReduced: [Bool]) {
    guard let code = Self.routines, let counts = Reduction.counts(shape: shape, isReduced: isReduced)
    else { return nil }
    outerCount = counts[0]
    function = code.function(operation, taking: Arguments.self)
    constants = AlignedBuffer(
      Constants(
        start: Lanes(repeating: operation.start), reciprocal: Lanes(repeating: 1 / Float(counts[1])),
        reducedCount: counts[1], innerCount: counts[2], otherRowsByteCount: (counts[1] - 1) * counts[2] * 4))
  }

  package var unitCount: Int { 1 }
  package var memory: [any KernelMemory] { [constants] }

  package func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    if !units.isEmpty, let call = call(input: operands.input(0), output: operands.output()) { body(call) }
  }

  /// Computes everything.
  package func run(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    call(input: input, output: output)?.run()
  }

  /// The call that computes everything; nil if there is nothing to compute.
  package func call(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) -> KernelCall? {
    guard outerCount > 0 else { return nil }
    return function.call(
      Arguments(input: input, output: output, constants: constants.pointer, outerCount: outerCount))
  }
}
