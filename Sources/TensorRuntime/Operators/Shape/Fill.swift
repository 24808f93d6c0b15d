import TFLiteFormat

/// A tensor of one value (TFLite `FILL`).
///
/// - Inputs: the shape, a constant; the value, a scalar of any type.
package struct Fill: MovementOperator {
  package static let tfliteName = "FILL"
  package static let builtinCode = 94

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let value = try inputs.type(1, of: movableTypes, rank: 0...0)
    let shape = try inputs.integers(0)
    guard shape.count <= 8 else { throw .inputShape(input: 0, expected: "at most [8]", found: [shape.count]) }
    let output = try value.reshaped(shape)
    return Movement(
      to: output, [Move([output.elementCount], input: 1, from: Walk(steps: [0]), to: Walk(steps: [1]))])
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 1 }
}
