import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

/// What any number of operators share must not be copied for each of them.
@Suite struct SharedVectorTests {
  @Test(arguments: [("RESHAPE", [1, 1, 1, 1, 1, 1, 1, 4]), ("SQUEEZE", [0, 0, 0, 0, 0, 0, 0, 0])])
  func `an option with a number for each dimension has at most eight`(name: String, numbers: [Int]) throws {
    var model = OneOperator(name: name, options: [0: .int32s(numbers)], inputs: [.empty([1, 4])])
    #expect(throws: Never.self) { try model.run() }
    model.options = [0: .int32s(numbers + [numbers[0]])]
    #expect(throws: model.error(.value(name: "number of integers in an option", 9))) { try model.run() }
  }

  @Test func `an LSTM's intermediates are few`() {
    let tensors = [OneOperator.Tensor](repeating: .empty([1]), count: 24)
    let model = OneOperator(
      name: "UNIDIRECTIONAL_SEQUENCE_LSTM", options: [0: .byte(4)], inputs: tensors,
      intermediates: [Int](repeating: 0, count: 17))
    #expect(throws: model.error(.value(name: "number of intermediates", 17))) { try model.run() }
  }

  /// Layers of bytes on one input that share a filter of one column, whose channels have scales and biases of their
  /// own.
  private static func layers(_ count: Int, channels: Int) -> [UInt8] {
    typealias Table = [Int: FlatWriter.Value]
    func tensor(_ shape: [Int], _ type: Int, buffer: Int = 0, scales: [Float]) -> Table {
      let zeros = [Int64](repeating: 0, count: 1)
      return [
        0: .int32s(shape), 1: .byte(type), 2: .int(buffer), 4: .table([2: .floats(scales), 3: .int64s(zeros)]),
      ]
    }
    let scales = (0..<channels).map { Float(1 + $0 % 7) }
    var tensors = [
      tensor([1, 1], 9, scales: [1]), tensor([channels, 1], 9, buffer: 1, scales: scales),
      tensor([channels], 2, buffer: 2, scales: scales),
    ]
    var operators: [Table] = []
    for index in 0..<count {
      tensors.append(tensor([1, channels], 9, scales: [1]))
      operators.append([1: .int32s([0, 1, 2]), 2: .int32s([3 + index]), 3: .byte(8), 4: .table([:])])
    }
    let graph: Table = [
      0: .tables(tensors), 1: .int32s([0]), 2: .int32s([3]), 3: .tables(operators),
    ]
    let bytes = [UInt8](repeating: 1, count: channels), zeros = [UInt8](repeating: 0, count: 4 * channels)
    return FlatWriter.buffer(
      root: [
        0: .int(3), 1: .tables([[0: .byte(9), 3: .int(9)]]), 2: .tables([graph]),
        4: .tables([[:], [0: .bytes(bytes)], [0: .bytes(zeros)]]),
      ], identifier: "TFL3")
  }

  #if os(Linux)
    @Test(.enabled(if: SystemLimits.canLimitMemory, "the address space cannot be limited here"))
    func `layers that share a filter share its scales and biases until one of them is prepared`() async {
      await #expect(processExitsWith: .success) {
        let bytes = Bytes(Self.layers(400, channels: 1 << 15))
        // Factors and biases of 16 bytes a channel would take 200 MiB.
        try SystemLimits.limitMemory(beyondPresent: 64 << 20)
        var options = PlanOptions()
        options.limits.memoryByteCount = 1 << 20
        let error = #expect(throws: ModelError.self) { try Plan(Model(bytes), options: options) }
        guard case .memoryTooLarge = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  #endif
}
