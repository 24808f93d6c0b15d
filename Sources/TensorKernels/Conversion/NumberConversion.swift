/// Elements converted from one type to another, by value.
///
/// Floats lose their fraction and saturate at the integer type's limits; NaN becomes 0. Integers keep their low bits.
/// Anything but zero becomes true. Halves are the nearest to floats.
package enum NumberConversion {
  /// The type of numbers: one that other kernels compute with, or one that is only converted.
  package enum Number: Sendable, Hashable {
    case type(NumberType)
    case float64, float16, uint32, uint16
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let source: Number, target: Number
    package let count: Int

    /// `count` elements of one type to another.
    package init(from source: Number, to target: Number, count: Int) {
      (self.source, self.target, self.count) = (source, target, count)
    }

    package var work: Int { KernelWork.of(count) }

    /// Numbers that are only converted are left to the reference, as those of 64 bits are.
    package var element: NumberType { if case .type(let type) = source { type } else { .int64 } }
  }

  /// Fastest first. A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "number conversion",
    kernels: [
      KernelCandidate(
        .simd, supports: { [.type(.int8), .type(.uint8), .type(.int16)].contains($0.target) },
        make: { problem, _, _ in
          LoopKernel(problem.count) { narrow(to: problem.target, $0, $1.input(0), $1.outputBytes()) }
        }),
      KernelCandidate(
        .simd, form: "to 64 bits", elements: [.int32, .int8, .uint8, .bool], supports: { $0.target == .type(.int64) },
        make: { problem, _, _ in
          LoopKernel(problem.count) { widen(from: problem.element, $0, $1.inputBytes(0), $1.outputBytes()) }
        }),
      KernelCandidate(
        .reference, elements: NumberType.all,
        make: { problem, _, _ in
          LoopKernel(problem.count) {
            run(from: problem.source, to: problem.target, $0, $1.inputBytes(0), $1.outputBytes())
          }
        }),
    ])

  /// Floats to bytes or 16-bit integers, four at a time; the last ones as ``run(from:to:_:_:_:)`` does.
  private static func narrow(
    to target: Number, _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer
  ) {
    let (least, most): (Float, Float) =
      target == .type(.int8) ? (-128, 127) : target == .type(.uint8) ? (0, 255) : (-32768, 32767)
    let (lower, upper) = (Vector4(repeating: least), Vector4(repeating: most)), isShort = target == .type(.int16)
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      let value = Vector4(loading: input + i)
      let bits = unsafeBitCast(value.limited(lower, upper), to: SIMD4<Int32>.self)
      let (sign, magnitude) = (bits &>> 31, unsafeBitCast(bits & 0x7FFF_FFFF, to: Vector4.self))
      // Adding 2²³ rounds to an integer, which is then in the low bits; where it is larger, it is too large by one.
      let shift = Vector4(repeating: 8_388_608), shifted = magnitude + shift
      let excess = SIMD4<Int32>.zero.replacing(with: 1, where: shifted - shift .> magnitude)
      let whole = (unsafeBitCast(shifted, to: SIMD4<Int32>.self) & 0x7F_FFFF) &- excess
      let integers = (SIMD4<Int32>.zero.replacing(with: whole, where: value .== value) ^ sign) &- sign
      if isShort {
        output.storeBytes(of: SIMD4(truncatingIfNeeded: integers), toByteOffset: i * 2, as: SIMD4<Int16>.self)
      } else {
        output.storeBytes(of: SIMD4(truncatingIfNeeded: integers), toByteOffset: i, as: SIMD4<UInt8>.self)
      }
      i += 4
    }
    run(from: .type(.float32), to: target, i..<range.upperBound, input, output)
  }

  /// Integers to 64 bits, eight at a time, where the compiler takes two; the last ones as ``run(from:to:_:_:_:)``
  /// does.
  private static func widen(
    from source: NumberType, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    var i = range.lowerBound
    /// Inlined into each case, so that it takes vectors of its type.
    @inline(__always)
    func store(_ vector: (_ first: Int) -> SIMD8<Int64>) {
      while i + 8 <= range.upperBound {
        output.storeBytes(of: vector(i), toByteOffset: i * 8, as: SIMD8<Int64>.self)
        i += 8
      }
    }
    func bytes(_ first: Int) -> SIMD8<UInt8> { input.loadUnaligned(fromByteOffset: first, as: SIMD8<UInt8>.self) }
    switch source {
    case .int32:
      store { SIMD8(truncatingIfNeeded: input.loadUnaligned(fromByteOffset: $0 * 4, as: SIMD8<Int32>.self)) }
    case .int8: store { SIMD8(truncatingIfNeeded: SIMD8<Int8>(truncatingIfNeeded: bytes($0))) }
    case .uint8: store { SIMD8(truncatingIfNeeded: bytes($0)) }
    case .bool: store { SIMD8(truncatingIfNeeded: pointwiseMin(bytes($0), SIMD8(repeating: 1))) }
    case .float32, .int64, .int16: break
    }
    run(from: .type(source), to: .type(.int64), i..<range.upperBound, input, output)
  }

  /// Converts elements `range`.
  ///
  /// - Precondition: the pointers are to elements of these types.
  package static func run(
    from source: Number, to target: Number, _ range: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    if source == .type(.float32), target == .float16 {
      return HalfPrecision.round(
        range, from: input.assumingMemoryBound(to: Float.self), to: output.assumingMemoryBound(to: UInt16.self))
    }
    guard case .type(let type) = source, case .type(let target) = target else {
      for index in range { convert(from: source, to: target, index, input, output) }
      return
    }
    switch type {
    case .float32: run(from: Float.self, to: target, range, input, output)
    case .int64: run(from: Int64.self, to: target, range, input, output)
    case .int32: run(from: Int32.self, to: target, range, input, output)
    case .int16: run(from: Int16.self, to: target, range, input, output)
    case .int8: run(from: Int8.self, to: target, range, input, output)
    case .uint8: run(from: UInt8.self, to: target, range, input, output)
    case .bool: run(from: Bool.self, to: target, range, input, output)
    }
  }

  private static func run<Source: Convertible>(
    from source: Source.Type, to target: NumberType, _ range: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    func run<Target: Convertible>(_ target: Target.Type) {
      for i in range {
        let value = Source.load(input, i)
        Target.store(Source.isInteger ? Target(integer: value.integer) : Target(float: value.float), output, i)
      }
    }
    switch target {
    case .float32: run(Float.self)
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    case .int16: run(Int16.self)
    // The low bits of an integer are those of either byte.
    case .int8 where !Source.isInteger: run(Int8.self)
    case .int8, .uint8: run(UInt8.self)
    case .bool: run(Bool.self)
    }
  }

  /// Converts an element of types of which one is only converted: rare, so that small code counts for more than speed.
  private static func convert(
    from source: Number, to target: Number, _ index: Int, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    var integer: Int64?, float = 0.0
    func load<Source: Convertible>(_ source: Source.Type) {
      let value = Source.load(input, index)
      if Source.isInteger { integer = value.integer } else { float = value.float }
    }
    func store<Target: Convertible>(_ target: Target.Type) {
      Target.store(integer.map { Target(integer: $0) } ?? Target(float: float), output, index)
    }
    switch source {
    case .type(.float32): load(Float.self)
    case .type(.int64): load(Int64.self)
    case .type(.int32): load(Int32.self)
    case .type(.int16): load(Int16.self)
    case .type(.int8): load(Int8.self)
    case .type(.uint8): load(UInt8.self)
    case .type(.bool): load(Bool.self)
    case .float64: load(Double.self)
    case .float16: load(Half.self)
    case .uint32: load(UInt32.self)
    case .uint16: load(UInt16.self)
    }
    switch target {
    case .type(.float32): store(Float.self)
    case .type(.int64): store(Int64.self)
    case .type(.int32): store(Int32.self)
    case .type(.int16): store(Int16.self)
    case .type(.int8): store(Int8.self)
    case .type(.uint8): store(UInt8.self)
    case .type(.bool): store(Bool.self)
    case .float64: store(Double.self)
    case .float16: store(Half.self)
    case .uint32: store(UInt32.self)
    case .uint16: store(UInt16.self)
    }
  }
}

