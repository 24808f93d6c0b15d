import TFLiteFormat
import TensorKernels

/// The number of boundaries that are not above a number (TFLite `BUCKETIZE`).
///
/// - Input: float32, int32 or int64, any shape; integers are converted to float32 first. Output: int32, the same shape.
/// - Edge cases: boundaries must not decrease. NaN is above all.
struct Bucketize: Operator {
  static let tfliteName = "BUCKETIZE"
  static let builtinCode = 147

  private let boundaries: [Float]

  init(parsing options: OperatorOptions) throws(OperatorError) {
    boundaries = try options.floats(0) ?? []
    for index in boundaries.indices.dropFirst() where boundaries[index] < boundaries[index - 1] {
      throw .option(name: "boundaries", value: index)
    }
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.float32, .int32, .int64])
    guard input.elementType == .float32 else {
      var form = QuantizedForm(inputs, Lowering())
      try form.finish(self, form.add(Cast(to: .float32), form.inputs))
      return InferredForm(operation: OperationBox(self), form: form)
    }
    let work = saturatingProduct(input.elementCount, Int.bitWidth - boundaries.count.leadingZeroBitCount)
    let output = try TensorType(.int32, input.shape)
    return KeptInference(OperationBox(self), outputs: [output], repeatedWork: work) {
      [boundaries] context throws(OperatorError) in
      context.prepared(
        BucketSearch.family, BucketSearch.Problem(boundaries, count: output.elementCount))
    }
  }
}
