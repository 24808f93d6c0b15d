import Foundation

/// Says where the models lie that come with the package.
///
/// The library `Mudra` has the class `Mudra.BundledModels` that conforms to it; a task without a model path looks it up
/// by name, so that an app that brings its own models can link `HandTracking` alone.
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
