extension KeyedDecodingContainer {
  /// Throws `DecodingError.dataCorrupted` unless a value is as it must be.
  func require(_ isRight: Bool, _ key: Key, _ reason: String) throws(DecodingError) {
    guard isRight else {
      throw .dataCorrupted(DecodingError.Context(codingPath: codingPath + [key], debugDescription: reason))
    }
  }
}
