import Foundation
import TFLiteFormat
import TestSupport

/// The model files that tests read.
enum Files {
  /// A bundle in `Models/`.
  static func bundle(_ name: String) throws -> Archive {
    try Archive(Bytes(contentsOfFile: PackageFolders.root.appendingPathComponent("Models/\(name)").path))
  }

  /// A model inside `Models/gesture_recognizer.task`, by its bundle and its name.
  static func model(_ bundleName: String, _ name: String) throws -> Model {
    try Model(Archive(bundle("gesture_recognizer.task").entry(named: bundleName)).entry(named: name))
  }

  /// The bytes of the smallest of the models.
  static func cannedClassifier() throws -> [UInt8] {
    try model("hand_gesture_recognizer.task", "canned_gesture_classifier.tflite").bytes.array
  }
}
