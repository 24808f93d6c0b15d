import TFLiteFormat
import TensorKernels

/// Reverses the start of each sequence of a batch (TFLite `REVERSE_SEQUENCE`).
///
/// - Inputs: any tensor; int32 or int64 lengths, one for each index of the batch's axis.
/// - Output: the same type. Elements beyond a sequence's length stay.
/// - Edge cases: a length out of range is an error, of preparation if the lengths are constant, otherwise of the run.
struct ReverseSequence: Operator, TypedOperation {
  static let tfliteName = "REVERSE_SEQUENCE"
  static let builtinCode = 112

  private let sequenceAxis: Int, batchAxis: Int

  init(parsing options: OperatorOptions) throws(OperatorError) {
    sequenceAxis = try options.integer(0)
    batchAxis = try options.integer(1)
  }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try parts(inputs).input]
  }

  private struct Parts {
    let input: TensorType
    let sequence: Int, batch: Int
    let lengths: IndexTuples
  }

  private func parts(_ inputs: Operands) throws(OperatorError) -> Parts {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes, rank: 2...8)
    let sequence = try Operands.axis(sequenceAxis, rank: input.shape.count)
    let batch = try Operands.axis(batchAxis, rank: input.shape.count)
    guard sequence != batch else { throw .option(name: "batch_dim", value: batchAxis) }
    let lengths = try inputs.type(1, of: indexTypes, rank: 1...1).shape
    guard lengths == [input.shape[batch]] else {
      throw .inputShape(input: 1, expected: "[\(input.shape[batch])]", found: lengths)
    }
    // A length indexes the element after a sequence.
    let tuples = try IndexTuples(inputs, 1, axes: [(extent: input.shape[sequence] + 1, step: 1)])
    return Parts(input: input, sequence: sequence, batch: batch, lengths: tuples)
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let parts = try parts(context.inputs)
    let shape = parts.input.shape, last = max(parts.sequence, parts.batch)
    // Slices of the axes after both, indexed by the axes up to the last one.
    let sliceByteCount = shape[(last + 1)...].reduce(parts.input.elementType.byteCount ?? 1, *)
    let steps = Walk(over: Array(shape[...last])).steps
    let (sequence, batch) = ((shape[parts.sequence], steps[parts.sequence]), (shape[parts.batch], steps[parts.batch]))
    let count = shape[...last].reduce(1, *), runLength = shape[last]
    let (timeStep, lengthStep) = last == parts.sequence ? (1, 0) : (0, 1)
    return DividedWork(count, grain: max(ThreadGrain.bytes / max(sliceByteCount, 1), 1)) { slices, io in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: PickedSlices.countAtOnce) { offsets in
        var next = slices.lowerBound
        while next < slices.upperBound {
          // Slices along the last axis, which are of one sequence or of one time.
          let count = min(runLength - next % runLength, slices.upperBound - next, offsets.count)
          let picked = UnsafeMutableBufferPointer(rebasing: offsets[..<count])
          let time = next / sequence.1 % sequence.0, first = next / batch.1 % batch.0
          let lengths = first..<first + (lengthStep == 0 ? 1 : count)
          guard parts.lengths.readOffsets(ofTuples: lengths, io, to: picked) else { return }
          // Each offset replaces the length that was read; backwards, so that a common one is replaced last.
          for place in (0..<count).reversed() {
            let (time, length) = (time + place * timeStep, picked[place * lengthStep])
            let reversed = time < length ? (length - 1 - 2 * time) * sequence.1 : 0
            picked[place] = (next + place + reversed) * sliceByteCount
          }
          PickedSlices.copy(
            sliceByteCount, from: io.inputBytes(0), at: picked, to: io.outputBytes(0) + next * sliceByteCount)
          next += count
        }
      }
    }
  }
}
