extension BinaryElementwise {
  /// Computes elements `elements` of the flattened output of an integer operation, then clamps them to `lower…upper`.
  ///
  /// Sums, differences and products wrap around in two's complement. Division by zero, for which TFLite stops, gives 0;
  /// so does a power with a negative exponent, unless the base is 1 or −1.
  ///
  /// - Precondition: `type` is int32 or int64, and the pointers are to elements of it.
  package static func run(
    _ operation: Operation, _ type: NumberType, _ problem: BroadcastPair, elements: Range<Int>, left: UnsafeRawPointer,
    right: UnsafeRawPointer, output: UnsafeMutableRawPointer, limits: ClosedRange<Int>
  ) {
    func run<Element: FixedWidthInteger>(_ element: Element.Type) {
      let lower = Element(clamping: limits.lowerBound)
      let upper = Element(clamping: limits.upperBound)
      let broadcasting = problem.broadcasting
      let a = left.assumingMemoryBound(to: element)
      let b = right.assumingMemoryBound(to: element)
      let target = output.assumingMemoryBound(to: element)
      switch operation {
      case .add: broadcasting.map(elements, a, b, target) { $0 &+ $1 }
      case .subtract: broadcasting.map(elements, a, b, target) { $0 &- $1 }
      case .multiply: broadcasting.map(elements, a, b, target) { $0 &* $1 }
      case .maximum: broadcasting.map(elements, a, b, target) { max($0, $1) }
      case .minimum: broadcasting.map(elements, a, b, target) { min($0, $1) }
      case .squaredDifference: broadcasting.map(elements, a, b, target) { ($0 &- $1) &* ($0 &- $1) }
      case .divide: broadcasting.map(elements, a, b, target) { quotient($0, $1) }
      case .floorDivide: broadcasting.map(elements, a, b, target) { floorQuotient($0, $1) }
      case .floorModulo: broadcasting.map(elements, a, b, target) { floorRest($0, $1) }
      case .power: broadcasting.map(elements, a, b, target) { power($0, $1) }
      case .angle: preconditionFailure("angles are those of floats")
      }
      guard limits != Int.min...Int.max else { return }
      // In a loop of its own, as few operations have limits.
      switch operation {
      case .add, .subtract, .multiply, .divide: for i in elements { target[i] = min(max(target[i], lower), upper) }
      default: break
      }
    }
    switch type {
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    default: preconditionFailure("no operator takes \(type)")
    }
  }

  /// Rounded toward zero; the one quotient that overflows wraps around.
  @inline(__always)
  private static func quotient<Element: FixedWidthInteger>(_ x: Element, _ y: Element) -> Element {
    y == 0 ? 0 : x.dividedReportingOverflow(by: y).partialValue
  }

  @inline(__always)
  private static func rest<Element: FixedWidthInteger>(_ x: Element, _ y: Element) -> Element {
    y == 0 ? 0 : x.remainderReportingOverflow(dividingBy: y).partialValue
  }

  private static func floorQuotient<Element: FixedWidthInteger>(_ x: Element, _ y: Element) -> Element {
    let rest = rest(x, y)
    return quotient(x, y) &- (rest != 0 && (rest < 0) != (y < 0) ? 1 : 0)
  }

  private static func floorRest<Element: FixedWidthInteger>(_ x: Element, _ y: Element) -> Element {
    let rest = rest(x, y)
    return rest != 0 && (rest < 0) != (y < 0) ? rest &+ y : rest
  }

  private static func power<Element: FixedWidthInteger>(_ base: Element, _ exponent: Element) -> Element {
    if exponent < 0 {
      // Only 1 and −1 have integer reciprocals.
      let isUnit = base == 1 || base &+ 1 == 0
      return isUnit ? (exponent & 1 == 0 ? 1 : base) : 0
    }
    var result: Element = 1
    var factor = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result &* factor }
      factor = factor &* factor
      rest >>= 1
    }
    return result
  }
}
