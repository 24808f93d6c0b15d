import Foundation
import VisionTasks

/// The model files that come with the package.
public enum BundledModel: Sendable, CaseIterable {
  /// Palm detector and hand landmark network, for `HandLandmarker`.
  case handLandmarker
  /// The same with gesture embedder and classifier, for `GestureRecognizer`.
  case gestureRecognizer

  /// The file's name, such as `hand_landmarker.task`.
  public var fileName: String {
    switch self {
    case .handLandmarker: "hand_landmarker.task"
    case .gestureRecognizer: "gesture_recognizer.task"
    }
  }

  /// Where the file lies; nil when it was not shipped with the program.
  ///
  /// It is in a folder that SwiftPM makes: `Mudra_HandModels.bundle` on Apple's systems, elsewhere
  /// `Mudra_HandModels.resources`. ``places`` are those that are looked at.
  public var path: String? { Self.resources.path(ofFile: fileName) }

  /// The folders in which the files may be, in the order in which they are looked at.
  ///
  /// On Apple's systems: in the resources of the app, in those of the framework with this module, beside a bundle of
  /// tests, beside the program. Elsewhere: beside the program, wherever it has been moved, and then the package's
  /// source folder, as long as it exists on this machine.
  public static var places: [String] { resources.folders }

  private static var resources: ResourcePlaces {
    ResourcePlaces(
      module: "HandModels", mark: ModuleMark.self,
      sourceFolder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path)
  }

  /// The file in a folder, or in a bundle's folder of resources; nil if it is not there or not readable.
  package func path(in place: String) -> String? { ResourcePlaces.path(ofFile: fileName, in: place) }
}

/// Tells in which framework or program this module is.
private final class ModuleMark {}
