import TFLiteFormat
import Testing

/// Small files that refer to the same thing very often.
@Suite struct ReadingBudgetTests {
  private typealias Table = SmallModel.Table

  /// The root of a model whose operators all are the same table.
  private func model(operators: Int, operands: Int) -> [UInt8] {
    let use: Table = [0: .int(0), 1: .int32s([Int](repeating: 0, count: operands)), 2: .int32s([])]
    let graph: Table = [
      0: .tables([[0: .int32s([1]), 3: .string("input")]]), 1: .int32s([0]), 2: .int32s([0]),
      3: .repeated(use, count: operators),
    ]
    return FlatWriter.buffer(
      root: [0: .int(3), 1: .tables([[0: .byte(2), 3: .int(2)]]), 2: .tables([graph]), 4: .tables([[:]])],
      identifier: "TFL3")
  }

  @Test func `operands that operators share count for each of them`() throws {
    #expect(throws: Never.self) { try Model(Bytes(model(operators: 100, operands: 2000))) }
    let bytes = Bytes(model(operators: 1000, operands: 2000))
    #expect(throws: FormatError.flatBuffer(.tooManyTables(limit: 1 << 18 + bytes.count))) { try Model(bytes) }
  }

  @Test func `a shared table takes memory for each use`() throws {
    let name = String(repeating: "n", count: 1000)
    let graph: Table = [
      0: .repeated([0: .int32s([1]), 3: .string(name)], count: 250_000), 1: .int32s([0]), 2: .int32s([0]),
    ]
    let bytes = FlatWriter.buffer(
      root: [0: .int(3), 1: .tables([]), 2: .tables([graph]), 4: .tables([[:]])], identifier: "TFL3")
    #expect(throws: FormatError.self) { try Model(Bytes(bytes)) }
    let budget = ReadingBudget(fileByteCount: 256 << 20)
    #expect(throws: FormatError.flatBuffer(.tooMuchMemory(limit: 192 << 20))) {
      _ = try Model(Bytes(bytes), limits: BundleLimits(), budget: budget)
    }
    #expect(budget.memoryByteCount > 192 << 20)
  }

  @Test func `models of a file share a budget`() throws {
    let bytes = Bytes(model(operators: 100, operands: 2000))
    let budget = ReadingBudget(fileByteCount: bytes.count)
    #expect(throws: Never.self) { try Model(bytes, limits: BundleLimits(), budget: budget) }
    #expect(throws: FormatError.self) {
      for _ in 0..<3 { _ = try Model(bytes, limits: BundleLimits(), budget: budget) }
    }
  }

  @Test func `reading ends when the time is up`() throws {
    let bytes = Bytes(model(operators: 100, operands: 2000))
    let budget = ReadingBudget(fileByteCount: bytes.count) { () throws(FormatError) in
      throw .tooSlow(limit: .seconds(2))
    }
    let error = #expect(throws: FormatError.tooSlow(limit: .seconds(2))) {
      try Model(bytes, limits: BundleLimits(), budget: budget)
    }
    #expect(error?.description == "the model takes longer than the limit of 2.0 seconds of processor time")
  }
}
