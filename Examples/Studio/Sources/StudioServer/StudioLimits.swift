import HandRecording

/// What one client may take, so that it cannot harm the others.
public struct StudioLimits: Sendable, Hashable {
  /// The most connections at a time, of any kind.
  public var connections = 64
  /// The most sockets at a time.
  public var sockets = 8
  /// The most bytes of a message: a frame, or a part of a model.
  public var messageBytes = FrameMessage.byteLimit
  /// The most bytes of a message of text.
  public var textBytes = 512 << 10
  /// The most bytes of a model that a client brings.
  public var modelBytes = 64 << 20
  /// The most memory that a network of such a model may take, in bytes; those of MediaPipe take up to 30 MB.
  public var networkMemoryBytes = 96 << 20
  /// The most memory of the models, unfinished uploads and tasks of all sockets together, in bytes.
  public var memoryBytes = 512 << 20
  /// The most seconds of processor time in which a model is prepared, and of a training.
  public var workSeconds = 20
  /// The most messages of a socket in a second; a faster client waits.
  public var messagesPerSecond = 240
  /// The most still pictures of a socket that wait; a client that sends more waits.
  public var waitingStills = 4
  /// The seconds in which a connection must have asked for something, and after which it is closed at rest.
  public var requestSeconds = 5
  /// The seconds after which a socket that sends nothing is closed.
  public var idleSeconds = 300
  /// The most gestures that a socket may teach.
  public var taughtGestures = 50
  /// The most examples of taught gestures.
  public var taughtExamples = 5000
  /// The most hands in the frames of taught motions: ten minutes of one hand at 30 frames a second.
  public var taughtHands = 18_000
  /// The most values of an example that a client brings; MediaPipe's have 128. Training takes time by their cube.
  public var exampleValues = 512

  /// The default limits.
  public init() {}
}
