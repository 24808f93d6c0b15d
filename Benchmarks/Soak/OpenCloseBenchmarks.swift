import Foundation
import Mudra
import PixelImaging

/// Recognizers that are opened, used once and closed, thousands of times; they must not leave anything behind.
enum OpenCloseBenchmarks {
  /// Runs `count` cycles through all modes; half of the recognizers are closed, the others only released.
  static func run(_ report: inout BenchmarkReport, count: Int) throws {
    report.begin("Open and close: \(count) recognizers, each with a bundle read and prepared anew, and one picture")
    let image = try report.settings.picture(width: 64, height: 48).image
    let receiver = Receiver()
    try ResourceWatch.report("open and close", count: count, &report) { try cycle($0, image, receiver) }
  }

  /// Receives the results of live streams.
  private final class Receiver: NSObject, GestureRecognizerLiveStreamDelegate, Sendable {
    let answered = DispatchSemaphore(value: 0)

    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
      timestampInMilliseconds: Int, error: (any Error)?
    ) {
      answered.signal()
    }
  }

  private static func cycle(_ index: Int, _ image: PixelImage, _ receiver: Receiver) throws {
    let modes: [RunningMode] = [.image, .video, .liveStream]
    let options = GestureRecognizerOptions()
    options.runningMode = modes[index % modes.count]
    options.gestureRecognizerLiveStreamDelegate = options.runningMode == .liveStream ? receiver : nil
    let recognizer = try GestureRecognizer(options: options)
    switch options.runningMode {
    case .image: _ = try recognizer.recognize(image: image)
    case .video: _ = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: index)
    case .liveStream:
      try recognizer.recognizeAsync(image: image, timestampInMilliseconds: index)
      receiver.answered.wait()
    }
    if index % 2 == 0 { recognizer.close() }
  }
}
