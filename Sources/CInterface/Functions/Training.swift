public import CMudra
import GestureTraining
import HandRecording
import HandTracking
import MudraPlatform
import TFLiteFormat
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

// The functions of mudra.h that learn.

/// Creates a trainer.
@c @implementation public func mudra_trainer_create(
  _ options: UnsafePointer<mudra_session_options>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> mudra_status {
  answer(error) {
    let given = try structure(options, size: \.size, interface: \.interface)
    guard let out else { throw CallFailure.invalid("The place for the trainer is null") }
    out.pointee = HandleTable.shared.add(HeldTrainer(given.is_video != 0 ? nil : try gestures(given)))
  }
}

private func gestures(_ given: mudra_session_options) throws -> HeldTrainer.Gestures {
  let settings: TrainerSettings? = try given.options()
  let options = settings?.options ?? GestureTrainingOptions()
  try options.check()
  let (base, model): (Bytes, HandModel)
  switch try given.model() {
  case .bytes(let bytes): (base, model) = (Bytes(copying: bytes), try HandModel(data: Data(bytes)))
  case .path(let path):
    // Its errors say more of a file than those of its bytes.
    model = try HandModel(path: path)
    base = try Bytes(contentsOfFile: path, limits: BundleLimits())
  }
  return HeldTrainer.Gestures(
    base: base, embedder: try HandEmbedder(model: model), trainer: GestureTrainer(options: options))
}

/// Adds examples.
@c @implementation public func mudra_trainer_add(
  _ trainer: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ group: UnsafePointer<CChar>?,
  _ lines: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> mudra_status {
  answer(error) {
    let trainer = try HandleTable.shared.object(trainer, HeldTrainer.self)
    guard let lines else { throw CallFailure.invalid("The lines are null") }
    func text(_ start: UnsafePointer<CChar>?) -> String? { start.map { String(cString: $0) } }
    try trainer.add(String(cString: lines), name: text(name), group: text(group))
  }
}

/// Learns.
@c @implementation public func mudra_trainer_train(
  _ trainer: OpaquePointer?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ size: UnsafeMutablePointer<Int>?, _ card: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> mudra_status {
  answer(error) {
    let trainer = try HandleTable.shared.object(trainer, HeldTrainer.self)
    guard let data, let size else { throw CallFailure.invalid("The place for the data or its size is null") }
    let trained = try trainer.trained()
    guard let bytes = newArray(UInt8.self, count: trained.bytes.count) else { throw CallFailure.noMemory }
    bytes.update(from: trained.bytes, count: trained.bytes.count)
    if let card {
      do {
        card.pointee = try held(trained.card)
      } catch {
        free(bytes)
        throw error
      }
    }
    (data.pointee, size.pointee) = (UnsafeMutableRawPointer(bytes), trained.bytes.count)
  }
}

/// Ends a trainer.
@c @implementation public func mudra_trainer_close(_ trainer: OpaquePointer?) -> mudra_status {
  answer(nil) { _ = try HandleTable.shared.remove(trainer, HeldTrainer.self) }
}
