/// The progress of a pool's threads in a step, in one word, so that one compare-and-swap finishes a share and claims
/// the next one.
///
///     | sequence: 40 bits | first share to claim: 8 | end of those to claim: 8 | shares not finished: 8 |
///
/// The sequence is incremented with every step of every run. The compare-and-swap of a thread that was held up after
/// reading the word therefore fails, and the thread can never claim a share of a later step or run.
package struct ShareProgress: Equatable, Sendable {
  /// The word.
  package let word: UInt64

  /// The maximum number of shares of a step.
  package static let largestShareCount = 255

  /// The progress stored in a word.
  package init(word: UInt64) { self.word = word }

  /// A step with nothing claimed yet; without shares, the pause between two runs.
  package init(sequence: UInt64, shareCount: Int) {
    let count = UInt64(truncatingIfNeeded: shareCount)
    word = sequence << 24 | count << 8 | count
  }

  /// The number of steps that the pool has run, modulo 2^40.
  package var sequence: UInt64 { word >> 24 }
  /// The unclaimed shares.
  package var unclaimed: Range<Int> {
    Range(uncheckedBounds: (Int(truncatingIfNeeded: word >> 16 & 255), Int(truncatingIfNeeded: word >> 8 & 255)))
  }
  /// Whether a share is left to claim.
  package var hasUnclaimed: Bool { word >> 16 & 255 < word >> 8 & 255 }
  /// Whether all shares but one are finished.
  package var isLastUnfinished: Bool { word & 255 == 1 }

  /// Whether no step is under way.
  package var isBetweenRuns: Bool { word & 0xFF_FFFF == 0 }

  /// The unclaimed share to claim next, if there is one.
  package func next(last: Bool) -> Int { last ? unclaimed.upperBound - 1 : unclaimed.lowerBound }

  /// The progress after the first or the last unclaimed share has been claimed.
  package func claiming(last: Bool) -> ShareProgress {
    ShareProgress(word: last ? word - 1 << 8 : word + 1 << 16)
  }

  /// The progress after the last share has been finished: another step with nothing claimed; without shares, the pause
  /// between two runs.
  package func nextStep(shareCount: Int) -> ShareProgress {
    ShareProgress(sequence: sequence &+ 1, shareCount: shareCount)
  }

  /// Steps from one sequence to a later one.
  package static func distance(from first: UInt64, to last: UInt64) -> Int {
    Int(truncatingIfNeeded: ((last &- first) << 24) >> 24)
  }

  /// The progress after a share other than the last one has been finished.
  package func finishing() -> ShareProgress { ShareProgress(word: word - 1) }
}
