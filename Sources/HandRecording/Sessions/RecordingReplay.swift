#if !WITHOUT_FOUNDATION
  import Foundation
  import HandTracking
  import VisionTasks

  /// Runs the frames of a recording again, and compares the answers with those that were recorded.
  ///
  /// The frames that were answered are all that a session's state comes from, so the answers are the same to the last
  /// bit with the same model on the same kind of machine. What a frame budget saved depended on the time that there
  /// was: nothing is saved in a replay, and answers from the first frame on in which something was are not compared.
  public final class RecordingReplay {
    /// A frame of the recording and what became of it.
    public struct Step: Sendable {
      /// The number of the frame in the recording, from 0 on.
      public let index: Int
      /// What is found now.
      public let result: SessionResult
      /// Whether it is the recorded one; nil if none was recorded, or it cannot be compared.
      public let isEqual: Bool?
    }

    private let reader: RecordingReader
    private let model: HandModel
    private let source: String
    private var options: SessionOptions
    private var video: HandSession?
    private var pictures: HandSession?
    private var waiting: RecordingRecord?
    /// Whether a frame budget has saved something in a recorded frame of this session.
    private var hasSaved = false
    private var count = 0

    /// A replay from the recording's start.
    ///
    /// - Parameters:
    ///   - reader: the recording.
    ///   - model: the model to run it with.
    ///   - source: what the answers call the recording.
    public init(_ reader: RecordingReader, model: HandModel, source: String) {
      self.reader = reader
      self.model = model
      self.source = source
      options = reader.header.options
    }

    /// Runs the next frame; nil at the end.
    ///
    /// - Throws: `RecordingError`.
    public func next() throws(RecordingError) -> Step? {
      while let record = try nextRecord() {
        switch record {
        case .options(let new):
          options = new
          (video, pictures, hasSaved) = (nil, nil, false)
        case .answer: throw .content(record: reader.readCount)
        case .frame(let frame):
          let place = reader.readCount
          let result = try result(of: frame, record: place)
          var isEqual: Bool?
          if let next = try nextRecord() {
            if case .answer(let recorded) = next {
              isEqual = try compare(result, recorded, record: reader.readCount)
            } else {
              waiting = next
            }
          }
          defer { count += 1 }
          return Step(index: count, result: result, isEqual: isEqual)
        }
      }
      return nil
    }

    private func nextRecord() throws(RecordingError) -> RecordingRecord? {
      if let record = waiting {
        waiting = nil
        return record
      }
      return try reader.next()
    }

    private func result(of frame: FrameMessage, record: Int) throws(RecordingError) -> SessionResult {
      do {
        let image = try frame.image()
        let isStill = frame.header.flags.contains(.still)
        let session = try session(areVideoFrames: !isStill)
        return try session.result(
          of: image, timestampInMilliseconds: isStill ? nil : frame.header.timestamp, source: source)
      } catch let error as FrameError {
        throw .frame(record: record, error)
      } catch let error as TaskError {
        throw .task(record: record, error)
      } catch {
        throw .content(record: record)
      }
    }

    private func session(areVideoFrames: Bool) throws(TaskError) -> HandSession {
      if let session = areVideoFrames ? video : pictures { return session }
      try options.checkLimits()
      var options = options
      options.tracking.frameBudget = nil
      let session = try HandSession(model: model, options: options, areVideoFrames: areVideoFrames)
      if areVideoFrames { video = session } else { pictures = session }
      return session
    }

    /// Whether a result is the recorded one, apart from the name of the picture and the time that its steps took; nil
    /// if something was saved in a frame up to this one.
    private func compare(_ result: SessionResult, _ recorded: String, record: Int) throws(RecordingError) -> Bool? {
      func content(_ text: String) throws(RecordingError) -> [String: Any] {
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let members = value as? [String: Any] else { throw .content(record: record) }
        return members
      }
      var (found, recorded) = (try content(result.json), try content(recorded))
      if let economy = recorded["economy"] as? [String: Any] {
        hasSaved = hasSaved || economy["step"] as? String != FrameEconomy.Step.full.rawValue
      }
      guard !hasSaved || !result.isVideoFrame else { return nil }
      // How many squares were searched may depend on the time that there was, too.
      for key in ["source", "id", "timingsMs", "economy", "searchedTiles"] { (found[key], recorded[key]) = (nil, nil) }
      return NSDictionary(dictionary: found) == NSDictionary(dictionary: recorded)
    }
  }
#endif
