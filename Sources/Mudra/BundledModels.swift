import Foundation
import HandModels
import HandTracking

/// The models that come with the package, for tasks without a model path.
///
/// `HandTracking` finds this class by its name, `Mudra.BundledModels`.
public final class BundledModels: NSObject, BundledModelProvider {
  /// The path of the hand landmarker's bundle, or nil if the resources are missing.
  public static var handLandmarkerPath: String? { BundledModel.handLandmarker.path }

  /// The path of the gesture recognizer's bundle, or nil if the resources are missing.
  public static var gestureRecognizerPath: String? { BundledModel.gestureRecognizer.path }

  /// The folders in which the resources may be, in the order in which they are looked at.
  public static var places: [String] { BundledModel.places }
}
