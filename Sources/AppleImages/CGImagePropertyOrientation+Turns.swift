#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  extension CGImagePropertyOrientation {
    /// The orientations by clockwise quarter turns, without and with a reflection from left to right before the turn.
    private static let byTurns: [[CGImagePropertyOrientation]] = [
      [.up, .right, .down, .left],
      [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored],
    ]

    /// The clockwise quarter turns that display a stored picture.
    private var quarterTurns: Int {
      switch self {
      case .up, .upMirrored: 0
      case .right, .rightMirrored: 1
      case .down, .downMirrored: 2
      case .left, .leftMirrored: 3
      }
    }

    /// Whether the stored picture is reflected before it is turned.
    package var isMirrored: Bool {
      switch self {
      case .up, .right, .down, .left: false
      case .upMirrored, .rightMirrored, .downMirrored, .leftMirrored: true
      }
    }

    /// Whether the displayed picture is as wide as the stored one is high.
    package var isSideways: Bool { quarterTurns % 2 == 1 }

    /// The orientation of the stored picture, if what this orientation displays is displayed by `next`.
    package func followed(by next: CGImagePropertyOrientation) -> CGImagePropertyOrientation {
      // A reflection after a turn is the opposite turn after the reflection.
      let turns = next.quarterTurns + (next.isMirrored ? 4 - quarterTurns : quarterTurns)
      return Self.byTurns[isMirrored == next.isMirrored ? 0 : 1][turns % 4]
    }
  }
#endif
