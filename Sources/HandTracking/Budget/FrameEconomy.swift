/// What a task saved in a frame to stay within `tracking.frameBudget`.
public struct FrameEconomy: Sendable, Hashable, Codable {
  /// How much is saved. Each step includes those before it.
  public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: all networks run as without a budget.
    case none
    /// While a hand is followed and another is wanted, the palm detector runs in one of ten frames.
    case fewerDetections
    /// The networks run in fast precision, if the model has it.
    case fastPrecision
    /// No network runs in every second frame: hands move on with their palms. One that moves faster than three palms
    /// a second, and one that was just found, is still searched for in each frame.
    case alternateFrames
  }

  /// How much is saved.
  public let step: Step
  /// True if no network ran in this frame: its hands are those of the frame before, moved with their palms.
  public let isPredicted: Bool

  /// An economy from its components.
  public init(step: Step, isPredicted: Bool = false) {
    self.step = step
    self.isPredicted = isPredicted
  }
}
