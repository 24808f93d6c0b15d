#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandPose

  /// A picture for requests: pixels as they are stored, how they should be displayed, and when.
  struct VisionPicture: Sendable {
    /// The pixels as they are stored.
    let stored: MPImage
    /// How they should be displayed.
    let orientation: CGImagePropertyOrientation
    /// The time of a camera's frame; zero for other pictures.
    let timeRange: CMTimeRange

    init(_ stored: MPImage, _ orientation: CGImagePropertyOrientation, timeRange: CMTimeRange = .zero) {
      self.stored = stored
      self.orientation = orientation
      self.timeRange = timeRange
    }

    /// The hands in a region of the displayed picture. Points are normalized to the region.
    ///
    /// - Parameters:
    ///   - region: normalized to the displayed picture, with its origin at the lower left.
    ///   - detect: finds hands in a picture that has no mirrored orientation.
    func hands(
      in region: CGRect, by detect: (MPImage) throws(TaskError) -> [HandPoseObservation]
    ) throws(VNError) -> [VNHumanHandPoseObservation] {
      let crop = try PictureCrop(of: self, to: region)
      do throws(TaskError) {
        return try detect(crop.picture()).map { crop.observation($0, timeRange: timeRange) }
      } catch {
        throw VNError(error)
      }
    }
  }

  extension CGImagePropertyOrientation {
    /// The orientation in which a stored picture is upright, for a mirrored one as its own mirror image: reflecting and
    /// then turning left is the same as turning right and then reflecting.
    var unmirrored: ImageOrientation {
      switch self {
      case .up, .upMirrored: .up
      case .right, .leftMirrored: .right
      case .down, .downMirrored: .down
      case .left, .rightMirrored: .left
      }
    }

    /// The same orientation as UIKit's type has it.
    init(_ orientation: ImageOrientation) {
      self =
        switch orientation {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .upMirrored: .upMirrored
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .rightMirrored: .rightMirrored
        }
    }
  }
#endif
