import TFLiteFormat
import TestSupport

/// A model file taken apart as far as its schema is known, to be changed and put together again.
struct ModelParts {
  typealias Table = FlatSchema.Table

  /// The model.
  var root: Table
  /// What the model's maker says about it; nil if nothing.
  var metadata: Table?
  /// The files appended to the model.
  var files: [ZipFile.Entry]

  /// Takes a file apart; nil if it is no model whose structure is right.
  init?(_ bytes: [UInt8]) {
    guard let root = FlatSchema.model.root(of: bytes, identifier: "TFL3") else { return nil }
    self.root = root
    files =
      (try? Archive(Bytes(bytes), allowingPrefix: true))?.entries.map { ZipFile.Entry($0.name, $0.bytes.array) }
      ?? []
    metadata = place.flatMap { place in
      guard case .vector(let data, _)? = self[4][place][0] else { return nil }
      return FlatSchema.metadata.root(of: data, identifier: "M001")
    }
  }

  /// The file.
  var bytes: [UInt8] {
    let model = FlatWriter.buffer(root: withMetadata, identifier: "TFL3")
    return files.isEmpty ? model : ZipFile(files, after: model).bytes
  }

  /// A field of the model that is a vector of tables.
  subscript(field: Int) -> [Table] {
    get {
      guard case .tables(let tables)? = root[field] else { return [] }
      return tables
    }
    set { root[field] = .tables(newValue) }
  }

  /// The buffer that holds the metadata; nil if there is none.
  private var place: Int? {
    for entry in self[6] {
      guard case .string("TFLITE_METADATA")? = entry[0], case .integer(let buffer, _)? = entry[1],
        let place = Int(exactly: buffer), self[4].indices.contains(place)
      else { continue }
      return place
    }
    return nil
  }

  /// The model with its metadata in a buffer.
  private var withMetadata: Table {
    guard let metadata else { return root }
    var parts = self
    let data = FlatWriter.Value.bytes(FlatWriter.buffer(root: metadata, identifier: "M001"))
    if let place {
      parts[4][place][0] = data
    } else {
      parts[4] += parts[4].isEmpty ? [[:], [0: data]] : [[0: data]]
      parts[6].append([0: .string("TFLITE_METADATA"), 1: .int(parts[4].count - 1)])
    }
    return parts.root
  }
}

extension ZipFile {
  /// An archive of some entries behind the bytes of something else.
  fileprivate init(_ entries: [Entry], after prefix: [UInt8]) {
    self.init(entries)
    self.prefix = prefix
  }
}
