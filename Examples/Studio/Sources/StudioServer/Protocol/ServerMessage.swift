import Foundation
import GestureTraining
import HandRecording
import Mudra

/// What the server says in a message of text, as JSON. PROTOCOL.md and protocol.schema.json describe them.
enum ServerMessage {
  /// The first message: who the server is and what it accepts.
  static func hello(_ model: RecordingHeader.Model, _ limits: StudioLimits) -> String {
    let content = Hello(
      model: model, defaults: SessionOptions(),
      limits: Hello.Limits(
        messageBytes: limits.messageBytes, sideLength: FrameMessage.sideLimit, sockets: limits.sockets,
        idleSeconds: limits.idleSeconds, hands: SessionOptions.handLimit, textBytes: limits.textBytes,
        taughtGestures: limits.taughtGestures, taughtExamples: limits.taughtExamples,
        taughtHands: limits.taughtHands))
    return text(content)
  }

  private struct Hello: Encodable {
    struct Limits: Encodable {
      let messageBytes: Int
      let sideLength: Int
      let sockets: Int
      let idleSeconds: Int
      let hands: Int
      let textBytes: Int
      let taughtGestures: Int
      let taughtExamples: Int
      let taughtHands: Int
    }

    let type = "hello"
    let `protocol` = "mudra.studio/1"
    let model: RecordingHeader.Model
    let defaults: SessionOptions
    let limits: Limits
  }

  /// What a frame's answer says besides its hands.
  struct FrameFacts: Encodable {
    let number: UInt32
    let dropped: Int
    let decodeMs: Double
    let inferMs: Double
    let touchless: TouchlessGesture?
    let swipe: Swipe?
    let teach: TeachStep?
    /// How near the first hand is to each gesture that was taught.
    let scores: [GestureScore]?
  }

  /// How near a hand is to a gesture, from 0 to 1.
  struct GestureScore: Encodable {
    let name: String
    let score: Double
  }

  /// How far learning a gesture is.
  struct TeachStep: Encodable {
    let name: String
    let state: String
    let count: Int
    let wanted: Int
    /// The gesture from before that this one looks like.
    let knownAs: String?
    /// What was not seen yet of the gesture.
    let missing: [String]
    /// The example that the frame became, for the client to keep.
    let example: GestureDataset.Example?
  }

  /// The answer to a frame. Its hands and events are JSON already, exactly as the commands print them.
  static func result(_ facts: FrameFacts, _ result: SessionResult) -> String {
    let head = text(facts).dropFirst().dropLast()
    let events = result.eventLines
    let list = events.isEmpty ? "" : "\"events\":[\(events.joined(separator: ","))],"
    return "{\"type\":\"result\",\(head),\(list)\"result\":\(result.json)}"
  }

  /// Why something was not done.
  static func error(_ error: StudioError, number: UInt32? = nil) -> String {
    struct Content: Encodable {
      let type = "error"
      let code: StudioError.Code
      let message: String
      let number: UInt32?
    }
    return text(Content(code: error.code, message: error.message, number: number))
  }

  /// Which options hold from now on.
  static func options(_ options: SessionOptions) -> String {
    struct Content: Encodable {
      let type = "options"
      let options: SessionOptions
    }
    return text(Content(options: options))
  }

  /// Which model names the hands from now on.
  static func model(_ model: RecordingHeader.Model, isOwn: Bool) -> String {
    struct Content: Encodable {
      let type = "model"
      let model: RecordingHeader.Model
      let isOwn: Bool
    }
    return text(Content(model: model, isOwn: isOwn))
  }

  /// What was learned so far.
  ///
  /// - Parameters:
  ///   - example: the example that a picture became, for the client to keep.
  ///   - number: the frame that was taken as an example, if it was one.
  static func teach(
    _ teaching: TeachingSession, example: GestureDataset.Example? = nil, number: UInt32? = nil
  ) -> String {
    struct Taught: Encodable {
      let name: String
      let count: Int
    }
    struct Content: Encodable {
      let type = "teach"
      let gestures: [Taught]
      let motions: [Taught]
      let backgroundSeconds: Double
      let example: GestureDataset.Example?
      let number: UInt32?
    }
    return text(
      Content(
        gestures: teaching.counts.map { Taught(name: $0.name, count: $0.count) },
        motions: teaching.motions.counts.map { Taught(name: $0.name, count: $0.count) },
        backgroundSeconds: teaching.motions.backgroundSeconds, example: example, number: number))
  }

  /// What training has found.
  static func trained(_ training: TeachingSession.Training) -> String {
    struct Motions: Encodable {
      let report: MotionReport
      /// The bytes of a file of motions, as the options take them.
      let model: Data
    }
    struct Content: Encodable {
      let type = "trained"
      let report: GestureReport?
      let byteCount: Int?
      let motions: Motions?
    }
    let motions = training.motions.map { Motions(report: $0.report, model: $0.model.data) }
    return text(
      Content(
        report: training.gestures?.report, byteCount: training.gestures?.bundle.count, motions: motions))
  }

  private static func text(_ content: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers that JSON lacks can only come from a model that is broken.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    guard let data = try? encoder.encode(content) else { return "{\"type\":\"error\",\"code\":\"message\"}" }
    return String(decoding: data, as: UTF8.self)
  }
}
