import TFLiteFormat

/// The same elements in another shape (TFLite `RESHAPE`).
///
/// - Inputs: any tensor; its new shape, a constant, which may be in the options instead, where `[0]` is a scalar. One
///   extent may be −1, which is inferred from the others; if one of these is 0, from the extents that are not.
package struct Reshape: MovementOperator {
  package static let tfliteName = "RESHAPE"
  package static let builtinCode = 22

  let shape: [Int]?

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    shape = try options.integers(0)
  }

  init(to shape: [Int]) { self.shape = shape }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...2)
    let input = try inputs.type(0, of: movableTypes)
    var target: [Int]
    if inputs.optional(1) != nil {
      target = try inputs.integers(1)
    } else if let shape {
      target = shape == [0] ? [] : shape
    } else {
      throw .inputMissing(1)
    }
    if let free = target.firstIndex(of: -1) {
      target[free] = 1
      var others = try input.reshaped(target).elementCount, count = input.elementCount
      if others == 0, count == 0 {
        others = try input.reshaped(target.filter { $0 != 0 }).elementCount
        count = try input.reshaped(input.shape.filter { $0 != 0 }).elementCount
      }
      guard others > 0, count.isMultiple(of: others) else {
        throw .inputShape(input: 0, expected: "a multiple of \(others) elements", found: input.shape)
      }
      target[free] = count / others
    }
    let output = try input.reshaped(target)
    guard output.elementCount == input.elementCount else {
      throw .inputShape(input: 0, expected: "\(output.elementCount) elements, as in \(target)", found: input.shape)
    }
    return Movement(to: output, [Move(all: output)])
  }
}
