import HandVideo
import Mudra

/// Tells what hands do in front of the camera, or in a video: `swift run HandEvents [hands.mp4]`.
@main
struct HandEvents {
  static func main() async throws {
    let options = GestureRecognizerOptions()
    options.runningMode = .video
    options.numHands = 2
    let recognizer = try GestureRecognizer(options: options)

    if let path = CommandLine.arguments.dropFirst().first {
      // Every frame of a file counts.
      try await follow(recognizer.results(of: VideoFrames(path), policy: .block))
    } else {
      // Of a camera, the newest frame does.
      try await follow(recognizer.results(of: CameraFrames()))
    }
  }

  /// Prints the events of the frames as they come.
  private static func follow(_ frames: FrameResults<GestureRecognizerResult, VideoError>) async throws {
    var detector = try HandEventDetector()
    for try await frame in frames {
      for event in detector.update(try frame.get()) { print(line(event)) }
    }
    for event in detector.finish() { print(line(event)) }
  }

  private static func line(_ event: HandEvent) -> String {
    let what =
      switch event.kind {
      case .appeared: "appears"
      case .gestureBegan(let name): "begins \(name)"
      case .gestureChanged(let old, let new): "goes from \(old) to \(new)"
      case .gestureEnded(let name): "ends \(name)"
      case .lost: "is gone"
      }
    return "\(event.timestampInMilliseconds) ms: hand \(event.hand) \(what)"
  }
}
