import CoreVideo
import HandPose
import Mudra
import SwiftUI
import TensorRuntime
import UIKit

/// A view's model: Mudra's types alongside those of the user interface, none of them qualified by its module.
struct HandsModel {
  var preview: Image?
  var tint = Color()
  var buffer: CVPixelBuffer?
  var photo: UIImage?
  var searched = ImageRegion.full
  var lines: [Connection] = HandLandmarker.handConnections
  var hands: [[NormalizedLandmark]] = []
  var positions: [[Landmark]] = []
  var gestures: [[ResultCategory]] = []
  var computesOn = Delegate.CPU
}

@main
struct HandsApp {
  static func main() throws {
    let bytes = [UInt8](repeating: 128, count: 64 * 48 * 3)
    let picture = try PixelImage(width: 64, height: 48, format: .rgb, pixels: bytes)
    var model = HandsModel()
    let options = GestureRecognizerOptions()
    options.baseOptions.delegate = model.computesOn
    let task = try GestureRecognizer(options: options)
    let result = try task.recognize(image: MPImage(image: picture, search: .palms(in: [model.searched])))
    (model.hands, model.positions, model.gestures) = (result.landmarks, result.worldLandmarks, result.gestures)
    let drawn: PixelImage = result.drawn(on: picture)
    let landmarker = try HandLandmarker(options: HandLandmarkerOptions())
    let observations = HandPoseObservation.observations(
      of: try landmarker.detect(image: picture), in: MPImage(image: picture))
    print(
      "hands: \(model.hands.count)", "drawn: \(drawn.width)", "observations: \(observations.count)",
      "vision: \(try countHands(in: picture) ?? -1)")
    print("types: \(appleTypes.count + systemTypes.count)", KernelProvider.available.isEmpty)
  }
}
