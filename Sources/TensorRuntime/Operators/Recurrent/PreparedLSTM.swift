import TensorKernels

/// A prepared LSTM. For each time step, the sums of all gates are one matrix product.
final class PreparedLSTM: PreparedOperator {
  let cell: LSTMCell
  let shape: LSTMShape
  /// Maximum magnitude of a projected output; 0 for no limit.
  let outputClip: Float
  /// From inputs and outputs to the gates' sums.
  let gates: any RecurrentProduct
  /// From hidden state to outputs.
  let projection: (any RecurrentProduct)?

  init(
    cell: LSTMCell, shape: LSTMShape, outputClip: Float, gates: any RecurrentProduct,
    projection: (any RecurrentProduct)?
  ) {
    (self.cell, self.shape, self.outputClip, self.gates, self.projection) = (cell, shape, outputClip, gates, projection)
  }

  var provider: KernelProvider { gates.provider }
  var heldByteCount: Int { cell.byteCount + gates.heldByteCount + (projection?.heldByteCount ?? 0) }
  var memory: [any KernelMemory] { gates.memory + (projection?.memory ?? []) }

  var scratchByteCount: Int {
    let products = max(gates.scratchCount, projection?.scratchCount ?? 0)
    return (shape.batch * (shape.depth + shape.columns + shape.cells) + products) * MemoryLayout<Float>.stride
  }

  func run(_ io: OperatorIO) {
    let (batch, inputs, outputs, cellCount) = (shape.batch, shape.inputs, shape.outputs, shape.cells)
    let rows = io.scratch
    let sums = rows + batch * shape.depth
    let hidden = sums + batch * shape.columns
    let scratch = hidden + batch * cellCount
    let (state, cells) = (
      io.inputs[18].unsafelyUnwrapped.assumingMemoryBound(to: Float.self),
      io.inputs[19].unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
    )
    guard batch > 0 else { return }
    for time in 0..<shape.times {
      shape.sequences.gather(time, io.input(0), inputs, state, outputs, to: rows)
      gates.run(rows, sums, scratch: scratch)
      for sequence in 0..<batch {
        let result = cell.update(cells + sequence * cellCount, sums: sums + sequence * shape.columns)
        (hidden + sequence * cellCount).update(from: result, count: cellCount)
      }
      if let projection {
        projection.run(hidden, state, scratch: scratch)
        if outputClip > 0 {
          for i in 0..<batch * outputs { state[i] = min(max(state[i], -outputClip), outputClip) }
        }
      } else {
        state.update(from: hidden, count: batch * outputs)
      }
      shape.sequences.scatter(time, state, outputs, to: io.output(0))
    }
  }
}
