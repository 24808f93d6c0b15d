/// What the caller knows of the pictures and a task cannot see.
public struct InputFacts: Sendable, Hashable, Codable {
  /// Whether the pixels, as they are stored, are a mirror image of the scene, as in the preview of a front camera.
  ///
  /// Nil, as in MediaPipe: nothing is known, "Left" and "Right" are meant as if it were not so, and pictures of a
  /// mirrored ``ImageOrientation`` are refused. With either answer they are accepted, their orientation tells the turn
  /// alone, and "Left" and "Right" are the person's own hands.
  public var isMirrored: Bool?

  /// Nothing is known.
  public init() {}
}
