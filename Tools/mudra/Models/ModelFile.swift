import TFLiteFormat
import TensorRuntime

/// A `.tflite` or `.task` file with everything in it, read and verified.
struct ModelFile {
  /// What a file or an entry contains.
  enum Content {
    case model(Model)
    case bundle(Archive, [ModelFile])
    case other
  }

  /// The path of the file, or the name of the entry.
  let name: String
  /// The size of the file or entry in bytes.
  let byteCount: Int
  /// The content.
  let content: Content

  /// Opens a file and its entries.
  ///
  /// - Parameter options: their time is that of reading it too.
  init(path: String, limits: BundleLimits, options: PlanOptions = PlanOptions()) throws(CommandFailure) {
    let bytes = try InputFile.contents(of: path, limits: limits)
    let isModel = Self.isModel(bytes) || path.hasSuffix(".tflite")
    let budget = options.readingBudget(fileByteCount: bytes.count)
    try self.init(
      name: path, place: path, bytes: bytes, kind: isModel ? .model : .bundle, limits: limits, budget: budget)
    options.hold(byteCount: budget.memoryByteCount)
  }

  private enum Kind {
    case model, bundle, other
  }

  /// A file, or the content of an entry of an archive.
  private init(
    name: String, place: String, bytes: Bytes, kind: Kind, in outer: Archive? = nil, limits: BundleLimits,
    budget: ReadingBudget
  ) throws(CommandFailure) {
    self.name = name
    byteCount = bytes.count
    switch kind {
    case .other: content = .other
    case .model: content = try Self.model(bytes, place: place, limits: limits, budget: budget)
    case .bundle: content = try Self.bundle(bytes, place: place, in: outer, limits: limits, budget: budget)
    }
  }

  // Bundles may be nested 64 deep, so each level keeps little on the stack: nothing of what reads a model or opens an
  // archive.

  private static func model(
    _ bytes: Bytes, place: String, limits: BundleLimits, budget: ReadingBudget
  ) throws(CommandFailure) -> Content {
    do {
      return .model(try Model(bytes, limits: limits, budget: budget))
    } catch {
      throw CommandFailure(place, error)
    }
  }

  private static func archive(
    _ bytes: Bytes, place: String, in outer: Archive?, limits: BundleLimits, budget: ReadingBudget
  ) throws(CommandFailure) -> Archive {
    do {
      if let outer { return try outer.archive(in: bytes) }
      return try Archive(bytes, limits: limits, budget: budget)
    } catch {
      throw CommandFailure(place, error)
    }
  }

  private static func bundle(
    _ bytes: Bytes, place: String, in outer: Archive?, limits: BundleLimits, budget: ReadingBudget
  ) throws(CommandFailure) -> Content {
    let archive = try archive(bytes, place: place, in: outer, limits: limits, budget: budget)
    var entries: [ModelFile] = []
    for entry in archive.entries {
      entries.append(
        try ModelFile(
          name: entry.name, place: "\(place): \(entry.name.printable)", bytes: entry.bytes, kind: kind(entry),
          in: archive, limits: limits, budget: budget))
    }
    return .bundle(archive, entries)
  }

  private static func kind(_ entry: Archive.Entry) -> Kind {
    if entry.name.hasByteSuffix(".tflite") || isModel(entry.bytes) { return .model }
    return entry.name.hasByteSuffix(".task") ? .bundle : .other
  }

  private static func isModel(_ bytes: Bytes) -> Bool {
    bytes.integer(UInt32.self, at: 4) == 0x334C_4654  // "TFL3"
  }

  // MARK: Networks

  /// A model and its location: no names for the file itself, otherwise the names of the entries that lead to it.
  struct Network {
    let entries: [String]
    let model: Model

    /// The joined names of the entries: `hand_landmarker.task/hand_detector.tflite`; empty for the file itself.
    var label: String { entries.map(\.printable).joined(separator: "/") }

    /// Where the network is, for messages.
    func place(in path: String) -> String { ([path] + entries.map(\.printable)).joined(separator: ": ") }
  }

  /// All models, in the order of the file.
  var networks: [Network] { networks(in: []) }

  private func networks(in entries: [String]) -> [Network] {
    switch content {
    case .model(let model): [Network(entries: entries, model: model)]
    case .bundle(_, let files): files.flatMap { $0.networks(in: entries + [$0.name]) }
    case .other: []
    }
  }
}
