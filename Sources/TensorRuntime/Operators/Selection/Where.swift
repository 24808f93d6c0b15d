import TFLiteFormat
import TensorKernels

/// The indices of the elements that are true, or not zero (TFLite `WHERE`).
///
/// - Input: Booleans or numbers of at least one dimension. Output: int64, one row of indices for each such element, in
///   memory order.
/// - The number of rows depends on the values, so a separate stage computes them.
struct Where: OptionlessOperator {
  static let tfliteName = "WHERE"
  static let builtinCode = 109

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let shape = try inputs.type(0, of: [.bool, .float32, .int32, .int64, .int8, .uint8], rank: 1...8).shape
    let truths = try Truths(inputs)
    var count = 0
    truths.forEachPlace { _ in count += 1 }
    let prepared = UndividedWork(memory: [truths.memory]) { io in
      var row = io.output(0, as: Int64.self)
      truths.forEachPlace { place in
        var rest = place
        for axis in shape.indices.reversed() {
          let (quotient, index) = rest.quotientAndRemainder(dividingBy: shape[axis])
          row[axis] = Int64(index)
          rest = quotient
        }
        row += shape.count
      }
    }
    let output = try TensorType(.int64, [count, shape.count])
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }

  func readsAtRunTime(_ index: Int) -> Bool { false }

  /// The nonzero elements of input 0.
  private struct Truths: Sendable {
    let memory: ConstantMemory
    private let type: NumberType
    private let count: Int

    init(_ inputs: Operands) throws(OperatorError) {
      let condition = try inputs.constant(0)
      (memory, type, count) = (condition.aligned(), try inputs.number(0), condition.type.elementCount)
    }

    /// Calls `body` with each position in memory order, reading a few Booleans at a time.
    func forEachPlace(_ body: (Int) -> Void) {
      let step = 1 << 12
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: step) { truths in
        guard let start = truths.baseAddress else { return }
        for first in stride(from: 0, to: count, by: step) {
          let range = first..<min(first + step, count)
          NumberConversion.run(from: .type(type), to: .type(.bool), range, memory.pointer, start - first)
          for place in range where start[place - first] != 0 { body(place) }
        }
      }
    }
  }
}
