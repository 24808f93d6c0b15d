import MudraPlatform

/// Computes one LSTM time step of one sequence from the gates' sums.
struct LSTMCell: Sendable {
  let cells: Int
  /// In the order of their sums.
  let gates: [LSTMGate]
  let activation: CellActivation
  /// Maximum magnitude of a cell; 0 for no limit.
  let clip: Float

  /// Each gate's cell weights, if any.
  private let peepholes: [[Float]]
  /// Each gate's layer normalization scales, if any.
  private let scales: [[Float]]
  /// The bias of normalized gates.
  private let bias: [Float]

  init(
    cells: Int, gates: [LSTMGate], activation: CellActivation, clip: Float, peepholes: [[Float]],
    scales: [[Float]], bias: [Float]
  ) {
    (self.cells, self.gates, self.activation, self.clip) = (cells, gates, activation, clip)
    (self.peepholes, self.scales, self.bias) = (peepholes, scales, bias)
  }

  var byteCount: Int { (bias.count + (peepholes + scales).reduce(0) { $0 + $1.count }) * MemoryLayout<Float>.stride }

  /// Updates the cells from the gates' sums, and replaces the last gate's sums by the hidden state.
  ///
  /// - Returns: the hidden state.
  func update(_ cell: UnsafeMutablePointer<Float>, sums: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
    // Without an input gate, i is 1 − f.
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

  /// Replaces a gate's sums by its values.
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

  /// Layer normalization: subtracts the mean, divides by the standard deviation, scales and adds the bias.
  private func normalize(_ gate: Int, _ sums: UnsafeMutablePointer<Float>) {
    var sum: Float = 0, squares: Float = 0
    for i in 0..<cells { sum += sums[i] }
    let mean = sum / Float(cells)
    for i in 0..<cells { squares += (sums[i] - mean) * (sums[i] - mean) }
    // TFLite's epsilon.
    let factor = 1 / (squares / Float(cells) + 1e-8).squareRoot()
    scales[gate].withUnsafeBufferPointer { scales in
      bias.withUnsafeBufferPointer { bias in
        for i in 0..<cells { sums[i] = (sums[i] - mean) * factor * scales[i] + bias[gate * cells + i] }
      }
    }
  }
}
