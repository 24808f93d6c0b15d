import Foundation
import MudraPlatform
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// When the time is over: by handed-in clocks, so that a busy machine is one whose clocks say so.
@Suite struct DeadlineTests {
  /// Clocks that stand still until they are set.
  private final class HandedInClocks: Sendable {
    struct Times {
      var (wall, caller, workers): (UInt64, UInt64, UInt64) = (7_000, 500, 40)
      var thread: UInt = 1
      var processorLooks = 0
    }

    let times = Mutex(Times())

    var clocks: DeadlineClocks {
      DeadlineClocks(
        wall: { self.times.withLock { $0.wall } }, thread: { self.times.withLock { $0.thread } },
        caller: {
          self.times.withLock {
            $0.processorLooks += 1
            return $0.caller
          }
        }, workers: { _ in self.times.withLock { $0.workers } })
    }

    /// Lets seconds pass, of which the threads have a processor for some.
    func pass(_ wall: Double, caller: Double = 0, workers: Double = 0) {
      times.withLock {
        $0.wall += UInt64(wall * 1e9)
        $0.caller += UInt64(caller * 1e9)
        $0.workers += UInt64(workers * 1e9)
      }
    }
  }

  private let time = HandedInClocks()

  private func deadline(_ seconds: Double) throws -> Deadline {
    try #require(Deadline(in: .seconds(seconds), clocks: time.clocks))
  }

  private func pool(_ count: Int) -> ThreadPool { ThreadPool(threadCount: count, processorCount: .max) }

  @Test func `no limit is no deadline`() {
    #expect(Deadline(in: nil) == nil)
  }

  @Test func `on a quiet machine the time is over when it has passed`() throws {
    let deadline = try deadline(2)
    time.pass(1.9, caller: 1.9)
    try deadline.check()
    time.pass(0.1, caller: 0.1)
    #expect(throws: ModelError.tooSlow(limit: .seconds(2))) { try deadline.check() }
  }

  @Test func `on a busy machine processor time counts`() throws {
    let deadline = try deadline(2)
    for _ in 0..<9 {
      time.pass(2, caller: 0.2)
      try deadline.check()
    }
    time.pass(1.9, caller: 0.2)
    #expect(throws: ModelError.tooSlow(limit: .seconds(2))) { try deadline.check() }
  }

  @Test(arguments: [(2, 20), (0.001, 5)])
  func `waiting ends after ten times the limit, and some seconds`(limit: Double, longest: Double) throws {
    let deadline = try deadline(limit)
    time.pass(longest - 0.01)
    try deadline.check()
    time.pass(0.01)
    #expect(throws: ModelError.waitedTooLong(limit: .seconds(longest))) { try deadline.check() }
  }

  @Test func `a caller that sleeps while its workers compute uses their time`() throws {
    let (deadline, pool) = (try deadline(2), pool(2))
    try deadline.check(pool)
    time.pass(1.5, workers: 1.5)
    try deadline.check(pool)
    time.pass(0.5, workers: 0.5)
    #expect(throws: ModelError.tooSlow(limit: .seconds(2))) { try deadline.check(pool) }
  }

  @Test func `threads that compute at the same time do not end it sooner`() throws {
    let (deadline, pool) = (try deadline(2), pool(3))
    try deadline.check(pool)
    time.pass(1.9, caller: 1.9, workers: 3.8)
    try deadline.check(pool)
    time.pass(0.1)
    #expect(throws: ModelError.tooSlow(limit: .seconds(2))) { try deadline.check(pool) }
  }

  @Test func `what a pool did before does not count, what it did for others neither`() throws {
    let (deadline, first, second) = (try deadline(2), pool(2), pool(2))
    time.pass(1, caller: 0.1, workers: 50)
    try deadline.check(first)
    time.pass(1, caller: 0.1, workers: 0.5)
    deadline.count(first)
    time.pass(1, caller: 0.1, workers: 50)
    try deadline.check(second)
    time.pass(1, caller: 0.1, workers: 0.5)
    try deadline.check(second)
    time.pass(1, caller: 0.7)
    #expect(throws: ModelError.tooSlow(limit: .seconds(2))) { try deadline.check(second) }
    withExtendedLifetime(first) {}
  }

  @Test func `another thread's clock is not compared with that of the first`() throws {
    let deadline = try deadline(2)
    time.pass(1, caller: 1)
    time.times.withLock { ($0.thread, $0.caller) = (2, 900_000_000_000) }
    // It is not known how much of the first second was worked, so all of it counts.
    try deadline.check()
    time.pass(5, caller: 0.9)
    try deadline.check()
    time.pass(1, caller: 0.1)
    #expect(throws: ModelError.tooSlow(limit: .seconds(2))) { try deadline.check() }
  }

  @Test func `it begins anew`() throws {
    let deadline = try deadline(2)
    time.pass(3, caller: 3)
    #expect(throws: ModelError.self) { try deadline.check() }
    deadline.restart()
    try deadline.check()
    time.pass(2, caller: 2)
    #expect(throws: ModelError.self) { try deadline.check() }
  }

  @Test func `processor clocks are not looked at before the limit`() throws {
    let deadline = try deadline(2)
    for _ in 0..<1000 {
      time.pass(0.001, caller: 0.001)
      try deadline.check()
    }
    #expect(time.times.withLock { $0.processorLooks } == 1)
  }

  // MARK: Models

  /// An operator whose preparation waits for longer than the limit, without computing anything.
  private struct Waiting: CustomOperator {
    static let name = "TransformLandmarks"

    init(options: Bytes, version: Int) {}

    func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
      guard let input = inputs.first ?? nil else { throw .inputMissing(0) }
      return [CustomTensor(input.elementType, input.shape)]
    }

    func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) -> any CustomKernel {
      Thread.sleep(forTimeInterval: 1.2)
      return Kernel()
    }

    struct Kernel: CustomKernel {
      func run(_ operands: CustomOperands) {}
    }
  }

  @Test func `a model that has waited for longer than the limit runs`() throws {
    let options = PlanOptions(limits: ModelLimits(time: .seconds(1)), customOperators: [Waiting.self]).started()
    let interpreter = try Interpreter(OperatorFixture("custom", "landmarks_2d").model(), options: options)
    #expect(throws: Never.self) { try interpreter.run() }
  }
}
