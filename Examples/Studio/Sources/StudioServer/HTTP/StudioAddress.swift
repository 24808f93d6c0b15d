/// Where the server is reached, and with which names of itself it may be asked.
public struct StudioAddress: Sendable, Hashable {
  /// The address that it listens at; nil for this machine only, by its two loopback addresses.
  public let host: String?
  /// The port.
  public private(set) var port: Int
  /// What a client must know if the server listens for other machines; nil if nothing.
  public let token: String?
  /// Whether it is reached by `https`; the server that listens there knows.
  public internal(set) var isEncrypted = false

  /// An address.
  public init(host: String? = nil, port: Int, token: String? = nil) {
    self.host = host
    self.port = port
    self.token = token
  }

  /// The same with the port that the system has chosen.
  func with(port: Int) -> StudioAddress {
    var address = self
    address.port = port
    return address
  }

  /// The first part of its URLs.
  var scheme: String { isEncrypted ? "https" : "http" }

  /// Whether a request may call the server this: with any other name, a page elsewhere could reach it by a name of its
  /// own that leads here.
  func accepts(host name: String) -> Bool {
    // Browsers leave out the scheme's own port.
    let ports = port == (isEncrypted ? 443 : 80) ? ["", ":\(port)"] : [":\(port)"]
    let names = ["localhost", "127.0.0.1", "[::1]"].flatMap { name in ports.map { name + $0 } }
    if names.contains(name.lowercased()) { return true }
    // For other machines, the token is what admits a request: the server cannot know all its names.
    return token != nil
  }

  /// The page's address for a browser on this machine.
  public var url: String { url(path: "") }

  /// The address of a file. A token is taken at every path, which the browser then asks for again.
  public func url(path: String) -> String {
    "\(scheme)://\(host ?? "localhost"):\(port)/\(path)" + (token.map { "?token=\($0)" } ?? "")
  }

  /// Whether two secrets are the same, in a time that does not depend on where they differ.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
