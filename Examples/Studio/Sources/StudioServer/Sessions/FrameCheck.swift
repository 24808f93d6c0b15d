import NIOCore
import NIOWebSocket

/// Refuses frames that RFC 6455 does not allow from a client, before they are joined to messages.
final class FrameCheck: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  /// What a client did wrong.
  struct Violation: Error, Equatable {
    let reason: String
  }

  /// Whether a message has begun and not ended.
  private var isInMessage = false
  private var isOver = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    if let reason = fault(in: unwrapInboundIn(data)) {
      isOver = true
      return context.fireErrorCaught(Violation(reason: reason))
    }
    context.fireChannelRead(data)
  }

  /// What is wrong with the next frame; nil if nothing is.
  private func fault(in frame: WebSocketFrame) -> String? {
    guard frame.maskKey != nil else { return "a client's frame is masked (RFC 6455, 5.1)" }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return "a reserved bit is set, and no extension was agreed" }
    switch frame.opcode {
    case .text, .binary:
      guard !isInMessage else { return "a message begins before the last one has ended" }
      isInMessage = !frame.fin
    case .continuation:
      guard isInMessage else { return "a message is continued that has not begun" }
      isInMessage = !frame.fin
    case .ping, .pong, .connectionClose:
      guard frame.fin, frame.length <= 125 else { return "a control frame is whole and has at most 125 bytes" }
      guard frame.opcode != .connectionClose || frame.length != 1 else { return "a closing code has two bytes" }
    default: return "a reserved opcode"
    }
    return nil
  }
}
