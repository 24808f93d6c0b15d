#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Vision

  /// The drawn hands among the fixtures of the tasks.
  enum DrawnHands {
    private struct Truth: Decodable {
      let landmarks: [[[Double]]]
    }

    private static let folder = PackageFolders.fixtures(of: "HandTrackingTests")

    /// The path of a picture, such as `Thumb_Up_left`.
    static func url(_ name: String) -> URL {
      folder.appendingPathComponent("rendered/\(name).png")
    }

    /// A picture by its name.
    static func image(_ name: String) throws -> PixelImage {
      try PixelImage(contentsOfFile: url(name).path)
    }

    /// A frame of the drawn clip: one hand at first, two from frame 4, none in frame 13.
    static func clipFrame(_ index: Int) throws -> PixelImage {
      try PixelImage(contentsOfFile: folder.appendingPathComponent(String(format: "clip/frame%03d.png", index)).path)
    }

    /// The true points of the picture's only hand in the order of landmarks, y down, as the renderer reports them.
    static func truth(_ name: String) throws -> [[Double]] {
      let data = try Data(contentsOf: folder.appendingPathComponent("rendered/truth.json"))
      guard let hand = try JSONDecoder().decode([String: Truth].self, from: data)["\(name).png"]?.landmarks.first else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return hand
    }

    /// The pixel at column x and row y of the result is the one that `place` names in the picture.
    static func rearranged(
      _ image: PixelImage, width: Int, height: Int, _ place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
    ) throws -> PixelImage {
      let image = image.converted(to: .rgb)
      var pixels: [UInt8] = []
      image.withUnsafeBytes { bytes in
        for y in 0..<height {
          for x in 0..<width {
            let from = place(x, y)
            let start = from.y * image.rowByteStride + 3 * from.x
            pixels += bytes[start..<start + 3]
          }
        }
      }
      return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
    }

    /// How a picture must be stored to be displayed with an orientation: EXIF says where its first row and column are.
    static func stored(_ image: PixelImage, for orientation: CGImagePropertyOrientation) throws -> PixelImage {
      let (width, height) = (image.width, image.height)
      let (right, bottom) = (width - 1, height - 1)
      return switch orientation {
      case .up: image
      case .upMirrored: try rearranged(image, width: width, height: height) { (right - $0, $1) }
      case .down: try rearranged(image, width: width, height: height) { (right - $0, bottom - $1) }
      case .downMirrored: try rearranged(image, width: width, height: height) { ($0, bottom - $1) }
      // First row at the left, first column at the top.
      case .leftMirrored: try rearranged(image, width: height, height: width) { ($1, $0) }
      // First row at the right, first column at the top.
      case .right: try rearranged(image, width: height, height: width) { (right - $1, $0) }
      // First row at the right, first column at the bottom.
      case .rightMirrored: try rearranged(image, width: height, height: width) { (right - $1, bottom - $0) }
      // First row at the left, first column at the bottom.
      case .left: try rearranged(image, width: height, height: width) { ($1, bottom - $0) }
      }
    }
  }

  extension VNHumanHandPoseObservation {
    /// The positions of all joints, by the joints' keys.
    var places: [String: CGPoint] {
      get throws {
        let points = try recognizedPoints(.all)
        return Dictionary(uniqueKeysWithValues: points.map { ($0.key.rawValue.rawValue, $0.value.location) })
      }
    }
  }
#endif
