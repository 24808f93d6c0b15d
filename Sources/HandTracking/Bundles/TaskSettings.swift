import TensorRuntime

/// The options of a task, checked and as a value: what a task keeps of them.
package struct TaskSettings: Sendable {
  /// The bundle's path; empty for the one that comes with the package.
  package let modelPath: String
  /// What the task is fed with.
  package let runningMode: RunningMode
  /// How many hands are found at most.
  package let handCount: Int
  /// The lowest score at which a palm counts.
  package let minDetection: Float
  /// The presence that a hand must exceed.
  package let minPresence: Float
  /// The overlap above which a palm is a hand that is followed already.
  package let minTracking: Float
  /// How hands are followed beyond what MediaPipe does.
  package let tracking: TrackingOptions
  /// What is known of the pictures.
  package let inputFacts: InputFacts
  /// What results tell besides the hands.
  package let details: ResultDetails
  /// Threads of a network.
  package let threads: Int
  /// How networks are prepared.
  package let planOptions: PlanOptions

  /// Checks options in the order in which they are declared.
  package init(
    baseOptions: BaseOptions, runningMode: RunningMode, numHands: Int, minHandDetectionConfidence: Float,
    minHandPresenceConfidence: Float, minTrackingConfidence: Float, tracking: TrackingOptions = TrackingOptions(),
    inputFacts: InputFacts = InputFacts(), details: ResultDetails = []
  ) throws(TaskError) {
    guard let path = baseOptions.modelAssetPath else { throw .missingModelPath }
    guard baseOptions.delegate == .CPU else { throw .delegateNotOffered(baseOptions.delegate) }
    guard baseOptions.numThreads >= 1 else { throw .invalidThreadCount(baseOptions.numThreads) }
    if let provider = baseOptions.kernelProvider, !KernelProvider.available.contains(provider) {
      throw .unavailableKernelProvider(provider)
    }
    guard numHands >= 1 else { throw .invalidHandCount(numHands) }
    try Self.check(minHandDetectionConfidence, "minHandDetectionConfidence")
    try Self.check(minHandPresenceConfidence, "minHandPresenceConfidence")
    try Self.check(minTrackingConfidence, "minTrackingConfidence")
    try tracking.check(handCount: numHands)

    modelPath = path
    self.runningMode = runningMode
    handCount = numHands
    minDetection = minHandDetectionConfidence
    minPresence = minHandPresenceConfidence
    minTracking = minTrackingConfidence
    self.tracking = tracking
    self.inputFacts = inputFacts
    self.details = details
    threads = baseOptions.numThreads
    var planOptions = PlanOptions()
    planOptions.provider = baseOptions.kernelProvider
    self.planOptions = planOptions
  }

  /// The bundle's path, or the path of the one that comes with the package.
  package func bundlePath(
    default bundled: (any BundledModelProvider.Type) -> String?
  ) throws(TaskError) -> String {
    guard modelPath.isEmpty else { return modelPath }
    guard let path = BundledModelLookup.provider.flatMap(bundled) else { throw .noModel }
    return path
  }

  /// Throws unless there is a delegate in live-stream mode and none in the others.
  package func check(liveStreamDelegate delegate: AnyObject?) throws(TaskError) {
    if runningMode == .liveStream {
      guard delegate != nil else { throw .missingLiveStreamDelegate }
    } else if delegate != nil {
      throw .unexpectedLiveStreamDelegate(runningMode)
    }
  }

  private static func check(_ threshold: Float, _ name: String) throws(TaskError) {
    guard (0...1).contains(threshold) else { throw .invalidThreshold(name: name, value: threshold) }
  }
}
