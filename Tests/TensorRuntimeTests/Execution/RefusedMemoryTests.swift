#if os(Linux)
  import TensorRuntime
  import TensorTestSupport
  import TestSupport
  import Testing

  /// Memory that the limits allow but the system refuses: an error where a Swift allocation would end the process.
  @Suite(.enabled(if: SystemLimits.canLimitMemory, "the address space cannot be limited here"))
  struct RefusedMemoryTests {
    /// ReLU of 32 Mi floats.
    private static func large() throws -> Graph {
      var builder = GraphBuilder()
      let input = try builder.input([1 << 25])
      let output = try builder.apply(ReLU(parsing: .defaults), input)
      return builder.graph(outputs: [output])
    }

    @Test func `a session without memory for its tensors is refused`() async {
      await #expect(processExitsWith: .success) {
        let plan = try Plan(Self.large())
        try SystemLimits.limitMemory(beyondPresent: 100 << 20)
        #expect(throws: ModelError.outOfMemory(byteCount: 256 << 20)) { try Session(plan) }
      }
    }

    @Test func `a plan without memory for its weights is refused`() async {
      await #expect(processExitsWith: .success) {
        var builder = GraphBuilder()
        let input = try builder.input([1, 1 << 23])
        let addend = try builder.constant([Float](repeating: 1, count: 1 << 23))
        let sum = try builder.apply(Add(parsing: .defaults), input, addend)
        let graph = builder.graph(outputs: [sum])
        try SystemLimits.limitMemory(beyondPresent: 24 << 20)
        #expect(throws: ModelError.outOfMemory(byteCount: 32 << 20)) { try Plan(graph) }
      }
    }

    @Test func `constants without memory for their values are refused`() async {
      await #expect(processExitsWith: .success) {
        var builder = GraphBuilder()
        let (extent, one) = (try builder.integers([1 << 25]), try builder.constant([1], []))
        let output = try builder.apply(Fill(parsing: .defaults), extent, one)
        var graph = builder.graph(outputs: [output])
        try SystemLimits.limitMemory(beyondPresent: 100 << 20)
        #expect(throws: ModelError.outOfMemory(byteCount: 128 << 20)) { try graph.foldConstants() }
      }
    }

    private static let pictureCount = 1 << 20

    /// An operator that does not change pictures of one pixel, on a million of them.
    private static func graph(_ name: String) throws -> Graph {
      var builder = GraphBuilder()
      let input = try builder.input([pictureCount, 1, 1, 1])
      let output: Int
      switch name {
      case "MAX_POOL_2D":
        let options = try OperatorOptions.fields([1: .int(1), 2: .int(1), 3: .int(1), 4: .int(1)])
        output = try builder.apply(MaxPool2D(parsing: options), input)
      case "DEPTHWISE_CONV_2D":
        let filter = try builder.constant([1], [1, 1, 1, 1])
        output = try builder.apply(DepthwiseConv2D(parsing: .depthwise(padding: 1)), input, filter, nil)
      default:
        let size = try builder.integers([1, 1])
        output = try builder.apply(BilinearResize(parsing: .defaults), input, size)
      }
      return builder.graph(outputs: [output])
    }

    @Test func `an operator of very many rows takes little memory besides its tensors`() async {
      await #expect(processExitsWith: .success) {
        for name in ["MAX_POOL_2D", "DEPTHWISE_CONV_2D", "RESIZE_BILINEAR"] {
          let graph = try Self.graph(name)
          let values = [Float](repeating: 1, count: Self.pictureCount)
          // The calls of emitted code for all rows at once would take 88 MB.
          try SystemLimits.limitMemory(beyondPresent: 48 << 20)
          let session = try Session(Plan(graph))
          session.setInput(0, values)
          try session.run()
          let last = session.withOutput(0) { $0.assumingMemoryBound(to: Float.self)[Self.pictureCount - 1] }
          #expect(last == 1, "\(name)")
        }
      }
    }

    /// Operators that have very many calls, or kernels, for small tensors.
    private static func manyCalls(_ name: String) throws -> Graph {
      var builder = GraphBuilder()
      let output: Int
      switch name {
      case "ADD":
        let columns = try builder.input([1 << 20, 1, 2])
        output = try builder.apply(Add(parsing: .defaults), columns, builder.input([1 << 20, 2, 1]))
      case "CONV_2D in bands":
        let filter = try builder.constant([Float](repeating: 1, count: 8 * 7 * 3), [8, 7, 3, 1])
        let options = try OperatorOptions.fields([1: .int(1), 2: .int(1), 5: .int(2)])
        output = try builder.apply(Conv2D(parsing: options), builder.input([1, 1 << 16, 3, 1]), filter, nil)
      default:
        let filter = try builder.constant([Float](repeating: 1, count: 1 << 20), [1 << 20, 1, 1, 1])
        let pixel = try builder.input([1, 1, 1, 1 << 19])
        output = try builder.apply(Conv2D(parsing: .convolution(padding: 1)), pixel, filter, nil)
      }
      return builder.graph(outputs: [output])
    }

    /// Without emitted code, OpenBLAS is opened, whose threads keep retrying for memory that the system refuses.
    @Test(
      .enabled(
        if: KernelProvider.available.contains(.machineCode), "OpenBLAS waits for refused memory without end"))
    func `an operator of very many calls takes little memory besides its tensors`() async {
      await #expect(processExitsWith: .success) {
        for name in ["ADD", "CONV_2D in bands", "CONV_2D in groups"] {
          let graph = try Self.manyCalls(name)
          try SystemLimits.limitMemory(beyondPresent: 96 << 20)
          try Session(Plan(graph)).run()
        }
      }
    }
  }
#endif
