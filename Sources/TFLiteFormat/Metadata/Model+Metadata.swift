extension Model {
  /// The model's metadata; nil if it has none.
  ///
  /// - Throws: `FormatError.metadata` if the metadata is damaged.
  public func metadata() throws(FormatError) -> ModelMetadata? {
    guard let entry = metadataEntries.first(where: { $0.name == "TFLITE_METADATA" }) else { return nil }
    do {
      return try ModelMetadata(buffers[entry.bufferIndex])
    } catch .flatBuffer(let fault) {
      throw .metadata(.flatBuffer(fault))
    }
  }

  /// A file of the archive appended to the model; nil if there is no archive, or no such file in it.
  ///
  /// - Throws: `FormatError.archive` if the archive is damaged or exceeds the limits.
  public func associatedFile(named name: String) throws(FormatError) -> Bytes? {
    do {
      return try Archive(bytes, allowingPrefix: true, limits: limits).entry(named: name)
    } catch .archive(.notAnArchive), .missingEntry {
      return nil
    }
  }

  /// The names of the classes along an output's last axis, from the label file that the metadata names for it.
  ///
  /// - Parameters:
  ///   - index: the index among the metadata's outputs.
  ///   - locale: the language; nil takes the first label file, whatever its language.
  /// - Returns: nil if the metadata names no such file. A file that is named but missing, empty or not text is an
  ///   error.
  /// - Throws: `FormatError.metadata` if the metadata is damaged.
  public func labels(ofOutput index: Int, locale: String?) throws(FormatError) -> [String]? {
    guard let outputs = try metadata()?.outputs, outputs.indices.contains(index) else { return nil }
    let file = outputs[index].associatedFiles.first { file in
      file.type == AssociatedFile.tensorAxisLabels && (locale == nil || file.locale == locale)
    }
    guard let file else { return nil }
    guard let bytes = try associatedFile(named: file.name) else {
      throw .metadata(.missingFile(name: file.name))
    }
    guard let text = bytes.utf8Text else { throw .metadata(.labelsNotText(file: file.name)) }
    // CR LF is a single Character, so lines are split at the scalar level.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
    }
    if lines.last == "" { lines.removeLast() }
    guard !lines.isEmpty else { throw .metadata(.emptyLabels(file: file.name)) }
    return lines
  }
}
