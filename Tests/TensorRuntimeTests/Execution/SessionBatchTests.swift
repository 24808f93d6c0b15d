import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Large operators are run in batches of shares, so that a run can end between them.
@Suite struct SessionBatchTests {
  @Test(arguments: try OperatorFixture.cases(of: "large"))
  func `an operator in batches gives the bits of the whole`(_ fixture: OperatorFixture) throws {
    for provider in KernelProvider.available {
      let plan = try Plan(fixture.model(), options: PlanOptions(provider: provider))
      let whole = try bytes(Session(plan, threads: ThreadPool(threadCount: 1)))
      for (threads, work) in [(1, 1 << 10), (1, 1 << 16), (2, 1 << 30), (3, 1 << 12), (9, 1 << 30), (9, 1 << 16)] {
        let pool = ThreadPool(threadCount: threads, processorCount: .max)
        let batches = try Session(plan, threads: pool, maxWork: work)
        #expect(try bytes(batches) == whole, "\(provider), \(threads) threads, batches of \(work)")
        #expect(try batches.runMeasured().count == plan.steps.count)
      }
    }
  }

  @Test func `there are more runs than operators`() throws {
    let plan = try Plan(OperatorFixture("large", "conv_3x3_stride_2").model())
    let session = try Session(plan, threads: ThreadPool(threadCount: 1), maxWork: 1 << 10)
    #expect(session.runCount > plan.steps.count)
  }

  /// The outputs for the input rule's values.
  private func bytes(_ session: Session) throws -> [[UInt8]] {
    for (index, description) in session.plan.inputs.enumerated() {
      session.setInput(index, NetworkInput.array(shape: description.shape, tensor: index).floats)
    }
    try session.run()
    return session.plan.outputs.indices.map { session.withOutput($0) { Array($0) } }
  }
}
