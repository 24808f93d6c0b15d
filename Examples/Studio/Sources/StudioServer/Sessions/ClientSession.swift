import Foundation
import HandRecording
import Mudra

/// What one socket has: its options, its tasks over the shared model, what it teaches. Used by one piece of work at a
/// time.
final class ClientSession {
  /// A message to the client.
  enum Reply: Sendable {
    case text(String)
    case bytes([UInt8])
  }

  private let server: SocketServer
  private var options: SessionOptions
  /// A model of the client's own: one that it brought, or one with the gestures that it taught.
  private var own: ModelStore?
  private var video: Running?
  private var pictures: Running?
  private var teaching: TeachingSession
  private var upload: Upload?

  /// A session, with the memory that its task takes.
  private struct Running {
    let session: HandSession
    let share: MemoryBudget.Share
  }

  /// A model that has not all its bytes yet.
  private struct Upload {
    let name: String
    let byteCount: Int
    var bytes = Data()
    let share: MemoryBudget.Share
  }

  init(_ server: SocketServer) {
    self.server = server
    options = SessionOptions()
    teaching = TeachingSession(server.limits, server.memory)
  }

  private var limits: StudioLimits { server.limits }
  private var store: ModelStore { own ?? server.models }

  // MARK: Commands

  /// Does what a command says.
  func perform(_ command: ClientCommand) -> [Reply] {
    do throws(StudioError) {
      return try replies(to: command).map { Reply.text($0) } + download(command)
    } catch {
      return [.text(ServerMessage.error(error))]
    }
  }

  private func download(_ command: ClientCommand) throws(StudioError) -> [Reply] {
    guard case .teachDownload = command else { return [] }
    guard let bundle = teaching.bundle else { throw StudioError(.teach, "nothing was trained yet") }
    return [.bytes(Array(bundle))]
  }

  private func replies(to command: ClientCommand) throws(StudioError) -> [String] {
    switch command {
    case .options(let new):
      let running = try session(store, new, areVideoFrames: true)
      options = new
      restart()
      video = running
      return [ServerMessage.options(new)]
    case .restart:
      restart()
      return []
    case .teachBegin(let name, let frames):
      try teaching.begin(name, frameCount: frames)
      restart()
    case .teachAdd(let examples, let motions): try teaching.add(examples, motions)
    case .teachStop:
      teaching.stop()
      restart()
    case .teachRemove(let name): teaching.remove(name)
    case .teachTrain:
      let training = try teaching.train(base: server.models.bundle)
      guard let (_, bundle) = training.gestures else { return [ServerMessage.trained(training)] }
      own = try ModelStore(name: "my-gestures.task", bundle: bundle, server)
      restart()
      return [ServerMessage.trained(training), ServerMessage.model(store.identity, isOwn: true)]
    case .teachForget:
      teaching = TeachingSession(limits, server.memory)
      own = nil
      restart()
      return [ServerMessage.teach(teaching), ServerMessage.model(store.identity, isOwn: false)]
    case .teachDownload: return []
    case .modelBegin(let name, let byteCount):
      guard (1...limits.modelBytes).contains(byteCount) else {
        throw StudioError(.limit, "a model of \(byteCount) bytes, expected at most \(limits.modelBytes)")
      }
      upload = nil
      upload = Upload(name: String(name.prefix(200)), byteCount: byteCount, share: try server.memory.take(byteCount))
      return []
    case .modelReset:
      own = nil
      restart()
      return [ServerMessage.model(store.identity, isOwn: false)]
    }
    return [ServerMessage.teach(teaching)]
  }

  /// Takes the next bytes of a model, and uses it when it is complete.
  func addModelPart(_ bytes: [UInt8]) -> [Reply] {
    do throws(StudioError) {
      guard var upload else { throw StudioError(.message, "bytes of a model come after ‘model.begin’") }
      self.upload = nil
      guard upload.bytes.count + bytes.count <= upload.byteCount else {
        throw StudioError(.message, "the model has more bytes than it was announced with")
      }
      upload.bytes += bytes
      guard upload.bytes.count == upload.byteCount else {
        self.upload = upload
        return []
      }
      let store = try ModelStore(name: upload.name, bundle: upload.bytes, server)
      _ = try session(store, options, areVideoFrames: true)
      own = store
      restart()
      return [.text(ServerMessage.model(store.identity, isOwn: true))]
    } catch {
      return [.text(ServerMessage.error(error))]
    }
  }

  // MARK: Frames

  /// The answer to a frame.
  ///
  /// - Parameter dropped: how many frames of the socket were replaced by newer ones.
  func answer(to frame: FrameMessage, dropped: Int) -> Reply {
    do throws(StudioError) {
      return .text(try self.result(of: frame, dropped: dropped))
    } catch {
      return .text(ServerMessage.error(error, number: frame.header.number))
    }
  }

  private func result(of frame: FrameMessage, dropped: Int) throws(StudioError) -> String {
    let clock = ContinuousClock()
    let start = clock.now
    let image: PixelImage
    do {
      image = try frame.image()
    } catch {
      throw StudioError(error)
    }
    let decoded = clock.now
    let header = frame.header
    if header.flags.contains(.example) {
      let example = try teaching.add(picture: image, model: store.model(.exact))
      return ServerMessage.teach(teaching, example: example, number: header.number)
    }
    let isStill = header.flags.contains(.still)
    let session = try session(areVideoFrames: !isStill)
    let result: SessionResult
    do {
      result = try session.result(
        of: image, timestampInMilliseconds: isStill ? nil : header.timestamp, source: isStill ? "picture" : "camera")
    } catch {
      throw StudioError(.frame, error.description)
    }
    let done = clock.now
    let step = isStill ? nil : try teaching.add(result)
    return ServerMessage.result(
      ServerMessage.FrameFacts(
        number: header.number, dropped: dropped, decodeMs: Self.milliseconds(start.duration(to: decoded)),
        inferMs: Self.milliseconds(decoded.duration(to: done)), touchless: result.touchless, swipe: result.swipe,
        teach: step, scores: try teaching.scores(result)), result)
  }

  /// The next frame begins a new video.
  private func restart() {
    (video, pictures) = (nil, nil)
  }

  private func session(areVideoFrames: Bool) throws(StudioError) -> HandSession {
    if let running = areVideoFrames ? video : pictures { return running.session }
    let running = try self.session(store, options, areVideoFrames: areVideoFrames)
    if areVideoFrames { video = running } else { pictures = running }
    return running.session
  }

  private func session(
    _ store: ModelStore, _ options: SessionOptions, areVideoFrames: Bool
  ) throws(StudioError) -> Running {
    var options = options
    options.touchless = options.touchless ?? TouchlessSettings()
    options.swipes = options.swipes ?? SwipeSettings()
    // Learning needs them, whether the client wants to see them or not.
    if areVideoFrames, teaching.current != nil { options.details.insert(.embeddings) }
    let session: HandSession
    do {
      try options.checkLimits()
      session = try HandSession(model: store.model(for: options), options: options, areVideoFrames: areVideoFrames)
    } catch let error as StudioError {
      throw error
    } catch {
      throw StudioError(.options, "\(error)")
    }
    return Running(session: session, share: try server.memory.take(session.memoryFootprint.arenaByteCount))
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds / 1_000_000_000) / 1e6
  }
}
