import Foundation
import TFLiteFormat
import TestSupport

/// The entries of the package's bundles, and bundles assembled from them.
enum BundleFiles {
  static let handLandmarker = PackageFolders.root.appendingPathComponent("Models/hand_landmarker.task").path
  static let gestureRecognizer = PackageFolders.root.appendingPathComponent("Models/gesture_recognizer.task").path

  /// The bytes of an entry of a bundle, or of a bundle nested in it.
  static func entry(_ names: String..., of path: String) throws -> [UInt8] {
    var bytes = try Bytes(contentsOfFile: path)
    for name in names {
      bytes = try Archive(bytes).entry(named: name)
    }
    return bytes.withUnsafeBytes { Array($0) }
  }

  /// A network of the hand landmarker's bundle.
  static func handNetwork(_ name: String) throws -> [UInt8] {
    try entry(name, of: handLandmarker)
  }

  /// A network of the gesture bundle.
  static func gestureNetwork(_ name: String) throws -> [UInt8] {
    try entry("hand_gesture_recognizer.task", name, of: gestureRecognizer)
  }

  /// The bytes of a hand landmarker's bundle, with some of its networks replaced; nil omits one.
  static func handBundle(replacing replaced: [String: [UInt8]?] = [:]) throws -> [UInt8] {
    try bundle(["hand_detector.tflite", "hand_landmarks_detector.tflite"], replacing: replaced, from: handNetwork)
  }

  /// The bytes of a gesture recognizer's bundle, with some of its gesture networks replaced; nil omits one.
  static func gestureBundle(replacing replaced: [String: [UInt8]?] = [:]) throws -> [UInt8] {
    let names = ["gesture_embedder.tflite", "canned_gesture_classifier.tflite"]
    return ZipFile.bytes(of: [
      ("hand_landmarker.task", Array(try Data(contentsOf: URL(fileURLWithPath: handLandmarker)))),
      ("hand_gesture_recognizer.task", try bundle(names, replacing: replaced, from: gestureNetwork)),
    ])
  }

  /// Runs `body` with the path of a file that holds `bytes`, and removes it.
  static func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    try TemporaryFolder.withFile(bytes, as: "bundle.task", body)
  }

  private static func bundle(
    _ names: [String], replacing replaced: [String: [UInt8]?], from source: (String) throws -> [UInt8]
  ) throws -> [UInt8] {
    var entries: [(name: String, data: [UInt8])] = []
    for name in names where !replaced.keys.contains(name) {
      entries.append((name, try source(name)))
    }
    for case (let name, let bytes?) in replaced.sorted(by: { $0.key < $1.key }) {
      entries.append((name, bytes))
    }
    return ZipFile.bytes(of: entries)
  }
}

extension [UInt8] {
  /// The bytes with the first occurrence of a text replaced by one of the same length.
  func replacing(_ text: String, with other: String) -> [UInt8] {
    let pattern = Array(text.utf8)
    precondition(pattern.count == other.utf8.count, "the lengths must agree")
    var result = self
    if let place = firstRange(of: pattern) {
      result.replaceSubrange(place, with: other.utf8)
    }
    return result
  }
}
