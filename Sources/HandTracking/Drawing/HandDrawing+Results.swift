import Foundation
import PixelImaging
import VisionTasks

extension HandLandmarkerResult {
  /// The picture with every hand drawn on it, labeled with its handedness, as in "Left 0.98".
  public func drawn(on image: PixelImage) -> PixelImage {
    var drawing = HandDrawing(on: image)
    for (index, hand) in landmarks.enumerated() {
      let side = handedness.dropFirst(index).first?.first
      drawing.draw(hand, label: side.map { "\($0.categoryName ?? "") \($0.roundedScore)" })
    }
    return drawing.image
  }
}

extension GestureRecognizerResult {
  /// The picture with every hand drawn on it, labeled with its handedness and gesture, as in "Left  Thumb_Up 0.77".
  ///
  /// If ``gestures`` is shorter than the other lists, it is unknown which hand made which gesture, and none is written.
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

extension ResultCategory {
  /// The score with two digits after the decimal point.
  package var roundedScore: String {
    String(format: "%.2f", Double(score))
  }
}
