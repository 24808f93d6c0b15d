import TensorRuntime
import Testing

@Suite struct ShareProgressTests {
  @Test func `shares are claimed from both ends and finished in any order`() {
    var progress = ShareProgress(sequence: 7, shareCount: 3)
    #expect(progress.sequence == 7)
    #expect(progress.unclaimed == 0..<3)
    #expect(progress.hasUnclaimed && !progress.isLastUnfinished && !progress.isBetweenRuns)
    progress = progress.claiming(last: false)
    #expect(progress.unclaimed == 1..<3)
    progress = progress.claiming(last: true)
    #expect(progress.unclaimed == 1..<2)
    progress = progress.finishing().claiming(last: true)
    #expect(!progress.hasUnclaimed && !progress.isLastUnfinished)
    progress = progress.finishing()
    #expect(progress.isLastUnfinished && progress.sequence == 7)
  }

  @Test func `the maximum number of shares and the highest sequence fit`() {
    let sequence: UInt64 = 1 << 40 - 1
    let most = ShareProgress.maxShareCount
    var progress = ShareProgress(sequence: sequence, shareCount: most)
    #expect(progress.sequence == sequence)
    #expect(progress.unclaimed == 0..<most)
    for claimed in 1...most {
      progress = progress.claiming(last: claimed.isMultiple(of: 3))
      #expect(progress.unclaimed.count == most - claimed)
    }
    for _ in 1..<most { progress = progress.finishing() }
    #expect(progress.isLastUnfinished && progress.sequence == sequence)
  }

  @Test func `sequences start over after the highest`() {
    let last = ShareProgress(sequence: 1 << 40 - 1, shareCount: 3)
    let next = last.nextStep(shareCount: 5)
    #expect(next.sequence == 0 && next.unclaimed == 0..<5)
    #expect(ShareProgress.distance(from: last.sequence, to: next.sequence) == 1)
    #expect(ShareProgress.distance(from: 7, to: 12) == 5)
  }

  @Test func `between two runs there is no share`() {
    #expect(ShareProgress(sequence: 12, shareCount: 0).isBetweenRuns)
    #expect(!ShareProgress(sequence: 12, shareCount: 0).hasUnclaimed)
  }

  @Test func `the same share of two steps is another word`() {
    #expect(ShareProgress(sequence: 1, shareCount: 4) != ShareProgress(sequence: 2, shareCount: 4))
  }
}
