import MudraPlatform

/// Memory for the tensors of several sessions, at most one of which runs at a time, such as those of a detector and of
/// the network for the regions that it finds.
///
/// A run overwrites what other sessions left: inputs are set before each run, and outputs are read before another
/// session's inputs are set.
package final class SharedArena: Sendable {
  let memory: ZeroedMemory

  /// Memory for sessions of any of these plans.
  ///
  /// - Throws: `ModelError.outOfMemory` if the system refuses it.
  package init(for plans: some Sequence<Plan>) throws(ModelError) {
    let byteCount = plans.reduce(0) { max($0, $1.arenaByteCount) }
    guard let memory = ZeroedMemory(byteCount: byteCount, isFilled: true) else {
      throw .outOfMemory(byteCount: byteCount)
    }
    self.memory = memory
  }
}
