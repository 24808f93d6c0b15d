import Mudra

/// Finds the hands in a picture, names their gestures, and draws them.
///
///     swift run -c release FindHands hands.png drawn.png
@main
struct FindHands {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard paths.count == 2, let source = paths.first, let target = paths.last else {
      return print("usage: FindHands picture.png drawn.png")
    }
    let options = GestureRecognizerOptions()
    options.numHands = 2
    let recognizer = try GestureRecognizer(options: options)
    let picture = try PixelImage(contentsOfFile: source)
    let result = try recognizer.recognize(image: picture)
    for hand in result.hands {
      let tip = hand.landmarks[.indexFingerTip]
      print("\(hand.side) hand, \(hand.gesture?.name ?? "no gesture"), index fingertip at (\(tip.x), \(tip.y))")
    }
    try result.drawn(on: picture).writePNG(toFile: target)
  }
}
