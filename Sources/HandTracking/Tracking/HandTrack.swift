/// A hand that is known again from frame to frame.
public struct HandTrack: Sendable, Hashable, Codable, Identifiable {
  /// The hand's number: 1 for the first hand of a task, never used again for another.
  public let id: Int
  /// In how many frames the hand was found, this one included.
  public let age: Int
  /// True if the hand was followed from the frame before; false if it was detected, or looked for in a given region.
  public let isFollowed: Bool

  /// A track from its parts.
  public init(id: Int, age: Int, isFollowed: Bool) {
    self.id = id
    self.age = age
    self.isFollowed = isFollowed
  }
}
