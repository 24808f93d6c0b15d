import Foundation
import Mudra
import MudraPlatform

/// What a new process reports about its first result, as one line of JSON, both in this program and in `peers.py
/// first-result`.
struct FirstResult: Codable {
  /// The gesture that was recognized.
  let gesture: String
  /// Milliseconds of loading the library; nil for a compiled program, in which it cannot be measured separately.
  let importMs: Double?
  /// Milliseconds of opening the bundle and preparing its networks.
  let creationMs: Double
  /// Milliseconds of reading the picture and recognizing the gesture in it.
  let resultMs: Double

  /// What both do, regardless of language.
  var workMs: Double { creationMs + resultMs }

  /// The hidden option of this program that does the work, and its argument: a picture.
  static let childOption = "--first-result"

  /// Does the work in this process.
  static func measure(picture: String) throws -> FirstResult {
    let start = MonotonicClock.nanoseconds()
    let recognizer = try GestureRecognizer(options: GestureRecognizerOptions())
    let created = MonotonicClock.nanoseconds()
    let result = try recognizer.recognize(image: MPImage(contentsOfFile: picture))
    let end = MonotonicClock.nanoseconds()
    return FirstResult(
      gesture: result.hands.first?.gesture?.name ?? "", importMs: nil,
      creationMs: Double(created - start) / 1e6, resultMs: Double(end - created) / 1e6)
  }

  /// Does the work in this process and prints the line.
  static func runChild(picture: String) throws {
    printLine(String(decoding: try JSONEncoder().encode(measure(picture: picture)), as: UTF8.self))
  }

  /// Lets a new process do the work.
  static func run(_ process: ChildProcess) throws -> FirstResult {
    try JSONDecoder().decode(FirstResult.self, from: Data(process.run().output))
  }
}
