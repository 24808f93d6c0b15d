import KernelChoice
import TFLiteFormat
import TensorKernels

/// Negative values times a learned slope (TFLite `PRELU`).
///
/// - Inputs: a float tensor; slopes whose shape broadcasts to the tensor's. Output: the first input's shape.
/// - Formula: `x < 0 ? x · slope : x`.
package struct ParametricReLU: Operator {
  package static let tfliteName = "PRELU"
  package static let builtinCode = 54

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0), slopes = try inputs.type(1).shape
    try checkSlopes(slopes, of: input.shape)
    let operands = BroadcastPair(left: input.shape, right: slopes)
    return KeptInference(OperationBox(self), outputs: [input], rowDependence: .sameRow) {
      context throws(OperatorError) in context.prepared(PReLU.family, .floats(operands), [])
    }
  }

  private func checkSlopes(_ slopes: [Int], of shape: [Int]) throws(OperatorError) {
    guard try broadcastShape(shape, slopes) == shape else {
      throw .inputShape(input: 1, expected: "a shape that broadcasts to \(shape)", found: slopes)
    }
  }

  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.operands.expectCount(2...2)
    let (input, slopes) = (try form.operands.required(0).type, try form.operands.required(1).type)
    let output = try form.operands.declaredOutput()
    guard
      [input, slopes, output].allSatisfy({
        $0.isQuantized && $0.elementType == input.elementType && $0.quantization?.scales.count == 1
      })
    else { return false }
    try checkSlopes(slopes.shape, of: input.shape)
    try form.finish(QuantizedBinary(name: name, operation: .parametricReLU, activation: .none), form.inputs)
    return true
  }
}

extension ParametricReLU {
  package func fusedActivation(_ inputs: Operands) -> FusedActivation? {
    guard inputs.count == 2, let slopes = inputs.optional(1)?.constant,
      let channels = inputs.optional(0)?.type.shape.last, slopes.type.elementCount == channels,
      slopes.type.shape.last == channels
    else { return nil }
    var values = [Float](repeating: 0, count: channels)
    values.withUnsafeMutableBytes { values in slopes.withUnsafeBytes { values.copyMemory(from: $0) } }
    let areFinite = values.withUnsafeBufferPointer { values in
      values.baseAddress.map { PreparationCode.areFinite($0, count: channels) } ?? true
    }
    return areFinite ? .slopes(values) : nil
  }
}
