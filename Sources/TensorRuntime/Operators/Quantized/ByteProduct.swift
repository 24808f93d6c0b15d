import TFLiteFormat
import TensorKernels

/// A layer of quantized bytes that is a product of matrices.
///
/// - Input: int8 or uint8, whose elements divide into rows. Output: bytes of the layer's shape.
/// - Formula: ``ByteMatrixMultiply``.
struct ByteProduct: ProblemOperation {
  let name: String
  let problem: ByteMatrixMultiply.Problem
  /// Element type and quantization of the output.
  let type: TensorType
  /// The shape of the output.
  let shape: [Int]
  let filter: ConstantTensor
  let filterRange: ByteRange
  /// One factor per channel, or one for all.
  let factors: [FixedPointMultiplier]
  /// One number per channel; nil for none.
  let bias: [Int32]?

  func problem(_ inputs: Operands) throws(OperatorError) -> ByteMatrixMultiply.Problem { problem }

  func outputTypes(of problem: ByteMatrixMultiply.Problem) throws(OperatorError) -> [TensorType] {
    [try TensorType(type.elementType, shape, quantization: type.quantization)]
  }

  func packedByteCount(of problem: ByteMatrixMultiply.Problem) -> Int? { problem.packedByteCount }

  func multiplyAdds(of problem: ByteMatrixMultiply.Problem) -> Int { problem.multiplyAdds }

  func prepare(
    _ problem: ByteMatrixMultiply.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let values = filter.withUnsafeBytes { bytes in bytes.map { Int16(filterRange.integer($0)) } }
    let weights = ByteMatrixMultiply.Weights(
      filter: values, factors: factors, bias: bias, columns: problem.columns)
    let (kernel, provider) = context.kernel(ByteMatrixMultiply.family, problem, weights)
    return PreparedKernel(
      kernel, provider, grain: max(ThreadGrain.multiplyAdds / max(problem.multiplyAddsPerUnit, 1), 1))
  }
}
