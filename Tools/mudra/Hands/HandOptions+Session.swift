import ArgumentParser
import HandRecording
import Mudra

extension SessionOptions.Task: ExpressibleByArgument {}

extension SessionOptions.Task {
  /// The bundle to use: the one of the options, or that of the program.
  func bundlePath(_ options: HandOptions) throws(CommandFailure) -> String {
    switch self {
    case .gestures: try options.bundlePath(BundledModels.gestureRecognizerPath, name: "gesture_recognizer.task")
    case .landmarks: try options.bundlePath(BundledModels.handLandmarkerPath, name: "hand_landmarker.task")
    }
  }
}

extension HandOptions {
  /// Sessions for pictures, each for a thread of its own, with the weights of one model.
  func pictureSessions(
    _ task: SessionOptions.Task, _ gestures: GestureOptions, _ looks: LookOptions, count: Int
  ) throws(CommandFailure) -> [HandSession] {
    var options = try sessionOptions(task, gestures)
    options.looksAgain = looks.lookAgain
    options.landmarkPasses = looks.landmarkPasses
    if case .tiles(let smallest, _) = options.search, let time = looks.tileTime {
      options.search = .tiles(smallestHand: smallest, within: .milliseconds(time))
    }
    return try sessions(options, gestures, areVideoFrames: false, count: count)
  }

  /// A session for the frames of a video.
  func videoSession(
    _ task: SessionOptions.Task, _ gestures: GestureOptions, _ tracking: TrackingFlags, _ events: EventOptions
  ) throws(CommandFailure) -> HandSession {
    var options = try sessionOptions(task, gestures)
    tracking.set(&options.tracking)
    if events.events { options.events = events.gestureOptions }
    if events.touchless { options.touchless = events.touchlessSettings }
    try events.set(&options)
    return try sessions(options, gestures, areVideoFrames: true, count: 1)[0]
  }

  private func sessions(
    _ options: SessionOptions, _ gestures: GestureOptions, areVideoFrames: Bool, count: Int
  ) throws(CommandFailure) -> [HandSession] {
    let bundle = try options.task.bundlePath(self)
    do {
      let load = { (precision: Precision) throws(TaskError) in
        try HandModel(
          path: bundle, kernelProvider: network.kernels, precision: precision, limits: network.limits(),
          bundleLimits: network.bundles.limits)
      }
      let model =
        options.needsFastModel ? try HandModel(load(.exact), fast: load(.fast)) : try load(options.precision)
      gestures.unknownNames(in: model).forEach(StandardStreams.report)
      return try (0..<count).map { (_) throws(TaskError) in
        try HandSession(model: model, options: options, areVideoFrames: areVideoFrames)
      }
    } catch {
      throw CommandFailure(bundle, error)
    }
  }

  private func sessionOptions(
    _ task: SessionOptions.Task, _ gestures: GestureOptions
  ) throws(CommandFailure) -> SessionOptions {
    guard task == .gestures || !gestures.isSet else {
      throw CommandFailure(
        "landmarks", "does not name gestures: --canned-… and --custom-… are for mudra gestures", .wrongUse)
    }
    guard task == .gestures || !gestures.embedding else {
      throw CommandFailure("landmarks", "does not compute embeddings: --embedding is for mudra gestures", .wrongUse)
    }
    guard basics.resultFormat == .json || !gestures.embedding else {
      throw CommandFailure("--embedding", "needs --format json, not \(basics.resultFormat.rawValue)", .wrongUse)
    }
    var options = SessionOptions()
    options.task = task
    options.numHands = basics.hands
    options.minHandDetectionConfidence = detection.minDetection
    options.minHandPresenceConfidence = detection.minPresence
    options.minTrackingConfidence = detection.minTracking
    options.canned = gestures.canned
    options.custom = gestures.custom
    options.tracking.assumesOnePerson = detection.onePerson
    options.tracking.skipsLetterbox = detection.cutLetterbox
    options.isMirrored = search.mirrored
    options.orientation = search.orientation.orientation
    options.search = search.place
    options.numThreads = network.threads
    options.precision = network.precision
    options.details = report.resultDetails
    if gestures.embedding { options.details.insert(.embeddings) }
    options.reportsTimings = report.timings
    options.camera = report.camera
    return options
  }
}

extension HandSession {
  /// The hands of a picture, or of the next frame of a video if it has a time.
  func frame(_ image: PixelImage, source: String, timestamp: Int? = nil) throws(CommandFailure) -> SessionResult {
    do {
      return try result(of: image, timestampInMilliseconds: timestamp, source: source)
    } catch {
      throw CommandFailure(source, error)
    }
  }
}
