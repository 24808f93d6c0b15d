import MudraPlatform
import TFLiteFormat

/// A session's variables, operators' states, and which subgraphs have run once; shared by the sessions of a model's
/// parts.
final class SessionState {
  private var tensors: [StateKey: StateMemory] = [:]
  private var calls: [Int: CallOnceFlag] = [:]

  /// The memory of a tensor, initially zero values.
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

  var byteCount: Int { tensors.values.reduce(0) { $0 + $1.byteCount } }

  func flag(ofSubgraph subgraph: Int) -> CallOnceFlag {
    let flag = calls[subgraph] ?? CallOnceFlag()
    calls[subgraph] = flag
    return flag
  }

  func reset() {
    tensors.values.forEach { $0.clear() }
    for flag in calls.values { flag.isDone = false }
  }
}

/// A tensor kept between runs, initially filled with one byte.
private struct StateMemory {
  let pointer: UnsafeMutableRawPointer
  let byteCount: Int
  private let firstByte: UInt8
  private let owner: AnyObject

  /// Pages of zeros pay from this size on; a process can have some ten thousand of them.
  private static let minPagedByteCount = 1 << 20

  /// Nil if the system refuses the memory.
  init?(byteCount: Int, firstByte: UInt8) {
    (self.byteCount, self.firstByte) = (byteCount, firstByte)
    if byteCount >= Self.minPagedByteCount {
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

/// Whether a subgraph of CALL_ONCE has run.
final class CallOnceFlag {
  var isDone = false
}
