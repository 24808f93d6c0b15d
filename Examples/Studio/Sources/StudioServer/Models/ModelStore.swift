import Foundation
import HandRecording
import Mudra
import NIOConcurrencyHelpers

/// A model, prepared once for each precision: the one that all sockets share, or one that a client brought.
final class ModelStore: Sendable {
  /// The bundle's bytes, from which gestures that are taught make another one.
  let bundle: Data
  /// What the model is called, and its hash.
  let identity: RecordingHeader.Model
  private let models: NIOLockedValueBox<[Precision: Prepared]>
  private let limits: ModelLimits
  /// What its memory is counted against; nil for the server's own.
  private let budget: MemoryBudget?

  private struct Prepared {
    let model: HandModel
    let share: MemoryBudget.Share?
  }

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
    try self.init(
      name: URL(fileURLWithPath: path).lastPathComponent, bundle: bundle, limits: ModelLimits(), budget: nil)
  }

  /// Prepares a bundle of a client.
  ///
  /// - Throws: `StudioError`.
  convenience init(name: String, bundle: Data, _ server: SocketServer) throws(StudioError) {
    let limits = ModelLimits(
      memoryByteCount: server.limits.networkMemoryBytes, time: .seconds(server.limits.workSeconds))
    try self.init(name: name, bundle: bundle, limits: limits, budget: server.memory)
  }

  private init(name: String, bundle: Data, limits: ModelLimits, budget: MemoryBudget?) throws(StudioError) {
    self.bundle = bundle
    self.limits = limits
    self.budget = budget
    identity = RecordingHeader.Model(name: name, bundle: bundle)
    models = NIOLockedValueBox([:])
    _ = try model(.exact)
  }

  /// The model for sessions with some options.
  ///
  /// - Throws: `StudioError`.
  func model(for options: SessionOptions) throws(StudioError) -> HandModel {
    guard options.needsFastModel else { return try model(options.precision) }
    let (exact, fast) = (try model(.exact), try model(.fast))
    do {
      return try HandModel(exact, fast: fast)
    } catch {
      throw StudioError(.model, error.description)
    }
  }

  /// The model with an arithmetic; prepared when it is first asked for.
  ///
  /// - Throws: `StudioError`.
  func model(_ precision: Precision) throws(StudioError) -> HandModel {
    if let prepared = models.withLockedValue({ $0[precision] }) { return prepared.model }
    let model: HandModel
    do {
      model = try HandModel(data: bundle, precision: precision, limits: limits)
    } catch {
      throw StudioError(.model, error.description)
    }
    let share = try budget?.take(model.memoryFootprint.totalByteCount + bundle.count)
    models.withLockedValue { $0[precision] = Prepared(model: model, share: share) }
    return model
  }
}
