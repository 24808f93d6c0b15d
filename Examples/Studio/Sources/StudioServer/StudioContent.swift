/// What a server shows besides its own page, and to whom.
public struct StudioContent: Sendable, Hashable {
  /// A card of the touchless stack, as its file has it.
  struct Card: Decodable {
    let sign: String
    let title: String
    let text: String
  }

  /// The most cards.
  static let cardLimit = 200

  /// A folder with a page of the user's own, which is served at `/page/` under the same policy; nil for none.
  public var pageFolder: String?
  /// A JSON file with the cards of the touchless stack; nil for those that come with the page.
  public var cardsPath: String?
  /// The origins, such as `http://localhost:3000`, whose pages may use the socket and the client's modules.
  public var allowedOrigins: Set<String> = []

  /// Nothing of the user's own.
  public init() {}

  /// Whether a text is the origin of a page: a scheme, a host, and a port unless it is the scheme's own.
  public static func isOrigin(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty, text == text.lowercased() else {
      return false
    }
    let host = parts[2].split(separator: ":", omittingEmptySubsequences: false)
    let isName = host[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    guard !host[0].isEmpty, isName, host.count <= 2 else { return false }
    return host.count == 1 || UInt16(host[1]).map { String($0) == host[1] } == true
  }
}
