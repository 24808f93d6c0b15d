import MachineCode

/// Dequantizes bytes.
///
///     output[i] = scale · (input[i] − zeroPoint)
package enum ByteDequantization {
  package struct Problem: KernelProblem {
    package let input: ByteRange
    package let count: Int
    let scale: Float

    /// A scale of 1 gives the integers.
    package init(_ input: ByteRange, count: Int, scale: Float) {
      (self.input, self.count, self.scale) = (input, count, scale)
    }

    package var element: NumberType { input.element }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "byte dequantization",
    kernels: [
      KernelCandidate(
        .machineCode, elements: [.int8, .uint8], supports: { _ in ByteRowKernel.isAvailable },
        make: { problem, _, _ in MachineByteConversion(problem) }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8],
        make: { problem, _, _ in
          LoopKernel(problem.count, elementsPerUnit: 1) { run(problem, $0, $1.inputBytes(0), $1.output()) }
        }),
    ])

  /// Plain loops, which the compiler vectorizes.
  private static func run(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>
  ) {
    let (zeroPoint, scale) = (problem.input.zeroPoint, problem.scale)
    @inline(__always)
    func run<Byte: FixedWidthInteger>(_ bytes: UnsafePointer<Byte>) {
      for i in range { output[i] = scale * Float(Int32(truncatingIfNeeded: bytes[i]) &- zeroPoint) }
    }
    if problem.input.isSigned {
      run(input.assumingMemoryBound(to: Int8.self))
    } else {
      run(input.assumingMemoryBound(to: UInt8.self))
    }
  }
}

/// A unary function with byte input or output, through emitted rows.
final class MachineByteConversion: UnitKernel {
  let unitCount: Int
  private let kernel: ByteRowKernel
  private let elementByteCounts: (input: Int, output: Int)

  /// Nil if no code can be emitted.
  init?(
    _ function: ByteRowCode.Function, isSigned: Bool, count: Int, _ constants: AlignedBuffer,
    elementByteCounts: (input: Int, output: Int)
  ) {
    guard let kernel = ByteRowKernel(ByteRowCode.Routine(function: function, isSigned: isSigned), constants)
    else { return nil }
    self.kernel = kernel
    self.elementByteCounts = elementByteCounts
    unitCount = count
  }

  convenience init?(_ problem: ByteDequantization.Problem) {
    var constants = ByteRowCode.Constants()
    constants.leftZero = SIMD16(repeating: problem.input.zeroPoint)
    constants.scale = SIMD16(repeating: problem.scale)
    self.init(
      .dequantize, isSigned: problem.input.isSigned, count: problem.count, AlignedBuffer(constants),
      elementByteCounts: (1, 4))
  }

  var elementsPerUnit: Int? { 1 }
  var memory: [any KernelMemory] { kernel.memory }

  func run(units: Range<Int>, _ operands: KernelOperands) { call(units, operands).run() }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? { [call(units, operands)] }

  private func call(_ units: Range<Int>, _ operands: KernelOperands) -> EmittedCall {
    call(
      count: units.count, input: operands.inputBytes(0) + units.lowerBound * elementByteCounts.input,
      output: operands.outputBytes() + units.lowerBound * elementByteCounts.output)
  }

  func call(count: Int, input: UnsafeRawPointer, output: UnsafeMutableRawPointer) -> EmittedCall {
    kernel.call(length: count, left: input, output: output)
  }
}
