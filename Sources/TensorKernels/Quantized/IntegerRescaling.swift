/// Quantized integers of one scale as integers of another.
///
///     output[i] = limits(factor · (input[i] − inputZero) + outputZero)     rounded twice
package enum IntegerRescaling {
  /// Of int8, uint8, int16 and int32.
  package struct Problem: KernelProblem {
    package let element: NumberType, output: NumberType
    package let count: Int
    let inputZero: Int32, outputZero: Int32
    let factor: FixedPointMultiplier

    package init(
      _ input: (element: NumberType, zeroPoint: Int), to output: (element: NumberType, zeroPoint: Int), count: Int,
      factor: FixedPointMultiplier
    ) {
      (element, inputZero) = (input.element, Int32(input.zeroPoint))
      (self.output, outputZero) = (output.element, Int32(output.zeroPoint))
      (self.count, self.factor) = (count, factor)
    }

    package var work: Int { KernelWork.of(count, each: KernelWork.costlyElement) }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "integer rescaling", of: [.int8, .uint8, .int16, .int32]
  ) { problem, _ in
    LoopKernel(problem.count) { run(problem, $0, $1.inputBytes(0), $1.outputBytes()) }
  }

  /// A single loop for all types: this is rare.
  private static func run(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    for i in range {
      let integer =
        switch problem.element {
        case .int8: Int32(input.load(fromByteOffset: i, as: Int8.self))
        case .uint8: Int32(input.load(fromByteOffset: i, as: UInt8.self))
        case .int16: Int32(input.load(fromByteOffset: i * 2, as: Int16.self))
        default: input.load(fromByteOffset: i * 4, as: Int32.self)
        }
      let value = problem.factor.product(integer &- problem.inputZero) &+ problem.outputZero
      switch problem.output {
      case .int8: output.storeBytes(of: Int8(clamping: value), toByteOffset: i, as: Int8.self)
      case .uint8: output.storeBytes(of: UInt8(clamping: value), toByteOffset: i, as: UInt8.self)
      case .int16: output.storeBytes(of: Int16(clamping: value), toByteOffset: i * 2, as: Int16.self)
      default: output.storeBytes(of: value, toByteOffset: i * 4, as: Int32.self)
      }
    }
  }
}
