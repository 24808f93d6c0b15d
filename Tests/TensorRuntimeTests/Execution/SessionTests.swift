import Foundation
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct SessionTests {
  /// A small network with a branch: convolution, activation, depthwise convolution, residual sum, pooling, dense layer.
  private func network() throws -> Graph {
    var random = SeededGenerator(seed: 3)
    var builder = GraphBuilder()
    let input = try builder.input([1, 14, 14, 3])
    let filter = try builder.constant(random.floats(24 * 27), [24, 3, 3, 3])
    let bias = try builder.constant(random.floats(24))
    let features = try builder.apply(Conv2D(parsing: .convolution(padding: 0)), input, filter, bias)
    let limited = try builder.apply(ReLU6(parsing: .defaults), features)
    let taps = try builder.constant(random.floats(25 * 24), [1, 5, 5, 24])
    let mixed = try builder.apply(DepthwiseConv2D(parsing: .depthwise(padding: 0)), limited, taps)
    let sum = try builder.apply(Add(parsing: .fields([0: .byte(1)])), mixed, limited)
    let pooled = try builder.apply(
      MaxPool2D(parsing: .fields([1: .int(2), 2: .int(2), 3: .int(2), 4: .int(2)])), sum)
    let weights = try builder.constant(random.floats(10 * 24), [10, 24])
    let dense = try builder.apply(FullyConnected(parsing: .defaults), pooled, weights, nil)
    let output = try builder.apply(Softmax(parsing: .fields([0: .float(1)])), dense)
    return builder.graph(outputs: [output, sum])
  }

  private func picture(_ seed: UInt64) -> [Float] {
    var random = SeededGenerator(seed: seed)
    return random.floats(14 * 14 * 3)
  }

  @Test(arguments: KernelProvider.available)
  func `equal inputs give equal outputs, run after run`(provider: KernelProvider) throws {
    let session = try Session(Plan(network(), provider: provider))
    let first = try session.results([picture(1)])
    _ = try session.results([picture(2)])
    #expect(try session.results([picture(1)]) == first)
  }

  @Test func `inputs keep their value from run to run`() throws {
    let session = try Session(Plan(network()))
    let first = try session.results([picture(1)])
    try session.run()
    try session.run()
    #expect([session.output(0), session.output(1)] == first)
    session.withInput(0) { bytes in
      #expect(bytes.loadUnaligned(as: Float.self) == picture(1)[0])
    }
  }

  /// Threads, however few processors there are.
  private func threads(_ count: Int) -> ThreadPool { ThreadPool(threadCount: count, processorCount: .max) }

  @Test(arguments: KernelProvider.available, 1...9)
  func `the number of threads does not change a bit`(provider: KernelProvider, threads: Int) throws {
    let plan = try Plan(network(), provider: provider)
    let session = try Session(plan, threads: self.threads(threads))
    #expect(session.threadCount == threads)
    let expected = try Session(plan).results([picture(1)])
    for _ in 0..<5 { #expect(try session.results([picture(1)]) == expected) }
  }

  @Test(arguments: 1...9)
  func `of several faults the first is told, whichever thread finds it`(threads: Int) throws {
    var builder = GraphBuilder()
    // Two megabytes of rows, enough for eight shares; what comes after must not see them.
    let rows = try builder.input([16, 256])
    let indices = try builder.input([2048, 1], .int32)
    let gathered = try builder.apply(GatherND(parsing: .defaults), rows, indices)
    let squares = try builder.apply(Multiply(parsing: .defaults), gathered, gathered)
    let plan = try Plan(builder.graph(outputs: [squares]))
    let session = try Session(plan, threads: self.threads(threads))
    for round in 0..<20 {
      var places = (0..<2048).map { Int32($0 % 16) }
      for place in [2047, 1500, 700, 701] { places[place] = Int32(1000 + place) }
      session.withInput(1) { bytes in places.withUnsafeBytes { bytes.copyMemory(from: $0) } }
      let error = #expect(throws: ModelError.self) { try session.run() }
      guard case .node(_, _, _, let fault)? = error else {
        Issue.record("round \(round): \(String(describing: error))")
        continue
      }
      #expect(fault == .value(name: "index", 1700))
      places = (0..<2048).map { Int32($0 % 16) }
      session.withInput(1) { bytes in places.withUnsafeBytes { bytes.copyMemory(from: $0) } }
      try session.run()
    }
  }

  @Test func `sessions share a plan and do not disturb each other`() throws {
    let plan = try Plan(network())
    let first = try Session(plan)
    let second = try Session(plan, threads: 2)
    first.setInput(0, picture(1))
    second.setInput(0, picture(2))
    try first.run()
    try second.run()
    #expect(try first.output(0) == Session(plan).results([picture(1)])[0])
    #expect(try second.output(0) == Session(plan).results([picture(2)])[0])
  }

  @Test func `sessions of one plan run at the same time`() async throws {
    let plan = try Plan(network())
    let pictures = (0..<8).map { picture(UInt64($0 + 1)) }
    let expected = try pictures.map { try Session(plan).results([$0]) }
    let found = try await withThrowingTaskGroup(of: (Int, [[Float]]).self) { group in
      for (index, picture) in pictures.enumerated() {
        group.addTask {
          let session = try Session(plan, threads: 1 + index % 2)
          _ = try session.results([picture])
          return (index, try session.results([picture]))
        }
      }
      var found = [[[Float]]](repeating: [], count: pictures.count)
      for try await (index, results) in group { found[index] = results }
      return found
    }
    #expect(found == expected)
  }

  @Test func `a graph without nodes hands its input through`() throws {
    var builder = GraphBuilder()
    let input = try builder.input([3])
    let constant = try builder.constant([7, 8])
    let session = try Session(Plan(builder.graph(outputs: [input, constant, input])))
    #expect(try session.results([[1, 2, 3]]) == [[1, 2, 3], [7, 8], [1, 2, 3]])
  }

  /// Small operators of every kind that needs no Swift code while it runs.
  private func chain() throws -> Graph {
    var random = SeededGenerator(seed: 5)
    var builder = GraphBuilder()
    let input = try builder.input([1, 14, 14, 3])
    let rows = try builder.apply(Reshape(parsing: .defaults), input, builder.integers([14, 42]))
    let scale = try builder.constant(random.floats(42))
    let scaled = try builder.apply(Multiply(parsing: .defaults), rows, scale)
    let weights = try builder.constant(random.floats(9 * 42), [9, 42])
    let dense = try builder.apply(FullyConnected(parsing: .defaults), scaled, weights, nil)
    let squashed = try builder.apply(Logistic(parsing: .defaults), dense)
    let joined = try builder.apply(Concatenation(parsing: .fields([0: .int(1)])), squashed, dense)
    let output = try builder.apply(Softmax(parsing: .fields([0: .float(1)])), joined)
    return builder.graph(outputs: [output])
  }

  @Test(.enabled(if: KernelProvider.available.contains(.machineCode), "no code can be emitted here"))
  func `steps between two looks at the time are one run`() throws {
    let plan = try Plan(chain(), provider: .machineCode)
    let session = try Session(plan)
    #expect(session.runCount == 1)
    #expect(try Session(Plan(chain(), provider: .simd)).runCount == 1)
    #expect(try Session(plan, threads: threads(1), maxWork: 1).runCount >= plan.steps.count)
    let measured = try Session(plan)
    measured.setInput(0, picture(1))
    #expect(try measured.runMeasured().count == plan.steps.count)
    let expected = try session.results([picture(1)])
    #expect([measured.output(0)] == expected)
    #expect(try Session(plan, threads: 3).results([picture(1)]) == expected)
    #expect(expected[0].allSatisfy { $0 > 0 && $0 < 1 })
  }

  @Test func `measuring gives a time for each step and the same outputs`() throws {
    let plan = try Plan(network())
    let session = try Session(plan)
    let expected = try session.results([picture(1)])
    let measured = try Session(plan)
    measured.setInput(0, picture(1))
    #expect(try measured.runMeasured().count == plan.steps.count)
    #expect(measured.output(0) == expected[0])
  }

  @Test func `an index that the model does not have is a fault of the program`() async {
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var builder = GraphBuilder()
      let input = try builder.input([3])
      let session = try Session(Plan(builder.graph(outputs: [input])))
      session.withInput(1) { _ in }
    }
    await #expect(processExitsWith: .signal(Trap.signal)) {
      var builder = GraphBuilder()
      let input = try builder.input([3])
      let session = try Session(Plan(builder.graph(outputs: [input])))
      session.withOutput(-1) { _ in }
    }
  }
}
