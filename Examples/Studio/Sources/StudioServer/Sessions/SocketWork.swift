import Dispatch
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
    /// The training that runs; it ends with the socket.
    var training: Task<Void, Never>?
  }

  private let state = NIOLockedValueBox(State())
  private let session: Mutex<ClientSession>
  private let server: SocketServer
  private let reply: @Sendable ([ClientSession.Reply]) -> Void

  /// - Parameter reply: is given the messages for the client, and is called after each piece of work, also without any.
  init(
    _ server: SocketServer, reply: @escaping @Sendable ([ClientSession.Reply]) -> Void
  ) {
    session = Mutex(ClientSession(server))
    self.server = server
    self.reply = reply
  }

  /// Whether more may be read from the socket now.
  var hasPlace: Bool { state.withLockedValue { $0.waiting.keptCount < server.limits.waitingStills } }

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
    if starts { server.queue.run { [self] in step() } }
  }

  /// Drops what waits and ends a training: the client has gone.
  func close() {
    let training = state.withLockedValue { state in
      state.isClosed = true
      _ = state.waiting.removeAll()
      return state.training
    }
    training?.cancel()
  }

  private func step() {
    let (item, dropped) = state.withLockedValue { ($0.waiting.next(), $0.waiting.droppedCount) }
    guard let item else { return goOn() }
    switch item {
    // Trainings have a place of their own, so that they hold up no frames. A gesture that is begun is compared with the
    // others, which is a training too.
    case .command(.teachTrain), .command(.teachBegin): server.trainings.run { [self] in train(item) }
    case .command, .frame, .modelPart:
      perform(item, dropped)
      goOn()
    }
  }

  /// Trains on a task of its own, which can be cancelled, and waits for it.
  private func train(_ item: Item) {
    let done = DispatchSemaphore(value: 0)
    state.withLockedValue { state in
      guard !state.isClosed else {
        done.signal()
        return
      }
      state.training = Task {
        perform(item, 0)
        done.signal()
      }
    }
    done.wait()
    state.withLockedValue { $0.training = nil }
    goOn()
  }

  private func perform(_ item: Item, _ dropped: Int) {
    reply(
      session.withLock { session in
        switch item {
        case .command(let command): session.perform(command)
        case .modelPart(let bytes): session.addModelPart(bytes)
        case .frame(let frame): [session.answer(to: frame, dropped: dropped)]
        }
      })
  }

  private func goOn() {
    let goesOn = state.withLockedValue { state in
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning
    }
    // Behind the work of the other sockets.
    if goesOn { server.queue.run { [self] in step() } }
  }
}
