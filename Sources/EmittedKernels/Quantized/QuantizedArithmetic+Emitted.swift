import MachineCode
import TensorKernels

/// Quantized arithmetic through emitted rows.
final class MachineQuantizedArithmetic: EmittedKernel {
  private let operands: BroadcastPair
  private let kernel: ByteRowKernel
  /// Rows a constant step apart: the extent of the second innermost dimension.
  private let planeRowCount: Int

  init?(_ problem: QuantizedArithmetic.Problem) {
    operands = problem.operands
    let inner = operands.extents.count - 1
    let broadcast: RowCode.Broadcast =
      operands.rowLength == 1 || (operands.leftSteps[inner] == 1 && operands.rightSteps[inner] == 1)
      ? .none : (operands.leftSteps[inner] == 0 ? .left : .right)
    planeRowCount = inner > 0 ? operands.extents[inner - 1] : 1
    var constants = problem.rowConstants
    constants.leftStep = inner > 0 ? operands.leftSteps[inner - 1] : 0
    constants.rightStep = inner > 0 ? operands.rightSteps[inner - 1] : 0
    constants.outputStep = operands.rowLength
    let routine = ByteRowCode.Routine(
      function: problem.rowFunction, isSigned: problem.output.isSigned, broadcast: broadcast)
    guard
      let kernel = VerifiedSums(problem, routine, constants)?.kernel()
        ?? ByteRowKernel(routine, AlignedBuffer(constants))
    else { return nil }
    self.kernel = kernel
  }

  var unitCount: Int { operands.broadcasting.elementCount }
  var elementsPerUnit: Int? { 1 }
  var memory: [any KernelMemory] { kernel.memory }

  func maxCallCount(_ units: Range<Int>) -> Int { units.count / max(operands.rowLength * planeRowCount, 1) + 1 }

  func forEachCall(_ elements: Range<Int>, _ memory: KernelOperands, _ body: (KernelCall) -> Void) {
    operands.forEachPlane(in: elements, planeRowCount) { position, left, right, rows, count in
      body(
        kernel.call(
          rows: rows, length: count, left: memory.inputBytes(0) + left, right: memory.inputBytes(1) + right,
          output: memory.outputBytes() + position))
    }
  }
}

extension QuantizedArithmetic.Problem {
  /// The function of emitted rows that defines the integers.
  var rowFunction: ByteRowCode.Function {
    let half = FixedPointMultiplier(0.5)
    return switch operation {
    case .add, .subtract:
      .add(isDifference: operation == .subtract, leftIsHalf: leftFactor == half, rightIsHalf: rightFactor == half)
    case .multiply: .multiply
    case .maximum: .extreme(isLargest: true)
    case .minimum: .extreme(isLargest: false)
    case .parametricReLU: .parametricReLU
    }
  }

  /// Its constants, without the steps from row to row.
  var rowConstants: ByteRowCode.Constants {
    var constants = ByteRowCode.Constants()
    constants.leftZero = SIMD16(repeating: leftZero)
    constants.rightZero = SIMD16(repeating: rightZero)
    constants.set(output: output)
    constants.left = FactorLanes(leftFactor)
    constants.right = FactorLanes(rightFactor)
    constants.result = FactorLanes(factor)
    return constants
  }
}
