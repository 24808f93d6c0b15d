import TensorKernels

/// Quantized ADD and SUB with TFLite's exact results in a fraction of its instructions: ``ByteProduct``s or fused
/// floats instead of three fixed-point multiplications.
///
/// TFLite (`reference_ops::Add`, after gemmlowp) shifts both operands left by 20 bits, scales each with a rounding
/// fixed-point multiplication, and scales their sum with a third. The operands' roundings are off by at most one unit
/// of 2⁻²⁰, so that the result is that of one multiply-add with real factors unless the sum is near a tie. Pairs of
/// bytes near ties (``NearWholes``) are compared with the exact results when the kernel is made. If the nearest factors
/// differ at one of them, neighboring factors and offsets are tried: of 100 random scales, 70 need none, and 99 have
/// some.
struct VerifiedSums {
  private let problem: QuantizedArithmetic.Problem
  private let constants: ByteRowCode.Constants
  private let isSigned: Bool
  private let broadcast: RowCode.Broadcast
  /// The real factors of the operands.
  private let left: Double, right: Double
  /// What is subtracted from unsigned bytes to make them signed.
  private let unsignedShift: Int32

  /// Nil unless the operation is a sum.
  ///
  /// - Parameters:
  ///   - exact: the routine with TFLite's arithmetic, and its constants.
  init?(_ problem: QuantizedArithmetic.Problem, _ exact: ByteRowCode.Routine, _ constants: ByteRowCode.Constants) {
    guard problem.operation.isSum else { return nil }
    (self.problem, self.constants) = (problem, constants)
    (isSigned, broadcast) = (exact.isSigned, exact.broadcast)
    unsignedShift = isSigned ? 0 : 128
    let scale = problem.factor.value * Double(1 << 20), right = problem.rightFactor.value * scale
    left = problem.leftFactor.value * scale
    self.right = problem.operation == .subtract ? -right : right
  }

  /// A kernel with the exact results; nil if no factors give them.
  func kernel() -> ByteRowKernel? {
    // Products have no code for broadcast operands.
    ByteRowKernel.hasProducts && broadcast == .none ? products() : floats()
  }

  private func products() -> ByteRowKernel? {
    let zeros = (Double(problem.leftZero - unsignedShift), Double(problem.rightZero - unsignedShift))
    let offset = Double(problem.output.signed.zeroPoint) + 0.5 - left * zeros.0 - right * zeros.1
    let coefficients = ByteProduct.Coefficients(left: left, right: right, offset: offset)
    guard let shift = coefficients.shift else { return floats() }
    let unit = Double(1 << shift)
    let steps = Self.neighbors.lazy.map { neighbor in
      ByteProduct(
        left: Int32((left * unit).rounded()) + neighbor.left, right: Int32((right * unit).rounded()) + neighbor.right,
        offset: Int32((offset * unit).rounded()) + neighbor.offset * 24)
    }
    // Factors of bytes up to 128 are off by at most 1.5 units, the offset by 48.5.
    let pairs = pairs(within: (2 * 1.5 * 128 + 48.5) / unit)
    let (lower, upper) = (problem.output.signed.lower, problem.output.signed.upper)
    let product = steps.first { product in
      pairs.allSatisfy { pair in
        let sum = product.offset &+ product.left &* (pair.left &- unsignedShift)
        let result = (sum &+ product.right &* (pair.right &- unsignedShift)) >> shift
        return max(lower, min(result, upper)) &+ unsignedShift == pair.result
      }
    }
    guard let product else { return floats() }
    var constants = constants
    constants.products = ByteProductConstants(shift: shift, to: problem.output)
    constants.products.sum = ByteProductLanes { _ in product }
    return kernel(.addInProducts, constants)
  }

  private func floats() -> ByteRowKernel? {
    let zeroPoint = Double(problem.output.zeroPoint)
    let offset = Float(zeroPoint - left * Double(problem.leftZero) - right * Double(problem.rightZero))
    let offsetStep = max(offset.ulp, 0x1p-18)
    // Two rounded sums, two factors of bytes up to 255 that are off by at most 1.5 ulp, and the offset.
    let largest = Float(256 * (abs(left) + abs(right))) + abs(offset)
    let pairs = pairs(within: Double(6 * largest.ulp + 2.5 * offsetStep))
    let (lower, upper) = (problem.output.lower, problem.output.upper)
    for neighbor in Self.neighbors {
      let leftScale = Float(left) + Float(neighbor.left) * Float(left).ulp
      let rightScale = Float(right) + Float(neighbor.right) * Float(right).ulp
      let offset = offset + Float(neighbor.offset) * offsetStep
      let isExact = pairs.allSatisfy { pair in
        let sum = offset.addingProduct(Float(pair.right), rightScale).addingProduct(Float(pair.left), leftScale)
        return max(lower, min(Int32(sum.rounded(.toNearestOrEven)), upper)) == pair.result
      }
      guard isExact else { continue }
      var constants = constants
      constants.leftScale = SIMD16(repeating: leftScale)
      constants.rightScale = SIMD16(repeating: rightScale)
      constants.offset = SIMD16(repeating: offset)
      return kernel(.addInFloats, constants)
    }
    return nil
  }

  private func kernel(_ function: ByteRowCode.Function, _ constants: ByteRowCode.Constants) -> ByteRowKernel? {
    let routine = ByteRowCode.Routine(function: function, isSigned: isSigned, broadcast: broadcast)
    return ByteRowKernel(routine, AlignedBuffer(constants))
  }

  /// Steps from the nearest factors and offset, nearest first.
  private static let neighbors: [(left: Int32, right: Int32, offset: Int32)] = {
    let steps: [Int32] = [0, 1, -1]
    return [0, 1, -1, 2, -2].flatMap { offset in
      steps.flatMap { left in steps.map { right in (left, right, offset) } }
    }
  }()

  /// The pairs of bytes for which a sum with an error of up to `distance` may be rounded differently, and their exact
  /// results.
  private func pairs(within distance: Double) -> [(left: Int32, right: Int32, result: Int32)] {
    // TFLite's error: each scaled operand is off by at most one, and the last product is first rounded to 31 bits.
    let exact = 2 * problem.factor.value + Double(sign: .plus, exponent: -Int(problem.factor.right), significand: 0.5)
    let output = problem.output, first: Int32 = isSigned ? -128 : 0
    var pairs: [(left: Int32, right: Int32, result: Int32)] = []
    for a in first..<first + 256 {
      let place = left * Double(a - problem.leftZero) + right * Double(first - problem.rightZero) + 0.5
      _ = NearWholes.allSatisfy(256, from: place, step: right, within: distance + exact) { index in
        let b = first + Int32(index)
        let result = problem.combined(a - problem.leftZero, b - problem.rightZero) &+ output.zeroPoint
        pairs.append((a, b, max(output.lower, min(result, output.upper))))
        return true
      }
    }
    return pairs
  }
}
