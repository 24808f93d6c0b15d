import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  /// The products of a window or row, and the bias.
  static let convolution: [String: Rule] = [
    "CONV_2D": { .reorderedSum(terms: try $0.shape(ofOperand: 1).dropFirst().reduce(1, *) + 1) },
    "CONV_3D": { .reorderedSum(terms: try $0.shape(ofOperand: 1).dropLast().reduce(1, *) + 1) },
    // Without the filter's output channels.
    "CONV_3D_TRANSPOSE": {
      let filter = try $0.shape(ofOperand: 1)
      return .reorderedSum(terms: filter.reduce(1, *) / filter[3] + 1)
    },
    "DEPTHWISE_CONV_2D": { .reorderedSum(terms: try $0.shape(ofOperand: 1).dropLast().reduce(1, *) + 1) },
    "TRANSPOSE_CONV": { .reorderedSum(terms: try $0.shape(ofOperand: 1).dropFirst().reduce(1, *) + 1) },
    // The longer of the last two extents is at least the depth.
    "BATCH_MATMUL": { .reorderedSum(terms: try $0.shape(ofOperand: 0).suffix(2).max() ?? 1) },
    "FULLY_CONNECTED": { .reorderedSum(terms: try $0.shape(ofOperand: 1)[1] + 1) },
  ]
}

@Suite struct ConvolutionTests {
  @Test func `a window of ones sums what it covers, and same padding puts the odd pixel after`() throws {
    // Picture 1 2 3 / 4 5 6 / 7 8 9, window 2×2, bias 100.
    let output = try OperatorFixture("conv_2d", "tiny_window_sums").floats()
    #expect(output == [[112, 116, 109, 124, 128, 115, 115, 117, 109]])
  }

  @Test func `in three dimensions, each output picture has the pictures under its filter`() throws {
    // Pictures 1, 2 and 3 of one pixel, filter 10 1 over two of them, bias 100.
    #expect(try OperatorFixture("conv_3d", "tiny_pictures_of_two").floats() == [[112, 123]])
  }

  @Test func `transposed in three dimensions, each picture is added to the ones under its filter`() throws {
    // Pictures 1 and 2 of one pixel, filter 10 1, bias 100.
    #expect(try OperatorFixture("conv_3d_transpose", "tiny").floats() == [[110, 121, 102]])
  }

  @Test func `depthwise, each channel has a filter of its own`() throws {
    // Channel 0 is 1 2 3, filter 1 1 1; channel 1 is 10 20 30, filter 0 1 0 and bias 0.5.
    let output = try OperatorFixture("depthwise_conv_2d", "tiny_one_filter_a_channel").floats()
    #expect(output == [[3, 10.5, 6, 20.5, 5, 30.5]])
  }

  @Test func `a filter that is an input may change from run to run`() throws {
    let interpreter = try Interpreter(OperatorFixture("conv_2d", "filter_at_run_time").model())
    let picture = (0..<32).map { Float($0 % 5) - 2 }, filter = (0..<54).map { Float($0 % 7) - 3 }
    func output(_ factor: Float) throws -> [Float] {
      interpreter.setInput(0, to: picture)
      interpreter.setInput(1, to: filter.map { factor * $0 })
      try interpreter.run()
      return interpreter.output(0, as: Float.self)
    }
    let (once, twice, again, none) = (try output(1), try output(2), try output(1), try output(0))
    #expect(again == once)
    for index in once.indices {
      #expect(abs(twice[index] - none[index] - 2 * (once[index] - none[index])) < 1e-4)
    }
    #expect(once != none)
  }

  @Test func `transposed convolution, windows of neighbors overlap`() throws {
    // Row 1 2, filter 1 10 100, stride 2, valid: 1 10 (100 + 2) 20 200.
    #expect(try OperatorFixture("transpose_conv", "tiny").floats() == [[1, 10, 102, 20, 200]])
  }

  @Test func `transposed convolution, windows far apart leave zeros between them`() throws {
    // Row 1 2, filter 1 10 100, stride 9.
    for provider in KernelProvider.available {
      var builder = GraphBuilder()
      let shape = try builder.integers([1, 1, 12, 1])
      let filter = try builder.constant([1, 10, 100], [1, 1, 3, 1])
      let row = try builder.input([1, 1, 2, 1])
      let options = try OperatorOptions.convolution(padding: 1, stride: 9)
      let result = try builder.apply(TransposeConv(parsing: options), shape, filter, row)
      let session = try Session(Plan(builder.graph(outputs: [result]), provider: provider))
      #expect(try session.results([[1, 2]]) == [[1, 10, 100, 0, 0, 0, 0, 0, 0, 2, 20, 200]])
    }
  }

  @Test func `transposed convolution, taps over no pixel take no time`() throws {
    var builder = GraphBuilder()
    let shape = try builder.integers([1, 1, 1 << 16, 1])
    let filter = try builder.constant([Float](repeating: 1, count: 1 << 15), [1, 1, 1 << 15, 1])
    let pixel = try builder.input([1, 1, 1, 1])
    let options = try OperatorOptions.convolution(padding: 1, stride: 1 << 16)
    let result = try builder.apply(TransposeConv(parsing: options), shape, filter, pixel)
    let session = try Session(Plan(builder.graph(outputs: [result])))
    var output: [Float] = []
    // Checking every tap for every pixel would take 2³¹ checks.
    #expect(try ThreadTime.seconds { output = try session.results([[3]])[0] } < 0.5)
    #expect(output == [Float](repeating: 3, count: 1 << 15) + [Float](repeating: 0, count: 1 << 15))
  }

  @Test func `fully connected, each row of weights makes one output`() throws {
    // Input 1 2 3; rows 1 1 1 with bias 10 and 0 0 -1 with bias 1, then RELU.
    #expect(try OperatorFixture("fully_connected", "tiny_rows_of_weights").floats() == [[16, 0]])
  }
}
