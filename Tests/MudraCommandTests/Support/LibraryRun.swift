import Foundation
import Mudra
import PixelImaging
import TestSupport

/// What the library finds with given options: the reference for the command's flags.
enum LibraryRun {
  /// A recognizer of the shipped model.
  static func recognizer(
    _ runningMode: RunningMode = .image, _ set: (GestureRecognizerOptions) -> Void = { _ in }
  ) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = TestFiles.shipped("gesture_recognizer.task")
    options.runningMode = runningMode
    set(options)
    return try GestureRecognizer(options: options)
  }

  /// The result for a picture file.
  static func picture(
    _ path: String, orientation: ImageOrientation = .up, search: ImageSearch = .everywhere,
    _ set: (GestureRecognizerOptions) -> Void = { _ in }
  ) throws -> ResultLine {
    let image = try PixelImage(contentsOfFile: path)
    let result = try recognizer(.image, set).recognize(
      image: MPImage(image: image, orientation: orientation, search: search))
    return ResultLine(result, source: path, image: image)
  }

  /// The results for the frames of a clip, 33 ms apart, with the name of a clip.
  static func frames(
    _ images: [PixelImage], _ set: (GestureRecognizerOptions) -> Void = { _ in }
  ) throws -> [GestureRecognizerResult] {
    let task = try recognizer(.video, set)
    return try images.enumerated().map { index, image in
      try task.recognize(videoFrame: image, timestampInMilliseconds: 33 * index)
    }
  }
}
