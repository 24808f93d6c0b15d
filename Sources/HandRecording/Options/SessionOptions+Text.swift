extension SessionOptions {
  /// Reads options from JSON text, as `JSONDecoder` does, in libraries without Foundation, too.
  ///
  /// - Throws: `OptionsError` for a text that is no JSON, and for a value that an option cannot have.
  public init(json text: String) throws(OptionsError) {
    self = try JSONText.options(text)
  }
}

extension JSONText {
  /// Options from JSON text.
  ///
  /// - Throws: `OptionsError`, as `SessionOptions.init(json:)`.
  package static func options<Options: Decodable>(_ text: String) throws(OptionsError) -> Options {
    do {
      return try JSONText(text.utf8).decoded(as: Options.self)
    } catch let fault as JSONText.Fault {
      throw OptionsError(key: nil, reason: "byte \(fault.offset): \(fault.expected) was expected")
    } catch let error as DecodingError {
      throw OptionsError(error)
    } catch {
      throw OptionsError(key: nil, reason: "\(error)")
    }
  }
}

/// What is wrong with options in JSON.
public struct OptionsError: Error, Equatable, Sendable {
  /// The option, such as `smoothing.minCutoff`; nil if the text is no JSON.
  public let key: String?
  /// What was expected.
  public let reason: String

  init(key: String?, reason: String) {
    self.key = key
    self.reason = reason
  }

  /// What is wrong with a value.
  package init(_ error: DecodingError) {
    let context: DecodingError.Context
    var own: [any CodingKey] = []
    switch error {
    case .typeMismatch(_, let place), .valueNotFound(_, let place), .dataCorrupted(let place): context = place
    case .keyNotFound(let key, let place): (context, own) = (place, [key])
    @unknown default:
      self.init(key: nil, reason: "\(error)")
      return
    }
    let path = (context.codingPath + own).map(\.stringValue).joined(separator: ".")
    self.init(key: path.isEmpty ? nil : path, reason: context.debugDescription)
  }
}

extension OptionsError: CustomStringConvertible {
  /// A human-readable sentence.
  public var description: String { "the options cannot be used: " + (key.map { "\($0): " } ?? "") + reason }
}
