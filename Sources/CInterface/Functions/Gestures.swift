public import CMediaPipe
import HandTracking
import VisionTasks

// The functions for gestures. What each does is said in mediapipe.h, and compared with it by the compiler.

private typealias Task = HeldTask<GestureRecognizerResult>

extension MpGestureRecognizerResult {
  /// A result, which C owns.
  fileprivate init(_ result: GestureRecognizerResult) {
    self.init()
    let gestures = MpCategories.lists(result.gestures)
    let handedness = MpCategories.lists(result.handedness)
    let landmarks = MpLandmarks.lists(result.landmarks) { MpLandmark($0) }
    let world = MpLandmarks.lists(result.worldLandmarks) { MpLandmark($0) }
    (self.gestures, gestures_count) = (gestures.baseAddress, UInt32(gestures.count))
    (self.handedness, handedness_count) = (handedness.baseAddress, UInt32(handedness.count))
    (hand_landmarks, hand_landmarks_count) = (landmarks.baseAddress, UInt32(landmarks.count))
    (hand_world_landmarks, hand_world_landmarks_count) = (world.baseAddress, UInt32(world.count))
  }
}

/// Creates a task that finds hands and names their gestures.
@c @implementation public func MpGestureRecognizerCreate(
  _ options: UnsafeMutablePointer<MpGestureRecognizerOptions>?, _ out: UnsafeMutablePointer<MpGestureRecognizerPtr?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    guard let out else { throw CallFailure.invalid("The place for the task is null") }
    let given = try GivenOptions(UnsafeRawPointer(options))
    let classifier = MemoryLayout<MpClassifierOptions>.stride
    let callback = given.own(GivenOptions.ownOffset + 2 * classifier, as: MpGestureCallback?.self)
    let options = GestureRecognizerOptions()
    try given.set(options)
    options.cannedGesturesClassifierOptions = ClassifierOptions(
      given.own(GivenOptions.ownOffset, as: MpClassifierOptions.self))
    options.customGesturesClassifierOptions = ClassifierOptions(
      given.own(GivenOptions.ownOffset + classifier, as: MpClassifierOptions.self))
    let task = try Task(given, options, callback: callback) {
      try GestureRecognizer(options: $0)
    } deliver: { callback, answer, image, milliseconds in
      switch answer {
      case .success(let result):
        var result = MpGestureRecognizerResult(result)
        callback(0, &result, image, milliseconds)
        MpGestureRecognizerCloseResult(&result)
      case .failure(let error): callback(attempt(nil) { throw error }, nil, image, milliseconds)
      }
    }
    out.pointee = HandleTable.shared.add(task)
  }
}

/// Finds the hands in a picture and their gestures.
@c @implementation public func MpGestureRecognizerRecognizeImage(
  _ recognizer: MpGestureRecognizerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let task = try HandleTable.shared.object(recognizer, Task.self)
    guard let result else { throw CallFailure.invalid("The place for the result is null") }
    result.pointee = MpGestureRecognizerResult(try task.result(try ImageHandle.image(image), options))
  }
}

/// Finds the hands in the next frame of a video and their gestures.
@c @implementation public func MpGestureRecognizerRecognizeForVideo(
  _ recognizer: MpGestureRecognizerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ milliseconds: Int64, _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let task = try HandleTable.shared.object(recognizer, Task.self)
    guard let result else { throw CallFailure.invalid("The place for the result is null") }
    result.pointee = MpGestureRecognizerResult(
      try task.result(try ImageHandle.image(image), options, milliseconds: milliseconds))
  }
}

/// Takes the next frame of a live stream.
@c @implementation public func MpGestureRecognizerRecognizeAsync(
  _ recognizer: MpGestureRecognizerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ milliseconds: Int64, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let task = try HandleTable.shared.object(recognizer, Task.self)
    try task.submit(try ImageHandle.image(image), options, milliseconds: milliseconds)
  }
}

/// Frees what is in a result, and empties it.
@c @implementation public func MpGestureRecognizerCloseResult(
  _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?
) {
  guard let result else { return }
  MpCategories.free(&result.pointee.gestures, &result.pointee.gestures_count)
  MpCategories.free(&result.pointee.handedness, &result.pointee.handedness_count)
  MpLandmarks.free(&result.pointee.hand_landmarks, &result.pointee.hand_landmarks_count)
  MpLandmarks.free(&result.pointee.hand_world_landmarks, &result.pointee.hand_world_landmarks_count)
}

/// Ends a task.
@c @implementation public func MpGestureRecognizerClose(
  _ recognizer: MpGestureRecognizerPtr?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try HandleTable.shared.remove(recognizer, Task.self).close() }
}
