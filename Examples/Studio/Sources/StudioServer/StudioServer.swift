import Foundation
import HandRecording
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A server for browsers and programs on this machine: the page of Mudra Studio, and a socket that answers frames with
/// the hands in them.
///
/// It listens at the loopback addresses only, unless its address names another one, which takes a token.
public final class StudioServer: Sendable {
  /// The path of the socket.
  public static let socketPath = "/socket"

  private let files: PageFiles?
  private let allowedOrigins: Set<String>
  private let sockets: SocketServer
  private let socketCount: SocketCount
  private let connectionCount: SocketCount
  private let limits: StudioLimits
  private let encryption: ServerEncryption?
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// A server that does not listen yet. Reads and prepares the model.
  ///
  /// - Parameters:
  ///   - modelPath: a gesture recognizer's bundle; nil for the one that comes with the library.
  ///   - hasPage: whether it serves the page besides the socket.
  ///   - content: a page and cards of the user's own, and the origins that may use the socket.
  ///   - certificate: what it encrypts with; nil for plain HTTP.
  ///   - threads: how many frames are worked on at a time; nil for one for each processor.
  /// - Throws: `StudioError`.
  public init(
    modelPath: String? = nil, hasPage: Bool = true, content: StudioContent = StudioContent(),
    certificate: StudioCertificate? = nil, limits: StudioLimits = StudioLimits(), threads: Int? = nil
  ) throws(StudioError) {
    self.limits = limits
    encryption = try certificate.map { (certificate) throws(StudioError) in try ServerEncryption(certificate) }
    allowedOrigins = content.allowedOrigins
    for origin in allowedOrigins where !StudioContent.isOrigin(origin) {
      throw StudioError(.start, "‘\(origin)’ is not an origin, such as http://localhost:3000")
    }
    files = hasPage ? try PageFiles(content) : nil
    sockets = SocketServer(
      models: try ModelStore(path: modelPath),
      queue: InferenceQueue(width: threads ?? ProcessInfo.processInfo.activeProcessorCount),
      memory: MemoryBudget(limit: limits.memoryBytes), limits: limits)
    socketCount = SocketCount(limit: limits.sockets)
    connectionCount = SocketCount(limit: limits.connections)
  }

  /// Begins to listen.
  ///
  /// - Parameter address: where; with port 0, the system chooses one.
  /// - Returns: the address with its port.
  /// - Throws: `StudioError` for a host without a token, or a port that cannot be used.
  public func start(_ address: StudioAddress) async throws(StudioError) -> StudioAddress {
    guard address.host == nil || address.token != nil else {
      throw StudioError(.start, "listening beyond this machine requires a token")
    }
    guard address.host == nil || allowedOrigins.isEmpty else {
      throw StudioError(.start, "pages of other origins are served on this machine only: they would lack the token")
    }
    var address = address
    address.isEncrypted = encryption != nil
    let first = try await bind(address, to: address.host ?? "127.0.0.1")
    // The other loopback address may be missing.
    if address.host == nil { _ = try? await bind(first, to: "::1") }
    return first
  }

  /// Stops listening and closes all connections.
  public func stop() async {
    await sockets.trainings.finish()
    await sockets.queue.finish()
    try? await group.shutdownGracefully()
  }

  /// How many sockets are open.
  public var openSocketCount: Int { socketCount.current }

  /// How many files of the user's own page are not served: of an unknown kind, or hidden.
  public var leftOutFileCount: Int { files?.leftOutCount ?? 0 }

  private func bind(_ address: StudioAddress, to host: String) async throws(StudioError) -> StudioAddress {
    // The port is known only once the server listens, and requests are checked by it.
    let port = PortBox()
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture { try prepare(channel, address.with(port: port.value)) }
      }
    do {
      let channel = try await bootstrap.bind(host: host, port: address.port).get()
      port.value = channel.localAddress?.port ?? address.port
      return address.with(port: port.value)
    } catch {
      throw StudioError(.start, "cannot listen at \(host), port \(address.port): \(error)")
    }
  }

  /// Sets a new connection up.
  private func prepare(_ channel: any Channel, _ address: StudioAddress) throws {
    guard connectionCount.open() else {
      return try channel.pipeline.syncOperations.addHandler(FullHandler())
    }
    channel.closeFuture.whenComplete { [connectionCount] _ in connectionCount.close() }
    let requestGuard = RequestGuard(
      RequestCheck(address: address, allowedOrigins: allowedOrigins), sockets: socketCount)
    let deadline = RequestDeadline(seconds: limits.requestSeconds)
    let fileHandler = FileHandler(files, allowedOrigins: allowedOrigins)
    let handlers = NIOLoopBound((requestGuard, deadline, fileHandler), eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketServerUpgrader(maxFrameSize: limits.messageBytes) { channel, _ in
      channel.eventLoop.makeSucceededFuture(HTTPHeaders())
    } upgradePipelineHandler: { [self] channel, _ in
      channel.eventLoop.makeCompletedFuture { try upgrade(channel, handlers) }
    }
    let pipeline = channel.pipeline.syncOperations
    try encryption?.encrypt(pipeline, address)
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: true, withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }),
      withErrorHandling: true)
    let upgradeHandler = try pipeline.handler(type: HTTPServerUpgradeHandler.self)
    try pipeline.addHandler(deadline, position: .before(upgradeHandler))
    try pipeline.addHandler(requestGuard, position: .before(upgradeHandler))
    try pipeline.addHandler(fileHandler)
  }

  private func upgrade(
    _ channel: any Channel, _ handlers: NIOLoopBound<(RequestGuard, RequestDeadline, FileHandler)>
  ) throws {
    // Two requests at once may both have passed the guard.
    guard socketCount.open() else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { [socketCount] _ in socketCount.close() }
    let pipeline = channel.pipeline.syncOperations
    let (requestGuard, deadline, fileHandler) = handlers.value
    pipeline.removeHandler(requestGuard, promise: nil)
    pipeline.removeHandler(deadline, promise: nil)
    pipeline.removeHandler(fileHandler, promise: nil)
    try channel.syncOptions?.setOption(.autoRead, value: false)
    // What a client that does not read its answers may leave with us before it is no longer read from.
    try channel.syncOptions?.setOption(
      .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 64 << 10, high: 256 << 10))
    try pipeline.addHandlers([
      IdleStateHandler(readTimeout: .seconds(Int64(limits.idleSeconds))),
      FrameCheck(),
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024, maxAccumulatedFrameSize: limits.messageBytes),
      SocketHandler(sockets),
    ])
  }
}

/// A port that is known later than it is needed.
private final class PortBox: Sendable {
  private let box = NIOLockedValueBox(0)

  var value: Int {
    get { box.withLockedValue { $0 } }
    set { box.withLockedValue { $0 = newValue } }
  }
}
