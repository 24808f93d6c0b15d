import TFLiteFormat

/// The same elements without axes of extent 1 (TFLite `SQUEEZE`).
///
/// - Input: any tensor. Output: without the axes that the options name, or without all of extent 1 if they name none.
package struct Squeeze: MovementOperator {
  package static let tfliteName = "SQUEEZE"
  package static let builtinCode = 43

  let axes: [Int]

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    axes = try options.integers(0) ?? []
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: movableTypes)
    var isDropped = input.shape.map { axes.isEmpty && $0 == 1 }
    for axis in axes {
      let axis = try Operands.axis(axis, rank: input.shape.count)
      guard input.shape[axis] == 1 else {
        throw .inputShape(input: 0, expected: "an extent of 1 at axis \(axis)", found: input.shape)
      }
      isDropped[axis] = true
    }
    let output = try input.reshaped(zip(input.shape, isDropped).filter { !$1 }.map { $0.0 })
    return Movement(to: output, [Move(all: output)])
  }
}
