import NIOCore
import NIOHTTP1

/// Serves the page's files to requests that passed the guard.
final class FileHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let files: PageFiles?
  private let allowedOrigins: Set<String>
  private var head: HTTPRequestHead?

  /// - Parameters:
  ///   - files: the files; nil for a server without a page.
  ///   - allowedOrigins: the origins whose pages may load them, too.
  init(_ files: PageFiles?, allowedOrigins: Set<String>) {
    self.files = files
    self.allowedOrigins = allowedOrigins
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      answer(context, head)
    }
  }

  private func answer(_ context: ChannelHandlerContext, _ request: HTTPRequestHead) {
    let origin = request.headers.first(name: "origin").flatMap { allowedOrigins.contains($0) ? $0 : nil }
    let file = files?[request.uri]
    let missing = files == nil ? "this server has no page\n" : "there is no such file\n"
    let body = file?.bytes ?? ByteBuffer(string: missing)
    let headers = [
      ("Content-Type", file?.type ?? "text/plain; charset=utf-8"), ("Content-Length", "\(body.readableBytes)"),
    ]
    let head = HTTPResponseHead(
      version: .http1_1, status: file == nil ? .notFound : .ok,
      headers: HTTPHeaders(SecurityHeaders.headers(for: origin) + headers))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if !request.isKeepAlive { channel.close(promise: nil) }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
