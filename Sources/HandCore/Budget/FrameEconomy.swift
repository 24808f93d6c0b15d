/// What a task saved in a frame to stay within `tracking.frameBudget`.
public struct FrameEconomy: Sendable, Hashable, Codable {
  /// How much is saved. Each step includes those before it.
  public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is saved: all networks run as without a budget.
    case full
    /// While a hand is followed and another is wanted, the palm detector runs in one of ten frames.
    case fewerDetections
    /// The networks run in fast precision, if the model has it.
    case fastPrecision
    /// In every second frame, no network runs and hands move on with their palms. All frames are searched while no
    /// hand is followed, while any hand was just found or moves faster than three palms a second, where the regions of
    /// hands are given, and where frames are more than 200 ms apart.
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
