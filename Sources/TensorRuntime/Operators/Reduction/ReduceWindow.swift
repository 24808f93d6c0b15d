import TFLiteFormat
import TensorKernels

/// The elements of each window combined (TFLite `REDUCE_WINDOW`, StableHLO's `reduce_window` after its padding).
///
/// - Inputs: numbers or Booleans of at least one dimension; the value to begin with, one element; for each axis, int64
///   constants: the elements in a window, the steps between windows, and those between the elements of a window.
/// - Output: along each axis, `(extent − (window − 1) · dilation − 1) / stride + 1` elements, none if a window does not
///   fit.
/// - Formula: ``WindowReduction``. `ALL` and `ANY` are of Booleans, the other functions of numbers.
struct ReduceWindow: Operator {
  static let tfliteName = "REDUCE_WINDOW"
  static let builtinCode = 205

  private let function: WindowReduction.Operation

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let code = try options.newer.integer(0)
    guard let function = WindowReduction.Operation(rawValue: code) else {
      throw .option(name: "reduce_function", value: code)
    }
    self.function = function
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(5...5)
    let types: [ElementType] =
      [.all, .any].contains(function) ? [.bool] : [.float32, .int64, .int32, .int16, .int8, .uint8]
    let input = try inputs.type(0, of: types, rank: 1...8), rank = input.shape.count
    _ = try inputs.single(1, of: [input.elementType])
    var numbers: [[Int]] = []
    for index in 2...4 {
      let type = try inputs.type(index, of: [.int64])
      guard type.shape == [rank] else { throw .inputShape(input: index, expected: "[\(rank)]", found: type.shape) }
      numbers.append(try inputs.integers(index))
      for number in numbers[index - 2] where !(1...FixedLimits.windowExtent).contains(number) {
        throw .value(name: ["window", "stride", "dilation"][index - 2], number)
      }
    }
    let window = (0..<rank).map { (extent: numbers[0][$0], stride: numbers[1][$0], dilation: numbers[2][$0]) }
    let shape = zip(input.shape, window).map { extent, window in
      // The factors are limited, but their product may not fit in 32 bits.
      let reach = saturatingProduct(window.extent - 1, window.dilation)
      return reach < extent ? (extent - 1 - reach) / window.stride + 1 : 0
    }
    let output = try TensorType(input.elementType, shape)
    let reduction = WindowReduction(
      function, of: try inputs.number(0), shape: input.shape, output: shape, window: window)
    let elements = window.reduce(1) { saturatingProduct($0, $1.extent) }
    return KeptInference(
      OperationBox(self), outputs: [output], repeatedWork: saturatingProduct(output.elementCount, elements)
    ) { context throws(OperatorError) in context.prepared(WindowReduction.family, reduction) }
  }

  /// Combines the integers, whatever they stand for.
  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.finishPlain(self)
    return true
  }

  func readsAtRunTime(_ index: Int) -> Bool { index < 2 }
}
