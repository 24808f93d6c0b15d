import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

/// Flaws that TensorFlow Lite has had, each by its number: the same model gives a typed error here, or is harmless.
///
/// Source: TensorFlow's security advisories and the GitHub advisory database. Left out are those of operators that this
/// engine does not have: CVE-2021-29604 (HASHTABLE_LOOKUP) and CVE-2022-41894 (CONV_3D_TRANSPOSE).
@Suite struct KnownFlawTests {
  private func expect(
    _ model: OneOperator, _ fault: OperatorError, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: model.error(fault), sourceLocation: sourceLocation) { try model.run() }
  }

  // MARK: The graph

  @Test func `CVE-2020-15209: a constant whose buffer is the empty one`() {
    // Tensor 1 has no data and is no input of the model: nothing says what it holds.
    let model = OneOperator(name: "ADD", inputs: [.empty([4]), .empty([4])], graphInputs: [0])
    #expect(throws: model.error(.inputNeverWritten(input: 1, tensor: 1))) { try model.run() }
  }

  @Test func `CVE-2020-15210: a tensor that is input and output of one operator`() {
    let model = OneOperator(name: "RELU", inputs: [.empty([4])], inputIndices: [1])
    #expect(throws: model.error(.inputTooEarly(input: 0, tensor: 1, producer: 0))) { try model.run() }
  }

  @Test(arguments: ["ADD", "DEQUANTIZE", "CONCATENATION", "DEPTHWISE_CONV_2D", "STRIDED_SLICE"])
  func `CVE-2020-15211: index −1 where an input is required`(name: String) {
    let counts = ["ADD": 2, "DEQUANTIZE": 1, "CONCATENATION": 2, "DEPTHWISE_CONV_2D": 3, "STRIDED_SLICE": 4]
    let options: [Int: FlatWriter.Value] = name == "DEPTHWISE_CONV_2D" ? [1: .int(1), 2: .int(1)] : [:]
    let inputs = [OneOperator.Tensor?](repeating: nil, count: counts[name] ?? 0)
    expect(OneOperator(name: name, options: options, inputs: inputs), .inputMissing(0))
  }

  @Test func `CVE-2021-29591: a loop whose body is the loop itself`() {
    let model = OneOperator(name: "WHILE", code: 119, options: [0: .int(0), 1: .int(0)], inputs: [.empty([4])])
    #expect(throws: model.error(.subgraph(0, reason: "calls itself"))) { try model.run() }
  }

  // MARK: Sizes

  @Test func `CVE-2021-29605: a shape of ten thousand dimensions`() {
    let model = OneOperator(name: "RELU", inputs: [.empty([Int](repeating: 1, count: 10_000))])
    #expect(throws: FormatError.tensor(subgraph: 0, tensor: 0, name: "t0", fault: .rank(10_000, limit: 8))) {
      try model.run()
    }
  }

  @Test func `CVE-2022-23558: a vector whose bytes cannot be counted`() throws {
    let model = OneOperator(name: "RELU", inputs: [.empty([7, 11, 13])])
    var bytes = model.bytes
    let pattern: [UInt8] = [3, 0, 0, 0, 7, 0, 0, 0, 11, 0, 0, 0, 13, 0, 0, 0]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: pattern) })
    bytes.replaceSubrange(place..<place + 4, with: [1, 0, 0, 0x40])
    #expect(throws: FormatError.flatBuffer(.length(at: place, count: 0x4000_0001))) { try Model(Bytes(bytes)) }
  }

  @Test func `CVE-2022-23559: a product of dimensions that wraps around`() {
    for shape in [[65536, 65536], [1 << 30, 4], [0, 65536, 65536]] {
      let model = OneOperator(name: "RELU", inputs: [.empty(shape)])
      #expect(throws: FormatError.tensor(subgraph: 0, tensor: 0, name: "t0", fault: .elementCount(shape: shape))) {
        try model.run()
      }
    }
  }

  @Test func `CVE-2022-23560: indices and segments of a sparse constant out of range`() {
    func model(segments: [Int], indices: [Int]) -> OneOperator {
      let sparsity = FlatWriter.Value.table([
        0: .int32s([0, 1]),
        2: .tables([
          [0: .byte(0), 1: .int(2)],
          [
            0: .byte(1), 2: .byte(1), 3: .table([0: .int32s(segments)]), 4: .byte(1),
            5: .table([0: .int32s(indices)]),
          ],
        ]),
      ])
      var constant = OneOperator.Tensor.ones([2])
      constant = OneOperator.Tensor(shape: [2, 4], data: constant.data, sparsity: sparsity)
      return OneOperator(name: "DENSIFY", inputs: [constant])
    }
    func error(_ fault: SparsityFault) -> FormatError {
      .tensor(subgraph: 0, tensor: 0, name: "t0", fault: .sparsity(fault))
    }
    #expect(throws: Never.self) { try model(segments: [0, 1, 2], indices: [0, 3]).run() }
    for index in [4, -1, 1 << 20] {
      #expect(throws: error(.index(dimension: 1, index, size: 4))) {
        try model(segments: [0, 1, 2], indices: [0, index]).run()
      }
    }
    for segments in [[0, 1, 1_000_000], [0, 2, 1], [1, 1, 2], [0, 2]] {
      #expect(throws: error(.segments(dimension: 1))) { try model(segments: segments, indices: [0, 1]).run() }
    }
  }

  // MARK: Axes and indices

  @Test func `CVE-2020-15207: a negative axis of a reduction beyond the rank`() {
    for name in ["MEAN", "SUM", "REDUCE_MAX"] {
      expect(OneOperator(name: name, inputs: [.empty([2, 4]), .integers([-9])]), .axis(-9, rank: 2))
    }
  }

  @Test func `CVE-2021-29603: an axis of ARG_MAX and ARG_MIN out of range`() {
    for name in ["ARG_MAX", "ARG_MIN"] {
      for axis: Int32 in [2, -3, .max] {
        expect(
          OneOperator(name: name, options: [0: .byte(2)], inputs: [.empty([2, 4]), .integers([axis], [])]),
          .axis(Int(axis), rank: 2))
      }
    }
  }

  @Test func `CVE-2021-29606: an axis of SPLIT_V out of range`() {
    expect(
      OneOperator(
        name: "SPLIT_V", options: [0: .int(2)], inputs: [.empty([2, 4]), .integers([1, 1]), .integers([-9], [])],
        outputs: [.empty([1, 4]), .empty([1, 4])]),
      .axis(-9, rank: 2))
  }

  @Test func `CVE-2021-37685: a large negative axis of EXPAND_DIMS`() {
    expect(
      OneOperator(name: "EXPAND_DIMS", inputs: [.empty([2, 4]), .integers([.min], [])]), .axis(Int(Int32.min), rank: 3))
  }

  @Test func `CVE-2021-37687: negative indices of GATHER and GATHER_ND, known and computed`() throws {
    expect(OneOperator(name: "GATHER", inputs: [.empty([4, 2]), .integers([0, -5])]), .value(name: "index", -5))
    expect(
      OneOperator(name: "GATHER_ND", inputs: [.empty([4, 2]), .integers([0, 0, -7, 1], [2, 2])]),
      .value(name: "index", -7))
    for name in ["GATHER", "GATHER_ND"] {
      let model = OneOperator(name: name, inputs: [.empty([4, 2]), .empty([2, 1], .int32)])
      let session = try Session(Plan(Model(Bytes(model.bytes))))
      session.withInput(1) { $0.storeBytes(of: Int32(-1), toByteOffset: 4, as: Int32.self) }
      #expect(throws: model.error(.value(name: "index", -1))) { try session.run() }
    }
  }

  // MARK: Divisions

  private let unitSteps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]

  @Test func `CVE-2021-29588: stride 0 of TRANSPOSE_CONV`() {
    let inputs: [OneOperator.Tensor?] = [.integers([1, 8, 8, 4]), .ones([4, 3, 3, 3]), .empty([1, 4, 4, 3])]
    expect(
      OneOperator(name: "TRANSPOSE_CONV", options: [0: .byte(0), 1: .int(1), 2: .int(0)], inputs: inputs),
      .option(name: "stride_h", value: 0))
    expect(
      OneOperator(name: "TRANSPOSE_CONV", options: [0: .byte(0), 1: .int(0), 2: .int(1)], inputs: inputs),
      .option(name: "stride_w", value: 0))
  }

  @Test func `CVE-2021-29599: SPLIT into no parts`() {
    expect(
      OneOperator(name: "SPLIT", options: [0: .int(0)], inputs: [.integers([0], []), .empty([2, 4])]),
      .option(name: "num_splits", value: 0))
  }

  @Test func `CVE-2021-29602: DEPTHWISE_CONV_2D of no input channels`() {
    expect(
      OneOperator(
        name: "DEPTHWISE_CONV_2D", options: unitSteps, inputs: [.empty([1, 8, 8, 0]), .ones([1, 3, 3, 3])]),
      .inputShape(input: 1, expected: "[1, height, width, a multiple of 0]", found: [1, 3, 3, 3]))
  }

  @Test func `CVE-2021-37680: FULLY_CONNECTED with rows of no elements`() {
    expect(
      OneOperator(name: "FULLY_CONNECTED", inputs: [.empty([1, 8]), .empty([4, 0])]),
      .inputShape(input: 1, expected: "[out, in], both positive", found: [4, 0]))
  }

  @Test func `CVE-2021-37683: integers divided by zero`() {
    for name in ["DIV", "FLOOR_DIV", "FLOOR_MOD"] {
      expect(
        OneOperator(
          name: name, inputs: [.empty([4], .int32), .integers([1, 0, 1, 1])], outputs: [.empty([4], .int32)]),
        .value(name: "divisor", 0))
    }
  }

  @Test func `CVE-2022-23557: a bias of no elements`() {
    for (name, filter) in [("CONV_2D", [4, 3, 3, 3]), ("DEPTHWISE_CONV_2D", [1, 3, 3, 3])] {
      let channels = name == "CONV_2D" ? 4 : 3
      expect(
        OneOperator(name: name, options: unitSteps, inputs: [.empty([1, 8, 8, 3]), .ones(filter), .empty([0])]),
        .inputShape(input: 2, expected: "one bias for each of \(channels) output channels", found: [0]))
    }
  }

  @Test func `CVE-2023-27579: groups of no filter channels`() {
    expect(
      OneOperator(name: "CONV_2D", options: unitSteps, inputs: [.empty([1, 8, 8, 3]), .empty([4, 3, 3, 0])]),
      .inputShape(input: 1, expected: "3 input channels", found: [4, 3, 3, 0]))
  }

  // MARK: Operands that do not fit

  @Test func `CVE-2020-15208: operands without the dimension that they should share`() {
    expect(
      OneOperator(name: "FULLY_CONNECTED", inputs: [.empty([1, 7]), .ones([4, 8])]),
      .inputShape(input: 0, expected: "rows of 8 elements", found: [1, 7]))
    expect(
      OneOperator(name: "CONV_2D", options: unitSteps, inputs: [.empty([1, 8, 8, 5]), .ones([4, 3, 3, 3])]),
      .inputShape(input: 1, expected: "5 input channels", found: [4, 3, 3, 3]))
  }

  @Test func `CVE-2021-29590: an empty operand of MAXIMUM and MINIMUM`() throws {
    for name in ["MAXIMUM", "MINIMUM"] {
      expect(OneOperator(name: name, inputs: [.empty([0]), .empty([2])]), .broadcast([0], [2]))
      #expect(try OneOperator(name: name, inputs: [.empty([0]), .empty([1])]).run() == [[0]])
    }
  }

  @Test func `CVE-2021-37688: an empty operand of the faster binary operators`() throws {
    for name in ["ADD", "SUB", "MUL", "DIV"] {
      expect(OneOperator(name: name, inputs: [.empty([3, 0]), .empty([3, 4])]), .broadcast([3, 0], [3, 4]))
      #expect(try OneOperator(name: name, inputs: [.empty([3, 0]), .empty([3, 1])]).run() == [[3, 0]])
    }
  }

  @Test func `CVE-2021-29601: CONCATENATION of extents whose sum wraps around`() {
    func joined(_ extent: Int) -> OneOperator {
      OneOperator(
        name: "CONCATENATION", options: [0: .int(0)],
        inputs: [.empty([extent, 0], .int8), .empty([extent, 0], .int8)], outputs: [.empty([1], .int8)])
    }
    // The largest extents that pass alone; larger ones, whose sum would wrap, do not even do that.
    expect(joined(1 << 24), .shapeTooLarge([1 << 25, 0]))
    #expect(throws: ModelError.self) { try joined(Int(Int32.max)).run() }
  }

  @Test func `tensorflow 61905: a stride that a narrower integer would make 0`() throws {
    let options: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(65536), 2: .int(65536)]
    for (name, filter) in [("DEPTHWISE_CONV_2D", [1, 3, 3, 3]), ("CONV_2D", [4, 3, 3, 3])] {
      let model = OneOperator(name: name, options: options, inputs: [.empty([1, 8, 8, 3]), .ones(filter)])
      #expect(try model.run() == [[1, 1, 1, name == "CONV_2D" ? 4 : 3]])
    }
  }
}
