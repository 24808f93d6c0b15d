/// The latest inferences: unrolled loops repeat a few nodes hundreds of times. Nodes with the same inference also share
/// what is prepared (``EqualNodes``).
struct KnownInferences {
  private final class Known: Sendable {
    let code: Int
    let operation: any AnyOperation
    let operands: Operands, constants: [Int?]
    let inference: any Inference

    init(
      _ code: Int, _ operation: any AnyOperation, _ operands: Operands, _ constants: [Int?],
      _ inference: any Inference
    ) {
      (self.code, self.operation, self.inference) = (code, operation, inference)
      (self.operands, self.constants) = (operands, constants)
    }
  }

  /// More nodes are distinct in few unrolled loops, and in few networks with two equal branches.
  static let capacity = 64
  private var latest: [Known] = []
  /// Of codes and constants: most nodes have weights of their own, and are compared no further.
  private var hashes: [Int] = []
  private var next = 0

  /// The inference of an equal node before, if any; otherwise what `infer` gives.
  mutating func inference(
    of operation: any AnyOperation, _ code: Int, _ operands: Operands, _ inputs: [Int?],
    infer: () throws(OperatorError) -> any Inference
  ) throws(OperatorError) -> any Inference {
    // Quantized results have their own scales.
    guard operands.declaredOutputs.first?.quantization == nil else { return try infer() }
    let constants = inputs.indices.map { operands.optional($0)?.constant == nil ? nil : inputs[$0] }
    var hasher = Hasher()
    hasher.combine(code)
    hasher.combine(constants)
    let hash = hasher.finalize()
    for (index, other) in hashes.enumerated() where other == hash {
      let known = latest[index]
      if known.code == code, known.constants == constants, known.operands.hasTypes(of: operands),
        known.operation.isSame(as: operation)
      {
        return known.inference
      }
    }
    let inference = try infer()
    let known = Known(code, operation, operands, constants, inference)
    if latest.count < Self.capacity {
      latest.append(known)
      hashes.append(hash)
    } else {
      (latest[next % Self.capacity], hashes[next % Self.capacity]) = (known, hash)
    }
    next += 1
    return inference
  }
}
