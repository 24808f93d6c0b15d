#if !hasFeature(Embedded)
  extension KeyedDecodingContainer {
    /// Replaces a value by that of a key; a key that is left out keeps it.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    package func read<T: Decodable>(_ key: Key, into value: inout T) throws {
      value = try decodeIfPresent(T.self, forKey: key) ?? value
    }
  }
#endif
