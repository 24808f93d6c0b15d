/// A function of the bits of two integers, applied element by element with NumPy's broadcasting.
package enum BitwiseFunction: Sendable, Hashable {
  case exclusiveOr, and
  /// The first integer shifted right, with copies of its sign. Shifts below 0 count as 0, those beyond the last bit as
  /// one to the last bit.
  case shiftRight
  /// The first integer shifted left. Shifts below 0 and those beyond the last bit give 0.
  case shiftLeft

  /// Computes elements `elements` of the flattened output.
  ///
  /// - Precondition: the pointers are to elements of the integer type `type`.
  package func run(
    _ type: NumberType, _ operands: BroadcastPair, _ elements: Range<Int>, _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    func run<Element: FixedWidthInteger>(_ element: Element.Type) {
      let broadcasting = operands.broadcasting
      let a = left.assumingMemoryBound(to: element), b = right.assumingMemoryBound(to: element)
      let target = output.assumingMemoryBound(to: element)
      let last = Element(element.bitWidth - 1)
      switch self {
      case .exclusiveOr: broadcasting.map(elements, a, b, target) { $0 ^ $1 }
      case .and: broadcasting.map(elements, a, b, target) { $0 & $1 }
      case .shiftRight: broadcasting.map(elements, a, b, target) { $0 &>> min(max($1, 0), last) }
      case .shiftLeft:
        broadcasting.map(elements, a, b, target) { $1 < 0 || $1 > last ? 0 : $0 &<< $1 }
      }
    }
    switch type {
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    case .int16: run(Int16.self)
    case .int8: run(Int8.self)
    case .uint8: run(UInt8.self)
    case .float32, .bool: preconditionFailure("\(type) is not an integer type")
    }
  }
}
