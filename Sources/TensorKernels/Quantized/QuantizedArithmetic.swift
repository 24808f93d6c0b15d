/// Sum, difference, product, extreme or parametric ReLU of two quantized tensors of bytes, in integers, with NumPy's
/// broadcasting.
///
///     sum       limits(zeroPoint + result · (left · (a − leftZero) · 2^20 + right · (b − rightZero) · 2^20))
///     product   limits(zeroPoint + result · (a − leftZero) · (b − rightZero))
///     extreme   the larger or the smaller byte: the tensors have one scale
///     ReLU      limits(zeroPoint + (a ≥ leftZero ? left · (a − leftZero) : result · (a − leftZero) · (b − rightZero)))
///
/// Products with factors are rounded like ``FixedPointMultiplier/product(_:)``: the formulas are those of TFLite's
/// reference kernels.
package enum QuantizedArithmetic {
  /// What is computed.
  package enum Operation: Sendable, Hashable {
    case add, subtract, multiply, maximum, minimum, parametricReLU

    package var isSum: Bool { self == .add || self == .subtract }
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let operation: Operation
    package let operands: BroadcastPair
    package let leftZero: Int32, rightZero: Int32
    package let leftFactor: FixedPointMultiplier, rightFactor: FixedPointMultiplier, factor: FixedPointMultiplier
    package let output: ByteRange

    /// What makes unsigned bytes signed ones, 128 below, so that there is one loop for both; and their zero points.
    var flip: Int8 { output.isSigned ? 0 : .min }
    var flippedZeros: (left: Int32, right: Int32) { (leftZero &+ Int32(flip), rightZero &+ Int32(flip)) }

    /// Operands with their zero points and scales.
    ///
    /// - Parameter outputScale: the scale of the result.
    package init(
      _ operation: Operation, _ operands: BroadcastPair, left: (scale: Float, zeroPoint: Int),
      right: (scale: Float, zeroPoint: Int), output: ByteRange, outputScale: Float
    ) {
      (self.operation, self.operands, self.output) = (operation, operands, output)
      (leftZero, rightZero) = (Int32(left.zeroPoint), Int32(right.zeroPoint))
      let common = 2 * Double(max(left.scale, right.scale))
      // LiteRT calculates quotients of products in float32.
      switch operation {
      case .multiply:
        (leftFactor, rightFactor) = (FixedPointMultiplier(1), FixedPointMultiplier(1))
        factor = FixedPointMultiplier(Double(left.scale * right.scale / outputScale))
      case .parametricReLU:
        (leftFactor, rightFactor) = (
          FixedPointMultiplier(Double(left.scale / outputScale)), FixedPointMultiplier(1)
        )
        factor = FixedPointMultiplier(Double(left.scale * right.scale / outputScale))
      default:
        leftFactor = FixedPointMultiplier(Double(left.scale) / common)
        rightFactor = FixedPointMultiplier(Double(right.scale) / common)
        factor = FixedPointMultiplier(common / (Double(1 << 20) * Double(outputScale)))
      }
    }

    package var element: NumberType { output.element }
    package var work: Int { KernelWork.of(operands.broadcasting.elementCount, each: KernelWork.costlyElement) }

    /// A result of two integers relative to their zero points.
    @inline(__always)
    package func combined(_ a: Int32, _ b: Int32) -> Int32 {
      switch operation {
      case .add: factor.product(leftFactor.product(a &<< 20) &+ rightFactor.product(b &<< 20))
      case .subtract: factor.product(leftFactor.product(a &<< 20) &- rightFactor.product(b &<< 20))
      case .multiply: factor.product(a &* b)
      case .maximum: max(a, b)
      case .minimum: min(a, b)
      case .parametricReLU: a >= 0 ? leftFactor.product(a) : factor.product(a &* b)
      }
    }
  }

  /// The results for pairs of bytes.
  package static func bytes(_ problem: Problem, _ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    let plain = ByteRange(isSigned: problem.output.isSigned, zeroPoint: 0)
    return zip(left, right).map { a, b in
      problem.output.byte(
        problem.combined(plain.integer(a) &- problem.leftZero, plain.integer(b) &- problem.rightZero))
    }
  }

  /// Fastest first. A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "quantized arithmetic",
    kernels: [
      KernelCandidate(
        .simd, elements: [.int8, .uint8], pays: { SIMDQuantizedArithmetic.pays($0) },
        make: { problem, _, _ in SIMDQuantizedArithmetic(problem) }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8],
        make: { problem, _, _ in
          LoopKernel(problem.operands.broadcasting.elementCount, elementsPerUnit: 1) {
            run(problem, $0, $1.inputBytes(0), $1.inputBytes(1), $1.outputBytes())
          }
        }),
    ])

  /// The plain loops that define the operations.
  private static func run(
    _ problem: Problem, _ elements: Range<Int>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    let (range, flip, zeros) = (problem.output, problem.flip, problem.flippedZeros)
    problem.operands.broadcasting.map(
      elements, left.assumingMemoryBound(to: Int8.self), right.assumingMemoryBound(to: Int8.self),
      output.assumingMemoryBound(to: UInt8.self)
    ) { a, b in
      range.byte(problem.combined(Int32(a ^ flip) &- zeros.left, Int32(b ^ flip) &- zeros.right))
    }
  }
}