/// A type to which all others can be converted, from a float or from an integer.
private protocol Convertible {
  static var isInteger: Bool { get }
  init(float: Double)
  init(integer: Int64)
  var float: Double { get }
  var integer: Int64 { get }
  static func load(_ memory: UnsafeRawPointer, _ index: Int) -> Self
  static func store(_ value: Self, _ memory: UnsafeMutableRawPointer, _ index: Int)
}

extension Convertible {
  static func load(_ memory: UnsafeRawPointer, _ index: Int) -> Self {
    memory.assumingMemoryBound(to: Self.self)[index]
  }

  static func store(_ value: Self, _ memory: UnsafeMutableRawPointer, _ index: Int) {
    memory.assumingMemoryBound(to: Self.self)[index] = value
  }
}

extension Convertible where Self: FixedWidthInteger {
  static var isInteger: Bool { true }
  init(integer: Int64) { self.init(truncatingIfNeeded: integer) }
  var integer: Int64 { Int64(truncatingIfNeeded: self) }
  var float: Double { Double(self) }

  // By way of a concrete type: the initializer of any integer takes ten times as long.
  init(float: Double) { self = Self(clamping: Int64(limiting: float)) }
}

extension Int64: Convertible {
  fileprivate init(limiting float: Double) {
    if float.isNaN {
      self = 0
    } else if float >= 0x1p63 {
      self = .max
    } else {
      self = float <= -0x1p63 ? .min : Int64(float)
    }
  }
}
extension Int32: Convertible {}
extension Int16: Convertible {}
extension Int8: Convertible {}
extension UInt32: Convertible {}
extension UInt16: Convertible {}
extension UInt8: Convertible {}

extension Convertible where Self: BinaryFloatingPoint {
  static var isInteger: Bool { false }
  // Never called: floats are converted as floats.
  var integer: Int64 { Int64(float: float) }
}

extension Float: Convertible {
  init(float: Double) { self.init(float) }
  init(integer: Int64) { self.init(integer) }
  var float: Double { Double(self) }
}

extension Double: Convertible {
  init(float: Double) { self = float }
  init(integer: Int64) { self.init(integer) }
  var float: Double { self }
}

/// A number of half precision, which is converted by way of a float.
private struct Half: Convertible {
  let bits: UInt16

  static var isInteger: Bool { false }
  init(float: Double) { bits = HalfPrecision.bits(nearestTo: Float(float)) }
  init(integer: Int64) { bits = HalfPrecision.bits(nearestTo: Float(integer)) }
  var float: Double { Double(HalfPrecision.float(fromBits: bits)) }
  var integer: Int64 { Int64(float: float) }
}

extension Bool: Convertible {
  static var isInteger: Bool { true }
  init(float: Double) { self = float != 0 }
  init(integer: Int64) { self = integer != 0 }
  var float: Double { self ? 1 : 0 }
  var integer: Int64 { self ? 1 : 0 }

  static func load(_ memory: UnsafeRawPointer, _ index: Int) -> Bool {
    memory.assumingMemoryBound(to: UInt8.self)[index] != 0
  }

  static func store(_ value: Bool, _ memory: UnsafeMutableRawPointer, _ index: Int) {
    memory.assumingMemoryBound(to: UInt8.self)[index] = value ? 1 : 0
  }
}
