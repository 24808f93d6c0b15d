import NIOHTTP1

/// Decides from its head whether a request is served.
struct RequestCheck: Sendable {
  /// Why a request is refused.
  struct Refusal: Error, Equatable {
    let status: HTTPResponseStatus
    let reason: String
  }

  /// What is to be done with a request that is served.
  enum Verdict: Equatable {
    /// The request is for a file or a socket.
    case serve
    /// The page's address had the token: the browser is to keep it, and to ask again without it.
    case keepToken
  }

  let address: StudioAddress
  /// The origins of other pages that may ask, too.
  let allowedOrigins: Set<String>

  /// Checks a request.
  ///
  /// - Throws: `Refusal`.
  func verdict(on head: HTTPRequestHead) throws(Refusal) -> Verdict {
    let hosts = head.headers["host"]
    guard hosts.count == 1, let host = hosts.first, address.accepts(host: host) else {
      throw Refusal(
        status: .forbidden, reason: "Host is not localhost:\(address.port): the page must be asked for by that name")
    }
    let isUpgrade = head.headers.contains(name: "upgrade")
    guard !isUpgrade || head.version == .http1_1 else {
      throw Refusal(status: .httpVersionNotSupported, reason: "a socket takes HTTP/1.1")
    }
    let origins = head.headers["origin"]
    // Browsers send the origin with every socket; a program has to state it too.
    if isUpgrade || !origins.isEmpty {
      guard origins == ["\(address.scheme)://\(host)"] || origins.count == 1 && allowedOrigins.contains(origins[0])
      else {
        throw Refusal(
          status: .forbidden,
          reason: "Origin is not \(address.scheme)://\(host): "
            + "only this server's own page may ask, and those of --allow-origin")
      }
    }
    guard head.method == .GET || head.method == .HEAD else {
      throw Refusal(status: .methodNotAllowed, reason: "only GET is known")
    }
    return try checkToken(head, isUpgrade: isUpgrade)
  }

  private func checkToken(_ head: HTTPRequestHead, isUpgrade: Bool) throws(Refusal) -> Verdict {
    guard let token = address.token else { return .serve }
    func isToken(_ text: some StringProtocol) -> Bool { StudioAddress.areEqual(String(text), token) }
    if let value = head.headers.first(name: "authorization"), value.hasPrefix("Bearer "), isToken(value.dropFirst(7)) {
      return .serve
    }
    for cookie in head.headers["cookie"].flatMap({ $0.split(separator: ";") }) {
      let parts = cookie.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
      if parts.count == 2, parts[0] == Self.cookieName, isToken(parts[1]) { return .serve }
    }
    if !isUpgrade, let query = head.uri.split(separator: "?", maxSplits: 1).dropFirst().first,
      query.hasPrefix("token="), isToken(query.dropFirst(6))
    {
      return .keepToken
    }
    throw Refusal(
      status: .unauthorized, reason: "this server needs its token: open the address that it printed when it started")
  }

  /// The name of the cookie that holds the token.
  static let cookieName = "mudra-token"
}
