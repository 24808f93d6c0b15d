import MachineCode
import TensorKernels

/// A unary function with byte input or output, through emitted rows.
final class MachineByteConversion: EmittedKernel {
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

  convenience init?(_ problem: Dequantization.Problem) {
    var constants = ByteRowCode.Constants()
    constants.leftZero = SIMD16(repeating: problem.zeroPoints[0])
    constants.scale = SIMD16(repeating: problem.scales[0])
    self.init(
      .dequantize, isSigned: problem.element == .int8, count: problem.count, AlignedBuffer(constants),
      elementByteCounts: (1, 4))
  }

  var elementsPerUnit: Int? { 1 }
  var memory: [any KernelMemory] { kernel.memory }

  func maxCallCount(_ units: Range<Int>) -> Int { 1 }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    body(
      call(
        count: units.count, input: operands.inputBytes(0) + units.lowerBound * elementByteCounts.input,
        output: operands.outputBytes() + units.lowerBound * elementByteCounts.output))
  }

  func call(count: Int, input: UnsafeRawPointer, output: UnsafeMutableRawPointer) -> KernelCall {
    kernel.call(length: count, left: input, output: output)
  }
}
