import TFLiteFormat
import TensorKernels

/// Quantized bytes as floats that hold the integers minus the zero point.
///
/// - Input: int8 or uint8, any shape. Output: float32, the same shape.
struct WidenedBytes: TypedOperation {
  let name: String
  let zeroPoint: Int

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, inputs.type(0, of: [.int8, .uint8]).shape)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(
      count: context.outputs[0].elementCount, zeroPoint: Int32(zeroPoint),
      isSigned: try context.inputs.required(0).type.elementType == .int8)
  }

  private struct Prepared: PreparedOperator {
    let count: Int
    let zeroPoint: Int32
    let isSigned: Bool
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { count / ThreadGrain.elements }

    func run(_ io: OperatorIO) {
      if isSigned { widen(io, Int8.self) } else { widen(io, UInt8.self) }
    }

    @inline(__always)
    private func widen<T: FixedWidthInteger>(_ io: OperatorIO, _ type: T.Type) {
      let (source, target): (UnsafePointer<T>, UnsafeMutablePointer<Float>) = (io.input(0, as: type), io.output(0))
      for index in io.share(of: count) { target[index] = Float(Int32(truncatingIfNeeded: source[index]) &- zeroPoint) }
    }
  }
}
