/// How far the threads of a pool are in a step, in one word, so that one compare-and-swap finishes a share and claims
/// the next one.
///
///     | sequence: 40 bits | first share to claim: 8 | end of those to claim: 8 | shares not finished: 8 |
///
/// The sequence is raised with every step of every run. A thread that was held up between reading the word and changing
/// it therefore fails, and can never claim a share of a later step or run.
package struct ShareProgress: Equatable, Sendable {
  /// The word.
  package let word: UInt64

  /// A step can be divided into so many shares.
  package static let largestShareCount = 255

  /// What the word says.
  package init(word: UInt64) { self.word = word }

  /// A step of which nothing is claimed yet; without shares, the pause between two runs.
  package init(sequence: UInt64, shareCount: Int) {
    let count = UInt64(truncatingIfNeeded: shareCount)
    word = sequence << 24 | count << 8 | count
  }

  /// Which step of all that the pool has run, modulo 2^40.
  package var sequence: UInt64 { word >> 24 }
  /// The shares that nobody has claimed.
  package var unclaimed: Range<Int> {
    Range(uncheckedBounds: (Int(truncatingIfNeeded: word >> 16 & 255), Int(truncatingIfNeeded: word >> 8 & 255)))
  }
  /// Whether a share is left to claim.
  package var hasUnclaimed: Bool { word >> 16 & 255 < word >> 8 & 255 }
  /// Whether all shares but one are finished.
  package var isLastUnfinished: Bool { word & 255 == 1 }

  /// Whether no step is under way.
  package var isBetweenRuns: Bool { word & 0xFF_FFFF == 0 }

  /// The unclaimed share that is claimed next, where there is one.
  package func next(last: Bool) -> Int { last ? unclaimed.upperBound - 1 : unclaimed.lowerBound }

  /// After the first or the last unclaimed share was claimed.
  package func claiming(last: Bool) -> ShareProgress {
    ShareProgress(word: last ? word - 1 << 8 : word + 1 << 16)
  }

  /// After the last share was finished: another step with nothing claimed; without shares, the pause between two runs.
  package func nextStep(shareCount: Int) -> ShareProgress {
    ShareProgress(sequence: sequence &+ 1, shareCount: shareCount)
  }

  /// Steps from one sequence to a later one.
  package static func distance(from first: UInt64, to last: UInt64) -> Int {
    Int(truncatingIfNeeded: ((last &- first) << 24) >> 24)
  }

  /// After a share was finished that is not the last one.
  package func finishing() -> ShareProgress { ShareProgress(word: word - 1) }
}
