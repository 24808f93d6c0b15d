import Foundation
import GestureTraining
import HandRecording

/// What a client asks for in a message of text. PROTOCOL.md and protocol.schema.json describe them.
enum ClientCommand: Sendable, Decodable {
  /// New options, which begin a new video.
  case options(SessionOptions)
  /// A new video with the same options.
  case restart
  /// Learn a gesture from the next frames, at most so many of them.
  case teachBegin(name: String, frames: Int?)
  /// Take examples of gestures and of motions that the client has kept.
  case teachAdd([GestureDataset.Example], [TaughtMotion])
  /// Stop learning it.
  case teachStop
  /// Forget a gesture, or a motion.
  case teachRemove(name: String)
  /// Train on what was learned, and name the learned gestures from now on. The client gets the motions.
  case teachTrain
  /// Forget all that was learned, and use the server's model again.
  case teachForget
  /// Send the bundle with the learned gestures.
  case teachDownload
  /// The next messages are a bundle, to be used by this socket.
  case modelBegin(name: String, byteCount: Int)
  /// Use the server's model again.
  case modelReset

  private enum Key: String, CodingKey {
    case type, options, name, byteCount, frames, examples, motions
  }

  private enum Kind: String, Decodable {
    case options, restart
    case teachBegin = "teach.begin"
    case teachAdd = "teach.add"
    case teachStop = "teach.stop"
    case teachRemove = "teach.remove"
    case teachTrain = "teach.train"
    case teachForget = "teach.forget"
    case teachDownload = "teach.download"
    case modelBegin = "model.begin"
    case modelReset = "model.reset"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func name() throws -> String { try values.decode(String.self, forKey: .name) }
    switch try values.decode(Kind.self, forKey: .type) {
    case .options: self = .options(try values.decode(SessionOptions.self, forKey: .options))
    case .restart: self = .restart
    case .teachBegin:
      self = .teachBegin(name: try name(), frames: try values.decodeIfPresent(Int.self, forKey: .frames))
    case .teachAdd:
      self = .teachAdd(
        try values.decodeIfPresent([GestureDataset.Example].self, forKey: .examples) ?? [],
        try values.decodeIfPresent([TaughtMotion].self, forKey: .motions) ?? [])
    case .teachStop: self = .teachStop
    case .teachRemove: self = .teachRemove(name: try name())
    case .teachTrain: self = .teachTrain
    case .teachForget: self = .teachForget
    case .teachDownload: self = .teachDownload
    case .modelBegin:
      self = .modelBegin(name: try name(), byteCount: try values.decode(Int.self, forKey: .byteCount))
    case .modelReset: self = .modelReset
    }
  }

  /// The command in a message.
  ///
  /// - Throws: `StudioError.Code.message` for anything else.
  init(text: [UInt8]) throws(StudioError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(text))
    } catch let error as DecodingError {
      throw StudioError(.message, Self.description(error))
    } catch {
      throw StudioError(.message, "the message is not JSON")
    }
  }

  private static func description(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? "the message" : "‘\(path.prefix(100))’"
    }
    switch error {
    case .keyNotFound(let key, _): return "the message lacks ‘\(key.stringValue)’"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): return "\(place(context)) has a wrong type"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "the message is not JSON" : "\(place(context)) has an unknown value"
    @unknown default: return "the message cannot be read"
    }
  }
}
