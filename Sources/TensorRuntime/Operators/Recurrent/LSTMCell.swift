import MudraPlatform
import TensorKernels

/// The activation of cells and of what they put out (TFLite's `ActivationFunctionType`). There must be one: without,
/// LiteRT's results depend on what was in its memory before.
enum CellActivation: Int, Sendable {
  case relu = 1
  case reluMinus1To1, relu6, tanh

  init(code: Int) throws(OperatorError) {
    guard let known = CellActivation(rawValue: code) else {
      throw .option(name: "fused_activation_function", value: code)
    }
    self = known
  }

  func callAsFunction(_ value: Float) -> Float {
    switch self {
    case .relu: max(value, 0)
    case .reluMinus1To1: min(max(value, -1), 1)
    case .relu6: min(max(value, 0), 6)
    case .tanh: tanhf(value)
    }
  }
}

/// What an LSTM does with the sums of its gates: one time of one sequence.
struct LSTMCell: Sendable {
  typealias Gate = SequenceLSTM.Gate

  let cells: Int
  /// The gates, in the order of their sums.
  let gates: [Gate]
  let activation: CellActivation
  /// The largest magnitude of a cell; 0 for any.
  let clip: Float

  /// For each gate in order, weights of the cells, or none.
  private let peepholes: [[Float]]
  /// For each gate in order, the scales of its normalization, or none.
  private let scales: [[Float]]
  /// What normalized gates are added to, for all gates.
  private let bias: [Float]

  init(
    cells: Int, gates: [Gate], activation: CellActivation, clip: Float, peepholes: [Gate: [Float]],
    scales: [Gate: [Float]], bias: [Float]
  ) {
    (self.cells, self.gates, self.activation, self.clip, self.bias) = (cells, gates, activation, clip, bias)
    self.peepholes = gates.map { peepholes[$0] ?? [] }
    self.scales = gates.map { scales[$0] ?? [] }
  }

  var byteCount: Int { (bias.count + (peepholes + scales).reduce(0) { $0 + $1.count }) * MemoryLayout<Float>.stride }

  /// Updates the cells from the sums of the gates, and writes what they put out over the sums of the last gate.
  ///
  /// - Returns: the place of the results.
  func update(_ cell: UnsafeMutablePointer<Float>, sums: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
    // Without an input gate, what a cell does not keep is replaced.
    let isCoupled = gates.count == 3
    let forget = sums + (isCoupled ? 0 : cells)
    let candidate = forget + cells
    let output = candidate + cells
    for gate in 0..<gates.count - 1 { finish(gate, sums + gate * cells, cell) }
    for i in 0..<cells {
      let input = isCoupled ? 1 - forget[i] : sums[i]
      let value = forget[i] * cell[i] + input * candidate[i]
      cell[i] = clip > 0 ? min(max(value, -clip), clip) : value
    }
    finish(gates.count - 1, output, cell)
    for i in 0..<cells { output[i] *= activation(cell[i]) }
    return output
  }

  /// Makes the sums of a gate its values.
  private func finish(_ gate: Int, _ sums: UnsafeMutablePointer<Float>, _ cell: UnsafePointer<Float>) {
    if !peepholes[gate].isEmpty {
      peepholes[gate].withUnsafeBufferPointer { weights in
        for i in 0..<cells { sums[i] += weights[i] * cell[i] }
      }
    }
    if !scales[gate].isEmpty { normalize(gate, sums) }
    if gates[gate] == .cell {
      for i in 0..<cells { sums[i] = activation(sums[i]) }
    } else {
      for i in 0..<cells { sums[i] = 1 / (1 + expf(-sums[i])) }
    }
  }

  /// Subtracts the mean and divides by the standard deviation; scales and adds the bias.
  private func normalize(_ gate: Int, _ sums: UnsafeMutablePointer<Float>) {
    var sum: Float = 0, squares: Float = 0
    for i in 0..<cells { sum += sums[i] }
    let mean = sum / Float(cells)
    for i in 0..<cells { squares += (sums[i] - mean) * (sums[i] - mean) }
    // TFLite's constant against a division by zero.
    let factor = 1 / (squares / Float(cells) + 1e-8).squareRoot()
    scales[gate].withUnsafeBufferPointer { scales in
      bias.withUnsafeBufferPointer { bias in
        for i in 0..<cells { sums[i] = (sums[i] - mean) * factor * scales[i] + bias[gate * cells + i] }
      }
    }
  }
}

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
