import TensorRuntime

/// A task's own session of a prepared network.
package final class Network {
  /// What is run; other tasks may share it.
  package let prepared: PreparedNetwork
  private let session: Session

  /// Allocates the memory of a session. The networks of a task run one after the other, so they share its threads.
  package init(_ prepared: PreparedNetwork, threads: ThreadPool) {
    self.prepared = prepared
    session = Session(prepared.plan, threads: threads)
  }

  /// Bytes of the session's own memory.
  package var memoryFootprint: MemoryFootprint { session.memoryFootprint }

  /// Runs the network on the inputs as they are.
  package func run() {
    session.run()
  }

  /// The memory of an input, as floats.
  package func withInput<R>(_ index: Int, _ body: (UnsafeMutableBufferPointer<Float>) -> R) -> R {
    session.withInput(index) { body($0.assumingMemoryBound(to: Float.self)) }
  }

  /// The memory of an output, as floats.
  package func withOutput<R>(_ index: Int, _ body: (UnsafeBufferPointer<Float>) -> R) -> R {
    session.withOutput(index) { body($0.assumingMemoryBound(to: Float.self)) }
  }
}
