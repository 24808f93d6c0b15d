import TFLiteFormat
import TestSupport
import Testing

@Suite struct ModelTests {
  // MARK: Reading

  @Test func `a model is read whole`() throws {
    let model = try Model(SmallModel().bytes)
    #expect(model.version == 3)
    #expect(model.description == "two operators")
    #expect(model.operatorCodes.map(\.name) == ["RELU", "ADD"])
    #expect(model.operatorCodes.map(\.version) == [1, 1])
    let graph = try #require(model.subgraphs.first)
    #expect(graph.name == "main")
    #expect(graph.inputs == [0])
    #expect(graph.outputs == [3])
    #expect(graph.tensors.map(\.name) == ["input", "middle", "bias", "output"])
    #expect(graph.tensors.map(\.shape) == [[1, 2], [1, 2], [2], [1, 2]])
    #expect(graph.tensors.allSatisfy { $0.elementType == .float32 && !$0.isVariable && $0.sparsity == nil })
    #expect(graph.operators.map(\.inputs) == [[0], [1, 2]])
    #expect(graph.operators.map(\.outputs) == [[1], [3]])
    #expect(graph.operators.map(\.optionsType) == [0, 11])
    #expect(try graph.operators[1].options?.scalar(0, default: Int8(0)) == 1)
    #expect(graph.operators[0].options == nil)
    #expect(model.constant(graph.tensors[2])?.array == [0, 0, 128, 63, 0, 0, 0, 64])
    #expect(model.constant(graph.tensors[1]) == nil)
  }

  @Test func `a model at an odd address is read`() throws {
    let array = SmallModel().array
    let bytes = try Bytes([0] + array).slice(at: 1, count: array.count)
    #expect(try Model(bytes).subgraphs[0].operators.count == 2)
  }

