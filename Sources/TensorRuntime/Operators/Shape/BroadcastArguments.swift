import TFLiteFormat

/// The shape that two shapes broadcast to (TFLite `BROADCAST_ARGS`).
///
/// - Inputs: two shapes, vectors of int32 or both of int64. Output: the shape, a vector of the same type.
/// - Edge cases: shapes that do not broadcast are an error, of preparation if both are known, otherwise of the run.
struct BroadcastArguments: OptionlessOperator {
  static let tfliteName = "BROADCAST_ARGS"
  static let builtinCode = 145

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0, of: indexTypes, rank: 1...1)
    let right = try inputs.typeLikeFirst(1, rank: 1...1)
    for (index, type) in [left, right].enumerated() where type.shape[0] > TensorType.maxRank {
      throw .inputShape(input: index, expected: "at most \(TensorType.maxRank) extents", found: type.shape)
    }
    let output = try TensorType(left.elementType, [max(left.shape[0], right.shape[0])])
    let prepared = Self.prepared(counts: [left.shape[0], right.shape[0]], isWide: left.elementType == .int64)
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }

  func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? {
    guard try inputs.required(0).constant != nil, try inputs.required(1).constant != nil else { return nil }
    let shape = try broadcastShape(try inputs.integers(0), try inputs.integers(1))
    return [try ConstantTensor(integers: shape, as: try inputs.required(0).type.elementType, shape: [shape.count])]
  }

  private static func prepared(counts: [Int], isWide: Bool) -> UndividedWork {
    let count = max(counts[0], counts[1])
    return UndividedWork { io in
      /// The extent of an input along an output axis.
      func extent(_ input: Int, _ axis: Int) -> Int {
        let place = axis - (count - counts[input])
        return place < 0 ? 1 : io.index(input, at: place, isWide: isWide)
      }
      for axis in 0..<count {
        let (left, right) = (extent(0, axis), extent(1, axis))
        guard left == right || left == 1 || right == 1 else { return io.fail(.broadcast([left], [right])) }
        let result = left == 1 ? right : left
        if isWide {
          io.output(0, as: Int64.self)[axis] = Int64(result)
        } else {
          io.output(0, as: Int32.self)[axis] = Int32(truncatingIfNeeded: result)
        }
      }
    }
  }
}
