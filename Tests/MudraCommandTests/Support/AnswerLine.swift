import Foundation

/// A line of JSON for a picture: a result or an error.
struct AnswerLine: Decodable {
  struct Failure: Decodable {
    let code: String
    let message: String
  }

  let schema: String
  let source: String
  let id: String?
  let hands: [ResultLine.Hand]?
  let error: Failure?

  /// The lines of an output.
  static func lines(_ output: String) throws -> [AnswerLine] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(AnswerLine.self, from: Data($0.utf8)) }
  }

  /// In short: the name of the picture, and the number of hands or the code of the error.
  var summary: String {
    let name = source.split(separator: "/").last.map(String.init) ?? source
    return "\(name): \(hands.map { "\($0.count)" } ?? error?.code ?? "nothing")"
  }
}
