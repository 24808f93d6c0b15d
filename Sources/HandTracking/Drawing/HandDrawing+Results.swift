import PixelImaging

extension HandResult {
  /// The picture with every hand drawn on it, labeled with its side and gesture, as in "Left  Thumb_Up 0.77", or with
  /// its side's score if it has no gesture, as in "Left 0.98".
  public func drawn(on image: PixelImage) -> PixelImage {
    var drawing = HandDrawing(on: image)
    for hand in hands { drawing.draw(hand) }
    return drawing.image
  }
}

extension HandDrawing {
  /// Draws a hand with a label that says its side and its gesture.
  public mutating func draw(_ hand: DetectedHand) {
    let gesture = hand.gesture.flatMap { $0.name.isEmpty ? nil : "  \($0.name) \($0.score.rounded2)" }
    draw(hand.landmarks, label: hand.side.name + (gesture ?? " \(hand.sideScore.rounded2)"))
  }
}

extension Float {
  /// The number with two digits after the decimal point.
  package var rounded2: String {
    guard abs(self) < 1e12 else { return "\(self)" }
    // A hundred times a `Float` is exact.
    let hundredths = Int((100 * Double(self)).rounded(.toNearestOrEven))
    let digits = String(hundredths.magnitude + 100)
    let whole = hundredths.magnitude / 100
    return "\(sign == .minus ? "-" : "")\(whole).\(digits.suffix(2))"
  }
}
