import HandRecording
import NIOCore
import NIOWebSocket

/// One WebSocket: checks what arrives, hands it on, and reads no more than there is place for.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let server: SocketServer
  private var work: SocketWork?
  private var isClosing = false
  /// The messages of the current second.
  private var rate = (second: NIODeadline.uptimeNanoseconds(0), count: 0)
  private var readIsScheduled = false

  init(_ server: SocketServer) {
    self.server = server
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    work = SocketWork(server) { replies in
      channel.eventLoop.execute {
        let (handler, context) = bound.value
        handler.send(replies, context)
      }
    }
    send([.text(ServerMessage.hello(server.models.identity, server.limits))], context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    isClosing = true
    work?.close()
    work = nil
    context.fireChannelInactive()
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    let frame = unwrapInboundIn(data)
    rate.count += 1
    switch frame.opcode {
    case .text, .binary: take(frame, context)
    case .ping:
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
    case .connectionClose: close(context, .normalClosure, "")
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    readMore(context)
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readMore(context)
    context.fireChannelWritabilityChanged()
  }

  /// Asks for more bytes unless the client does not read its answers, is too fast, or has sent more than can wait.
  private func readMore(_ context: ChannelHandlerContext) {
    guard !isClosing, !readIsScheduled, context.channel.isWritable, let work, work.hasPlace else { return }
    let now = NIODeadline.now()
    if now - rate.second >= .seconds(1) { rate = (now, 0) }
    guard rate.count >= server.limits.messagesPerSecond else { return context.read() }
    readIsScheduled = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .seconds(1) - (now - rate.second)) {
      let (handler, context) = bound.value
      handler.readIsScheduled = false
      handler.readMore(context)
    }
  }

  private func take(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    let bytes = Array(frame.unmaskedData.readableBytesView)
    do throws(StudioError) {
      if frame.opcode == .text {
        guard String(validating: bytes, as: UTF8.self) != nil else {
          return close(context, .dataInconsistentWithMessage, "a text that is not UTF-8")
        }
        guard bytes.count <= server.limits.textBytes else {
          throw StudioError(.limit, "a text of \(bytes.count) bytes, the limit is \(server.limits.textBytes)")
        }
        work?.add(.command(try ClientCommand(text: bytes)))
      } else if bytes.first == UInt8(ascii: "P") {
        work?.add(.modelPart(Array(bytes.dropFirst())))
      } else {
        work?.add(.frame(try Self.frame(bytes)))
      }
    } catch {
      send([.text(ServerMessage.error(error))], context)
    }
  }

  private static func frame(_ bytes: [UInt8]) throws(StudioError) -> FrameMessage {
    do {
      return try FrameMessage(bytes)
    } catch {
      throw StudioError(error)
    }
  }

  // MARK: Writing

  private func send(_ replies: [ClientSession.Reply], _ context: ChannelHandlerContext) {
    guard !isClosing, context.channel.isActive else { return }
    for reply in replies {
      let frame =
        switch reply {
        case .text(let text): WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
        case .bytes(let bytes): WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: bytes))
        }
      context.write(wrapOutboundOut(frame), promise: nil)
    }
    context.flush()
    readMore(context)
  }

  private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ reason: String) {
    guard !isClosing else { return }
    isClosing = true
    work?.close()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
      .whenComplete { _ in channel.close(promise: nil) }
    // A client that does not read its answers would not read this one either.
    channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent {
      close(context, .goingAway, "nothing was sent for \(server.limits.idleSeconds) seconds")
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let violation as FrameCheck.Violation: close(context, .protocolError, violation.reason)
    case NIOWebSocketError.invalidFrameLength, is NIOWebSocketFrameAggregator.Error:
      close(context, .messageTooLarge, "a message has at most \(server.limits.messageBytes) bytes")
    default: close(context, .protocolError, "this is not a WebSocket frame")
    }
  }
}

/// What all sockets share.
struct SocketServer: Sendable {
  let models: ModelStore
  /// Runs frames and commands.
  let queue: InferenceQueue
  /// Runs trainings, one at a time.
  let trainings = InferenceQueue(width: 1)
  let memory: MemoryBudget
  let limits: StudioLimits
}
