import TensorKernels

/// An LSTM ready to run. One time after the other, the sums of all gates are one product of matrices.
struct PreparedLSTM: PreparedOperator {
  let cell: LSTMCell
  let batch: Int, times: Int, inputs: Int, outputs: Int
  let isTimeMajor: Bool
  /// The largest magnitude of a projected output; 0 for any.
  let outputClip: Float
  /// From inputs and outputs to the sums of the gates.
  let gates: any MatrixMultiplyKernel
  /// From what cells put out to outputs.
  let projection: (any MatrixMultiplyKernel)?
  let provider: KernelProvider

  private var depth: Int { inputs + outputs }
  private var columns: Int { cell.gates.count * cell.cells }

  var scratchByteCount: Int { batch * (depth + columns + cell.cells) * MemoryLayout<Float>.stride }
  var heldByteCount: Int { cell.byteCount }
  var memory: [any KernelMemory] { gates.memory + (projection?.memory ?? []) }

  func run(_ io: OperatorIO) {
    let rows = io.scratch
    let sums = rows + batch * depth
    let released = sums + batch * columns
    let (state, cells) = (
      io.inputs[18].unsafelyUnwrapped.assumingMemoryBound(to: Float.self),
      io.inputs[19].unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
    )
    guard batch > 0 else { return }
    for time in 0..<times {
      for sequence in 0..<batch {
        let row = rows + sequence * depth
        row.update(from: io.input(0) + place(time, sequence) * inputs, count: inputs)
        (row + inputs).update(from: state + sequence * outputs, count: outputs)
      }
      gates.run(rows: batch, input: rows, addend: nil, output: sums)
      for sequence in 0..<batch {
        let result = cell.update(cells + sequence * cell.cells, sums: sums + sequence * columns)
        (released + sequence * cell.cells).update(from: result, count: cell.cells)
      }
      if let projection {
        projection.run(rows: batch, input: released, addend: nil, output: state)
        if outputClip > 0 {
          for i in 0..<batch * outputs { state[i] = min(max(state[i], -outputClip), outputClip) }
        }
      } else {
        state.update(from: released, count: batch * outputs)
      }
      for sequence in 0..<batch {
        (io.output(0) + place(time, sequence) * outputs).update(from: state + sequence * outputs, count: outputs)
      }
    }
  }

  /// The row of a time of a sequence.
  private func place(_ time: Int, _ sequence: Int) -> Int {
    isTimeMajor ? time * batch + sequence : sequence * times + time
  }
}
