import HandPose
import HandTracking
import TFLiteFormat

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// A track of a file, with what is said to be in it.
public struct MotionStream: Sendable, Hashable {
  /// A motion that is said to be in a track.
  public struct Truth: Sendable, Hashable {
    /// The name of the motion.
    public let label: String
    /// When it is, in milliseconds.
    public let interval: ClosedRange<Int>

    /// A motion and when it is.
    public init(label: String, interval: ClosedRange<Int>) { (self.label, self.interval) = (label, interval) }
  }

  /// The hands.
  public internal(set) var track = MotionTrack()
  /// The motions, in the order of the file.
  public internal(set) var truth: [Truth] = []
  /// The person or the session, if a line has a `group`.
  public internal(set) var group: String?
  /// What the lines say they are of; the last one that does.
  public internal(set) var source: String?

  /// A stream of a track.
  public init(_ track: MotionTrack = MotionTrack()) { self.track = track }
}

#if !WITHOUT_FOUNDATION
  extension MotionStream {
    /// Reads a file of JSON Lines as `mudra video --json` prints them (`mudra.result/1`).
    ///
    /// Of a line, `timestampMs`, `width`, `height` and `hands` with 21 `landmarks` of two or three numbers are needed;
    /// `worldLandmarks`, `handedness` and `track` may be missing. Lines of events are skipped. A line with a `label`
    /// and an `interval` of two times in milliseconds says what is in the track.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limits: the limit on its size.
    /// - Throws: `GestureTrainingError` for a file that cannot be read, or a line that is no such result.
    public init(linesOfFile path: String, limits: BundleLimits = BundleLimits()) throws(GestureTrainingError) {
      self.init()
      let decoder = JSONDecoder()
      try JSONLines.forEach(ofFile: path, limits: limits) { (line, number) throws(GestureTrainingError) in
        try add(line, decoder, file: path, number: number)
      }
    }

    /// Adds a line, such as the answer of a recording.
    package mutating func add(
      _ line: some Collection<UInt8>, _ decoder: JSONDecoder, file: String, number: Int
    ) throws(GestureTrainingError) {
      let content: TrackLine
      do {
        content = try decoder.decode(TrackLine.self, from: Data(line))
      } catch {
        throw .invalidLine(file: file, number: number, reason: "not a JSON object of the form mudra.result/1")
      }
      do throws(TrackLine.Fault) {
        group = content.group ?? group
        source = content.source ?? source
        if let truth = try content.truth { self.truth.append(truth) }
        if let frame = try content.frame { track.append(frame) }
      } catch {
        throw .invalidLine(file: file, number: number, reason: error.reason)
      }
    }
  }
#endif

extension MotionTrack.Frame: Decodable {
  /// A frame from an object of JSON, of which what ``MotionStream/init(linesOfFile:limits:)`` needs of a line is read.
  ///
  /// - Throws: `DecodingError` for an object that is no such result.
  public init(from decoder: any Decoder) throws {
    let line = try TrackLine(from: decoder)
    do throws(TrackLine.Fault) {
      guard let frame = try line.frame else { throw TrackLine.Fault(reason: "the frame has no hands") }
      self = frame
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.reason))
    }
  }
}

/// A line of JSON of a command that follows hands, or of somebody who has landmarks from elsewhere.
private struct TrackLine: Decodable {
  /// What is wrong with it.
  struct Fault: Error {
    let reason: String
  }

  struct Failure: Decodable {}

  /// An object with a name, or the name.
  struct Side: Decodable {
    let name: String

    private enum CodingKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        name = text
      } else {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      }
    }
  }

  /// An object with a number, or the number.
  struct Track: Decodable {
    let id: Int

    private enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      if let number = try? decoder.singleValueContainer().decode(Int.self) {
        id = number
      } else {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      }
    }
  }

  struct Hand: Decodable {
    let handedness: Side?
    let landmarks: [[Float]]
    let worldLandmarks: [[Float]]?
    let track: Track?

    func detected() throws(Fault) -> DetectedHand {
      let world = worldLandmarks ?? []
      guard landmarks.count == 21, landmarks.allSatisfy({ (2...3).contains($0.count) }) else {
        throw Fault(reason: "a hand has 21 landmarks of 2 or 3 numbers")
      }
      guard world.isEmpty || world.count == 21 && world.allSatisfy({ $0.count == 3 }) else {
        throw Fault(reason: "a hand has 21 world landmarks of 3 numbers, or none")
      }
      return DetectedHand(
        side: handedness?.name.lowercased() == "left" ? .left : .right,
        landmarks: landmarks.map { NormalizedLandmark(x: $0[0], y: $0[1], z: $0.count > 2 ? $0[2] : 0) },
        worldLandmarks: world.map { Landmark(x: $0[0], y: $0[1], z: $0[2]) },
        track: track.map { HandTrack(id: $0.id, age: 1, isFollowed: false) })
    }
  }

  let label: String?
  let interval: [Double]?
  let group: String?
  let source: String?
  let timestampMs: Double?
  let width: Double?
  let height: Double?
  let hands: [Hand]?
  let error: Failure?

  private static let timeLimit = 1e15

  var truth: MotionStream.Truth? {
    get throws(Fault) {
      guard let interval else { return nil }
      guard let label, interval.count == 2, interval[0] <= interval[1],
        interval.allSatisfy({ abs($0) <= Self.timeLimit })
      else { throw Fault(reason: "an interval has a label, and two times in milliseconds, the earlier one first") }
      return MotionStream.Truth(label: label, interval: Int(interval[0])...Int(interval[1]))
    }
  }

  var frame: MotionTrack.Frame? {
    get throws(Fault) {
      // Lines of events, of truth and of pictures that cannot be read have no hands.
      guard let hands, error == nil else { return nil }
      guard let timestampMs, abs(timestampMs) <= Self.timeLimit else {
        throw Fault(reason: "the frame has no timestampMs: motions are in videos")
      }
      guard let width, let height, (1...1e7).contains(width), (1...1e7).contains(height) else {
        throw Fault(reason: "the frame has no width and height")
      }
      var detected: [DetectedHand] = []
      for hand in hands { detected.append(try hand.detected()) }
      return MotionTrack.Frame(
        timestampInMilliseconds: Int(timestampMs), hands: detected, aspectRatio: Float(width / height))
    }
  }
}
