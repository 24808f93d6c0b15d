import Foundation

/// Provides the locations of the models that come with the package.
///
/// The class `Mudra.BundledModels` in the library `Mudra` conforms to it; a task without a model path looks it up by
/// name, so that an app with its own models can link only `HandTracking`.
public protocol BundledModelProvider: AnyObject {
  /// The path of the hand landmarker's bundle.
  static var handLandmarkerPath: String? { get }
  /// The path of the gesture recognizer's bundle.
  static var gestureRecognizerPath: String? { get }
}

/// The models of the library `Mudra`, if it is linked.
package enum BundledModelLookup {
  /// The provider, or nil if `Mudra` is not linked.
  package static var provider: (any BundledModelProvider.Type)? {
    NSClassFromString("Mudra.BundledModels") as? any BundledModelProvider.Type
  }
}
