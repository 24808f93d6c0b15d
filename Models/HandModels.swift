import Foundation

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
  /// On Linux the folder `Mudra_HandModels.resources` beside the program counts, wherever the program has been moved,
  /// and after that the package's source folder, as long as it exists on this machine.
  public var path: String? {
    #if canImport(Darwin)
      return Bundle.module.path(forResource: fileName, ofType: nil)
    #else
      // Not `Bundle.module`: its accessor ends the program when the resources are not where they were built.
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let programs = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      let folders = programs.compactMap { $0?.appendingPathComponent("Mudra_HandModels.resources") } + [source]
      return folders.map { $0.appendingPathComponent(fileName).path }
        .first { FileManager.default.isReadableFile(atPath: $0) }
    #endif
  }
}
