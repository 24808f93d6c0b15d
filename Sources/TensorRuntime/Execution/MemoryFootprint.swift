import MudraPlatform
import TensorKernels

/// Bytes that networks hold. When adding footprints, count what several tasks share only once.
public struct MemoryFootprint: Sendable, Hashable, Codable {
  /// Packed weights and other constants, shared by all sessions of a plan.
  public var weightByteCount: Int
  /// Pages of emitted code, shared too.
  public var codeByteCount: Int
  /// Tensors and scratch of a session. The system provides them when they are first touched.
  public var arenaByteCount: Int

  /// A footprint from its components.
  public init(weightByteCount: Int = 0, codeByteCount: Int = 0, arenaByteCount: Int = 0) {
    self.weightByteCount = weightByteCount
    self.codeByteCount = codeByteCount
    self.arenaByteCount = arenaByteCount
  }

  /// Code shared by several plans counts once.
  public init(sharedBy plans: some Sequence<Plan>) {
    self.init()
    var counted: Set<ObjectIdentifier> = []
    for plan in plans {
      for memory in plan.memory where counted.insert(ObjectIdentifier(memory as AnyObject)).inserted { add(memory) }
    }
  }

  /// Memory shared by several sessions counts once.
  package init(of sessions: some Sequence<Session>) {
    self.init()
    var counted: Set<ObjectIdentifier> = []
    for session in sessions {
      self = self + session.memoryFootprint
      arenaByteCount -= session.plan.arenaByteCount
      if counted.insert(ObjectIdentifier(session.memory)).inserted { arenaByteCount += session.memory.byteCount }
    }
  }

  /// The total.
  public var totalByteCount: Int { weightByteCount + codeByteCount + arenaByteCount }

  /// The sum of two footprints.
  public static func + (first: MemoryFootprint, second: MemoryFootprint) -> MemoryFootprint {
    MemoryFootprint(
      weightByteCount: first.weightByteCount + second.weightByteCount,
      codeByteCount: first.codeByteCount + second.codeByteCount,
      arenaByteCount: first.arenaByteCount + second.arenaByteCount)
  }

  private mutating func add(_ memory: any KernelMemory) {
    if memory.isCode {
      codeByteCount += memory.byteCount
    } else {
      weightByteCount += memory.byteCount
    }
  }
}
