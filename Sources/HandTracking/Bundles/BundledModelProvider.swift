import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Provides the locations of the models that come with the package.
///
/// The class `Mudra.BundledModels` in the library `Mudra` conforms to it; a task without a model path looks it up by
/// name, so that an app with its own models can link only `HandTracking`.
package protocol BundledModelProvider: AnyObject {
  /// The path of the hand landmarker's bundle.
  static var handLandmarkerPath: String? { get }
  /// The path of the gesture recognizer's bundle.
  static var gestureRecognizerPath: String? { get }
  /// The folders in which the bundles may be, for the error of a program that was shipped without them.
  static var places: [String] { get }
}

/// The models of the library `Mudra`, if it is linked.
package enum BundledModelLookup {
  /// The provider, or nil if `Mudra` is not linked.
  package static var provider: (any BundledModelProvider.Type)? {
    #if WITHOUT_FOUNDATION
      nil
    #else
      NSClassFromString("Mudra.BundledModels") as? any BundledModelProvider.Type
    #endif
  }

  /// The path of a model.
  ///
  /// - Throws: `TaskError.noModel` if `Mudra` is not linked, `TaskError.missingBundledModel` if it is, but the
  ///   program was shipped without the resources.
  package static func path(_ path: (any BundledModelProvider.Type) -> String?) throws(TaskError) -> String {
    guard let provider else { throw .noModel }
    guard let path = path(provider) else { throw .missingBundledModel(places: provider.places) }
    return path
  }
}
