import MachineCode
import TensorKernels

/// Two emitted routines: one finds a group's range, one quantizes it. Eight elements at a time; the last vector
/// overlaps the previous one.
final class MachineRowQuantization: UnitKernel, EmittedCode {
  enum Routine: Sendable, Hashable, CaseIterable {
    /// Minimum and maximum of a row and zero, as two floats, ignoring NaN.
    case range
    /// A row's integers as 16 bits, bytes, or floats.
    case integers, bytes, floats
  }

  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutableRawPointer
    /// At least eight.
    let length: Int
    /// ``Constants``; unused by ``Routine/range``.
    let constants: UnsafeRawPointer
  }

  /// The quantization of a range; code broadcasts its numbers.
  struct Constants {
    let inverse: Float, lower: Float, upper: Float
    /// For bytes.
    let zeroPoint: Int32
    /// The number before ½.
    let half: Float = 0x1.FFFFFEp-2
    let sign: UInt32 = 0x8000_0000, flip: UInt32 = 0x8080_8080

    init(_ range: RowQuantization.Range) {
      (inverse, lower, upper) = (range.inverse, range.lower, range.upper)
      zeroPoint = Int32(range.zeroPoint)
    }
  }

  private static let routines = routines(name: "row-quantization")

  private let problem: RowQuantization.Problem
  private let range: EmittedFunction<Arguments>, quantize: EmittedFunction<Arguments>

  /// Nil if no code can be emitted.
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
      withUnsafePointer(to: Constants(range)) {
        quantize(
          Arguments(
            input: input + elements.lowerBound, output: output + elements.lowerBound * problem.output.byteCount,
            length: elements.count, constants: $0))
      }
    }
  }
}

extension EmittedFunction<MachineRowQuantization.Arguments> {
  /// Minimum and maximum of at least eight elements and zero.
  func limits(_ count: Int, _ input: UnsafePointer<Float>) -> (low: Float, high: Float) {
    var limits = SIMD2<Float>()
    withUnsafeMutablePointer(to: &limits) {
      self(
        MachineRowQuantization.Arguments(input: input, output: $0, length: count, constants: UnsafeRawPointer(input)))
    }
    return (limits.x, limits.y)
  }
}
