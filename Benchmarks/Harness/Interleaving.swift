/// Times contenders in turns, so that a machine that slows down or speeds up does so for all of them.
struct Interleaving {
  /// Measured time for each contender, in seconds, over all its rounds.
  let seconds: Double
  /// The fastest this machine can multiply and add; looked at anew before each contender's turn.
  let peak: FloatingPointPeak?

  /// Rounds of a measurement. More make turns shorter, and the share of runs with cold caches larger.
  private static let roundCount = 10
  /// Runs that open a turn without being counted: the others' data has to leave the caches.
  private static let warmUpCount = 2
  /// Turns of very short work end after so many runs.
  private static let turnLimit = 1000

  /// The times of each contender, in their order.
  ///
  /// - Parameter isWarm: false for work that is to be measured from its first run on.
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
        // Another one begins in each round: none always follows the same.
        let index = (turn + round) % contenders.count
        peak?.burst()
        durations[index].add(try contenders[index].time(warmUpCount, counts[index]))
      }
    }
    peak?.burst()
    return durations
  }
}
