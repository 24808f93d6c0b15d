import FaceDetection
import Foundation
import PixelImaging
import TestSupport
import Testing
import VisionTasks

/// MediaPipe's faces in one picture.
struct GoldenFaces: Decodable, Sendable, CustomTestStringConvertible {
  /// One face.
  struct Face: Decodable, Sendable {
    let score: Float
    /// Left edge, upper edge, width and height in whole pixels.
    let box: [Float]
    /// x and y, in fractions of the picture.
    let keypoints: [[Float]]
  }

  let picture: String
  /// 90 if the picture was turned counterclockwise before.
  let rotation: Int
  let minDetection: Float
  let minSuppression: Float
  let faces: [Face]

  private static let fixtures = PackageFolders.fixtures(of: "FaceDetectionTests")
  /// The fixtures, or another folder for which Tools/dev/reference/golden_faces.py has made a golden.json.
  private static let folder =
    ProcessInfo.processInfo.environment["MUDRA_FACES"].map { URL(fileURLWithPath: $0) } ?? fixtures

  static let all = Result {
    try JSONDecoder().decode([Self].self, from: Data(contentsOf: folder.appendingPathComponent("golden.json")))
  }

  var testDescription: String { "\(picture), \(rotation)°, \(minDetection), \(minSuppression)" }

  /// The picture that MediaPipe got.
  func image() throws -> MPImage {
    let image = try PixelImage(contentsOfFile: Self.folder.appendingPathComponent(picture).path)
    return rotation == 0 ? MPImage(image: image) : MPImage(image: try RenderedHands.turned(image), orientation: .right)
  }

  /// A picture of the fixtures.
  static func image(_ name: String) throws -> PixelImage {
    try PixelImage(contentsOfFile: fixtures.appendingPathComponent(name).path)
  }
}

extension FaceDetector {
  /// A task with the example's model.
  static func make(_ set: (FaceDetectorOptions) -> Void = { _ in }) throws -> FaceDetector {
    let options = FaceDetectorOptions()
    options.baseOptions.modelAssetPath =
      PackageFolders.root.appendingPathComponent("Examples/FaceDetector/face_detector.task").path
    set(options)
    return try FaceDetector(options: options)
  }
}
