import MachineCode
import TensorKernels

/// A step of a plan as a session runs it: divided into shares, with its operands' addresses. A large step becomes
/// several, so that a run can end between them.
struct DividedStep {
  /// The index in the plan's steps.
  let step: Int
  let operation: any PreparedOperator
  /// The operands, and the first share.
  private let io: OperatorIO
  let shareCount: Int
  /// Approximate work, in innermost-loop iterations of emitted code.
  let work: Int
  /// Whether shares consist of the kernel's calls; otherwise each is a call of Swift code.
  let listsCalls: Bool

  /// The calls of each share; if they use scratch, of each share on each thread, thread by thread.
  typealias Calls = [[KernelCall]]

  /// Shares per thread, if there are enough units. More reduce the delay by late threads; fewer make kernels read
  /// weights and rows around shares less often. On two threads with a processor each, the palm detector takes almost
  /// the same time with one to four, and the least with two.
  static let sharesPerThread = 2

  /// Approximate maximum slowdown of Swift compared to emitted code.
  private static let swiftSlowness = 64

  /// With more units, tables of calls would exceed the tensors.
  private static let maxUnitCount = 1 << 14

  /// Divides a step of a plan.
  ///
  /// - Parameter maxCalls: at most how many calls of kernels there may be; with more, each share is one call.
  /// - Returns: one divided step, or several for a large step, with their calls.
  static func dividing(
    _ prepared: Plan.PreparedStep, step: Int, _ io: OperatorIO, _ threads: ThreadScratch,
    maxWork: Int, maxCalls: Int
  ) -> [(DividedStep, Calls)] {
    let useful = prepared.operation.usefulShareCount
    let shareCount = shareCount(
      of: prepared.operation, multiplyAdds: prepared.multiplyAdds, threadCount: threads.count)
    func batches(maxWork: Int, listsCalls: Bool) -> [DividedStep] {
      let count = max(min(prepared.work / max(maxWork, 1), useful / shareCount), 1)
      return (0..<count).map { batch in
        var io = io
        io.share = batch * shareCount
        io.shareCount = count * shareCount
        let (work, overflow) = (prepared.work / count).multipliedReportingOverflow(by: listsCalls ? 1 : swiftSlowness)
        return DividedStep(
          step: step, operation: prepared.operation, io: io, shareCount: shareCount, work: overflow ? .max : work,
          listsCalls: listsCalls)
      }
    }
    if maxCalls > 0 && useful <= maxUnitCount {
      let steps = batches(maxWork: maxWork, listsCalls: true)
      if let calls = calls(of: steps, threads, limit: maxCalls) { return Array(zip(steps, calls)) }
    }
    return batches(maxWork: maxWork / swiftSlowness, listsCalls: false).map { ($0, $0.calls(threads)) }
  }

  /// The calls of some steps; nil if a kernel lists none, or for more than `limit`.
  private static func calls(of steps: [DividedStep], _ threads: ThreadScratch, limit: Int) -> [Calls]? {
    var found: [Calls] = []
    var left = limit
    for step in steps {
      guard let calls = step.listedCalls(threads, limit: left) else { return nil }
      left -= calls.reduce(0) { $0 + $1.count }
      found.append(calls)
    }
    return found
  }

  private static func shareCount(of operation: any PreparedOperator, multiplyAdds: Int, threadCount: Int) -> Int {
    guard threadCount > 1 else { return 1 }
    var count = min(operation.usefulShareCount, ShareProgress.maxShareCount)
    if multiplyAdds > 0 { count = min(count, multiplyAdds / ThreadGrain.multiplyAdds) }
    return max(min(count, threadCount * (operation.recomputesAtBorders ? 1 : sharesPerThread)), 1)
  }

  /// Whether a share's calls depend on the thread that executes them.
  func hasCallsForEachThread(_ threads: ThreadScratch) -> Bool { threads.count > 1 && operation.scratchByteCount > 0 }

  func calls(_ threads: ThreadScratch) -> Calls {
    if listsCalls, let calls = listedCalls(threads, limit: .max) { return calls }
    var calls: Calls = []
    forEachShare(threads) { io in
      calls.append([KernelCall(portable: { [operation] in operation.run(io) })])
      return true
    }
    return calls
  }

  /// The calls that the kernel lists; nil if it lists none, or for more than `limit`.
  private func listedCalls(_ threads: ThreadScratch, limit: Int) -> Calls? {
    // Visible to the optimizer, so that web modules omit the code that makes calls.
    guard Architecture.canBeNative else { return nil }
    var calls: Calls = []
    var left = limit
    let areListed = forEachShare(threads) { io in
      guard let next = operation.calls(io), next.count <= left else { return false }
      left -= next.count
      calls.append(next)
      return true
    }
    return areListed ? calls : nil
  }

  /// Calls `body` with the operands of each share until it returns false, which is returned then.
  @discardableResult @inline(__always)
  private func forEachShare(_ threads: ThreadScratch, _ body: (OperatorIO) -> Bool) -> Bool {
    for thread in 0..<(hasCallsForEachThread(threads) ? threads.count : 1) {
      for share in 0..<shareCount where !body(io(ofShare: share, scratch: threads[thread])) { return false }
    }
    return true
  }

  private func io(ofShare share: Int, scratch: UnsafeMutableRawPointer) -> OperatorIO {
    var io = io
    io.share += share
    io.scratchBytes = scratch
    io.fault += share
    return io
  }
}
