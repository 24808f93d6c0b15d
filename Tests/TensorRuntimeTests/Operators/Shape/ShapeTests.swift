import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct ShapeTests {
  @Test func `concatenation, parts follow each other along the axis`() throws {
    // 1 2 / 3 4 and 9 / 8 along axis 1.
    #expect(try OperatorFixture("concatenation", "tiny").floats() == [[1, 2, 9, 3, 4, 8]])
  }

  @Test func `concatenation, an activation applies to all parts`() throws {
    let session = try Session(Plan(OperatorFixture("unanswered", "joined_with_an_activation").model()))
    #expect(try session.results([[-2, 8, 1], [-1, 3, 0.5]]) == [[0, 6, 1, 0, 3, 0.5]])
  }

  @Test func `reverse sequence, a length that is out of range at run time ends the run`() throws {
    let fixture = OperatorFixture("reverse_sequence", "lengths_of_64_bits_from_an_input")
    let (inputs, expected) = try (fixture.inputs(), fixture.expectedOutputs())
    let session = try Session(Plan(fixture.model()), threads: 2)
    session.withInput(0) { $0.copyBytes(from: inputs[0].bytes) }
    for length in [7, -1, Int64.max, .min] {
      session.withInput(1) { $0.storeBytes(of: length, toByteOffset: 8, as: Int64.self) }
      #expect(throws: ModelError.node(index: 0, name: "REVERSE_SEQUENCE", .value(name: "index", Int(length)))) {
        try session.run()
      }
    }
    session.withInput(1) { $0.copyBytes(from: inputs[1].bytes) }
    try session.run()
    #expect(session.withOutput(0) { Array($0) } == expected[0].bytes)
  }

  @Test func `reverse sequence, longer than the slices that are looked up at once`() throws {
    // Times are the last axis, or sequences are.
    let table: [(extents: [Int], sequenceAxis: Int, lengths: [Int])] = [
      ([2, 300], 1, [291, 7]), ([3, 300], 0, (0..<300).map { $0 % 4 }),
    ]
    for (extents, sequenceAxis, lengths) in table {
      let model = OneOperator(
        name: "REVERSE_SEQUENCE", options: [0: .int(sequenceAxis), 1: .int(1 - sequenceAxis)],
        inputs: [.empty(extents + [3], .uint8), .integers(lengths.map { Int32($0) })])
      let values = (0..<extents[0] * 300 * 3).map { UInt8(truncatingIfNeeded: $0 / 3 + $0 % 3 * 85) }
      let session = try Session(Plan(Model(Bytes(model.bytes))), threads: 2)
      session.withInput(0) { $0.copyBytes(from: values) }
      try session.run()
      var expected: [UInt8] = []
      for slice in 0..<extents[0] * 300 {
        let (row, column) = slice.quotientAndRemainder(dividingBy: 300)
        let (time, length) = sequenceAxis == 1 ? (column, lengths[row]) : (row, lengths[column])
        let from = time < length ? slice + (length - 1 - 2 * time) * (sequenceAxis == 1 ? 1 : 300) : slice
        expected += values[from * 3..<from * 3 + 3]
      }
      #expect(session.withOutput(0) { Array($0) } == expected)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 6, 8, 12, 16, 31, 64, 100, 200])
  func `gather, more slices than are looked up at once, of any size`(byteCount: Int) throws {
    var indices = (0..<300).map { Int32($0 * 17 % 50) }
    let model = OneOperator(
      name: "GATHER", options: [0: .int(1)], inputs: [.empty([2, 50, byteCount], .uint8), .empty([300], .int32)])
    let values = (0..<100 * byteCount).map { UInt8(truncatingIfNeeded: $0 / byteCount + $0 % byteCount * 3) }
    let session = try Session(Plan(Model(Bytes(model.bytes))), threads: 2)
    session.withInput(0) { $0.copyBytes(from: values) }
    indices.withUnsafeBytes { indices in session.withInput(1) { $0.copyMemory(from: indices) } }
    try session.run()
    var expected: [UInt8] = []
    for row in 0..<2 {
      for index in indices {
        let first = (row * 50 + Int(index)) * byteCount
        expected += values[first..<first + byteCount]
      }
    }
    #expect(session.withOutput(0) { Array($0) } == expected)
    (indices[250], indices[260]) = (50, -1)
    indices.withUnsafeBytes { indices in session.withInput(1) { $0.copyMemory(from: indices) } }
    #expect(throws: model.error(.value(name: "index", 50))) { try session.run() }
  }

  @Test func `gather, rows are taken in the order of the indices`() throws {
    // Rows 1 2, 3 4, 5 6; indices 2 0.
    #expect(try OperatorFixture("gather", "tiny").floats() == [[5, 6, 1, 2]])
  }

  @Test func `gather, an index out of range at run time ends the run, and the next is whole again`() throws {
    let fixture = OperatorFixture("gather", "rows_at_run_time")
    let (inputs, expected) = try (fixture.inputs(), fixture.expectedOutputs())
    for provider in KernelProvider.available {
      let plan = try Plan(fixture.model(), options: PlanOptions(provider: provider))
      let session = try Session(plan, threads: 2)
      session.withInput(0) { $0.copyBytes(from: inputs[0].bytes) }
      for index in [6, -1, Int32.max, .min] {
        session.withInput(1) { $0.storeBytes(of: index, toByteOffset: 4, as: Int32.self) }
        #expect(throws: ModelError.node(index: 0, name: "GATHER", .value(name: "index", Int(index)))) {
          try session.run()
        }
        #expect(throws: ModelError.self) { try session.runMeasured() }
      }
      session.withInput(1) { $0.copyBytes(from: inputs[1].bytes) }
      try session.run()
      #expect(session.withOutput(0) { Array($0) } == expected[0].bytes)
    }
  }

  @Test func `gather nd and scatter nd, an index that is out of range at run time ends the run`() throws {
    for name in ["gather_nd", "scatter_nd"] {
      let session = try Session(Plan(OperatorFixture(name, "rows_at_run_time").model()))
      session.withInput(1) { $0.storeBytes(of: 5, toByteOffset: 0, as: Int32.self) }
      #expect(throws: ModelError.node(index: 0, name: name.uppercased(), .value(name: "index", 5))) {
        try session.run()
      }
    }
  }

  @Test func `sparse to dense, an index that is out of range at run time ends the run`() throws {
    let session = try Session(Plan(OperatorFixture("sparse_to_dense", "vector").model()))
    session.withInput(1) { $0.storeBytes(of: -1, toByteOffset: 4, as: Int32.self) }
    #expect(throws: ModelError.node(index: 0, name: "SPARSE_TO_DENSE", .value(name: "index", -1))) {
      try session.run()
    }
  }

  @Test func `scatter nd, updates of one place add up`() throws {
    // 1 goes to place 3, 2 to place 1, 4 to place 3.
    #expect(try OperatorFixture("scatter_nd", "tiny").floats() == [[0, 2, 0, 5, 0]])
  }

  @Test func `mirror pad, the border is repeated or not`() throws {
    // 1 2 3 with two before and one after.
    #expect(try OperatorFixture("mirror_pad", "tiny_reflect").floats() == [[3, 2, 1, 2, 3, 2]])
    #expect(try OperatorFixture("mirror_pad", "tiny_symmetric").floats() == [[2, 1, 1, 2, 3, 3]])
  }

  @Test func `space to batch, places of a block go to batches of their own`() throws {
    // 0 before 1 2 3, blocks of two.
    let output = try OperatorFixture("space_to_batch_nd", "tiny").run()[0]
    #expect(output.shape == [2, 2, 1])
    #expect(output.floats == [0, 2, 1, 3])
  }

  @Test func `transpose, rows become columns`() throws {
    #expect(try OperatorFixture("transpose", "tiny").floats() == [[1, 4, 2, 5, 3, 6]])
  }

  @Test func `pad, zeros are put around`() throws {
    // Row 1 2, one row before and one column after.
    #expect(try OperatorFixture("pad", "tiny").floats() == [[0, 0, 0, 1, 2, 0]])
  }

  @Test func `reshape, elements keep their order`() throws {
    let fixture = OperatorFixture("reshape", "minus_one_last_by_tensor")
    let input = try fixture.inputs()[0]
    let output = try fixture.run()[0]
    #expect(input.shape == [2, 3, 5])
    #expect(output.shape == [2, 15])
    #expect(output.bytes == input.bytes)
  }

  @Test func `strided slice, a negative stride walks backwards`() throws {
    // 10 11 12 13 14 from 4 down to 0, exclusive, by 2.
    #expect(try OperatorFixture("strided_slice", "tiny").floats() == [[14, 12]])
  }

  @Test func `unpack, each slice becomes an output`() throws {
    // 1 2 / 3 4 along axis 1.
    #expect(try OperatorFixture("unpack", "tiny").floats() == [[1, 3], [2, 4]])
  }
}
