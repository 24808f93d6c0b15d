public import CMediaPipe
import HandTracking
import VisionTasks

// The functions for hands. What each does is said in mediapipe.h, and compared with it by the compiler.

private typealias Task = HeldTask<HandLandmarkerResult>

extension MpHandLandmarkerResult {
  /// A result, which C owns.
  fileprivate init(_ result: HandLandmarkerResult) {
    self.init()
    let handedness = MpCategories.lists(result.handedness)
    let landmarks = MpLandmarks.lists(result.landmarks) { MpLandmark($0) }
    let world = MpLandmarks.lists(result.worldLandmarks) { MpLandmark($0) }
    (self.handedness, handedness_count) = (handedness.baseAddress, UInt32(handedness.count))
    (hand_landmarks, hand_landmarks_count) = (landmarks.baseAddress, UInt32(landmarks.count))
    (hand_world_landmarks, hand_world_landmarks_count) = (world.baseAddress, UInt32(world.count))
  }
}

/// Creates a task that finds hands.
@c @implementation public func MpHandLandmarkerCreate(
  _ options: UnsafeMutablePointer<MpHandLandmarkerOptions>?, _ out: UnsafeMutablePointer<MpHandLandmarkerPtr?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    guard let out else { throw CallFailure.invalid("The place for the task is null") }
    let given = try GivenOptions(UnsafeRawPointer(options))
    let callback = given.own(GivenOptions.ownOffset, as: MpHandCallback?.self)
    let options = HandLandmarkerOptions()
    try given.set(options)
    let task = try Task(given, options, callback: callback) {
      try HandLandmarker(options: $0)
    } deliver: { callback, answer, image, milliseconds in
      switch answer {
      case .success(let result):
        var result = MpHandLandmarkerResult(result)
        callback(0, &result, image, milliseconds)
        MpHandLandmarkerCloseResult(&result)
      case .failure(let error): callback(attempt(nil) { throw error }, nil, image, milliseconds)
      }
    }
    out.pointee = HandleTable.shared.add(task)
  }
}

/// Finds the hands in a picture.
@c @implementation public func MpHandLandmarkerDetectImage(
  _ landmarker: MpHandLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let task = try HandleTable.shared.object(landmarker, Task.self)
    guard let result else { throw CallFailure.invalid("The place for the result is null") }
    result.pointee = MpHandLandmarkerResult(try task.result(try ImageHandle.image(image), options))
  }
}

/// Finds the hands in the next frame of a video.
@c @implementation public func MpHandLandmarkerDetectForVideo(
  _ landmarker: MpHandLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ milliseconds: Int64, _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let task = try HandleTable.shared.object(landmarker, Task.self)
    guard let result else { throw CallFailure.invalid("The place for the result is null") }
    result.pointee = MpHandLandmarkerResult(
      try task.result(try ImageHandle.image(image), options, milliseconds: milliseconds))
  }
}

/// Takes the next frame of a live stream.
@c @implementation public func MpHandLandmarkerDetectAsync(
  _ landmarker: MpHandLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ milliseconds: Int64, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let task = try HandleTable.shared.object(landmarker, Task.self)
    try task.submit(try ImageHandle.image(image), options, milliseconds: milliseconds)
  }
}

/// Frees what is in a result, and empties it.
@c @implementation public func MpHandLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpHandLandmarkerResult>?) {
  guard let result else { return }
  MpCategories.free(&result.pointee.handedness, &result.pointee.handedness_count)
  MpLandmarks.free(&result.pointee.hand_landmarks, &result.pointee.hand_landmarks_count)
  MpLandmarks.free(&result.pointee.hand_world_landmarks, &result.pointee.hand_world_landmarks_count)
}

/// Ends a task.
@c @implementation public func MpHandLandmarkerClose(
  _ landmarker: MpHandLandmarkerPtr?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try HandleTable.shared.remove(landmarker, Task.self).close() }
}
