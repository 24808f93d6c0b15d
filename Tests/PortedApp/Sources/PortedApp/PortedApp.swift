import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Runs all snippets of both guides on the app's picture, once for each kind of image and running mode.
@main
struct PortedApp {
  static func main() throws {
    guard let photo = UIImage(named: "hand") else { throw CocoaError(.fileNoSuchFile) }
    var found: [String: Int] = [:]
    for image in try images(photo) {
      for name in try gestures(in: image) + sides(in: image) { found[name, default: 0] += 1 }
    }
    print(found.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    let service = HandService(modelPath: Bundle.main.path(forResource: "hand_landmarker", ofType: "task"))
    print("overlay lines: \(service.overlay(of: photo, in: CGSize(width: 200, height: 200)).count)")
    let bend = try photo.cgImage.flatMap(FingerBend.ofIndexFinger) ?? 0
    print("index finger: \(bend > 150 ? "straight" : "bent")")
  }

  /// The picture as a `UIImage`, a `CVPixelBuffer` and a `CMSampleBuffer`.
  static func images(_ photo: UIImage) throws -> [MPImage] {
    let snippets = GestureRecognizerSnippets()
    guard let bitmap = photo.cgImage else { throw CocoaError(.fileReadCorruptFile) }
    let buffer = CVPixelBuffer(bitmap.pixels)
    let sample = CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: CMTime(value: 1, timescale: 30))
    return try [snippets.image(photo), snippets.image(buffer), snippets.image(sample)]
  }

  static func gestures(in image: MPImage) throws -> [String] {
    let snippets = GestureRecognizerSnippets()
    let (stream, processor) = try snippets.forLiveStream()
    try snippets.run(stream, liveStream: image, 1)
    return try [
      snippets.run(snippets.forImages(), image), snippets.run(snippets.forVideo(), videoFrame: image, 1),
      processor.results.next(),
    ].map { $0?.gestures.first?.first?.categoryName ?? "no gesture" }
  }

  static func sides(in image: MPImage) throws -> [String] {
    let snippets = HandLandmarkerSnippets()
    let (stream, processor) = try snippets.forLiveStream()
    try snippets.run(stream, liveStream: image, 1)
    return try [
      snippets.run(snippets.forImages(), image), snippets.run(snippets.forVideo(), videoFrame: image, 1),
      processor.results.next(),
    ].map { $0?.handedness.first?.first?.categoryName ?? "no hand" }
  }
}
