#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Vision

  /// Pictures as a camera stores them.
  enum StoredPictures {
    /// How a picture must be stored to be displayed with an orientation: EXIF says where its first row and column are.
    static func stored(_ image: PixelImage, for orientation: CGImagePropertyOrientation) throws -> PixelImage {
      let (width, height) = (image.width, image.height)
      let (right, bottom) = (width - 1, height - 1)
      return switch orientation {
      case .up: image
      case .upMirrored: try RenderedHands.rearranged(image, width: width, height: height) { (right - $0, $1) }
      case .down: try RenderedHands.rearranged(image, width: width, height: height) { (right - $0, bottom - $1) }
      case .downMirrored: try RenderedHands.rearranged(image, width: width, height: height) { ($0, bottom - $1) }
      // First row at the left, first column at the top.
      case .leftMirrored: try RenderedHands.rearranged(image, width: height, height: width) { ($1, $0) }
      // First row at the right, first column at the top.
      case .right: try RenderedHands.rearranged(image, width: height, height: width) { (right - $1, $0) }
      // First row at the right, first column at the bottom.
      case .rightMirrored:
        try RenderedHands.rearranged(image, width: height, height: width) { (right - $1, bottom - $0) }
      // First row at the left, first column at the bottom.
      case .left: try RenderedHands.rearranged(image, width: height, height: width) { ($1, bottom - $0) }
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
