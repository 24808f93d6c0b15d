import PixelImaging

extension GestureRecognizerResult {
  /// The picture with every hand drawn on it, labelled with its handedness and gesture, as in "Left  Thumb_Up 0.77".
  ///
  /// Where ``gestures`` is shorter than the other lists, it cannot be told which hand made which gesture, and none is
  /// written.
  public func drawn(on image: PixelImage) -> PixelImage {
    var drawing = HandDrawing(on: image)
    for (index, hand) in landmarks.enumerated() {
      var words = [handedness.dropFirst(index).first?.first?.categoryName ?? ""]
      if gestures.count == landmarks.count, let gesture = gestures[index].first, let name = gesture.categoryName {
        words.append("\(name) \(gesture.roundedScore)")
      }
      drawing.draw(hand, label: words.joined(separator: "  "))
    }
    return drawing.image
  }
}
