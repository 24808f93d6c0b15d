import TensorKernels

/// A prepared LSTM. For each time step, the sums of all gates are one matrix product.
final class PreparedLSTM: PreparedOperator {
  let cell: any UnitKernel
  let shape: LSTMShape
  /// Limits projected outputs; nil for no limit.
  let limit: (any UnitKernel)?
  /// From inputs and outputs to the gates' sums.
  let gates: any RecurrentProduct
  /// From hidden state to outputs.
  let projection: (any RecurrentProduct)?

  init(
    cell: any UnitKernel, shape: LSTMShape, limit: (any UnitKernel)?, gates: any RecurrentProduct,
    projection: (any RecurrentProduct)?
  ) {
    (self.cell, self.shape, self.limit, self.gates, self.projection) = (cell, shape, limit, gates, projection)
  }

  var provider: KernelProvider { gates.provider }
  var heldByteCount: Int { cell.heldByteCount + gates.heldByteCount + (projection?.heldByteCount ?? 0) }
  var memory: [any KernelMemory] { gates.memory + (projection?.memory ?? []) + (limit?.memory ?? []) }

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
      cell.run(sums, cells, to: projection == nil ? state : hidden, scratch: scratch)
      projection?.run(hidden, state, scratch: scratch)
      limit?.run(state, to: state, scratch: scratch)
      shape.sequences.scatter(time, state, outputs, to: io.output(0))
    }
  }
}
