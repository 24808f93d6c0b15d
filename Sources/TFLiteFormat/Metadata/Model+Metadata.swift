extension Model {
  /// The model's metadata; nil if it has none.
  ///
  /// - Throws: `FormatError.metadata` if the metadata is damaged.
  public func metadata() throws(FormatError) -> ModelMetadata? {
    guard let entry = metadataEntries.first(where: { $0.name.hasSameBytes(as: "TFLITE_METADATA") }) else { return nil }
    do {
      return try ModelMetadata(buffers[entry.bufferIndex], budget: budget.renewed)
    } catch .flatBuffer(let reason) {
      throw .metadata(.flatBuffer(reason: reason))
    }
  }

  // MARK: Associated files

  /// A file of the archive appended to the model; nil if there is no archive, or no such file in it.
  ///
  /// - Throws: `FormatError.archive` if the archive is damaged or exceeds the limits.
  public func associatedFile(named name: String) throws(FormatError) -> Bytes? {
    try Self.file(named: name, in: try appendedArchive())
  }

  /// The archive appended to the model; nil if there is none.
  private func appendedArchive() throws(FormatError) -> Archive? {
    do {
      return try Archive(bytes, allowingPrefix: true, limits: limits, budget: budget.renewed)
    } catch let error where error == .archive(.notAnArchive(isModel: true)) {
      return nil
    }
  }

  private static func file(named name: String, in archive: Archive?) throws(FormatError) -> Bytes? {
    do {
      return try archive?.entry(named: name)
    } catch .missingEntry {
      return nil
    }
  }

  // MARK: Labels

  /// The names of the classes along an output's last axis, from the label file that the metadata names for it.
  ///
  /// - Parameters:
  ///   - index: the index among the metadata's outputs.
  ///   - locale: the language; nil takes the first label file, whatever its language.
  /// - Returns: nil if the metadata names no such file. A file that is named but missing, empty, not text or too large
  ///   is an error.
  /// - Throws: `FormatError.metadata` if the metadata is damaged.
  public func labels(ofOutput index: Int, locale: String?) throws(FormatError) -> [String]? {
    guard let outputs = try metadata()?.outputs, outputs.indices.contains(index) else { return nil }
    var missing: [String] = []
    let labels = try labels(of: [outputs[index]], locale: locale, missing: &missing)
    if let name = missing.first { throw .metadata(.missingFile(name: name)) }
    return labels[0]
  }

  /// The names of the classes for each of several outputs; each label file is read once.
  ///
  /// - Parameter missing: gets the names of files that are not appended, each once; their outputs have no labels.
  package func labels(
    of outputs: [TensorMetadata], locale: String?, missing: inout [String]
  ) throws(FormatError) -> [[String]?] {
    let files = outputs.map { output in
      output.associatedFiles.first { file in
        file.type == AssociatedFile.tensorAxisLabels
          && (locale.map { file.locale?.hasSameBytes(as: $0) == true } ?? true)
      }?.name
    }
    guard files.contains(where: { $0 != nil }) else { return files.map { _ in nil } }
    let archive = try appendedArchive()
    var known: [NameKey: [String]?] = [:]
    for name in files {
      guard let name, known[NameKey(name)] == nil else { continue }
      guard let file = try Self.file(named: name, in: archive) else {
        missing.append(name)
        known[NameKey(name)] = .some(nil)
        continue
      }
      let lines = try Self.labels(in: file, name: name)
      // Each file is limited by itself; an archive has many.
      let texts = lines.reduce(lines.count * MemoryLayout<String>.stride) { $0 + $1.allocatedByteCount }
      try archive?.budget.spend(memory: texts)
      known[NameKey(name)] = lines
    }
    return files.map { name in name.flatMap { known[NameKey($0)] ?? nil } }
  }

  /// The maximum size of a label file, in bytes and in lines.
  private static let largestLabels = (byteCount: 16 << 20, count: 1_000_000)

  /// The lines of a label file.
  private static func labels(in bytes: Bytes, name: String) throws(FormatError) -> [String] {
    guard bytes.count <= largestLabels.byteCount else {
      throw .metadata(.labelsTooLarge(file: name, byteCount: bytes.count, limit: largestLabels.byteCount))
    }
    guard let lines = bytes.utf8Lines(limit: largestLabels.count) else {
      throw .metadata(.labelsNotText(file: name))
    }
    guard lines.count <= largestLabels.count else {
      throw .metadata(.tooManyLabels(file: name, limit: largestLabels.count))
    }
    guard !lines.isEmpty else { throw .metadata(.emptyLabels(file: name)) }
    return lines
  }
}

extension Bytes {
  /// The lines of a text, without line ends (LF or CR LF) and without an empty last line; nil if the bytes are not
  /// UTF-8.
  ///
  /// - Parameter limit: the number of lines after which reading stops.
  fileprivate func utf8Lines(limit: Int) -> [String]? {
    guard utf8Text != nil else { return nil }
    return withUnsafeBytes { bytes in
      var lines: [String] = []
      var start = 0
      while start < bytes.count, lines.count <= limit {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        lines.append(String(decoding: bytes[start..<(hasReturn ? end - 1 : end)], as: UTF8.self))
        start = end + 1
      }
      // No line follows a final LF.
      if bytes.last != UInt8(ascii: "\n"), lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }
}
