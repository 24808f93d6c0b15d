import TFLiteFormat
import VisionCore

#if !WITHOUT_FOUNDATION
  import Foundation
  import VisionTasks
#endif

/// Embeddings of hands in poses that are nobody's gesture in particular, for a class of other poses.
///
/// The library comes with those of several hundred drawn hands: fingers stretched, bent and spread at random, seen from
/// all sides (`Tools/dev/training/make_other_poses.py`). They are the embeddings of MediaPipe's gesture embedder, which
/// all bundles of gestures have, and only their positive parts, which is what heads see.
public struct OtherPoses: Sendable, Hashable {
  /// The embeddings, all with as many values.
  public let embeddings: [HandEmbedding]

  /// Other poses with these embeddings.
  init(_ embeddings: [HandEmbedding]) {
    self.embeddings = embeddings
  }

  // MARK: The library's own

  /// The folders in which the library's own may be, in the order in which they are looked at: those that SwiftPM makes
  /// for resources, `Mudra_GestureTraining.bundle` on Apple's systems and `Mudra_GestureTraining.resources` elsewhere.
  package static var places: [String] {
    #if WITHOUT_FOUNDATION
      []
    #else
      resources.folders
    #endif
  }

  /// The poses that come with the library.
  ///
  /// - Throws: `GestureTrainingError.missingOtherPoses` if they were not shipped with the program, or
  ///   `.damagedOtherPoses`.
  public static func bundled() throws(GestureTrainingError) -> OtherPoses {
    #if !WITHOUT_FOUNDATION
      if let path = resources.path(ofFile: "other_poses.embeddings") { return try OtherPoses(contentsOfFile: path) }
    #endif
    throw .missingOtherPoses(places: places)
  }
}

#if !WITHOUT_FOUNDATION
  extension OtherPoses {
    private static var resources: ResourcePlaces {
      ResourcePlaces(
        module: "GestureTraining", mark: ModuleMark.self,
        sourceFolder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .appendingPathComponent("Resources").path)
    }
  }

  /// Tells in which framework or program this module is.
  private final class ModuleMark {}
#endif
