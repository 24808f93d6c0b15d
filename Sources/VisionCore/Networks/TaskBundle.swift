import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// An opened `.task` bundle: a stored zip of networks and nested bundles.
package struct TaskBundle: Sendable {
  /// The path of the outermost bundle, followed by the names of nested bundles.
  package let name: String
  private let archive: Archive
  /// Whether each network is read once, so that its bytes can be given back when it has been prepared.
  package var isReadOnce = false

  /// Opens the bundle in a file, in the time of `options`.
  package init(path: String, limits: BundleLimits, options: PlanOptions = PlanOptions()) throws(TaskError) {
    do {
      try self.init(name: path, bytes: try Bytes(contentsOfFile: path, limits: limits), limits, options)
    } catch {
      throw .unreadableBundle(file: path, reason: error)
    }
  }

  /// Opens the bundle in memory, which is copied, in the time of `options`.
  package init(
    data: some Collection<UInt8>, limits: BundleLimits, options: PlanOptions = PlanOptions()
  ) throws(TaskError) {
    let name = "model in memory"
    do throws(FormatError) {
      try limits.check(fileByteCount: data.count)
      // The copy is memory of Swift's own, which cannot be refused.
      guard ZeroedMemory.isAvailable(byteCount: data.count) else {
        throw .cannotOpen(path: name, reason: SystemFailure.last.reason)
      }
      try self.init(name: name, bytes: Bytes(copying: data), limits, options)
    } catch {
      throw .unreadableBundle(file: name, reason: error)
    }
  }

  private init(
    name: String, bytes: Bytes, _ limits: BundleLimits, _ options: PlanOptions
  ) throws(FormatError) {
    let budget = options.readingBudget(fileByteCount: bytes.count)
    self.init(name: name, archive: try Archive(bytes, limits: limits, budget: budget))
  }

  /// A bundle that is already open.
  package init(name: String, archive: Archive) {
    self.name = name
    self.archive = archive
  }

  /// The nested bundle in an entry.
  package func bundle(named entry: String) throws(TaskError) -> TaskBundle {
    let bytes = try bytes(of: entry)
    let nestedName = "\(name): \(entry)"
    do {
      var bundle = TaskBundle(name: nestedName, archive: try archive.archive(in: bytes))
      bundle.isReadOnce = isReadOnce
      return bundle
    } catch {
      throw .unreadableBundle(file: nestedName, reason: error)
    }
  }

  /// The network in an entry.
  package func model(named entry: String) throws(TaskError) -> Model {
    let bytes = try bytes(of: entry)
    do {
      return try Model(isReadOnce ? bytes.detached : bytes, limits: archive.limits, budget: archive.budget)
    } catch {
      throw .unreadableModel(model: entry, reason: error)
    }
  }

  /// True if the bundle has an entry with this name.
  package func contains(_ entry: String) -> Bool {
    archive.entries.contains { $0.name.hasSameBytes(as: entry) }
  }

  private func bytes(of entry: String) throws(TaskError) -> Bytes {
    do {
      return try archive.entry(named: entry)
    } catch {
      throw .unreadableBundle(file: name, reason: error)
    }
  }
}

extension Bytes {
  /// A copy of bytes, of which none is held.
  fileprivate init(copying bytes: some Collection<UInt8>) {
    self =
      bytes.withContiguousStorageIfAvailable { Bytes(copying: UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { Bytes(copying: $0) }
  }
}
