import TFLiteFormat
import Testing

@Suite struct SparsityTests {
  /// A constant of shape 2×2 of which two elements are stored: rows whole, columns compressed.
  private func sparsity(
    order: [Int] = [0, 1], blocks: [Int] = [], rows: Int = 2, segments: [Int] = [0, 1, 2], indices: [Int] = [0, 1]
  ) -> FlatWriter.Value {
    .table([
      0: .int32s(order), 1: .int32s(blocks),
      2: .tables([
        [0: .byte(0), 1: .int(rows)],
        [
          0: .byte(1), 2: .byte(1), 3: .table([0: .int32s(segments)]), 4: .byte(3),
          5: .table([0: .bytes(indices.map { UInt8($0) })]),
        ],
      ]),
    ])
  }

  private func read(_ value: FlatWriter.Value, shape: [Int] = [2, 2]) throws -> Sparsity? {
    try Model(
      SmallModel.edited { model in
        model.tensors[2][0] = .int32s(shape)
        model.tensors[2][6] = value
      }.bytes
    ).subgraphs[0].tensors[2].sparsity
  }

  private func expect(_ fault: SparsityFault, _ value: FlatWriter.Value, shape: [Int] = [2, 2]) {
    #expect(throws: FormatError.tensor(subgraph: 0, tensor: 2, name: "bias", fault: .sparsity(fault))) {
      try read(value, shape: shape)
    }
  }

  @Test func `a compressed dimension is read`() throws {
    let sparsity = try #require(try read(sparsity()))
    #expect(sparsity.traversalOrder == [0, 1])
    #expect(sparsity.blockMap.isEmpty)
    #expect(sparsity.dimensions == [.dense(size: 2), .compressed(segments: [0, 1, 2], indices: [0, 1])])
  }

  @Test func `blocks are read`() throws {
    // One row of four columns in blocks of two; of its two blocks the first is stored.
    let value = FlatWriter.Value.table([
      0: .int32s([0, 1, 2]), 1: .int32s([1]),
      2: .tables([
        [1: .int(1)],
        [0: .byte(1), 2: .byte(1), 3: .table([0: .int32s([0, 1])]), 4: .byte(1), 5: .table([0: .int32s([0])])],
        [1: .int(2)],
      ]),
    ])
    #expect(try read(value, shape: [1, 4])?.blockMap == [1])
  }

  @Test func `counts and orders are checked`() {
    expect(.counts(rank: 2, traversal: 0, blocks: 0, dimensions: 0), .table([:]))
    expect(.counts(rank: 3, traversal: 2, blocks: 0, dimensions: 2), sparsity(), shape: [1, 1, 2])
    expect(.traversalOrder([7, 9]), sparsity(order: [7, 9]))
    expect(.traversalOrder([0, 0]), sparsity(order: [0, 0]))
    expect(.traversalOrder([-1, 0]), sparsity(order: [-1, 0]))
  }

  @Test func `sizes, segments and indices are checked`() {
    expect(.denseSize(dimension: 0, found: -4, expected: 2), sparsity(rows: -4))
    expect(.missingVector(dimension: 1), sparsity(segments: []))
    expect(.segments(dimension: 1), sparsity(segments: [0, 1]))
    expect(.segments(dimension: 1), sparsity(segments: [0, 1, 1_000_000]))
    expect(.segments(dimension: 1), sparsity(segments: [0, 3, 2]))
    expect(.index(dimension: 1, 2, size: 2), sparsity(indices: [0, 2]))
  }

  @Test func `the stored values fill the buffer`() {
    #expect(
      throws: FormatError.tensor(
        subgraph: 0, tensor: 2, name: "bias", fault: .constantByteCount(found: 8, expected: 4))
    ) {
      try read(sparsity(segments: [0, 1, 1], indices: [0]))
    }
  }
}
