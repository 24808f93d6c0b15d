import PixelImaging

extension HandLandmarkerResult {
  /// The picture with every hand drawn on it, labelled with its handedness, as in "Left 0.98".
  public func drawn(on image: PixelImage) -> PixelImage {
    var drawing = HandDrawing(on: image)
    for (index, hand) in landmarks.enumerated() {
      let side = handedness.dropFirst(index).first?.first
      drawing.draw(hand, label: side.map { "\($0.categoryName ?? "") \($0.roundedScore)" })
    }
    return drawing.image
  }
}
