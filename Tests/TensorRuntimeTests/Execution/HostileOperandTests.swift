import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Operands and options that no converter writes but a file may hold. Every use must end in a typed error or a result.
@Suite struct HostileOperandTests {
  /// Runs one operator on zeros; returns the shapes and values of its outputs.
  private func run(
    _ operation: any Operator, _ prepare: (inout GraphBuilder) throws -> [Int?]
  ) throws -> [(shape: [Int], values: [Float])] {
    var builder = GraphBuilder()
    let operands = try prepare(&builder)
    let outputs = try builder.applyAll(operation, operands)
    var all: [(shape: [Int], values: [Float])] = []
    for provider in KernelProvider.available {
      let session = try Session(Plan(builder.graph(outputs: outputs), provider: provider), threads: 2)
      try session.run()
      all = session.plan.outputs.indices.map { (session.plan.outputs[$0].shape, session.output($0)) }
    }
    return all
  }

  private func window(_ filter: [Int], stride: (Int, Int) = (1, 1), dilation: (Int, Int) = (1, 1), padding: Int = 0)
    throws -> OperatorOptions
  {
    try .fields([
      0: .byte(padding), 1: .int(stride.1), 2: .int(stride.0), 3: .int(filter[1]), 4: .int(filter[0]),
      5: .byte(0),
    ])
  }

  // MARK: Windows

