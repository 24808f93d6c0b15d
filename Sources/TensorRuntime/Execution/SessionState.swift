import MudraPlatform
import TFLiteFormat

/// What sessions keep from run to run: the model's variables, the states of its operators, and which subgraphs have
/// been run once. The sessions that run parts of one model for one caller share it.
final class SessionState {
  private var tensors: [StateKey: StateMemory] = [:]
  private var calls: [Int: CallOnceFlag] = [:]

  /// The memory of a tensor, which begins as numbers that stand for zero.
  ///
  /// - Throws: `ModelError.variableSize` if it has another size already, `.outOfMemory` if the system refuses the
  ///   memory.
  func memory(of tensor: Plan.State) throws(ModelError) -> UnsafeMutableRawPointer {
    if let known = tensors[tensor.key] {
      guard known.byteCount == tensor.byteCount else {
        throw .variableSize(name: tensor.name, expected: known.byteCount, found: tensor.byteCount)
      }
      return known.pointer
    }
    guard let memory = StateMemory(byteCount: tensor.byteCount, firstByte: tensor.firstByte) else {
      throw .outOfMemory(byteCount: tensor.byteCount)
    }
    tensors[tensor.key] = memory
    return memory.pointer
  }

  /// Bytes of all tensors.
  var byteCount: Int { tensors.values.reduce(0) { $0 + $1.byteCount } }

  /// Whether a subgraph has been run once.
  func flag(ofSubgraph subgraph: Int) -> CallOnceFlag {
    let flag = calls[subgraph] ?? CallOnceFlag()
    calls[subgraph] = flag
    return flag
  }

  /// Makes everything as it was before the first run.
  func reset() {
    tensors.values.forEach { $0.clear() }
    for flag in calls.values { flag.isDone = false }
  }
}

/// The memory of a tensor that is kept: the same byte everywhere at first.
private struct StateMemory {
  let pointer: UnsafeMutableRawPointer
  let byteCount: Int
  private let firstByte: UInt8
  /// What frees the memory.
  private let owner: AnyObject

  /// Pages of zeros pay from this size on; a process can have some ten thousands of them.
  private static let leastPagedByteCount = 1 << 20

  /// Nil if the system refuses the memory.
  init?(byteCount: Int, firstByte: UInt8) {
    (self.byteCount, self.firstByte) = (byteCount, firstByte)
    if byteCount >= Self.leastPagedByteCount {
      guard let memory = ZeroedMemory(byteCount: byteCount) else { return nil }
      (pointer, owner) = (memory.pointer, memory)
      if firstByte != 0 { clear() }
    } else {
      let memory = ConstantMemory(byteCount: byteCount)
      (pointer, owner) = (memory.pointer, memory)
      clear()
    }
  }

  func clear() { pointer.initializeMemory(as: UInt8.self, repeating: firstByte, count: byteCount) }
}

/// Whether a subgraph that is run once has been run.
final class CallOnceFlag {
  var isDone = false
}
