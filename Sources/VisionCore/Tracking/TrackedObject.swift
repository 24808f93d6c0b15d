import PixelImaging
import TensorRuntime

/// An object that a task follows from frame to frame, such as a hand.
///
/// A ``RegionTracker`` keeps the objects of a frame as space for those of later ones, so that their arrays keep their
/// memory.
package protocol TrackedObject: Sendable {
  /// Space for an object.
  init()

  /// The probability that there is an object in the region.
  var presence: Float { get }
  /// Where to search for it in the next frame.
  var nextRegion: ImageRegion { get }

  /// Where to search for the object to which a detector's box belongs.
  static func region(of box: KeypointBox, imageWidth: Int, imageHeight: Int) -> ImageRegion

  /// True if another object in the picture is the same one, found twice.
  func isRepeat(of other: Self, imageWidth: Int, imageHeight: Int) -> Bool
}

/// The network after a detector: finds the object in a region.
package protocol RegionNetwork: AnyObject {
  /// What it finds.
  associatedtype Object: TrackedObject

  /// The network, in each precision that it has.
  var networks: PrecisionPair<Session> { get set }

  /// Searches for the object of a candidate and writes it to `object`, which for a followed one is what it was in the
  /// previous frame.
  ///
  /// - Parameter alone: on the calling thread alone.
  /// - Returns: false if there is no object; then only the presence of `object` has changed.
  func find(
    _ object: inout Object, at candidate: RegionCandidate, in image: PixelImage, alone: Bool
  ) throws(TaskError) -> Bool
}

/// A place where an object may be.
package struct RegionCandidate: Sendable {
  /// Where the object is searched for.
  package let region: ImageRegion
  /// Why it is searched for there.
  package let origin: RegionOrigin
  /// The square of the picture in which the detector found it, if not in the whole picture or a given region. Such an
  /// object must be seen a second time, where the first look says that it is.
  package let tile: SearchTiles.Tile?

  /// A candidate from its components.
  package init(region: ImageRegion, origin: RegionOrigin, tile: SearchTiles.Tile? = nil) {
    self.region = region
    self.origin = origin
    self.tile = tile
  }
}

extension RegionCandidate {
  /// The detector's score; 0 if it did not find it.
  var score: Float {
    if case .detected(let box) = origin { box.score } else { 0 }
  }
}

/// Why an object is searched for at its place.
package enum RegionOrigin: Sendable {
  /// The detector found it.
  case detected(KeypointBox)
  /// The object with this index in the previous frame was there.
  case followed(Int)
  /// The caller specified the region.
  case given

  /// True for an object of the previous frame.
  package var isFollowed: Bool {
    if case .followed = self { true } else { false }
  }
}

/// Why a candidate is not an object in the result. The rules are in the order in which they are applied.
package enum RemovalRule: Sendable {
  /// The detector refused it.
  case refused(KeypointDetector.Refusal)
  /// There are enough better candidates.
  case limit
  /// The region overlaps that of an earlier candidate.
  case overlap
  /// The probability of an object is too low.
  case presence(Float)
  /// It is an earlier object, found again.
  case repeated
}
