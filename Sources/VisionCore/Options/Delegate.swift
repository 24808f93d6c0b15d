/// Where the networks run.
public enum Delegate: UInt, Sendable, Hashable, Codable, CaseIterable {
  /// On the processor.
  case CPU
  /// On the graphics processor. Mudra does not support it: creating a task with it throws
  /// ``TaskError/delegateNotOffered(_:)``.
  case GPU
}