  @Test func `operators have a limit, which is looked at before they are read`() throws {
    let bytes = SmallModel.edited { $0.operators[1] = [1: .int32s([99])] }.bytes
    #expect(throws: FormatError.model(.tooManyOperators(subgraph: 0, count: 2, limit: 1))) {
      try Model(bytes, limits: BundleLimits(operatorCount: 1))
    }
    #expect(try Model(SmallModel().bytes, limits: BundleLimits(operatorCount: 2)).subgraphs[0].operators.count == 2)
  }

  @Test func `the larger of the two operator numbers counts`() throws {
    let model = try Model(
      SmallModel.edited { model in
        model.codes[0] = [0: .byte(127), 3: .int(150)]
        model.codes[1] = [0: .byte(32), 1: .string("Mine"), 2: .int(4), 3: .int(32)]
        model.codes.append([0: .byte(127), 3: .int(100_000)])
      }.bytes)
    #expect(model.operatorCodes.map(\.name) == ["GELU", "Mine", "BUILTIN_100000"])
    #expect(model.operatorCodes[1].version == 4)
  }

  @Test func `every built-in operator has its name`() throws {
    let names = try (0...209).map { code in
      try Model(SmallModel.edited { $0.codes[0] = [3: .int(code)] }.bytes).operatorCodes[0].name
    }
    #expect(Set(names).count == 210)
    #expect(names[3] == "CONV_2D")
    #expect(names[32] == "CUSTOM")
    #expect(names[127] == "PLACEHOLDER_FOR_GREATER_OP_CODES")
    #expect(names[209] == "STABLEHLO_CASE")
  }

  @Test func `quantization is read`() throws {
    let model = try Model(
      SmallModel.edited { model in
        model.tensors[1][4] = .table([
          0: .floats([-1]), 1: .floats([1]), 2: .floats([0.5, 0.25]), 3: .int64s([-3, 1 << 40]), 6: .int(1),
        ])
        model.tensors[0][4] = .table([4: .byte(1), 5: .table([0: .bytes([1, 2])])])
      }.bytes)
    let quantization = try #require(model.subgraphs[0].tensors[1].quantization)
    #expect(quantization.min == [-1])
    #expect(quantization.max == [1])
    #expect(quantization.scale == [0.5, 0.25])
    #expect(quantization.zeroPoint == [-3, 1 << 40])
    #expect(quantization.dimension == 1)
    #expect(quantization.details == nil)
    #expect(model.subgraphs[0].tensors[0].quantization?.details == .custom([1, 2]))
  }

  @Test func `data outside the FlatBuffer is found`() throws {
    var model = SmallModel()
    model.buffers[1] = [1: .integer(0x7FFF, byteCount: 8), 2: .integer(8, byteCount: 8)]
    let place = model.array.count
    model.buffers[1] = [1: .integer(Int64(place), byteCount: 8), 2: .integer(8, byteCount: 8)]
    let read = try Model(Bytes(model.array + [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(read.constant(read.subgraphs[0].tensors[2])?.array == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(throws: FormatError.model(.buffer(index: 1, offset: UInt64(place), size: 8, available: place + 7))) {
      try Model(Bytes(model.array + [1, 2, 3, 4, 5, 6, 7]))
    }
  }

  @Test(arguments: [(1 << 40, 8), (-1, 8), (-16, 32), (Int64.min, Int64.min), (2, -1)])
  func `data beyond the file is refused`(offset: Int64, size: Int64) {
    let model = SmallModel.edited {
      $0.buffers[1] = [1: .integer(offset, byteCount: 8), 2: .integer(size, byteCount: 8)]
    }
    let fault = ModelFault.buffer(
      index: 1, offset: UInt64(bitPattern: offset), size: UInt64(bitPattern: size), available: model.array.count)
    #expect(throws: FormatError.model(fault)) { try Model(model.bytes) }
  }

  @Test func `signatures and metadata entries are read`() throws {
    let model = try Model(
      SmallModel.edited { model in
        model.signatures = [
          [
            0: .tables([[0: .string("x"), 1: .int(0)]]), 1: .tables([[0: .string("y"), 1: .int(3)]]),
            2: .string("serve"), 4: .int(0),
          ]
        ]
        model.metadata = [[0: .string("note"), 1: .int(1)]]
      }.bytes)
    #expect(model.signatures[0].key == "serve")
    #expect(model.signatures[0].inputs.map(\.name) == ["x"])
    #expect(model.signatures[0].outputs.map(\.tensorIndex) == [3])
    #expect(model.metadataEntries.map(\.name) == ["note"])
    #expect(model.metadataEntries.map(\.bufferIndex) == [1])
  }

  // MARK: Rejection

  private func expect(_ fault: ModelFault, _ edit: (inout SmallModel) -> Void) {
    #expect(throws: FormatError.model(fault)) { try Model(SmallModel.edited(edit).bytes) }
  }

  @Test func `another kind of file is refused`() {
    #expect(throws: FormatError.flatBuffer(.identifier(found: Array("TFL2".utf8), expected: "TFL3"))) {
      try Model(SmallModel.edited { $0.identifier = "TFL2" }.bytes)
    }
    #expect(throws: FormatError.otherFile(reason: "the file is empty")) { try Model(Bytes([])) }
    expect(.version(4)) { $0.version = 4 }
  }

  @Test func `a model without a graph is refused`() throws {
    let bytes = FlatWriter.buffer(root: [0: .int(3), 4: .tables([[:]])], identifier: "TFL3")
    #expect(throws: FormatError.model(.noSubgraphs)) { try Model(Bytes(bytes)) }
  }

  @Test func `a negative operator number is refused`() {
    expect(.operatorCode(index: 1, builtinCode: -7)) { $0.codes[1] = [3: .int(-7)] }
    expect(.operatorCode(index: 0, builtinCode: -1)) { $0.codes[0] = [0: .byte(-1), 3: .int(4)] }
  }

  @Test func `indices of the graph and of other entries are checked`() {
    expect(.inputIndex(subgraph: 0, input: 0, tensor: 4, count: 4)) { $0.inputs = [4] }
    expect(.inputIndex(subgraph: 0, input: 0, tensor: -1, count: 4)) { $0.inputs = [-1] }
    expect(.outputIndex(subgraph: 0, output: 0, tensor: 99, count: 4)) { $0.outputs = [99] }
    expect(.metadataBuffer(name: "note", index: 2, count: 2)) { $0.metadata = [[0: .string("note"), 1: .int(2)]] }
    expect(.signatureSubgraph(key: "", index: 1, count: 1)) { $0.signatures = [[4: .int(1)]] }
    expect(.signatureTensor(key: "", argument: "x", tensor: 4, count: 4)) {
      $0.signatures = [[0: .tables([[0: .string("x"), 1: .int(4)]])]]
    }
  }

  @Test func `a constant as graph input is refused, a constant as graph output is not`() throws {
    expect(.inputIsConstant(subgraph: 0, input: 1, tensor: 2)) { $0.inputs = [0, 2] }
    #expect(try Model(SmallModel.edited { $0.outputs = [3, 2] }.bytes).subgraphs[0].outputs == [3, 2])
  }

  @Test func `a graph output that nothing writes is refused`() {
    expect(.outputNeverWritten(subgraph: 0, output: 0, tensor: 4)) { model in
      model.tensors.append([0: .int32s([1])])
      model.outputs = [4]
    }
  }

  @Test func `further graphs are verified too`() {
    expect(.outputNeverWritten(subgraph: 1, output: 0, tensor: 0)) {
      $0.moreSubgraphs = [[0: .tables([[0: .int32s([1])]]), 2: .int32s([0])]]
    }
  }
}
