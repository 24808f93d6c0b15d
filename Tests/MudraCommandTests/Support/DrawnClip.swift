import Foundation
import Mudra
import PixelImaging
import TestSupport

/// The drawn clip among the fixtures of the tasks: one hand at first, two from frame 4, none in frame 13.
enum DrawnClip {
  /// The folder of its pictures, which has other files too.
  static let folder = PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("clip")

  /// Writes some of its frames as a Y4M clip and gives the path.
  static func write(
    _ frames: [Int], as name: String = "clip.y4m", rate: Y4MFrameRate? = Y4MFrameRate(30), in folder: TemporaryFolder
  ) throws -> String {
    let images = try images(frames)
    let path = folder.path(name)
    let writer = try Y4MWriter(path: path, width: images[0].width, height: images[0].height, frameRate: rate)
    for image in images { try writer.write(image) }
    return path
  }

  /// Some of its frames as pictures.
  static func images(_ frames: [Int]) throws -> [PixelImage] {
    try frames.map { index in
      try PixelImage(contentsOfFile: Self.folder.appendingPathComponent(String(format: "frame%03d.png", index)).path)
    }
  }

  /// Writes pictures as the frames of a folder, ordered by their names, and gives its path.
  static func write(_ images: [PixelImage], in folder: TemporaryFolder) throws -> String {
    let path = folder.path("frames-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (index, image) in images.enumerated() {
      try image.writePNG(toFile: path + String(format: "/%03d.png", index))
    }
    return path
  }

  /// A recognizer of two hands in video mode, with the command's model.
  static func recognizer() throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = TestFiles.shipped("gesture_recognizer.task")
    options.runningMode = .video
    options.numHands = 2
    return try GestureRecognizer(options: options)
  }
}
