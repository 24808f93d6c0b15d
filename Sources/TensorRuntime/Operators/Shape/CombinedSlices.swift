import TensorKernels

/// Runs the scattering operators: slices of an input, each combined with the slice of the output that a tuple
/// of indices selects, in order.
///
///     output[tuple[slice], i] = combine(output[tuple[slice], i], source[slice, i])
final class CombinedSlices: PreparedOperator {
  private let tuples: IndexTuples
  private let source: Int
  private let outputCount: Int, sliceCount: Int
  private let combination: SliceCombination

  /// - Parameter source: the input of slices.
  init(
    _ tuples: IndexTuples, source: TensorType, input: Int, sliceCount: Int, outputCount: Int,
    _ function: SliceCombination.Function, _ context: PreparationContext
  ) throws(OperatorError) {
    (self.tuples, self.source, self.outputCount, self.sliceCount) = (tuples, input, outputCount, sliceCount)
    let problem = SliceCombination.Problem(
      function, of: try context.inputs.number(input), length: sliceCount == 0 ? 0 : source.elementCount / sliceCount)
    combination = context.kernel(SliceCombination.family, problem, ()).kernel
  }

  var provider: KernelProvider { .reference }

  func run(_ io: OperatorIO) {
    let (slices, output) = (io.inputBytes(source), io.outputBytes(0))
    combination.fill(output, count: outputCount)
    let byteCount = combination.sliceByteCount
    tuples.forEachOffset(of: 0..<sliceCount, io) { slice, offset in
      combination.combine(output + offset, with: slices + slice * byteCount)
    }
  }
}
