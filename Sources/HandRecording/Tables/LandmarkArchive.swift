import HandTracking
import TFLiteFormat

/// The results of pictures or frames as arrays in one `.npz` file, which `numpy.load` reads.
///
/// For M pictures or frames: `source` (M texts), `timestamp_ms` (M int64, −1 for a picture), `size` (M × 2 int32, width
/// and height). For N hands: `picture` (N int32, the index of the hand's picture), `landmarks` and `world_landmarks`
/// (N × 21 × 3 float32), `presence`, `handedness_score` and `gesture_score` (N float32), `handedness` and `gesture`
/// (N texts, empty for none), `track` (N int32, −1 without identities).
public struct LandmarkArchive {
  private static let landmarkCount = 21

  private var sources: [String] = []
  private var timestamps: [Int64] = []
  private var sizes: [Int32] = []
  private var pictures: [Int32] = []
  private var landmarks: [Float] = []
  private var worldLandmarks: [Float] = []
  private var presences: [Float] = []
  private var handedness: [(name: String, score: Float)] = []
  private var gestures: [(name: String, score: Float)] = []
  private var tracks: [Int32] = []

  /// Arrays without elements.
  public init() {}

  /// Adds a picture or frame and its hands. A hand with another number of landmarks, which only a bundle with other
  /// networks gives, is left out.
  public mutating func add(_ result: SessionResult) {
    for hand in result.hands
    where hand.landmarks.count == Self.landmarkCount && hand.worldLandmarks.count == Self.landmarkCount {
      pictures.append(Int32(truncatingIfNeeded: sources.count))
      for point in hand.landmarks { landmarks += [point.x, point.y, point.z] }
      for point in hand.worldLandmarks { worldLandmarks += [point.x, point.y, point.z] }
      presences.append(hand.presence)
      handedness.append((hand.side.name, hand.sideScore))
      gestures.append((hand.gesture?.name ?? "", hand.gesture?.score ?? .nan))
      tracks.append(hand.track.map { Int32(truncatingIfNeeded: $0.id) } ?? -1)
    }
    sources.append(result.source)
    timestamps.append(result.isVideoFrame ? Int64(result.timestampInMilliseconds) : -1)
    sizes += [Int32(result.image.width), Int32(result.image.height)]
  }

  /// The arrays do not fit into a file.
  public struct TooLarge: Error {}

  /// The file's bytes.
  ///
  /// - Throws: ``TooLarge`` for arrays of more than 2 GiB.
  public func encoded() throws(TooLarge) -> [UInt8] {
    var archive = ZIPArchive()
    func add(_ name: String, _ bytes: [UInt8]?) throws(TooLarge) {
      guard let bytes, archive.add(bytes, as: name + ".npy") else { throw TooLarge() }
    }
    let (count, points) = (pictures.count, Self.landmarkCount)
    try add("source", Self.texts(sources))
    try add("timestamp_ms", timestamps.withUnsafeBytes { NPYArray.encoded("<i8", [sources.count], $0) })
    try add("size", sizes.withUnsafeBytes { NPYArray.encoded("<i4", [sources.count, 2], $0) })
    try add("picture", pictures.withUnsafeBytes { NPYArray.encoded("<i4", [count], $0) })
    try add("landmarks", landmarks.withUnsafeBytes { NPYArray.encoded("<f4", [count, points, 3], $0) })
    try add("world_landmarks", worldLandmarks.withUnsafeBytes { NPYArray.encoded("<f4", [count, points, 3], $0) })
    try add("presence", Self.floats(presences))
    try add("handedness", Self.texts(handedness.map(\.name)))
    try add("handedness_score", Self.floats(handedness.map(\.score)))
    try add("gesture", Self.texts(gestures.map(\.name)))
    try add("gesture_score", Self.floats(gestures.map(\.score)))
    try add("track", tracks.withUnsafeBytes { NPYArray.encoded("<i4", [count], $0) })
    return archive.bytes
  }

  private static func floats(_ values: [Float]) -> [UInt8] {
    values.withUnsafeBytes { NPYArray.encoded("<f4", [values.count], $0) }
  }

  /// Texts as NumPy has them: scalars of four bytes, all texts as long as the longest; nil if they are too large.
  private static func texts(_ values: [String]) -> [UInt8]? {
    let width = max(values.map(\.unicodeScalars.count).max() ?? 0, 1)
    let (count, overflows) = width.multipliedReportingOverflow(by: values.count)
    guard !overflows, count <= ZIPArchive.byteLimit / 4 else { return nil }
    var scalars = [UInt32](repeating: 0, count: count)
    for (row, value) in values.enumerated() {
      for (column, scalar) in value.unicodeScalars.enumerated() { scalars[row * width + column] = scalar.value }
    }
    return scalars.withUnsafeBytes { NPYArray.encoded("<U\(width)", [values.count], $0) }
  }
}
