import MudraPlatform

/// One time step of an LSTM, of each row from the sums of its gates, in the order of input gate, forget gate, cell and
/// output gate. Without an input gate, i is 1 − f.
///
///     cell ← limits(f · cell + i · g)     hidden = o · activation(cell)
package final class LSTMCell: UnitKernel {
  package struct Problem: KernelProblem {
    package typealias Weights = LSTMCell.Weights
    package let rows: Int, cells: Int
    package let hasInputGate: Bool
    let activation: CellActivation
    /// Maximum magnitude of a cell; 0 for no limit.
    let clip: Float

    package init(rows: Int, cells: Int, hasInputGate: Bool, activation: CellActivation, clip: Float) {
      (self.rows, self.cells, self.hasInputGate) = (rows, cells, hasInputGate)
      (self.activation, self.clip) = (activation, clip)
    }

    package var element: NumberType { .float32 }
    package var gateCount: Int { hasInputGate ? 4 : 3 }
  }

  package struct Weights: Sendable {
    /// Each gate's cell weights, and its scales of a layer normalization; empty if there are none.
    let peepholes: [[Float]], scales: [[Float]]
    /// The bias of normalized gates.
    let bias: [Float]

    package init(peepholes: [[Float]], scales: [[Float]], bias: [Float]) {
      (self.peepholes, self.scales, self.bias) = (peepholes, scales, bias)
    }
  }

  /// Inputs: sums, which are overwritten, and cells, which are updated. Output: the hidden state. A unit is a row.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "LSTM cell"
  ) { LSTMCell($0, $1) }

  private let problem: Problem
  private let cells: Int
  private let peepholes: [[Float]], scales: [[Float]], bias: [Float]

  private init(_ problem: Problem, _ weights: Weights) {
    (self.problem, cells) = (problem, problem.cells)
    (peepholes, scales, bias) = (weights.peepholes, weights.scales, weights.bias)
  }

  package var unitCount: Int { problem.rows }
  package var memory: [any KernelMemory] { [] }
  package var heldByteCount: Int {
    (bias.count + (peepholes + scales).reduce(0) { $0 + $1.count }) * MemoryLayout<Float>.stride
  }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    for row in units {
      let hidden = update(
        operands.state(1, as: Float.self) + row * cells,
        sums: operands.state(0, as: Float.self) + row * problem.gateCount * cells)
      (operands.output() + row * cells).update(from: hidden, count: cells)
    }
  }

  /// Updates the cells from the gates' sums, and replaces the last gate's sums by the hidden state.
  ///
  /// - Returns: the hidden state.
  private func update(
    _ cell: UnsafeMutablePointer<Float>, sums: UnsafeMutablePointer<Float>
  ) -> UnsafeMutablePointer<Float> {
    let (isCoupled, gateCount, clip) = (!problem.hasInputGate, problem.gateCount, problem.clip)
    let forget = sums + (isCoupled ? 0 : cells)
    let candidate = forget + cells
    let output = candidate + cells
    for gate in 0..<gateCount - 1 { finish(gate, sums + gate * cells, cell) }
    for i in 0..<cells {
      let input = isCoupled ? 1 - forget[i] : sums[i]
      let value = forget[i] * cell[i] + input * candidate[i]
      cell[i] = clip > 0 ? min(max(value, -clip), clip) : value
    }
    finish(gateCount - 1, output, cell)
    for i in 0..<cells { output[i] *= problem.activation(cell[i]) }
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
    if gate == problem.gateCount - 2 {
      for i in 0..<cells { sums[i] = problem.activation(sums[i]) }
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
