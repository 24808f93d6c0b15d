import Foundation
import GestureTraining
import HandRecording
import HandVideo
import Mudra
import MudraPlatform

/// Reads tracks of hands from what people have: JSON Lines of landmarks, sessions of the studio, clips, and folders of
/// frames. Networks are loaded when the first clip needs them.
final class MotionInput {
  private let hands: Int
  private let network: NetworkOptions
  private let pictures: PictureLimitOptions
  private let model: String?
  private var session: HandSession?
  private var loaded: HandModel?

  /// - Parameter model: the bundle to use instead of the built-in one.
  init(hands: Int, model: String?, _ network: NetworkOptions, _ pictures: PictureLimitOptions) {
    (self.hands, self.model, self.network, self.pictures) = (hands, model, network, pictures)
  }

  /// Whether a file has lines of JSON, by its first bytes.
  static func isLines(_ path: String) -> Bool { kind(of: path).map { [.json, .text].contains($0) } ?? false }

  /// Whether a file is a model of motions, by its first bytes.
  static func isModel(_ path: String) -> Bool { start(of: path).starts(with: MotionModel.mark) }

  private static func start(of path: String) -> [UInt8] {
    guard FileNames.isRegularFile(path) else { return [] }
    return OpenFile.start(of: path, byteCount: FileFormat.byteCount) ?? []
  }

  private static func kind(of path: String) -> FileFormat? {
    let bytes = start(of: path)
    return bytes.isEmpty ? nil : FileFormat(firstBytes: bytes)
  }

  /// The stream of a file or a folder of frames.
  func stream(_ path: String) throws(CommandFailure) -> MotionStream {
    if !InputFile.isFolder(path) { try InputFile.check(path) }
    switch Self.kind(of: path) {
    case .json?, .text?: return try lines(path)
    case .recording?: return try recording(path)
    default: return try clip(path)
    }
  }

  private func lines(_ path: String) throws(CommandFailure) -> MotionStream {
    do {
      return try MotionStream(linesOfFile: path, limits: network.bundles.limits)
    } catch {
      throw CommandFailure(path, error)
    }
  }

  /// What was found when a session was recorded.
  private func recording(_ path: String) throws(CommandFailure) -> MotionStream {
    var stream = MotionStream()
    let decoder = JSONDecoder()
    do {
      let reader = try RecordingReader(path: path)
      while let record = try reader.next() {
        guard case .answer(let line) = record else { continue }
        try stream.add(line.utf8, decoder, file: path, number: reader.readCount)
      }
    } catch let error as RecordingError {
      throw CommandFailure(path, error.description)
    } catch let error as GestureTrainingError {
      throw CommandFailure(path, error)
    } catch {
      throw CommandFailure(path, "\(error)")
    }
    return stream
  }

  private func clip(_ path: String) throws(CommandFailure) -> MotionStream {
    var track = MotionTrack()
    var source = try CommandFailure.of { () throws(VideoError) in
      try VideoInput.open(path, interval: nil, bounds: ReadingBounds(limits: pictures.limits, patience: 60))
    }
    let session = try newSession()
    while let frame = try CommandFailure.of({ () throws(VideoError) in try source.nextFrame() }) {
      let result = try session.frame(frame.image, source: frame.source, timestamp: frame.timestamp)
      track.append(result, imageWidth: frame.image.width, imageHeight: frame.image.height)
    }
    return MotionStream(track)
  }

  /// A session that has seen nothing, of the same networks.
  private func newSession() throws(CommandFailure) -> HandSession {
    guard let bundle = model ?? BundledModels.handLandmarkerPath else {
      throw CommandFailure(
        "hand_landmarker.task", "the built-in bundle is missing beside the program; name one with --model",
        .inputMissing)
    }
    do throws(TaskError) {
      let networks: HandModel
      if let loaded {
        networks = loaded
      } else {
        networks = try network.handModel(path: bundle, kernelProvider: network.kernels)
      }
      loaded = networks
      var options = SessionOptions()
      options.task = .landmarks
      options.numHands = hands
      options.numThreads = network.threads
      options.precision = network.precision
      options.tracking.assignsIdentities = true
      return try HandSession(model: networks, options: options, areVideoFrames: true)
    } catch {
      throw CommandFailure(bundle, error)
    }
  }
}

extension MotionModel {
  /// The model of a file.
  static func read(_ path: String) throws(CommandFailure) -> MotionModel {
    try InputFile.check(path)
    do {
      return try MotionModel(contentsOfFile: path)
    } catch {
      throw CommandFailure(path, error.description)
    }
  }
}
