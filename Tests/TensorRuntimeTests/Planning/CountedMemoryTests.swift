import Foundation
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// The memory that is counted against a limit is the memory that the process takes.
@Suite struct CountedMemoryTests {
  /// Many layers that share a filter, each of which packs it for itself.
  struct Layers: Sendable, CustomTestStringConvertible {
    let name: String
    let code: Int, optionsType: Int
    let input: [Int], filter: [Int]
    var channelAxis = 0
    var count = 100
    /// Whether the filter, and whether the picture consists of quantized bytes.
    var filterBytes = false, pictureBytes = false
    var testDescription: String { name }

    static let convolution: [Int: FlatWriter.Value] = [1: .int(1), 2: .int(1), 4: .int(1), 5: .int(1)]
    static let depthwise: [Int: FlatWriter.Value] = [1: .int(1), 2: .int(1), 3: .int(1), 5: .int(1), 6: .int(1)]

    /// The model: the layers read its input, and its output is that of the last one.
    var bytes: [UInt8] {
      typealias Table = [Int: FlatWriter.Value]
      let channels = filter[channelAxis], elements = filter.reduce(1, *)
      func tensor(_ shape: [Int], bytes: Bool, buffer: Int = 0, scales: Int = 1) -> Table {
        var table: Table = [0: .int32s(shape), 1: .byte(bytes ? 9 : 0), 2: .int(buffer)]
        if bytes {
          let axis = scales == 1 ? 0 : channelAxis
          table[4] = .table([2: .floats([Float](repeating: 0.01, count: scales)), 3: .int64s([0]), 6: .int(axis)])
        }
        return table
      }
      var tensors = [tensor(input, bytes: pictureBytes)]
      tensors.append(tensor(filter, bytes: filterBytes, buffer: 1, scales: channels))
      var operators: [Table] = []
      let options = optionsType == 1 ? Self.convolution : optionsType == 2 ? Self.depthwise : [:]
      for index in 0..<count {
        tensors.append(tensor([1], bytes: pictureBytes))
        operators.append([
          1: .int32s([0, 1]), 2: .int32s([2 + index]), 3: .byte(optionsType), 4: .table(options),
        ])
      }
      let data: [UInt8] =
        filterBytes
        ? (0..<elements).map { UInt8(truncatingIfNeeded: $0 % 199) }
        : [UInt8](repeating: 0x3E, count: 4 * elements)
      let graph: Table = [
        0: .tables(tensors), 1: .int32s([0]), 2: .int32s([tensors.count - 1]), 3: .tables(operators),
      ]
      return FlatWriter.buffer(
        root: [
          0: .int(3), 1: .tables([[0: .byte(code), 2: .int(3), 3: .int(code)]]), 2: .tables([graph]),
          4: .tables([[:], [0: .bytes(data)]]),
        ], identifier: "TFL3")
    }
  }

  static let layers = [
    Layers(name: "convolution", code: 3, optionsType: 1, input: [1, 4, 4, 64], filter: [256, 3, 3, 64]),
    Layers(
      name: "convolution of one pixel", code: 3, optionsType: 1, input: [1, 4, 4, 256], filter: [512, 1, 1, 256]),
    Layers(name: "convolution in groups", code: 3, optionsType: 1, input: [1, 4, 4, 64], filter: [256, 3, 3, 16]),
    Layers(
      name: "depthwise convolution", code: 4, optionsType: 2, input: [1, 4, 4, 512], filter: [1, 9, 9, 512],
      channelAxis: 3, count: 400),
    Layers(name: "dense", code: 9, optionsType: 8, input: [1, 256], filter: [512, 256]),
    Layers(
      name: "convolution of bytes", code: 3, optionsType: 1, input: [1, 4, 4, 64], filter: [256, 3, 3, 64],
      filterBytes: true, pictureBytes: true),
    Layers(
      name: "depthwise convolution of bytes", code: 4, optionsType: 2, input: [1, 4, 4, 512], filter: [1, 9, 9, 512],
      channelAxis: 3, count: 300, filterBytes: true, pictureBytes: true),
    Layers(
      name: "dense of bytes", code: 9, optionsType: 8, input: [1, 256], filter: [512, 256], filterBytes: true,
      pictureBytes: true),
    Layers(
      name: "dense with a filter of bytes", code: 9, optionsType: 8, input: [1, 256], filter: [512, 256],
      filterBytes: true),
    Layers(
      name: "convolution with a filter of bytes", code: 3, optionsType: 1, input: [1, 4, 4, 64],
      filter: [256, 3, 3, 64], filterBytes: true),
  ]

  // Tests in processes of their own take values from the test since Swift 6.3.
  #if os(Linux) && compiler(>=6.3)
    /// A line of /proc/self/status, in bytes.
    private static func status(_ key: String) throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(key) })
      return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }) * 1024
    }

    @Test(.enabled(if: SystemLimits.canLimitMemory, "sanitizers take memory of their own"), arguments: layers.indices)
    func `what a plan counts is what it takes`(index: Int) async {
      await #expect(processExitsWith: .success, "\(Self.layers[index].name)") { [index = index as Int] in
        let model = try Model(Bytes(CountedMemoryTests.layers[index].bytes))
        // What the first use of kernels takes, and code that is made once.
        let plan = try Plan(model)
        for provider in KernelProvider.available {
          let before = try CountedMemoryTests.status("VmRSS")
          // The peak begins anew.
          try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
          let counted = try Plan(model, options: PlanOptions(provider: provider))
          let taken = try CountedMemoryTests.status("VmHWM") - before
          // Beside what is counted: the description of the graph, and code.
          let allowed = counted.memoryByteCount * 11 / 10 + (12 << 20)
          #expect(taken <= allowed, "\(provider) takes \(taken) bytes, counted \(counted.memoryByteCount)")
        }
        withExtendedLifetime(plan) {}
      }
    }
  #endif

  @Test(.enabled(if: KernelProvider.available.contains(.machineCode), "no code can be emitted here"))
  func `tables of emitted calls are counted, and left out where they do not fit`() throws {
    // Small filters: the copies of large ones, which a plan makes on the way, would leave room for the table.
    let layers = Layers(name: "", code: 9, optionsType: 8, input: [1, 8], filter: [8, 8], count: 400)
    let model = try Model(Bytes(layers.bytes))
    let roomy = try Session(Plan(model))
    let table = roomy.memoryByteCount - roomy.plan.memoryByteCount
    #expect(table >= 400 * 100, "\(table) bytes for the calls of 400 layers")
    var options = PlanOptions()
    options.limits.memoryByteCount = roomy.memoryByteCount - 1
    let tight = try Session(Plan(model, options: options))
    #expect(tight.memoryByteCount < roomy.memoryByteCount)
    for session in [roomy, tight] { session.setInput(0, (0..<8).map { Float($0) }) }
    try roomy.run()
    try tight.run()
    #expect(roomy.output(0) == tight.output(0))
  }
}
