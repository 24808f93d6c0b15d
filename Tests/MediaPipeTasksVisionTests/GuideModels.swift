import Foundation
import TestSupport

/// Puts the package's models where an app has its resources, next to the program.
enum GuideModels {
  /// Creates links to the models among the program's resources; throws if that is impossible.
  static func install() throws {
    try installed.get()
  }

  private static let installed = Result { () throws in
    let resources = try Bundle.main.resourceURL ?? { throw CocoaError(.fileNoSuchFile) }()
    for name in ["hand_landmarker.task", "gesture_recognizer.task"] {
      let link = resources.appendingPathComponent(name)
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: PackageFolders.root.appendingPathComponent("Models/\(name)"))
    }
  }
}
