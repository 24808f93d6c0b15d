#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import HandPose
  import PixelImaging

  /// The part of a picture that a request looks at.
  ///
  /// A mirrored picture is searched as it is stored, without reflecting its pixels: what is found there is the mirror
  /// image of a hand, so that its points are reflected and left and right exchanged.
  struct PictureCrop {
    private let source: VisionPicture
    /// The region of interest in the upright picture, mirrored if the stored one is; nil for the whole picture.
    private let region: CGRect?
    /// The pixels of the region in the stored picture.
    private let columns: Range<Int>
    private let rows: Range<Int>

    /// The part of a picture within a region of the displayed picture, which has its origin at the lower left.
    ///
    /// - Throws: `VNError` with the code `invalidArgument` for a region that is empty or not within the picture.
    init(of source: VisionPicture, to region: CGRect) throws(VNError) {
      self.source = source
      try Self.check(region)
      let size = (width: Int(source.stored.width), height: Int(source.stored.height))
      guard region != VNNormalizedIdentityRect else {
        self.region = nil
        (columns, rows) = (0..<size.width, 0..<size.height)
        return
      }
      let upright = CGRect(
        x: source.orientation.isMirrored ? 1 - region.maxX : region.minX, y: region.minY, width: region.width,
        height: region.height)
      self.region = upright
      // From the origin at the lower left to rows that count from the top, and back through the turn.
      let (left, right, top, bottom) = (upright.minX, upright.maxX, 1 - upright.maxY, 1 - upright.minY)
      let (x, y) =
        switch source.orientation.unmirrored {
        case .right: ((top, bottom), (1 - right, 1 - left))
        case .down: ((1 - right, 1 - left), (1 - bottom, 1 - top))
        case .left: ((1 - bottom, 1 - top), (left, right))
        default: ((left, right), (top, bottom))
        }
      columns = Self.pixels(x, of: size.width)
      rows = Self.pixels(y, of: size.height)
    }

    private static func check(_ region: CGRect) throws(VNError) {
      // Sums of fractions such as 0.1 and 0.9 may be slightly more than 1.
      let bounds = -1e-9...1 + 1e-9
      let edges = [region.origin.x, region.origin.y, region.origin.x + region.width, region.origin.y + region.height]
      guard region.size.width > 0, region.size.height > 0, edges.allSatisfy({ bounds.contains(Double($0)) }) else {
        throw VNError(
          .invalidArgument, "the region of interest is \(region), expected a part of the picture, (0, 0) to (1, 1)")
      }
    }

    /// The pixels nearest to a normalized interval, at least one.
    private static func pixels(_ interval: (from: CGFloat, to: CGFloat), of count: Int) -> Range<Int> {
      let first = min(max(0, Int((interval.from * CGFloat(count)).rounded())), count - 1)
      let end = min(max(first + 1, Int((interval.to * CGFloat(count)).rounded())), count)
      return first..<end
    }

    // MARK: Pixels

    /// The picture to search, upright or as the mirror image of the upright one.
    func picture() throws(TaskError) -> MPImage {
      let orientation = source.orientation.unmirrored
      guard region != nil else { return MPImage(source.stored.pixels, orientation: orientation) }
      do throws(ImageError) {
        let pixels = try source.stored.pixelImage.cropped(columns: columns, rows: rows)
        return MPImage(image: pixels, orientation: orientation)
      } catch {
        throw .image(error)
      }
    }

    // MARK: Points

    /// A hand that was found, in the coordinates of the region of the displayed picture.
    func observation(_ hand: HandPoseObservation, timeRange: CMTimeRange) -> VNHumanHandPoseObservation {
      let isMirrored = source.orientation.isMirrored
      let found = VNHumanHandPoseObservation(hand, timeRange: timeRange)
      guard isMirrored || region != nil else { return found }
      let points = found.points.map { point in
        let place = inRegion(point.location)
        return VNRecognizedPoint(
          identifier: point.identifier, x: Double(isMirrored ? 1 - place.x : place.x), y: Double(place.y),
          confidence: point.confidence)
      }
      return VNHumanHandPoseObservation(
        points, confidence: hand.confidence, chirality: isMirrored ? hand.chirality.opposite : hand.chirality,
        timeRange: timeRange)
    }

    /// A point that is normalized to the cropped pixels, normalized to the region, whose edges may be within pixels.
    private func inRegion(_ point: CGPoint) -> CGPoint {
      guard let region else { return point }
      let cropped = uprightCrop
      let edges = [
        cropped.minX - region.minX, cropped.minY - region.minY, cropped.width - region.width,
        cropped.height - region.height,
      ]
      if edges.allSatisfy({ abs($0) < 1e-9 }) { return point }
      return CGPoint(
        x: (cropped.minX + point.x * cropped.width - region.minX) / region.width,
        y: (cropped.minY + point.y * cropped.height - region.minY) / region.height)
    }

    /// The cropped pixels in the upright picture, with the origin at the lower left.
    private var uprightCrop: CGRect {
      let (width, height) = (source.stored.width, source.stored.height)
      let x = (from: CGFloat(columns.lowerBound) / width, to: CGFloat(columns.upperBound) / width)
      let y = (from: CGFloat(rows.lowerBound) / height, to: CGFloat(rows.upperBound) / height)
      let (across, down) =
        switch source.orientation.unmirrored {
        case .right: ((1 - y.to, 1 - y.from), x)
        case .down: ((1 - x.to, 1 - x.from), (1 - y.to, 1 - y.from))
        case .left: (y, (1 - x.to, 1 - x.from))
        default: (x, y)
        }
      return CGRect(x: across.0, y: 1 - down.1, width: across.1 - across.0, height: down.1 - down.0)
    }
  }

  extension VNChirality {
    /// The other hand.
    fileprivate var opposite: VNChirality {
      switch self {
      case .left: .right
      case .right: .left
      case .unknown: .unknown
      }
    }
  }
#endif
