import Foundation
import TFLiteFormat

/// An opened `.task` bundle: a stored zip of networks and nested bundles.
package struct TaskBundle: Sendable {
  /// The path of the outermost bundle, followed by the names of nested bundles.
  package let name: String
  private let archive: Archive

  /// Opens the bundle in a file.
  package init(path: String, limits: BundleLimits) throws(TaskError) {
    do {
      self.init(name: path, archive: try Archive(try Bytes(contentsOfFile: path, limits: limits), limits: limits))
    } catch {
      throw .unreadableBundle(file: path, reason: error)
    }
  }

  /// Opens the bundle in memory, which is copied.
  package init(data: Data, limits: BundleLimits) throws(TaskError) {
    let name = "model in memory"
    do {
      try limits.check(fileByteCount: data.count)
      self.init(name: name, archive: try Archive(data.withUnsafeBytes { Bytes(copying: $0) }, limits: limits))
    } catch {
      throw .unreadableBundle(file: name, reason: error)
    }
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
      return TaskBundle(name: nestedName, archive: try archive.archive(in: bytes))
    } catch {
      throw .unreadableBundle(file: nestedName, reason: error)
    }
  }

  /// The network in an entry.
  package func model(named entry: String) throws(TaskError) -> Model {
    let bytes = try bytes(of: entry)
    do {
      return try Model(bytes, limits: archive.limits)
    } catch {
      throw .unreadableModel(model: entry, reason: error)
    }
  }

  /// True if the bundle has an entry with this name.
  package func contains(_ entry: String) -> Bool {
    archive.entries.contains { $0.name == entry }
  }

  private func bytes(of entry: String) throws(TaskError) -> Bytes {
    do {
      return try archive.entry(named: entry)
    } catch {
      throw .unreadableBundle(file: name, reason: error)
    }
  }
}
