import NIOCore
import NIOHTTP1

/// Stands before everything that serves a request: what it refuses, nothing else sees, and the client is told why at
/// once.
final class RequestGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let check: RequestCheck
  private let sockets: SocketCount
  private var isRefused = false

  init(_ check: RequestCheck, sockets: SocketCount) {
    self.check = check
    self.sockets = sockets
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(let head) = unwrapInboundIn(data) else {
      context.fireChannelRead(data)
      return
    }
    do throws(RequestCheck.Refusal) {
      if case .keepToken = try check.verdict(on: head), let token = check.address.token {
        let cookie =
          "\(RequestCheck.cookieName)=\(token); HttpOnly; SameSite=Strict; Path=/"
          + (check.address.isEncrypted ? "; Secure" : "")
        let place = head.uri.hasPrefix(PageFiles.ownPath + "?") ? PageFiles.ownPath : "/"
        return answer(context, .seeOther, "", [("Location", place), ("Set-Cookie", cookie)])
      }
      if head.headers.contains(name: "upgrade") { try checkUpgrade(head) }
      context.fireChannelRead(data)
    } catch {
      answer(context, error.status, error.reason)
    }
  }

  private func checkUpgrade(_ head: HTTPRequestHead) throws(RequestCheck.Refusal) {
    guard head.uri == StudioServer.socketPath else {
      throw RequestCheck.Refusal(status: .notFound, reason: "the socket is at \(StudioServer.socketPath)")
    }
    guard head.headers.first(name: "upgrade")?.lowercased() == "websocket" else {
      throw RequestCheck.Refusal(status: .badRequest, reason: "only an upgrade to websocket is known")
    }
    guard sockets.hasPlace else {
      throw RequestCheck.Refusal(
        status: .serviceUnavailable, reason: "\(sockets.limit) sockets are open, which is the limit")
    }
  }

  private func answer(
    _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ reason: String,
    _ headers: [(String, String)] = []
  ) {
    isRefused = true
    let text = reason.isEmpty ? "" : reason + "\n"
    let more = [("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
    let head = HTTPResponseHead(
      version: .http1_1, status: status,
      headers: HTTPHeaders(SecurityHeaders.all + more + headers + [("Content-Length", "\(text.utf8.count)")]))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
