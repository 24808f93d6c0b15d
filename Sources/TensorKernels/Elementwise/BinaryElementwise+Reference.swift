import MudraPlatform

extension BinaryElementwise {
  /// The plain loop that defines ``run(_:_:elements:left:right:output:lower:upper:)``: finds the operands of every
  /// element separately.
  package static func runReference(
    _ operation: Operation, _ problem: BroadcastPair, elements: Range<Int>, left: UnsafePointer<Float>,
    right: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, lower: Float, upper: Float
  ) {
    for element in elements {
      let (a, b) = problem.operands(ofElement: element)
      output[element] = value(operation, left[a], right[b], lower, upper)
    }
  }

  /// The definition of an operation, clamped to `lower…upper`.
  static func value(_ operation: Operation, _ x: Float, _ y: Float, _ lower: Float, _ upper: Float) -> Float {
    let value: Float =
      switch operation {
      case .add: x + y
      case .subtract: x - y
      case .multiply: x * y
      case .divide: x / y
      case .maximum: y > x ? y : x
      case .minimum: y < x ? y : x
      case .squaredDifference: (x - y) * (x - y)
      case .floorDivide: (x / y).rounded(.down)
      case .floorModulo: floorModulo(x, y)
      case .power: powf(x, y)
      case .angle: atan2f(x, y)
      }
    return value < lower ? lower : (value > upper ? upper : value)
  }

  private static func floorModulo(_ x: Float, _ y: Float) -> Float {
    let rest = fmodf(x, y)
    return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest
  }
}

extension PReLU {
  /// The plain loop that defines ``run(_:elements:input:slopes:output:)``.
  package static func runReference(
    _ problem: BroadcastPair, elements: Range<Int>, input: UnsafePointer<Float>,
    slopes: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    for element in elements {
      let (a, b) = problem.operands(ofElement: element)
      output[element] = input[a] < 0 ? input[a] * slopes[b] : input[a]
    }
  }
}