  @Test(arguments: [0, -1, Int(Int32.min), Int(Int32.max), 1 << 24 + 1])
  func `strides and dilations of a convolution are positive and countable`(value: Int) throws {
    #expect(throws: OperatorError.option(name: "stride_h", value: value)) {
      try Conv2D(parsing: .fields([1: .int(1), 2: .int(value)]))
    }
    #expect(throws: OperatorError.option(name: "stride_w", value: value)) {
      try DepthwiseConv2D(parsing: .fields([1: .int(value), 2: .int(1)]))
    }
    #expect(throws: OperatorError.option(name: "dilation_h_factor", value: value)) {
      try Conv2D(parsing: .fields([1: .int(1), 2: .int(1), 5: .int(value)]))
    }
    #expect(throws: OperatorError.option(name: "dilation_w_factor", value: value)) {
      try DepthwiseConv2D(parsing: .fields([1: .int(1), 2: .int(1), 5: .int(value)]))
    }
    #expect(throws: OperatorError.option(name: "stride_h", value: value)) {
      try MaxPool2D(parsing: window([2, 2], stride: (value, 1)))
    }
  }

  @Test func `a convolution without options has no strides`() {
    #expect(throws: OperatorError.option(name: "stride_h", value: 0)) { try Conv2D(parsing: .defaults) }
  }

  @Test(arguments: [0, 1])
  func `the largest strides and dilations that are taken give one pixel`(padding: Int) throws {
    let options = try OperatorOptions.fields([
      0: .byte(padding), 1: .int(1 << 24), 2: .int(1 << 24), 4: .int(1 << 24), 5: .int(1 << 24),
    ])
    let results = try run(Conv2D(parsing: options)) { builder in
      [try builder.input([1, 3, 3, 1]), try builder.constant([2, 3], [2, 1, 1, 1])]
    }
    #expect(results[0].shape == [1, 1, 1, 2])
    #expect(results[0].values == [0, 0])
  }

  @Test func `a filter that reaches beyond all pictures is refused`() throws {
    let options = try OperatorOptions.fields([1: .int(1), 2: .int(1), 5: .int(1 << 24), 6: .int(1 << 24)])
    let reach = 299 << 24 + 1
    #expect(throws: OperatorError.value(name: "reach of the filter height", reach)) {
      try run(DepthwiseConv2D(parsing: options)) { builder in
        [
          try builder.input([1, 1, 1 << 10, 1]),
          try builder.constant([Float](repeating: 0, count: 300), [1, 300, 1, 1]),
        ]
      }
    }
  }

  @Test func `a far dilated filter sees only the tap in the picture`() throws {
    let options = try OperatorOptions.fields([1: .int(1), 2: .int(1), 3: .int(1), 5: .int(1 << 24), 6: .int(1 << 24)])
    let results = try run(DepthwiseConv2D(parsing: options)) { builder in
      [
        try builder.input([1, 2, 9, 8]), try builder.constant([Float](repeating: 1, count: 9 * 8), [1, 3, 3, 8]),
        try builder.constant([Float](repeating: 5, count: 8)),
      ]
    }
    #expect(results[0].shape == [1, 2, 9, 8])
    #expect(results[0].values.allSatisfy { $0 == 5 })
  }

  @Test func `empty filters are refused`() throws {
    #expect(throws: OperatorError.value(name: "filter height", 0)) {
      try run(Conv2D(parsing: .convolution(padding: 0))) { builder in
        [try builder.input([1, 4, 4, 1]), try builder.constant([], [2, 0, 3, 1])]
      }
    }
    #expect(throws: OperatorError.value(name: "filter width", 0)) {
      try run(DepthwiseConv2D(parsing: .depthwise(padding: 0))) { builder in
        [try builder.input([1, 4, 4, 1]), try builder.constant([], [1, 3, 0, 1])]
      }
    }
    #expect(
      throws: OperatorError.inputShape(input: 1, expected: "at least one output channel", found: [0, 3, 3, 1])
    ) {
      try run(Conv2D(parsing: .convolution(padding: 0))) { builder in
        [try builder.input([1, 4, 4, 1]), try builder.constant([], [0, 3, 3, 1])]
      }
    }
    #expect(throws: OperatorError.inputShape(input: 1, expected: "0 input channels", found: [2, 3, 3, 0])) {
      try run(Conv2D(parsing: .convolution(padding: 0))) { builder in
        [try builder.input([1, 4, 4, 0]), try builder.constant([], [2, 3, 3, 0])]
      }
    }
    #expect(throws: OperatorError.inputShape(input: 1, expected: "[out, in], both positive", found: [0, 3])) {
      try run(FullyConnected(parsing: .defaults)) { builder in
        [try builder.input([6]), try builder.constant([], [0, 3])]
      }
    }
  }

  @Test(arguments: [0, -1, Int(Int32.min), Int(Int32.max)])
  func `pooling windows are positive and countable`(extent: Int) throws {
    #expect(throws: OperatorError.value(name: "filter height", extent)) {
      try run(MaxPool2D(parsing: window([extent, 1]))) { [try $0.input([1, 4, 4, 1])] }
    }
    #expect(throws: OperatorError.value(name: "filter width", extent)) {
      try run(AveragePool2D(parsing: window([1, extent]))) { [try $0.input([1, 4, 4, 1])] }
    }
  }

  @Test func `a pooling window far larger than the picture is taken as same, refused as valid`() throws {
    let results = try run(AveragePool2D(parsing: window([1 << 24, 1 << 24]))) { [try $0.input([1, 3, 3, 5])] }
    #expect(results[0].shape == [1, 3, 3, 5])
    #expect(results[0].values.allSatisfy { $0 == 0 })
    #expect(throws: OperatorError.value(name: "input height", 3)) {
      try run(MaxPool2D(parsing: window([1 << 24, 1 << 24], padding: 1))) { [try $0.input([1, 3, 3, 5])] }
    }
  }

  @Test func `no pictures and no pixels give empty results`() throws {
    for shape in [[0, 4, 4, 2], [2, 0, 4, 2], [2, 4, 0, 2]] {
      let convolution = try run(Conv2D(parsing: .convolution(padding: 0))) { builder in
        [try builder.input(shape), try builder.constant([Float](repeating: 1, count: 54), [3, 3, 3, 2])]
      }
      #expect(convolution[0].values == [])
      let pointwise = try run(Conv2D(parsing: .convolution(padding: 0))) { builder in
        [try builder.input(shape), try builder.constant([1, 2, 3, 4, 5, 6], [3, 1, 1, 2])]
      }
      #expect(pointwise[0].values == [])
      let depthwise = try run(DepthwiseConv2D(parsing: .depthwise(padding: 0))) { builder in
        [try builder.input(shape), try builder.constant([Float](repeating: 1, count: 18), [1, 3, 3, 2])]
      }
      #expect(depthwise[0].values == [])
      #expect(try run(MaxPool2D(parsing: window([2, 2]))) { [try $0.input(shape)] }[0].values == [])
      #expect(try run(AveragePool2D(parsing: window([2, 2]))) { [try $0.input(shape)] }[0].values == [])
      let dense = try run(FullyConnected(parsing: .defaults)) { builder in
        [try builder.input(shape), try builder.constant([1, 2], [1, 2])]
      }
      #expect(dense[0].shape == [0, 1])
    }
  }

  @Test func `pooling no channels gives an empty result`() throws {
    #expect(try run(MaxPool2D(parsing: window([2, 2]))) { [try $0.input([1, 4, 4, 0])] }[0].shape == [1, 4, 4, 0])
  }

  // MARK: Elementwise

  @Test func `empty tensors broadcast to empty tensors`() throws {
    for (left, right, result) in [
      ([0], [1], [0]), ([3, 0], [1], [3, 0]), ([0, 4], [4], [0, 4]), ([2, 0, 3], [2, 1, 3], [2, 0, 3]),
      ([1], [0, 0], [0, 0]),
    ] as [([Int], [Int], [Int])] {
      for operation in [try Add(parsing: .defaults), try Divide(parsing: .defaults)] as [any Operator] {
        #expect(try run(operation) { [try $0.input(left), try $0.input(right)] }[0].shape == result)
      }
    }
    #expect(throws: OperatorError.broadcast([0], [2])) {
      try run(Add(parsing: .defaults)) { [try $0.input([0]), try $0.input([2])] }
    }
    let slopes = try run(ParametricReLU(parsing: .defaults)) { [try $0.input([2, 0]), try $0.input([1])] }
    #expect(slopes[0].shape == [2, 0])
  }

  @Test func `a broadcast result larger than memory is refused`() throws {
    #expect(throws: OperatorError.shapeTooLarge([1 << 20, 1 << 20])) {
      try run(Multiply(parsing: .defaults)) { [try $0.input([1 << 20, 1]), try $0.input([1 << 20])] }
    }
  }

  @Test func `zero divided by zero is NaN`() throws {
    #expect(try run(Divide(parsing: .defaults)) { [try $0.input([5]), try $0.input([1])] }[0].values[4].isNaN)
  }

  @Test func `softmax needs a last extent, and takes no rows`() throws {
    let options = try OperatorOptions.fields([0: .float(1)])
    for shape in [[0], [3, 0]] {
      #expect(
        throws: OperatorError.inputShape(input: 0, expected: "a last extent of at least 1", found: shape)
      ) { try run(Softmax(parsing: options)) { [try $0.input(shape)] } }
    }
    #expect(try run(Softmax(parsing: options)) { [try $0.input([0, 3])] }[0].shape == [0, 3])
    #expect(throws: OperatorError.inputRank(input: 0, expected: 1...8, found: 0)) {
      try run(Softmax(parsing: options)) { [try $0.input([])] }
    }
  }

  // MARK: Axes

  @Test(arguments: [3, -4, Int(Int32.max), Int(Int32.min)])
  func `axes outside the tensor are refused`(axis: Int) throws {
    let shape = [2, 1, 2]
    let error = OperatorError.axis(axis, rank: 3)
    #expect(throws: error) {
      try run(Mean(parsing: .defaults)) { [try $0.input(shape), try $0.integers([Int32(axis)])] }
    }
    #expect(throws: error) {
      try run(Sum(parsing: .defaults)) { [try $0.input(shape), try $0.longs([Int64(axis)])] }
    }
    #expect(throws: error) {
      try run(Concatenation(parsing: .fields([0: .int(axis)]))) { [try $0.input(shape), try $0.input(shape)] }
    }
    #expect(throws: error) {
      try run(Gather(parsing: .fields([0: .int(axis)]))) { [try $0.input(shape), try $0.integers([0])] }
    }
    #expect(throws: error) {
      try run(Unpack(parsing: .fields([0: .int(2), 1: .int(axis)]))) { [try $0.input(shape)] }
    }
  }

  @Test(arguments: [Int64.max, .min, 1 << 32])
  func `axes of 64 bits do not wrap`(axis: Int64) throws {
    #expect(throws: OperatorError.axis(Int(axis), rank: 1)) {
      try run(ReduceMax(parsing: .defaults)) { [try $0.input([2]), try $0.longs([axis])] }
    }
  }

  @Test func `reductions of empty tensors give what changes nothing`() throws {
    #expect(try run(Sum(parsing: .defaults)) { [try $0.input([0, 3]), try $0.integers([0])] }[0].values == [0, 0, 0])
    #expect(
      try run(ReduceMax(parsing: .defaults)) { [try $0.input([0]), try $0.integers([0])] }[0].values == [-.infinity])
    #expect(try run(Mean(parsing: .defaults)) { [try $0.input([2, 0]), try $0.integers([0])] }[0].values == [])
    #expect(try run(Mean(parsing: .defaults)) { [try $0.input([0]), try $0.integers([0])] }[0].values[0].isNaN)
    #expect(try run(Sum(parsing: .defaults)) { [try $0.input([]), try $0.integers([])] }[0].values == [0])
    #expect(throws: OperatorError.axis(0, rank: 0)) {
      try run(Sum(parsing: .defaults)) { [try $0.input([]), try $0.integers([0])] }
    }
  }

  // MARK: Shapes

  @Test func `a shape has one free extent at most`() throws {
    #expect(throws: OperatorError.shapeTooLarge([1, -1])) {
      try run(Reshape(parsing: .defaults)) { [try $0.input([4]), try $0.integers([-1, -1])] }
    }
    #expect(throws: OperatorError.shapeTooLarge([-2])) {
      try run(Reshape(parsing: .defaults)) { [try $0.input([4]), try $0.integers([-2])] }
    }
    #expect(throws: OperatorError.inputShape(input: 0, expected: "a multiple of 0 elements", found: [4])) {
      try run(Reshape(parsing: .defaults)) { [try $0.input([4]), try $0.integers([-1, 0])] }
    }
    #expect(throws: OperatorError.inputShape(input: 0, expected: "a multiple of 3 elements", found: [4])) {
      try run(Reshape(parsing: .defaults)) { [try $0.input([4]), try $0.integers([-1, 3])] }
    }
    #expect(throws: OperatorError.shapeTooLarge([.max, .max])) {
      try run(Reshape(parsing: .defaults)) { [try $0.input([4]), try $0.longs([.max, .max])] }
    }
    #expect(
      try run(Reshape(parsing: .defaults)) { [try $0.input([0]), try $0.integers([-1, 3])] }[0].shape == [0, 3])
    #expect(
      try run(Reshape(parsing: .defaults)) { [try $0.input([0, 5]), try $0.integers([7, 0])] }[0].shape == [7, 0])
    #expect(throws: OperatorError.inputMissing(1)) { try run(Reshape(parsing: .defaults)) { [try $0.input([4])] } }
  }

  @Test func `gathering from nothing is possible only with no indices`() throws {
    let gather = try Gather(parsing: .defaults)
    #expect(throws: OperatorError.value(name: "index", 0)) {
      try run(gather) { [try $0.input([0, 3]), try $0.integers([0])] }
    }
    #expect(try run(gather) { [try $0.input([0, 3]), try $0.integers([])] }[0].shape == [0, 3])
    #expect(try run(gather) { [try $0.input([4, 0]), try $0.integers([3, 1])] }[0].shape == [2, 0])
    for index in [Int64.min, -1, 4, .max] {
      #expect(throws: OperatorError.value(name: "index", Int(index))) {
        try run(gather) { [try $0.input([4]), try $0.longs([index])] }
      }
    }
  }

  @Test func `concatenation of empty tensors, and of more than memory holds`() throws {
    let concatenation = try Concatenation(parsing: .defaults)
    #expect(try run(concatenation) { [try $0.input([0, 2]), try $0.input([0, 2])] }[0].shape == [0, 2])
    #expect(try run(concatenation) { [try $0.input([0, 2]), try $0.input([1, 2])] }[0].values == [0, 0])
    let large = 1 << 28
    #expect(throws: OperatorError.shapeTooLarge([3 * large])) {
      try run(concatenation) { builder in
        let input = try builder.input([large])
        return [input, input, input]
      }
    }
    #expect(throws: OperatorError.inputCount(expected: 1...4096, found: 0)) { try run(concatenation) { _ in [] } }
  }

  @Test func `an absent operand is no operand`() throws {
    #expect(throws: OperatorError.inputMissing(0)) { try run(ReLU(parsing: .defaults)) { _ in [nil] } }
    #expect(throws: OperatorError.inputMissing(1)) {
      try run(Concatenation(parsing: .defaults)) { [try $0.input([1]), nil] }
    }
    #expect(throws: OperatorError.inputMissing(1)) {
      try run(Conv2D(parsing: .convolution(padding: 0))) { [try $0.input([1, 4, 4, 1]), nil] }
    }
  }

  @Test func `cutting into no slices gives no outputs`() throws {
    #expect(try run(Unpack(parsing: .fields([0: .int(0), 1: .int(0)]))) { [try $0.input([0, 3])] }.isEmpty)
    let empty = try run(Unpack(parsing: .fields([0: .int(2), 1: .int(1)]))) { [try $0.input([0, 2])] }
    #expect(empty.map(\.shape) == [[0], [0]])
    for count in [-1, 3, Int(Int32.min)] {
      #expect(throws: OperatorError.option(name: "num", value: count)) {
        try run(Unpack(parsing: .fields([0: .int(count), 1: .int(0)]))) { [try $0.input([2])] }
      }
    }
  }

  @Test func `padding amounts are countable`() throws {
    let pad = try Pad(parsing: .defaults)
    for amount in [Int64.min, -1, 1 << 24 + 1, .max] {
      #expect(throws: OperatorError.value(name: "padding", Int(amount))) {
        try run(pad) { [try $0.input([1]), try $0.longs([0, amount])] }
      }
    }
    #expect(try run(pad) { [try $0.input([0]), try $0.integers([1, 2])] }[0].values == [0, 0, 0])
    #expect(try run(pad) { [try $0.input([2, 0]), try $0.integers([0, 0, 0, 0])] }[0].shape == [2, 0])
    #expect(try run(pad) { [try $0.input([0, 2]), try $0.integers([1, 0, 0, 0])] }[0].values == [0, 0])
    #expect(try run(pad) { [try $0.input([]), try $0.integers([])] }[0].values == [0])
  }

  @Test func `resampling needs a picture and a size`() throws {
    let resize = try BilinearResize(parsing: .defaults)
    for extent in [Int64.min, -1, 0] {
      #expect(throws: OperatorError.value(name: "output extent", Int(extent))) {
        try run(resize) { [try $0.input([1, 2, 2, 1]), try $0.longs([2, extent])] }
      }
    }
    #expect(throws: OperatorError.shapeTooLarge([1, .max, .max, 1])) {
      try run(resize) { [try $0.input([1, 2, 2, 1]), try $0.longs([.max, .max])] }
    }
    #expect(
      throws: OperatorError.inputShape(input: 0, expected: "a picture of at least one pixel", found: [1, 0, 2, 1])
    ) { try run(resize) { [try $0.input([1, 0, 2, 1]), try $0.integers([2, 2])] } }
    #expect(try run(resize) { [try $0.input([0, 2, 2, 1]), try $0.integers([2, 2])] }[0].shape == [0, 2, 2, 1])
    #expect(try run(resize) { [try $0.input([1, 2, 2, 0]), try $0.integers([3, 3])] }[0].shape == [1, 3, 3, 0])
  }

  @Test func `half-precision tensors may be empty`() throws {
    #expect(try run(Dequantize(parsing: .defaults)) { [try $0.input([0, 3], .float16)] }[0].shape == [0, 3])
  }

  // MARK: Slices

  private func slice(
    _ shape: [Int], _ begin: [Int64], _ end: [Int64], _ strides: [Int64], masks: [Int: Int] = [:]
  ) throws -> [Int] {
    try run(StridedSlice(parsing: .fields(masks.mapValues { .int($0) }))) { builder in
      [try builder.input(shape), try builder.longs(begin), try builder.longs(end), try builder.longs(strides)]
    }[0].shape
  }

  @Test(arguments: [Int64.min, .max, 0, -1 << 40, 1 << 40])
  func `strides of zero and beyond 32 bits are refused`(stride: Int64) throws {
    #expect(throws: OperatorError.value(name: "stride", Int(stride))) { try slice([5], [0], [5], [stride]) }
  }

  @Test func `extreme positions are moved to the ends`() throws {
    #expect(try slice([5], [.min], [.max], [1]) == [5])
    #expect(try slice([5], [.max], [.min], [1]) == [0])
    #expect(try slice([5], [.max], [.min], [-1]) == [5])
    #expect(try slice([5], [.min], [.max], [-1]) == [0])
    #expect(try slice([5], [Int64(Int32.min)], [Int64(Int32.max)], [Int64(Int32.max)]) == [1])
    #expect(try slice([5], [Int64(Int32.max)], [Int64(Int32.min)], [Int64(Int32.min)]) == [1])
  }

  @Test func `empty axes give empty slices`() throws {
    #expect(try slice([0], [0], [1], [1]) == [0])
    #expect(try slice([0], [0], [0], [-1], masks: [0: 1, 1: 1]) == [0])
    #expect(try slice([3, 0], [1, 0], [3, 0], [1, 1]) == [2, 0])
    #expect(try slice([0, 3], [0, 0], [0, 3], [1, 2], masks: [4: 2]) == [0])
    #expect(throws: OperatorError.value(name: "begin", 0)) { try slice([0], [0], [1], [1], masks: [4: 1]) }
  }

  @Test func `masks of all bits take the whole axes`() throws {
    #expect(try slice([2, 3], [.max, .min], [.min, .max], [1, 1], masks: [0: -1, 1: -1]) == [2, 3])
    #expect(try slice([2, 3], [0, 0], [0, 0], [-1, -2], masks: [0: -1, 1: -1]) == [2, 2])
  }
}
