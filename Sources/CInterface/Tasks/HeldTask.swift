import CMediaPipe
import MudraPlatform
import VisionTasks

/// A task that C holds, in any running mode.
final class HeldTask<Output: TaskResult>: Sendable {
  /// Takes what has become of a frame of a live stream.
  typealias Callback = @Sendable (Result<Output, TaskError>, HeldImage, _ milliseconds: Int64) -> Void

  private let task: VisionTask<Output>
  private let runningMode: RunningMode
  private let stream: LiveStream<Output>?
  private let pictures: Guarded<[Int: HeldImage]>

  /// A task.
  ///
  /// - Parameters:
  ///   - task: in image mode, or in video mode.
  ///   - runningMode: what C asked for.
  ///   - callback: takes the results of a live stream; nil in other modes.
  init(_ task: VisionTask<Output>, _ runningMode: RunningMode, callback: Callback?) {
    let pictures = Guarded<[Int: HeldImage]>([:])
    self.task = task
    self.runningMode = runningMode
    self.pictures = pictures
    guard let callback else {
      stream = nil
      return
    }
    stream = LiveStream(
      process: { frame, time in
        Result { () throws(TaskError) in
          var result = Output(timestampInMilliseconds: time)
          try task.runner.videoFrame(frame, timestamp: time, into: &result)
          return result
        }
      },
      deliver: { answer, time in
        // Those of earlier frames belong to frames that were replaced.
        let image = pictures.withLock { pictures in
          defer { pictures = pictures.filter { $0.key > time } }
          return pictures[time]
        }
        if let image { callback(answer, image, Int64(time)) }
      })
  }

  /// A task as a program asks for it.
  ///
  /// - Parameters:
  ///   - given: its options.
  ///   - options: the same as the task takes them.
  ///   - callback: the program's function for the results of a live stream, which other modes ignore.
  ///   - task: creates the task.
  ///   - deliver: calls the function with a picture's handle, which is valid only meanwhile.
  /// - Throws: `CallFailure` for a live stream without a callback, and what `task` throws.
  convenience init<Options, Function>(
    _ given: GivenOptions, _ options: Options, callback: Function?, task: (Options) throws -> VisionTask<Output>,
    deliver: @escaping @Sendable (Function, Result<Output, TaskError>, MpImagePtr?, Int64) -> Void
  ) throws {
    guard given.runningMode == .liveStream else {
      self.init(try task(options), given.runningMode, callback: nil)
      return
    }
    guard let callback else { throw CallFailure.invalid("Provided null pointer to callback function.") }
    let function = SentFunction(function: callback)
    self.init(try task(options), .liveStream) { answer, image, milliseconds in
      let handle = HandleTable.shared.add(ImageHandle(image))
      deliver(function.function, answer, handle, milliseconds)
      MpImageFree(handle)
    }
  }

  /// The result for a picture.
  func result(
    _ image: HeldImage, _ options: UnsafePointer<MpImageProcessingOptions>?
  ) throws -> Output {
    try require(.image)
    return try task.process(image: try MPImage(image, options))
  }

  /// The result for the next frame of a video.
  func result(
    _ image: HeldImage, _ options: UnsafePointer<MpImageProcessingOptions>?, milliseconds: Int64
  ) throws -> Output {
    try require(.video)
    let picture = try MPImage(image, options)
    return try task.process(videoFrame: picture, timestampInMilliseconds: try Self.time(milliseconds))
  }

  /// Takes the next frame of a live stream, and returns at once.
  func submit(
    _ image: HeldImage, _ options: UnsafePointer<MpImageProcessingOptions>?, milliseconds: Int64
  ) throws {
    try require(.liveStream)
    let frame = try task.runner.frame(try MPImage(image, options))
    let time = try Self.time(milliseconds)
    // Before it is submitted, since the answer may come at once. Another frame of the same time keeps its picture.
    let isNew = pictures.withLock { pictures in
      guard pictures[time] == nil else { return false }
      pictures[time] = image
      return true
    }
    do {
      try stream?.submit(frame, timestamp: time)
    } catch {
      if isNew { pictures.withLock { $0[time] = nil } }
      throw error
    }
  }

  /// Ends the task. Answers the frame of a live stream that waits, except in the callback.
  func close() {
    stream?.finish()
    task.close()
  }

  private func require(_ mode: RunningMode) throws(CallFailure) {
    guard runningMode == mode else { throw .invalid(CallFailure.wrongMode(mode, runningMode)) }
  }

  /// MediaPipe counts in microseconds.
  private static func time(_ milliseconds: Int64) throws(CallFailure) -> Int {
    guard !milliseconds.multipliedReportingOverflow(by: 1000).overflow else { throw .invalid(CallFailure.lateFrame) }
    return Int(milliseconds)
  }
}

/// A function of C, which any thread may call.
private struct SentFunction<Function>: @unchecked Sendable {
  let function: Function
}
