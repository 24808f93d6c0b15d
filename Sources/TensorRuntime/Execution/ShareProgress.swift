/// The progress of a pool's threads in a step, in one word, so that one compare-and-swap finishes a share and claims
/// the next one.
///
///     | sequence: 40 bits | first share to claim: 8 | end of those to claim: 8 | shares not finished: 8 |
///
/// The sequence is incremented with every step of every run, so the compare-and-swap of a delayed thread fails, and it
/// cannot claim a share of a later step or run.
package struct ShareProgress: Equatable, Sendable {
  package let word: UInt64

  /// The maximum number of shares of a step.
  package static let maxShareCount = 255

  package init(word: UInt64) { self.word = word }

  /// A step with nothing claimed yet; without shares, the pause between runs.
  package init(sequence: UInt64, shareCount: Int) {
    let count = UInt64(truncatingIfNeeded: shareCount)
    word = sequence << 24 | count << 8 | count
  }

  /// The number of steps that the pool has run, modulo 2^40.
  package var sequence: UInt64 { word >> 24 }
  package var unclaimed: Range<Int> {
    Range(uncheckedBounds: (Int(truncatingIfNeeded: word >> 16 & 255), Int(truncatingIfNeeded: word >> 8 & 255)))
  }
  package var hasUnclaimed: Bool { word >> 16 & 255 < word >> 8 & 255 }
  package var isLastUnfinished: Bool { word & 255 == 1 }

  package var isBetweenRuns: Bool { word & 0xFF_FFFF == 0 }

  /// The next share to claim.
  ///
  /// - Precondition: there is one.
  package func next(last: Bool) -> Int { last ? unclaimed.upperBound - 1 : unclaimed.lowerBound }

  /// The progress after claiming the first or last unclaimed share.
  package func claiming(last: Bool) -> ShareProgress {
    ShareProgress(word: last ? word - 1 << 8 : word + 1 << 16)
  }

  /// The progress after the last share is finished: the next step; without shares, the pause between runs.
  package func nextStep(shareCount: Int) -> ShareProgress {
    ShareProgress(sequence: sequence &+ 1, shareCount: shareCount)
  }

  package static func distance(from first: UInt64, to last: UInt64) -> Int {
    Int(truncatingIfNeeded: ((last &- first) << 24) >> 24)
  }

  /// The progress after finishing a share that is not the last.
  package func finishing() -> ShareProgress { ShareProgress(word: word - 1) }
}
