import GestureTraining
import HandRecording
import Mudra

/// Why the server cannot do what a client or its user wants: a word for programs and a sentence for people.
public struct StudioError: Error, Equatable, Sendable {
  /// A word that stays the same in later versions.
  public enum Code: String, Sendable, Hashable, Codable {
    /// A message has another form than the protocol says.
    case message
    /// A frame cannot be used.
    case frame
    /// Options are out of their range, or contradict each other.
    case options
    /// A model cannot be used.
    case model
    /// Gestures cannot be taught.
    case teach
    /// More is asked for than the limits allow.
    case limit
    /// The server cannot start.
    case start
  }

  /// The word.
  public let code: Code
  /// The sentence.
  public let message: String

  /// An error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A frame that cannot be used.
  init(_ error: FrameError) {
    self.init(.frame, error.description)
  }

  /// A training that failed.
  init(_ error: GestureTrainingError) {
    self.init(.teach, error.description)
  }
}
