/// What the caller knows about the pictures that a task cannot see.
public struct InputProperties: Sendable, Hashable, Codable {
  /// Whether the stored pixels are a mirror image of the scene, as in the preview of a front camera.
  ///
  /// If nil, as in MediaPipe, nothing is known: "Left" and "Right" assume an unmirrored picture, and pictures with a
  /// mirrored `ImageOrientation` are rejected. With either value they are accepted, their orientation only determines
  /// the rotation, and "Left" and "Right" are the person's own.
  public var isMirrored: Bool?

  /// Nothing is known.
  public init() {}
}
