import TFLiteFormat
import TestSupport
import Testing

@Suite struct TensorEntryTests {
  private func expect(_ fault: TensorFault, tensor: Int = 1, _ edit: (inout SmallModel) -> Void) {
    let name = ["input", "middle", "bias", "output"][tensor]
    #expect(throws: FormatError.tensor(subgraph: 0, tensor: tensor, name: name, fault: fault)) {
      try Model(SmallModel.edited(edit).bytes)
    }
  }

  private func shape(_ shape: [Int]) throws -> TensorEntry {
    try Model(SmallModel.edited { $0.tensors[1][0] = .int32s(shape) }.bytes).subgraphs[0].tensors[1]
  }

  @Test func `shapes that fit are accepted`() throws {
    #expect(try shape([]).elementCount == 1)
    #expect(try shape([0]).elementCount == 0)
    #expect(try shape([3, 0, 1 << 20]).elementCount == 0)
    #expect(try shape([0x7FFF_FFFF]).elementCount == 0x7FFF_FFFF)
    #expect(try shape([1, 1, 1, 1, 1, 1, 1, 2]).elementCount == 2)
  }

  @Test func `shapes that do not fit are refused`() {
    expect(.negativeDimension(shape: [2, -1])) { $0.tensors[1][0] = .int32s([2, -1]) }
    expect(.rank(9, limit: 8)) { $0.tensors[1][0] = .int32s([1, 1, 1, 1, 1, 1, 1, 1, 1]) }
    for shape in [[65536, 65536], [46341, 46341, 3], [1 << 30, 1 << 30, 1 << 30], [1, 32768, 32768, 4]] {
      expect(.elementCount(shape: shape)) { $0.tensors[1][0] = .int32s(shape) }
    }
  }

  @Test func `a zero does not hide an overflow`() {
    for shape in [[0, 0x7FFF_FFFF, 2], [0x7FFF_FFFF, 0, 2], [0x7FFF_FFFF, 2, 0]] {
      expect(.elementCount(shape: shape)) { $0.tensors[1][0] = .int32s(shape) }
    }
  }

  @Test func `signatures belong to their shapes`() throws {
    let model = try Model(SmallModel.edited { $0.tensors[0][7] = .int32s([-1, 2]) }.bytes)
    #expect(model.subgraphs[0].tensors[0].shapeSignature == [-1, 2])
    #expect(
      try Model(SmallModel.edited { $0.tensors[0][7] = .int32s([]) }.bytes).subgraphs[0].tensors[0]
        .shapeSignature == nil)
    expect(.signature([-1], shape: [1, 2])) { $0.tensors[1][7] = .int32s([-1]) }
    expect(.signature([-2, 2], shape: [1, 2])) { $0.tensors[1][7] = .int32s([-2, 2]) }
  }

  @Test func `every element type has its number, name and size`() throws {
    for type in ElementType.allCases {
      let model = try Model(SmallModel.edited { $0.tensors[1][1] = .byte(Int(type.rawValue)) }.bytes)
      #expect(model.subgraphs[0].tensors[1].elementType == type)
    }
    #expect(ElementType.bfloat16.name == "bfloat16")
    let byteCounts = [4, 2, 4, 1, 8, 0, 1, 2, 8, 1, 8, 16, 8, 0, 0, 4, 2, 0, 2, 0, 0, 1, 1]
    #expect(ElementType.allCases.map { $0.byteCount ?? 0 } == byteCounts)
    for tag in [23, 127, -1, -128] {
      expect(.elementType(tag: tag)) { $0.tensors[1][1] = .byte(tag) }
    }
  }

  @Test func `a buffer that does not exist is refused`() {
    expect(.bufferIndex(2, count: 2)) { $0.tensors[1][2] = .int(2) }
    expect(.bufferIndex(0xFFFF_FFFF, count: 2)) { $0.tensors[1][2] = .int(-1) }
    expect(.bufferIndex(0, count: 0), tensor: 0) { $0.buffers = [] }
  }

  @Test func `a constant has exactly the bytes of its shape and type`() {
    for count in [1, 4, 7, 9, 16] {
      expect(.constantByteCount(found: count, expected: 8), tensor: 2) {
        $0.buffers[1] = [0: .bytes([UInt8](repeating: 0, count: count))]
      }
    }
    expect(.constantByteCount(found: 8, expected: 16), tensor: 2) { $0.tensors[2][1] = .byte(10) }
    expect(.constantByteCount(found: 8, expected: 0), tensor: 2) { $0.tensors[2][0] = .int32s([0]) }
  }

  @Test func `strings and packed types are left to their operators`() throws {
    for type: ElementType in [.string, .resource, .variant, .int2, .int4, .uint4] {
      let model = try Model(SmallModel.edited { $0.tensors[2][1] = .byte(Int(type.rawValue)) }.bytes)
      #expect(model.constant(model.subgraphs[0].tensors[2])?.count == 8)
    }
  }

  @Test func `the element types of today's schema are known`() throws {
    // TensorType in LiteRT 2.3.0's schema.fbs.
    #expect(ElementType(rawValue: 19) == .int2 && ElementType(rawValue: 20) == .uint4)
    #expect(ElementType(rawValue: 21) == .float8E4M3FN && ElementType(rawValue: 22) == .float8E5M2)
  }

  /// The constant, of shape `[2]`, in blocks whose scales are another tensor.
  private func blocks(_ index: Int, size: Int, zeroPoints: Int = -1) -> (inout SmallModel) -> Void {
    { model in
      let details: SmallModel.Table = [0: .int(index), 1: .int(zeroPoints), 2: .int(size)]
      model.tensors[2][4] = .table([4: .byte(2), 5: .table(details)])
      model.tensors.append([0: .int32s([1]), 1: .byte(1), 3: .string("scales")])
    }
  }

  @Test func `scales of blocks are found, or refused if there is not one for each block`() throws {
    let model = try Model(SmallModel.edited(blocks(4, size: 2)).bytes)
    let scales = try #require(model.subgraphs[0].tensors[2].blockScales)
    #expect(scales.elementType == .float16 && scales.blockSize == 2 && !scales.hasZeroPoints)
    for (index, size) in [(9, 2), (-1, 2), (4, 1), (4, 3), (4, 0), (4, -2)] {
      expect(.blockScales(tensor: index, blockSize: size, shape: [2]), tensor: 2, blocks(index, size: size))
    }
    expect(.blockScales(tensor: 4, blockSize: 2, shape: [2]), tensor: 2, blocks(4, size: 2, zeroPoints: 9))
  }

  @Test func `data in another file is refused by the name of that file`() throws {
    let edit = { (model: inout SmallModel) in
      model.tensors[2][2] = .int(0)
      model.tensors[2][10] = .int(7)
      model.more = [8: .tables([[0: .string("weights.bin")]]), 9: .tables([[0: .int(7), 1: .int(0)]])]
    }
    expect(.dataInOtherFile(name: "weights.bin"), tensor: 2, edit)
    expect(.dataInOtherFile(name: nil), tensor: 2) { model in
      edit(&model)
      model.more = [:]
    }
  }

  @Test func `scales of tensors without data are counted too`() {
    for tensor in [0, 1] {
      expect(.quantization(scales: 50_000, zeroPoints: 0, dimension: 0, shape: [1]), tensor: tensor) {
        $0.tensors[tensor][0] = .int32s([1])
        $0.tensors[tensor][4] = .table([2: .floats([Float](repeating: 1, count: 50_000))])
      }
    }
  }

  @Test func `a constant has one scale, or one for each index of its dimension`() {
    func edit(scales: Int, zeroPoints: Int, dimension: Int) -> (inout SmallModel) -> Void {
      { model in
        model.tensors[2][4] = .table([
          2: .floats([Float](repeating: 1, count: scales)), 3: .int64s([Int64](repeating: 0, count: zeroPoints)),
          6: .int(dimension),
        ])
      }
    }
    for (scales, zeroPoints, dimension) in [(2, 3, 0), (3, 3, 0), (2, 2, 1), (2, 2, -1), (1, 2, 0)] {
      let fault = TensorFault.quantization(
        scales: scales, zeroPoints: zeroPoints, dimension: dimension, shape: [2])
      expect(fault, tensor: 2, edit(scales: scales, zeroPoints: zeroPoints, dimension: dimension))
    }
    for (scales, zeroPoints, dimension) in [(0, 0, 9), (1, 1, 9), (1, 0, 0), (2, 2, 0), (2, 1, 0)] {
      let model = SmallModel.edited(edit(scales: scales, zeroPoints: zeroPoints, dimension: dimension))
      #expect(throws: Never.self) { try Model(model.bytes) }
    }
  }

  @Test func `a variable with a constant's data is refused`() {
    expect(.variableWithData, tensor: 2) { $0.tensors[2][5] = .byte(1) }
  }
}
