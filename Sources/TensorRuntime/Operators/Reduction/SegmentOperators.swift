import TFLiteFormat
import TensorKernels

// Sums and the like of the slices of a tensor that have the same number.

/// Shared by the operators that reduce segments whose number is given.
///
/// - Inputs: float32 or int32 slices; the int32 number of each slice's segment, whose shape is the start of that of the
///   slices; the number of segments, a constant of one element.
/// - Output: for each segment, the sum (or the like) of its slices in order, as an integer modulo 2³².
/// - Edge cases: slices with a negative number are left out. A segment without slices has the value from which the
///   others begin: 0, 1, or the lowest or highest finite number. NaN is neither a maximum nor a minimum. A number that
///   is too large is an error, of preparation if the numbers are constant, otherwise of the run.
protocol SegmentOperator: TabledOperator, OptionlessOperator where Function == SliceCombination.Function {}

/// Sums of segments.
struct UnsortedSegmentSum: SegmentOperator { static let entry = Entry("UNSORTED_SEGMENT_SUM", 155, .sum) }

/// Products of segments.
struct UnsortedSegmentProduct: SegmentOperator { static let entry = Entry("UNSORTED_SEGMENT_PROD", 153, .product) }

/// The largest elements of segments.
struct UnsortedSegmentMaximum: SegmentOperator { static let entry = Entry("UNSORTED_SEGMENT_MAX", 154, .maximum) }

/// The smallest elements of segments.
struct UnsortedSegmentMinimum: SegmentOperator { static let entry = Entry("UNSORTED_SEGMENT_MIN", 157, .minimum) }

extension SegmentOperator {
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(3...3)
    _ = try inputs.single(2, of: [.int32], rank: 0...1)
    return try inputs.inferSegments(OperationBox(self), Self.entry.function, count: try inputs.integers(2)[0])
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 2 }
}

/// Sums of neighboring slices with the same number (TFLite `SEGMENT_SUM`).
///
/// - Inputs: float32 or int32 slices; their int32 numbers, each the previous one or one more, the first one 0.
/// - Output: the sum of the slices of each number, in order, as an integer modulo 2³².
/// - The number of sums depends on the values, so a separate stage computes them.
struct SegmentSum: OptionlessOperator {
  static let tfliteName = "SEGMENT_SUM"
  static let builtinCode = 125

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    _ = try inputs.type(1, of: [.int32], rank: 1...1)
    var last = -1
    for number in try inputs.int32s(1) {
      guard number == last + 1 || (number == last && last >= 0) else { throw .value(name: "segment", Int(number)) }
      last = Int(number)
    }
    return try inputs.inferSegments(OperationBox(self), .sum, count: last + 1)
  }
}

extension Operands {
  /// The same for all operators, so that there is one copy of the code.
  fileprivate func inferSegments(
    _ operation: any AnyOperation, _ function: SliceCombination.Function, count: Int
  ) throws(OperatorError) -> any Inference {
    let slices = try type(0, of: [.float32, .int32]), numbers = try type(1, of: [.int32]).shape
    guard slices.shape.starts(with: numbers) else {
      throw .inputShape(input: 1, expected: "the start of \(slices.shape)", found: numbers)
    }
    let slice = Array(slices.shape[numbers.count...])
    let output = try slices.reshaped([count] + slice)
    let tuples = try IndexTuples(
      self, 1, axes: [(extent: count, step: slice.reduce(MemoryLayout<Float>.size, *))], skipsNegative: true)
    return KeptInference(operation, outputs: [output]) { context throws(OperatorError) in
      try CombinedSlices(
        tuples, source: slices, input: 0, sliceCount: numbers.reduce(1, *), outputCount: output.elementCount, function,
        context)
    }
  }
}
