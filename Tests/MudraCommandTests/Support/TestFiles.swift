import Foundation
import Mudra
import TFLiteFormat
import TensorTestSupport
import TestSupport

/// Files that the tests give to the program.
enum TestFiles {
  /// A rendered picture by its name.
  static func picture(_ name: String) -> String {
    PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("rendered/\(name).png").path
  }

  /// The path of a model of the operator tests, copied into the temporary folder.
  static func model(_ fixture: OperatorFixture) -> String {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mudra-fixture-\(fixture.folder)-\(fixture.name).tflite")
    // A copy that fails shows as a missing file.
    try? Data(fixture.entry("tflite").array).write(to: url, options: .atomic)
    return url.path
  }

  /// The same for a case by its name.
  static func model(_ folder: String, _ name: String) -> String {
    model(OperatorFixture(folder, name))
  }

  /// A file in the folder of the shipped models.
  static func shipped(_ name: String) -> String {
    PackageFolders.root.appendingPathComponent("Models/\(name)").path
  }

  /// The bytes of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Entries of the shipped hand landmarker, by name.
  static func landmarkerEntry(_ name: String) throws -> (name: String, data: [UInt8]) {
    let bytes = try Archive(Bytes(contentsOfFile: shipped("hand_landmarker.task"))).entry(named: name)
    return (name, bytes.array)
  }
}
