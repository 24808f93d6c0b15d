import Foundation
import HandRecording
import Mudra
import NIOConcurrencyHelpers

/// The model that all sockets share, prepared once for each precision.
final class ModelStore: Sendable {
  /// The bundle's bytes, from which gestures that are taught make another one.
  let bundle: Data
  /// What the model is called, and its hash.
  let identity: RecordingHeader.Model
  private let models: NIOLockedValueBox<[Precision: HandModel]>

  /// Reads and prepares a bundle.
  ///
  /// - Throws: `StudioError`.
  convenience init(path: String?) throws(StudioError) {
    guard let path = path ?? BundledModels.gestureRecognizerPath else {
      throw StudioError(.start, "the model that comes with the program is not beside it; give one with --model")
    }
    guard let bundle = RegularFile.read(path, byteLimit: BundleLimits().fileByteCount) else {
      throw StudioError(.start, "\(path): not a file that can be read, or too large")
    }
    try self.init(name: URL(fileURLWithPath: path).lastPathComponent, bundle: bundle)
  }

  /// Prepares a bundle.
  ///
  /// - Throws: `StudioError`.
  init(name: String, bundle: Data) throws(StudioError) {
    self.bundle = bundle
    identity = RecordingHeader.Model(name: name, bundle: bundle)
    models = NIOLockedValueBox([.exact: try Self.model(bundle, .exact)])
  }

  /// The model with an arithmetic; prepared when it is first asked for.
  ///
  /// - Throws: `StudioError`.
  func model(_ precision: Precision) throws(StudioError) -> HandModel {
    if let model = models.withLockedValue({ $0[precision] }) { return model }
    let model = try Self.model(bundle, precision)
    models.withLockedValue { $0[precision] = model }
    return model
  }

  private static func model(_ bundle: Data, _ precision: Precision) throws(StudioError) -> HandModel {
    do {
      return try HandModel(data: bundle, precision: precision)
    } catch {
      throw StudioError(.model, error.description)
    }
  }
}
