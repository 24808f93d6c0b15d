import TensorRuntime
import TestSupport
import Testing

@Suite struct ArenaPlannerTests {
  private func roundedUp(_ byteCount: Int) -> Int {
    (byteCount + ArenaPlanner.alignment - 1) / ArenaPlanner.alignment * ArenaPlanner.alignment
  }

  @Test func `nothing needs nothing`() throws {
    let arena = try #require(try ArenaPlanner.place([]))
    #expect(arena.offsets == [])
    #expect(arena.byteCount == 0)
  }

  @Test func `tensors of a chain take turns in two places`() throws {
    let chain = (0..<10).map { Lifetime(byteCount: 640, steps: $0...$0 + 1) }
    let arena = try #require(try ArenaPlanner.place(chain))
    #expect(arena.byteCount == 2 * 640)
  }

  @Test func `a gap is filled before memory is added`() throws {
    let lifetimes = [
      Lifetime(byteCount: 256, steps: 0...9), Lifetime(byteCount: 192, steps: 0...1),
      Lifetime(byteCount: 128, steps: 0...9), Lifetime(byteCount: 64, steps: 3...4),
    ]
    let arena = try #require(try ArenaPlanner.place(lifetimes))
    #expect(arena.offsets == [0, 256, 448, 256])
    #expect(arena.byteCount == 576)
  }

  @Test func `tensors that touch in one step do not share`() throws {
    // The step that reads the first writes the second.
    let arena = try #require(
      try ArenaPlanner.place([Lifetime(byteCount: 64, steps: 0...1), Lifetime(byteCount: 64, steps: 1...2)]))
    #expect(Set(arena.offsets) == [0, 64])
  }

  @Test func `tensors of different steps share`() throws {
    let arena = try #require(
      try ArenaPlanner.place([Lifetime(byteCount: 64, steps: 0...1), Lifetime(byteCount: 100, steps: 2...3)]))
    #expect(arena.offsets == [0, 0])
    #expect(arena.byteCount == 128)
  }

  @Test func `very many tensors are placed too, in time that does not grow with their square`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let lifetimes = (0..<200_000).map { step in
      Lifetime(
        byteCount: Int.random(in: 1...2000, using: &random), steps: step...step + Int.random(in: 1...3, using: &random))
    }
    let arena = try #require(try ArenaPlanner.place(lifetimes))
    // Those that begin within three steps of each other.
    for (index, lifetime) in lifetimes.enumerated() {
      for other in index + 1..<min(index + 4, lifetimes.count) where lifetimes[other].steps.overlaps(lifetime.steps) {
        let ends = (arena.offsets[index] + lifetime.byteCount, arena.offsets[other] + lifetimes[other].byteCount)
        #expect(ends.0 <= arena.offsets[other] || ends.1 <= arena.offsets[index])
      }
    }
    #expect(arena.byteCount < 1 << 20)
  }

  @Test func `sizes that cannot be counted are refused`() throws {
    let huge = Lifetime(byteCount: .max, steps: 0...0)
    #expect(try ArenaPlanner.place([huge]) == nil)
    let half = Lifetime(byteCount: .max / 2, steps: 0...0)
    #expect(try ArenaPlanner.place([half, half, half]) == nil)
  }

  @Test(arguments: 0..<40)
  func `random tensors alive together do not overlap, and never need more than all of them`(round: UInt64) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed &+ round)
    let lifetimes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      let first = Int.random(in: 0..<40, using: &random)
      return Lifetime(
        byteCount: Int.random(in: 0..<5000, using: &random),
        steps: first...first + Int.random(in: 0..<8, using: &random))
    }
    let arena = try #require(try ArenaPlanner.place(lifetimes))
    for (index, lifetime) in lifetimes.enumerated() {
      let offset = arena.offsets[index]
      #expect(offset >= 0 && offset.isMultiple(of: ArenaPlanner.alignment))
      #expect(offset + lifetime.byteCount <= arena.byteCount)
      for other in lifetimes.indices.dropFirst(index + 1) where lifetimes[other].steps.overlaps(lifetime.steps) {
        let isApart =
          offset + lifetime.byteCount <= arena.offsets[other]
          || arena.offsets[other] + lifetimes[other].byteCount <= offset
          || lifetime.byteCount == 0 || lifetimes[other].byteCount == 0
        #expect(isApart, "\(lifetime) at \(offset) and \(lifetimes[other]) at \(arena.offsets[other])")
      }
    }
    #expect(arena.byteCount <= lifetimes.reduce(0) { $0 + roundedUp($1.byteCount) })
    let most = (0..<50).map { step in
      lifetimes.filter { $0.steps.contains(step) }.reduce(0) { $0 + $1.byteCount }
    }
    #expect(arena.byteCount >= most.max() ?? 0)
    #expect(arena.byteCount.isMultiple(of: ArenaPlanner.alignment))
  }
}
