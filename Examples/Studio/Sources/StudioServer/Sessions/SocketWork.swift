import HandRecording
import Mudra
import NIOConcurrencyHelpers
import Synchronization

/// The work of one socket: takes what arrives on the event loop, and does it on the inference queue, one piece at a
/// time.
final class SocketWork: Sendable {
  /// A piece of work.
  enum Item: Sendable {
    case command(ClientCommand)
    case frame(FrameMessage)
    case modelPart([UInt8])
  }

  private struct State {
    var waiting = FrameQueue<Item>()
    var isRunning = false
    var isClosed = false
  }

  private let state = NIOLockedValueBox(State())
  private let session: Mutex<ClientSession>
  private let queue: InferenceQueue
  private let limits: StudioLimits
  private let reply: @Sendable ([ClientSession.Reply]) -> Void

  /// - Parameter reply: is given the messages for the client, and is called after each piece of work, also without any.
  init(
    _ models: ModelStore, _ queue: InferenceQueue, _ limits: StudioLimits,
    reply: @escaping @Sendable ([ClientSession.Reply]) -> Void
  ) {
    session = Mutex(ClientSession(models, limits))
    self.queue = queue
    self.limits = limits
    self.reply = reply
  }

  /// Whether more may be read from the socket now.
  var hasPlace: Bool { state.withLockedValue { $0.waiting.keptCount < limits.waitingStills } }

  /// Adds a piece of work. Of video frames only the newest since the last command or still waits.
  func add(_ item: Item) {
    let starts = state.withLockedValue { state in
      guard !state.isClosed else { return false }
      if case .frame(let frame) = item, !frame.header.flags.contains(.still) {
        _ = state.waiting.add(item)
      } else {
        state.waiting.keep(item)
      }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { queue.run { [self] in step() } }
  }

  /// Drops what waits: the client has gone.
  func close() {
    state.withLockedValue { state in
      state.isClosed = true
      _ = state.waiting.removeAll()
    }
  }

  private func step() {
    let (item, dropped) = state.withLockedValue { ($0.waiting.next(), $0.waiting.droppedCount) }
    if let item {
      reply(
        session.withLock { session in
          switch item {
          case .command(let command): session.perform(command)
          case .modelPart(let bytes): session.addModelPart(bytes)
          case .frame(let frame): [session.answer(to: frame, dropped: dropped)]
          }
        })
    }
    let goesOn = state.withLockedValue { state in
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning
    }
    // Behind the work of the other sockets.
    if goesOn { queue.run { [self] in step() } }
  }
}
