import KernelChoice
import TFLiteFormat
import TensorKernels

/// What the reductions share: options, checks, shape, execution. `ReductionOperators.swift` has a few lines
/// for each.
///
/// - Inputs: a tensor of float32, int32 or int64, unless the table says otherwise; its axes to reduce, a constant,
///   counted from the end if negative. Integers with a scale are reduced themselves only by their order, and bytes to
///   their sum or mean.
/// - Output: the other axes, or all of them with extent 1 for the reduced ones when `keep_dims` is set.
package protocol ReductionOperator: TabledOperator where Function == Reduction.Operation {
  /// Whether reduced axes stay, with extent 1.
  var keepsDimensions: Bool { get }
  /// The operator with its option.
  init(keepsDimensions: Bool)
}

extension ReductionOperator {
  package init(parsing options: OperatorOptions) throws(OperatorError) {
    self.init(keepsDimensions: try options.flag(0))
  }

  /// The same for all operators, so that there is one copy of the code.
  fileprivate var form: ReductionForm {
    ReductionForm(
      function: Self.entry.function, elementTypes: Self.entry.elementTypes ?? [.float32, .int32, .int64],
      keepsDimensions: keepsDimensions)
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try form.infer(inputs, for: OperationBox(self))
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  /// Sums and means of bytes are taken in integers.
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let output = form.operands.declaredOutputs.first
    guard try self.form.byteSum(form.operands, output: output) != nil else { return false }
    try form.finish(self, form.inputs)
    return true
  }
}

/// What a ``ReductionOperator`` computes.
private struct ReductionForm {
  let function: Reduction.Operation
  let elementTypes: [ElementType]
  let keepsDimensions: Bool

  func infer(_ inputs: Operands, for operation: any AnyOperation) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let sum = try byteSum(inputs, output: inputs.declaredOutputs.first)
    let input = try sum == nil ? inputs.type(0, of: elementTypes) : inputs.required(0).type
    // Means and products of quantized integers are not those of the integers; extremes are elements.
    guard
      input.quantization == nil || ![.int8, .uint8, .int16].contains(input.elementType) || sum != nil
        || function == .maximum || function == .minimum
    else {
      throw .inputType(input: 0, expected: [.float32, .int32, .int64], found: input.elementType)
    }
    let shape = input.shape
    let isReduced = try reducedAxes(inputs, rank: shape.count)
    var result: [Int] = []
    for axis in 0..<shape.count {
      if !isReduced[axis] { result.append(shape[axis]) } else if keepsDimensions { result.append(1) }
    }
    let output = try TensorType(
      input.elementType, result, quantization: sum == nil ? nil : inputs.declaredOutput().quantization)
    let problem = Reduction.Problem(
      function, shape: shape, isReduced: isReduced, element: try inputs.number(0), byteSum: sum)
    return KeptInference(operation, outputs: [output]) { context throws(OperatorError) in
      context.prepared(Reduction.family, problem)
    }
  }

  private func reducedAxes(_ inputs: Operands, rank: Int) throws(OperatorError) -> [Bool] {
    var isReduced = [Bool](repeating: false, count: rank)
    for axis in try inputs.integers(1) { isReduced[try Operands.axis(axis, rank: rank)] = true }
    return isReduced
  }

  /// The sum or the mean of quantized bytes, as long as 32 bits hold sums; nil for anything else.
  func byteSum(_ inputs: Operands, output: TensorType?) throws(OperatorError) -> Reduction.ByteSum? {
    try inputs.expectCount(2...2)
    let input = try inputs.required(0).type
    guard function == .mean || function == .sum, let output, input.isQuantized, output.elementType == input.elementType,
      input.quantization?.scales.count == 1, output.quantization?.scales.count == 1
    else { return nil }
    let shape = input.shape, count = groupCount(shape, try reducedAxes(inputs, rank: shape.count))
    // Not a range, since pages take no bytes.
    guard count >= 1, count <= Reduction.ByteSum.mostElements else { return nil }
    let (source, target) = (try ByteScale(input, "input 0"), try ByteScale(output, "the output"))
    let scales = (source.scale, target.scale)
    return function == .mean
      ? Reduction.ByteSum(meanOf: source.range, to: target.range, scales: scales, count: count)
      : Reduction.ByteSum(source.range, to: target.range, scales: scales)
  }

  /// The elements that are reduced to one.
  private func groupCount(_ shape: [Int], _ isReduced: [Bool]) -> Int {
    zip(shape, isReduced).reduce(1) { $1.1 ? $0 * $1.0 : $0 }
  }
}
