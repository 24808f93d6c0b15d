import MachineCode
import TensorKernels

/// A step of a plan as a session runs it: divided into shares, with the addresses of its operands. A large step becomes
/// several of these, each with some consecutive shares, so that a run can end between them.
struct DividedStep {
  /// Its index among the plan's steps.
  let step: Int
  let operation: any PreparedOperator
  /// The operands, and its first share.
  private let io: OperatorIO
  /// Shares that threads claim.
  let shareCount: Int
  /// Approximate iterations of the innermost loop of emitted code that take as long.
  let work: Int
  /// Whether it consists of emitted calls.
  let isEmitted: Bool

  /// The calls of each share; where they use scratch, of each share on each thread, thread by thread.
  typealias Calls = [[EmittedCall]]

  /// Shares per thread, if there are enough units. With more, a late thread delays the others less; with fewer, kernels
  /// read weights and the rows around a share less often. On two threads with a processor each, the palm detector takes
  /// almost the same time with one to four shares per thread, and the least with two.
  static let sharesPerThread = 2

  /// How many times longer Swift takes than emitted code, approximately, at most.
  private static let swiftSlowness = 64

  /// With more units, the tables of calls would be larger than the tensors.
  private static let largestUnitCount = 1 << 14

  /// Divides a step of a plan.
  ///
  /// - Returns: one divided step, or several for a large step, with their calls if they consist of emitted calls, and
  ///   of not more than `mostCalls`.
  static func dividing(
    _ prepared: Plan.PreparedStep, step: Int, _ io: OperatorIO, _ threads: ThreadScratch,
    largestWork: Int, mostCalls: Int
  ) -> [(DividedStep, Calls?)] {
    let useful = prepared.operation.usefulShareCount
    let shareCount = shareCount(
      of: prepared.operation, multiplyAdds: prepared.multiplyAdds, threadCount: threads.count)
    func batches(largestWork: Int, isEmitted: Bool) -> [DividedStep] {
      let count = max(min(prepared.work / max(largestWork, 1), useful / shareCount), 1)
      return (0..<count).map { batch in
        var io = io
        io.share = batch * shareCount
        io.shareCount = count * shareCount
        let (work, overflow) = (prepared.work / count).multipliedReportingOverflow(by: isEmitted ? 1 : swiftSlowness)
        return DividedStep(
          step: step, operation: prepared.operation, io: io, shareCount: shareCount, work: overflow ? .max : work,
          isEmitted: isEmitted)
      }
    }
    if mostCalls > 0 && useful <= largestUnitCount {
      let emitted = batches(largestWork: largestWork, isEmitted: true)
      if let calls = calls(of: emitted, threads, most: mostCalls) { return Array(zip(emitted, calls)) }
    }
    return batches(largestWork: largestWork / swiftSlowness, isEmitted: false).map { ($0, nil) }
  }

  /// The calls of some steps; nil if Swift code is involved, or if there are more than `most`.
  private static func calls(of steps: [DividedStep], _ threads: ThreadScratch, most: Int) -> [Calls?]? {
    var found: [Calls?] = []
    var left = most
    for step in steps {
      guard let calls = step.calls(threads, most: left) else { return nil }
      left -= calls.reduce(0) { $0 + $1.count }
      found.append(calls)
    }
    return found
  }

  private static func shareCount(of operation: any PreparedOperator, multiplyAdds: Int, threadCount: Int) -> Int {
    guard threadCount > 1 else { return 1 }
    var most = min(operation.usefulShareCount, ShareProgress.largestShareCount)
    if multiplyAdds > 0 { most = min(most, multiplyAdds / ThreadGrain.multiplyAdds) }
    return max(min(most, threadCount * (operation.recomputesAtBorders ? 1 : sharesPerThread)), 1)
  }

  /// Whether the calls of a share depend on the thread that executes them.
  func hasCallsForEachThread(_ threads: ThreadScratch) -> Bool { threads.count > 1 && operation.scratchByteCount > 0 }

  /// Its calls; nil if Swift code is involved, or if there are more than `most`.
  func calls(_ threads: ThreadScratch, most: Int = .max) -> Calls? {
    // Said where the optimizer sees it: what makes calls is then not part of a module for pages.
    guard Architecture.canBeNative else { return nil }
    var calls: Calls = []
    var left = most
    for thread in 0..<(hasCallsForEachThread(threads) ? threads.count : 1) {
      for share in 0..<shareCount {
        guard let next = operation.calls(io(ofShare: share, scratch: threads[thread])), next.count <= left else {
          return nil
        }
        left -= next.count
        calls.append(next)
      }
    }
    return calls
  }

  /// The operands with which the operator computes a share.
  func io(ofShare share: Int, scratch: UnsafeMutableRawPointer) -> OperatorIO {
    var io = io
    io.share += share
    io.scratchBytes = scratch
    io.fault += share
    return io
  }
}
