import Foundation
import StudioServer

/// A WebSocket client of the tests: a blocking socket of the system, so that it can send what no library would.
final class SocketClient {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The head of the server's answer to the handshake.
  private(set) var head = ""

  /// Connects; `handshake` of nil sends nothing.
  init(port: Int, handshake: String?) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var time = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw ClientError.refused }
    guard let handshake else { return }
    send(Array(handshake.utf8))
    while !head.hasSuffix("\r\n\r\n") {
      guard let byte = read(1).first else { throw ClientError.closed }
      head.unicodeScalars.append(Unicode.Scalar(byte))
    }
  }

  /// A socket of the server at an address, after its greeting.
  convenience init(_ address: StudioAddress) throws {
    try self.init(port: address.port, handshake: Self.handshake(port: address.port))
    guard head.hasPrefix("HTTP/1.1 101") else { throw ClientError.refused }
    _ = try message()
  }

  deinit { close() }

  enum ClientError: Error { case refused, closed, notText }

  /// What a client of this machine says first.
  static func handshake(
    port: Int, host: String? = nil, origin: String? = nil, path: String = "/socket", more: String = "",
    version: String = "1.1"
  ) -> String {
    let host = host ?? "localhost:\(port)"
    let origin = origin ?? "http://\(host)"
    return "GET \(path) HTTP/\(version)\r\nHost: \(host)\r\n" + (origin.isEmpty ? "" : "Origin: \(origin)\r\n")
      + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\(more)\r\n"
  }

  private var isClosed = false

  func close() {
    guard !isClosed else { return }
    isClosed = true
    Foundation.close(descriptor)
  }

  /// Ends the connection while another thread may still send.
  func shutdown() { _ = Foundation.shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends bytes as they are. False if the server no longer takes them.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The head of a message of a size, masked with zeros.
  static func head(opcode: UInt8, count: UInt64, isMasked: Bool = true) -> [UInt8] {
    let size = (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * UInt64($0))) }
    return [0x80 | opcode, (isMasked ? 0x80 : 0) | 127] + size + (isMasked ? [0, 0, 0, 0] : [])
  }

  @discardableResult func send(text: String) -> Bool {
    send(Self.head(opcode: 1, count: UInt64(text.utf8.count)) + Array(text.utf8))
  }

  @discardableResult func send(binary: [UInt8]) -> Bool {
    send(Self.head(opcode: 2, count: UInt64(binary.count)) + binary)
  }

  /// Up to `count` bytes; fewer when the server closes.
  func read(_ count: Int) -> [UInt8] {
    while buffer.count < count {
      var part = [UInt8](repeating: 0, count: 1 << 16)
      let got = recv(descriptor, &part, part.count, 0)
      guard got > 0 else { break }
      buffer += part[..<got]
    }
    let taken = Array(buffer.prefix(count))
    buffer.removeFirst(taken.count)
    return taken
  }

  /// Everything until the server closes.
  func rest() -> String { String(decoding: read(1 << 20), as: UTF8.self) }

  /// The next message and its opcode.
  func frame() throws -> (opcode: UInt8, bytes: [UInt8]) {
    let start = read(2)
    guard start.count == 2 else { throw ClientError.closed }
    var count = Int(start[1])
    if count > 125 {
      count = read(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (start[0] & 15, read(count))
  }

  /// The next message of text, as a dictionary.
  func message() throws -> [String: Any] {
    let (opcode, bytes) = try frame()
    guard opcode == 1, let content = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      throw ClientError.notText
    }
    return content
  }

  /// The next message of a type.
  func message(_ type: String) throws -> [String: Any] {
    while true {
      let content = try message()
      if content["type"] as? String == type { return content }
    }
  }
}
