import ArgumentParser
import Mudra

/// `mudra gestures`: hands and what they say.
struct GesturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestures", abstract: "Finds hands in pictures and names their gestures.")

  @OptionGroup var options: HandOptions

  func run() throws {
    let loop = try PictureLoop(options)
    let bundle = try options.bundlePath(BundledModels.gestureRecognizerPath, name: "gesture_recognizer.task")
    let recognizer = try recognizer(bundle)
    try loop.run { image, source throws(TaskError) in
      PictureResult(try recognizer.recognize(image: image), source: source, image: image)
    }
  }

  private func recognizer(_ bundle: String) throws(CommandFailure) -> GestureRecognizer {
    let settings = GestureRecognizerOptions()
    settings.baseOptions = options.baseOptions(bundlePath: bundle)
    settings.numHands = options.hands
    settings.minHandDetectionConfidence = options.minDetection
    settings.minHandPresenceConfidence = options.minPresence
    settings.minTrackingConfidence = options.minTracking
    do {
      return try GestureRecognizer(options: settings)
    } catch {
      throw CommandFailure(bundle, error)
    }
  }
}
