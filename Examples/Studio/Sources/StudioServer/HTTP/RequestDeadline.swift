import NIOCore
import NIOHTTP1

/// Closes a connection that does not ask for anything within some seconds, however slowly it sends its bytes.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// The most requests of one connection.
  private static let requestLimit = 200

  private let time: TimeAmount
  private var task: Scheduled<Void>?
  private var requestCount = 0

  init(seconds: Int) {
    time = .seconds(Int64(seconds))
  }

  func handlerAdded(context: ChannelHandlerContext) { begin(context) }

  func handlerRemoved(context: ChannelHandlerContext) { task?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    task?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = unwrapInboundIn(data) {
      requestCount += 1
      guard requestCount <= Self.requestLimit else { return context.close(promise: nil) }
      begin(context)
    }
    context.fireChannelRead(data)
  }

  private func begin(_ context: ChannelHandlerContext) {
    task?.cancel()
    let channel = context.channel
    task = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
