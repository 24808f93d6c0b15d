import TFLiteFormat

/// Tensors of one shape joined along a new axis (TFLite `PACK`).
///
/// - Inputs: one or more tensors of one type and shape.
/// - Output: their shape with an additional axis, which counts them.
package struct Pack: MovementOperator {
  package static let tfliteName = "PACK"
  package static let builtinCode = 83

  let count: Int
  let axis: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    count = try options.integer(0)
    axis = try options.integer(1)
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...4096)
    guard count == inputs.count else { throw .option(name: "values_count", value: count) }
    let first = try inputs.type(0, of: movableTypes, rank: 0...7)
    for index in 1..<max(inputs.count, 1) {
      let next = try inputs.type(index, of: [first.elementType]).shape
      guard next == first.shape else {
        throw .inputShape(input: index, expected: "\(first.shape), as the others", found: next)
      }
    }
    let axis = try Operands.axis(axis, rank: first.shape.count + 1)
    var shape = first.shape
    shape.insert(count, at: axis)
    let extents = [Int](repeating: 1, count: count)
    return Movement(
      to: try first.reshaped(shape), AxisSlices(shape, axis: axis, extents: extents).joining)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { true }
}
