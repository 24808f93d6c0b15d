import ArgumentParser
import Mudra

/// `mudra landmarks`: hands and their 21 landmarks.
struct LandmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "landmarks", abstract: "Finds hands in pictures and their 21 landmarks.")

  @OptionGroup var options: HandOptions

  func run() throws {
    let loop = try PictureLoop(options)
    let bundle = try options.bundlePath(BundledModels.handLandmarkerPath, name: "hand_landmarker.task")
    let landmarker = try landmarker(bundle)
    try loop.run { image, source throws(TaskError) in
      PictureResult(try landmarker.detect(image: image), source: source, image: image)
    }
  }

  private func landmarker(_ bundle: String) throws(CommandFailure) -> HandLandmarker {
    let settings = HandLandmarkerOptions()
    settings.baseOptions = options.baseOptions(bundlePath: bundle)
    settings.numHands = options.hands
    settings.minHandDetectionConfidence = options.minDetection
    settings.minHandPresenceConfidence = options.minPresence
    settings.minTrackingConfidence = options.minTracking
    do {
      return try HandLandmarker(options: settings)
    } catch {
      throw CommandFailure(bundle, error)
    }
  }
}
