/// What a result tells besides the hands, as far as the options' `details` ask for it.
public struct FrameDetails: Sendable, Hashable, Codable {
  /// Whether the palm detector looked at this frame.
  public private(set) var ranPalmDetector: Bool
  /// Where each hand of the result comes from, in the order of the hands.
  public private(set) var hands: [HandDetails]
  /// The candidates that are not in the result.
  public private(set) var removed: [RemovedCandidate]

  /// Details from their parts.
  public init(ranPalmDetector: Bool, hands: [HandDetails] = [], removed: [RemovedCandidate] = []) {
    self.ranPalmDetector = ranPalmDetector
    self.hands = hands
    self.removed = removed
  }

  /// Becomes the details of another frame in the memory it has.
  mutating func update(ranPalmDetector: Bool, hands new: ArraySlice<Hand>, removed: [RemovedCandidate]) {
    self.ranPalmDetector = ranPalmDetector
    hands.refill(count: new.count) {
      $0.update(new[new.startIndex + $1])
    } make: {
      HandDetails(new[new.startIndex + $0])
    }
    self.removed.copy(removed)
  }
}
