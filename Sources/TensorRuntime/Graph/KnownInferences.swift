/// The latest inferences: unrolled loops repeat a few nodes hundreds of times. Nodes with the same inference also share
/// what is prepared (``EqualNodes``).
struct KnownInferences {
  private final class Known: Sendable {
    let code: Int
    let operation: any AnyOperation
    let operands: Operands, inputs: [Int?]
    let inference: any Inference

    init(
      _ code: Int, _ operation: any AnyOperation, _ operands: Operands, _ inputs: [Int?], _ inference: any Inference
    ) {
      (self.code, self.operation, self.inference) = (code, operation, inference)
      (self.operands, self.inputs) = (operands, inputs)
    }
  }

  /// More nodes are distinct in few unrolled loops, and in few networks with two equal branches.
  private static let capacity = 64
  private var latest: [Known] = []
  private var next = 0

  /// The inference of an equal node before, if any; otherwise what `infer` gives.
  mutating func inference(
    of operation: any AnyOperation, _ code: Int, _ operands: Operands, _ inputs: [Int?],
    infer: () throws(OperatorError) -> any Inference
  ) throws(OperatorError) -> any Inference {
    // Quantized results have their own scales.
    guard operands.declaredOutputs.first?.quantization == nil else { return try infer() }
    for known in latest
    where known.code == code && known.operands.hasTypes(of: operands) && known.operation.isSame(as: operation) {
      var hasSameConstants = true
      for place in inputs.indices where operands.optional(place)?.constant != nil {
        hasSameConstants = hasSameConstants && inputs[place] == known.inputs[place]
      }
      if hasSameConstants { return known.inference }
    }
    let inference = try infer()
    let known = Known(code, operation, operands, inputs, inference)
    if latest.count < Self.capacity { latest.append(known) } else { latest[next % Self.capacity] = known }
    next += 1
    return inference
  }
}
