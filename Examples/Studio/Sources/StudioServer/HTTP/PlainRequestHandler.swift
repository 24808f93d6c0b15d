import NIOCore

/// Tells a client that speaks plain HTTP to an encrypted port so, in plain HTTP; one that speaks TLS never meets it.
final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first byte of a TLS connection: its handshake.
  private static let handshake: UInt8 = 22

  private let answer: String
  private var isRefused = false

  init(_ address: StudioAddress) {
    let text = "this server is encrypted: ask for https, at port \(address.port)\n"
    let headers =
      SecurityHeaders.all + [
        ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(text.utf8.count)"),
        ("Connection", "close"),
      ]
    answer = "HTTP/1.1 400 Bad Request\r\n" + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n" + text
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    let bytes = unwrapInboundIn(data)
    guard bytes.readableBytesView.first != Self.handshake else {
      context.fireChannelRead(data)
      return context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
    isRefused = true
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer))).whenComplete { _ in channel.close(promise: nil) }
  }
}
