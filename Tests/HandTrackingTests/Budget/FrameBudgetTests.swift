import HandTracking
import Testing

@Suite struct FrameBudgetTests {
  /// A machine on which frames take as long as their step needs.
  private struct Machine {
    var costs: [FrameEconomy.Step: Double]
    var budget: FrameBudget
    /// Milliseconds between frames, and the time of the next one.
    let interval: Int
    var time = 0

    init(hasFastPrecision: Bool = true, interval: Int = 50, _ costs: [FrameEconomy.Step: Double]) {
      self.costs = costs
      self.interval = interval
      budget = FrameBudget(.milliseconds(12), hasFastPrecision: hasFastPrecision)
    }

    /// Runs for some seconds; every second frame of `alternateFrames` costs nothing.
    mutating func run(seconds: Int) -> [FrameEconomy.Step] {
      (0..<seconds * 1000 / interval).map { index in
        let step = budget.step
        let cost = step == .alternateFrames && index % 2 == 1 ? 0 : costs[step] ?? 0
        budget.add(.microseconds(Int(1000 * cost)), timestamp: time)
        time += interval
        return step
      }
    }
  }

  private static let slow: [FrameEconomy.Step: Double] = [
    .full: 30, .fewerDetections: 24, .fastPrecision: 18, .alternateFrames: 18,
  ]

  @Test func `a frame within the budget costs no step`() {
    var machine = Machine([.full: 11])
    #expect(Set(machine.run(seconds: 20)) == [.full])
  }

  @Test func `one step is taken a second, each in its order`() throws {
    var machine = Machine(Self.slow)
    let steps = machine.run(seconds: 5)
    let first = try FrameEconomy.Step.allCases.map { try #require(steps.firstIndex(of: $0)) }
    #expect(first == first.sorted())
    for (step, next) in zip(first, first.dropFirst()) { #expect((next - step) * machine.interval >= 1000) }
    // Every second frame takes no time: 9 ms on average are enough, and too many for a step back.
    #expect(Set(machine.run(seconds: 30)) == [.alternateFrames])
  }

  @Test func `half of the frames may be slow`() {
    var budget = FrameBudget(.milliseconds(12), hasFastPrecision: true)
    for frame in 0..<400 {
      budget.add(.milliseconds(frame % 15 < 7 ? 100 : 5), timestamp: 33 * frame)
      #expect(budget.step == .full)
    }
  }

  @Test func `steps are taken back below seven tenths of the budget`() {
    var machine = Machine(Self.slow)
    _ = machine.run(seconds: 5)
    machine.costs = [.full: 8, .fewerDetections: 7, .fastPrecision: 5, .alternateFrames: 5]
    let steps = machine.run(seconds: 6)
    #expect(steps.first == .alternateFrames)
    #expect(steps.last == .full)
    machine.costs = [.full: 13, .fewerDetections: 9]
    // Nine milliseconds are within the budget, but not below seven tenths of it.
    #expect(Set(machine.run(seconds: 30).suffix(500)) == [.fewerDetections])
  }

  @Test(arguments: [50, 200]) func `a task between two steps rarely goes back`(interval: Int) {
    var machine = Machine(interval: interval, [.full: 13, .fewerDetections: 6])
    let steps = machine.run(seconds: 240)
    let changes = zip(steps, steps.dropFirst()).count { $0 != $1 }
    // Two each for steps back after 1, 2, 4, 8 and 16 seconds, then every 16 seconds or more.
    #expect((10...40).contains(changes))
    #expect(steps.count { $0 == .full } < steps.count / 4)
  }

  @Test func `times may be as far apart as numbers can be`() {
    var budget = FrameBudget(.milliseconds(1), hasFastPrecision: true)
    for time in [Int.min, .min + 1, -1, 0, .max - 20] { budget.add(.seconds(1), timestamp: time) }
    for time in 0..<15 { budget.add(.seconds(1), timestamp: .max - 15 + time) }
    #expect(budget.step == .fewerDetections)
  }

  @Test func `without networks in fast precision, that step is left out`() {
    var machine = Machine(hasFastPrecision: false, Self.slow)
    let steps = Set(machine.run(seconds: 20))
    #expect(steps == [.full, .fewerDetections, .alternateFrames])
  }
}
