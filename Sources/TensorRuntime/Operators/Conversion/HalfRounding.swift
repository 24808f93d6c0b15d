import TFLiteFormat
import TensorKernels

/// Floats rounded to the nearest half, a part of CAST and of other operators.
///
/// - Input: float32. Output: float16, the same shape.
struct HalfRounding: TypedOperation {
  var name: String { "CAST to float16" }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float16, inputs.type(0).shape)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    DividedWork(context.outputs[0].elementCount, grain: ThreadGrain.elements) { elements, io in
      HalfPrecision.round(elements, from: io.input(0), to: io.output(0, as: UInt16.self))
    }
  }
}
