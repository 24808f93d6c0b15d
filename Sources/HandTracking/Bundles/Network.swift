import TensorRuntime

/// A task's own session of a prepared network.
package final class Network {
  /// What is run; other tasks may share it.
  package let prepared: PreparedNetwork
  private let session: Session

  /// Allocates the memory of a session. The networks of a task run one after the other, so they share its threads.
  package init(_ prepared: PreparedNetwork, threads: ThreadPool) throws(TaskError) {
    self.prepared = prepared
    do {
      session = try Session(prepared.plan, threads: threads)
    } catch {
      throw .unusableModel(model: prepared.name, reason: error)
    }
  }

  /// Bytes of the session's own memory.
  package var memoryFootprint: MemoryFootprint { session.memoryFootprint }

  /// Runs the network on the inputs as they are.
  package func run() throws(TaskError) {
    do {
      try session.run()
    } catch {
      throw .unusableModel(model: prepared.name, reason: error)
    }
  }

  /// The memory of an input, as floats.
  package func withInput<R>(_ index: Int, _ body: (UnsafeMutableBufferPointer<Float>) -> R) -> R {
    session.withInput(index) { body($0.assumingMemoryBound(to: Float.self)) }
  }

  /// The memory of an output, as floats.
  package func withOutput<R, E: Error>(
    _ index: Int, _ body: (UnsafeBufferPointer<Float>) throws(E) -> R
  ) throws(E) -> R {
    try session.withOutput(index) { (bytes) throws(E) in try body(bytes.assumingMemoryBound(to: Float.self)) }
  }
}
