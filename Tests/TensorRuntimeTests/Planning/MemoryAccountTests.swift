import TFLiteFormat
import TensorRuntime
import Testing

/// One memory limit for all networks of a file.
@Suite struct MemoryAccountTests {
  private typealias Table = [Int: FlatWriter.Value]

  /// FILL of `count` floats, folded, and its sum with the input: a constant and two tensors in the arena.
  private func model(count: Int) throws -> Model {
    let buffers: [Table] = [
      [:], [0: .vector(withUnsafeBytes(of: Int32(count).littleEndian) { Array($0) }, elementByteCount: 1)],
      [0: .bytes([0, 0, 0, 0])],
    ]
    let tensors: [Table] = [
      [0: .int32s([count]), 3: .string("input")], [0: .int32s([1]), 1: .byte(2), 2: .int(1), 3: .string("extents")],
      [0: .int32s([]), 2: .int(2), 3: .string("value")], [0: .int32s([count]), 3: .string("filled")],
      [0: .int32s([count]), 3: .string("sum")],
    ]
    let operators: [Table] = [
      [0: .int(0), 1: .int32s([1, 2]), 2: .int32s([3])],
      [0: .int(1), 1: .int32s([0, 3]), 2: .int32s([4]), 3: .byte(11), 4: .table([:])],
    ]
    let graph: Table = [
      0: .tables(tensors), 1: .int32s([0]), 2: .int32s([4]), 3: .tables(operators),
    ]
    let codes: [Table] = [[0: .byte(94), 3: .int(94)], [0: .byte(0), 3: .int(0)]]
    return try Model(
      Bytes(
        FlatWriter.buffer(
          root: [0: .int(3), 1: .tables(codes), 2: .tables([graph]), 4: .tables(buffers)], identifier: "TFL3")))
  }

  @Test func `plans made with options that have started share a limit, as long as they live`() throws {
    let model = try model(count: 1 << 18)
    let limits = ModelLimits(memoryByteCount: 5 << 20)
    // 3 MB each.
    let separate = PlanOptions(limits: limits)
    let plans = [try Plan(model, options: separate), try Plan(model, options: separate)]
    #expect(plans.count == 2)
    let options = PlanOptions(limits: limits).started()
    do {
      let first = try Plan(model, options: options)
      let error = #expect(throws: ModelError.self) { try Plan(model, options: options) }
      guard case .memoryTooLarge(let byteCount, 5 << 20) = error else {
        Issue.record("not \(String(describing: error))")
        return
      }
      // Both of them.
      #expect((6 << 20..<7 << 20).contains(byteCount))
      withExtendedLifetime(first) {}
    }
    #expect(throws: Never.self) { try Plan(model, options: options) }
  }

  @Test func `what was read of a file counts too`() throws {
    let model = try model(count: 1 << 18)
    let options = PlanOptions(limits: ModelLimits(memoryByteCount: 5 << 20)).started()
    options.hold(byteCount: 3 << 20)
    #expect(throws: ModelError.self) { try Plan(model, options: options) }
  }

  @Test func `an interpreter's stages are counted once`() throws {
    let model = try model(count: 1 << 18)
    let options = PlanOptions(limits: ModelLimits(memoryByteCount: 7 << 19)).started()
    for _ in 0..<3 { try Interpreter(model, options: options).run() }
  }
}
