import MachineCode

/// Quantization of groups by two emitted routines: one finds the range of a group, one quantizes it. Eight elements at
/// a time; the last ones overlap those before them.
final class MachineRowQuantization: UnitKernel, EmittedCode {
  /// What is computed.
  enum Routine: Sendable, Hashable, CaseIterable {
    /// The least and the greatest element of a row and zero, as two floats; NaNs are left out.
    case range
    /// The integers of a row, as 16-bit integers, as bytes, or as floats.
    case integers, bytes, floats
  }

  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutableRawPointer
    /// At least eight.
    let length: Int
    /// ``Constants``; none for a range.
    let constants: UnsafeRawPointer
  }

  /// What a range becomes integers by, in all lanes.
  struct Constants {
    let zeroPoint: SIMD8<Float>, inverse: SIMD8<Float>, lower: SIMD8<Float>, upper: SIMD8<Float>
    let wholeZeroPoint: SIMD8<Int32>

    init(_ range: RowQuantization.Range, _ output: NumberType) {
      zeroPoint = SIMD8(repeating: range.zeroPoint)
      inverse = SIMD8(repeating: range.inverse)
      (lower, upper) = (SIMD8(repeating: range.lower), SIMD8(repeating: range.upper))
      wholeZeroPoint = SIMD8(repeating: output == .uint8 ? -128 : Int32(range.zeroPoint))
    }
  }

  private static let routines = routines(name: "row-quantization")

  private let problem: RowQuantization.Problem
  private let range: EmittedFunction<Arguments>, quantize: EmittedFunction<Arguments>

  /// The routine that finds a range; nil if no code can be emitted.
  static var range: EmittedFunction<Arguments>? { routines?.function(.range, taking: Arguments.self) }

  static func supports(_ blocks: RowBlocks) -> Bool { blocks.length >= 8 && routines != nil }

  /// Nil if no code can be emitted.
  init?(_ problem: RowQuantization.Problem) {
    guard let routines = Self.routines, let range = Self.range else { return nil }
    (self.problem, self.range) = (problem, range)
    let routine: Routine =
      switch problem.output {
      case .int16: .integers
      case .uint8: .bytes
      default: .floats
      }
    quantize = routines.function(routine, taking: Arguments.self)
  }

  var unitCount: Int { problem.blocks.unitCount }
  var memory: [any KernelMemory] { [] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let input = operands.input(0), output = operands.outputBytes()
    problem.run(RowQuantization(kind: problem.kind), units: units, operands) {
      range.limits($0.count, input + $0.lowerBound)
    } quantize: { elements, range in
      withUnsafePointer(to: Constants(range, problem.output)) {
        quantize(
          Arguments(
            input: input + elements.lowerBound, output: output + elements.lowerBound * problem.output.byteCount,
            length: elements.count, constants: $0))
      }
    }
  }
}

extension EmittedFunction<MachineRowQuantization.Arguments> {
  /// The least and the greatest of at least eight elements and zero, by the routine of a range.
  func limits(_ count: Int, _ input: UnsafePointer<Float>) -> (low: Float, high: Float) {
    var limits = SIMD2<Float>()
    withUnsafeMutablePointer(to: &limits) {
      self(
        MachineRowQuantization.Arguments(input: input, output: $0, length: count, constants: UnsafeRawPointer(input)))
    }
    return (limits.x, limits.y)
  }
}
