/// Times contenders alternately, so that a machine that slows down or speeds up affects all of them.
struct Interleaving {
  /// Measured time for each contender, in seconds, over all its rounds.
  let seconds: Double
  /// The peak speed of this machine's multiply-adds; measured again before each contender's turn.
  let peak: FloatingPointPeak?

  /// Rounds of a measurement. More make turns shorter, and the share of runs with cold caches larger.
  private static let roundCount = 10
  /// Uncounted runs at the start of a turn: the others' data has to leave the caches.
  private static let warmUpCount = 2
  /// Turns of very short work end after this many runs.
  private static let turnLimit = 1000

  /// The times of each contender, in order.
  ///
  /// - Parameter isWarm: false for work to be measured from its first run on.
  func measure(_ contenders: [Contender], isWarm: Bool = true) throws -> [Durations] {
    let warmUpCount = isWarm ? Self.warmUpCount : 0
    var counts: [Int] = []
    for contender in contenders {
      let estimate = Durations.median(try contender.time(isWarm ? 1 : 0, isWarm ? 3 : 1))
      let turn = seconds * 1e3 / Double(Self.roundCount)
      counts.append(min(max(Int(turn / max(estimate, 1e-6)), 1), Self.turnLimit))
    }
    var durations = [Durations](repeating: Durations(), count: contenders.count)
    for round in 0..<Self.roundCount {
      for turn in contenders.indices {
        // Another one begins in each round, so that none always follows the same one.
        let index = (turn + round) % contenders.count
        peak?.burst()
        durations[index].add(try contenders[index].time(warmUpCount, counts[index]))
      }
    }
    peak?.burst()
    return durations
  }
}
