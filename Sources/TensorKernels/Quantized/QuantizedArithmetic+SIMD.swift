/// Quantized arithmetic in portable vectors of eight elements.
final class SIMDQuantizedArithmetic: UnitKernel {
  /// Kept in local variables: in memory that stores might alias, the compiler finds SMULL; in registers of 64 bits, it
  /// multiplies lane by lane.
  private struct Factors {
    let left: FactorVector, right: FactorVector, result: FactorVector
  }

  /// x86-64 without AVX has neither signed vector products nor shifts per lane, so that plain loops are up to 1.5 times
  /// as fast.
  static func pays(_ problem: QuantizedArithmetic.Problem) -> Bool {
    #if arch(x86_64)
      return problem.operation == .maximum || problem.operation == .minimum
    #else
      return true
    #endif
  }

  private let problem: QuantizedArithmetic.Problem
  private let factors: [Factors]

  init(_ problem: QuantizedArithmetic.Problem) {
    self.problem = problem
    factors = [
      Factors(
        left: FactorVector(problem.leftFactor), right: FactorVector(problem.rightFactor),
        result: FactorVector(problem.factor))
    ]
  }

  var unitCount: Int { problem.operands.broadcasting.elementCount }
  var elementsPerUnit: Int? { 1 }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { MemoryLayout<Factors>.stride }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let left = operands.inputBytes(0).assumingMemoryBound(to: Int8.self)
    let right = operands.inputBytes(1).assumingMemoryBound(to: Int8.self)
    let output = operands.outputBytes().assumingMemoryBound(to: UInt8.self)
    let broadcasting = problem.operands.broadcasting
    let (leftStep, rightStep) = (broadcasting.innerStep(of: 0), broadcasting.innerStep(of: 1))
    let (flip, (leftZero, rightZero)) = (problem.flip, problem.flippedZeros)
    let limits = ByteVectorLimits(problem.output)
    factors.withUnsafeBufferPointer { factors in
      broadcasting.forEachRun(in: units) { position, row, start, count in
        let a = left + (broadcasting.offset(ofRow: row, in: 0) + start * leftStep)
        let b = right + (broadcasting.offset(ofRow: row, in: 1) + start * rightStep)
        let target = output + position
        @inline(__always)
        func four(_ i: Int) -> SIMD4<Int32> {
          combined(
            Self.integers(a, i, step: leftStep, flip) &- leftZero,
            Self.integers(b, i, step: rightStep, flip) &- rightZero, factors[0])
        }
        var i = 0
        while i + 8 <= count {
          // Both before the stores, so that factors are loaded once.
          let (low, high) = (four(i), four(i + 4))
          limits.store(low, to: target + i)
          limits.store(high, to: target + i + 4)
          i += 8
        }
        while i < count {
          let x = Int32(a[i * leftStep] ^ flip) &- leftZero
          let y = Int32(b[i * rightStep] ^ flip) &- rightZero
          target[i] = problem.output.byte(problem.combined(x, y))
          i += 1
        }
      }
    }
  }

  /// Four bytes with `flip` applied to their bits, or one byte four times.
  @inline(__always)
  private static func integers(
    _ bytes: UnsafePointer<Int8>, _ first: Int, step: Int, _ flip: Int8
  ) -> SIMD4<Int32> {
    if step == 0 { return SIMD4(repeating: Int32(bytes[0] ^ flip)) }
    return SIMD4(truncatingIfNeeded: UnsafeRawPointer(bytes + first).loadUnaligned(as: SIMD4<Int8>.self) ^ flip)
  }

  /// ``QuantizedArithmetic/Problem/combined(_:_:)`` in each lane.
  @inline(__always)
  private func combined(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>, _ factors: Factors) -> SIMD4<Int32> {
    switch problem.operation {
    case .add:
      return factors.result.product(factors.left.product(a &<< 20) &+ factors.right.product(b &<< 20))
    case .subtract:
      return factors.result.product(factors.left.product(a &<< 20) &- factors.right.product(b &<< 20))
    case .multiply: return factors.result.product(a &* b)
    case .maximum: return a.replacing(with: b, where: b .> a)
    case .minimum: return a.replacing(with: b, where: b .< a)
    case .parametricReLU:
      return factors.left.product(a).replacing(with: factors.result.product(a &* b), where: a .< 0)
    }
  }
}
