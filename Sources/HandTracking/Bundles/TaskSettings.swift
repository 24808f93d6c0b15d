import Foundation
import TFLiteFormat
import TensorRuntime

/// The options of a task, checked and as a value: what a task keeps of them.
package struct TaskSettings: Sendable {
  /// The bundle's path; empty for the one that comes with the package.
  package let modelPath: String
  /// The bundle's bytes, instead of its path.
  package let modelData: Data?
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
  /// Threads of a network; nil where the options leave it open.
  package let threads: Int?
  /// The kernels of the networks; nil for the library's choice.
  package let kernelProvider: KernelProvider?
  /// What the networks may ask for.
  package let modelLimits: ModelLimits
  /// How much of the bundle is read.
  package let bundleLimits: BundleLimits
  /// Whether results tell how long they took.
  package let reportsTimings: Bool

  /// Checks the options of a landmarker, its delegate included.
  package init(_ options: HandLandmarkerOptions) throws(TaskError) {
    try self.init(
      baseOptions: options.baseOptions, runningMode: options.runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, tracking: options.tracking,
      inputFacts: options.inputFacts, details: options.details)
    try check(liveStreamDelegate: options.handLandmarkerLiveStreamDelegate)
  }

  /// Checks the options of a recogniser, its delegate included, without those of its classifiers.
  package init(_ options: GestureRecognizerOptions) throws(TaskError) {
    try self.init(
      baseOptions: options.baseOptions, runningMode: options.runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, tracking: options.tracking,
      inputFacts: options.inputFacts, details: options.details)
    try check(liveStreamDelegate: options.gestureRecognizerLiveStreamDelegate)
  }

  /// Checks options in the order in which they are declared.
  private init(
    baseOptions: BaseOptions, runningMode: RunningMode, numHands: Int, minHandDetectionConfidence: Float,
    minHandPresenceConfidence: Float, minTrackingConfidence: Float, tracking: TrackingOptions,
    inputFacts: InputFacts, details: ResultDetails
  ) throws(TaskError) {
    guard let path = baseOptions.modelAssetPath else { throw .missingModelPath }
    guard baseOptions.delegate == .CPU else { throw .delegateNotOffered(baseOptions.delegate) }
    if let count = baseOptions.numThreads, count < 1 { throw .invalidThreadCount(count) }
    try baseOptions.kernelProvider?.requireAvailable()
    guard numHands >= 1 else { throw .invalidHandCount(numHands) }
    try Self.check(minHandDetectionConfidence, "minHandDetectionConfidence")
    try Self.check(minHandPresenceConfidence, "minHandPresenceConfidence")
    try Self.check(minTrackingConfidence, "minTrackingConfidence")
    try tracking.check(handCount: numHands)

    modelPath = path
    modelData = baseOptions.modelAssetBuffer
    self.runningMode = runningMode
    handCount = numHands
    minDetection = minHandDetectionConfidence
    minPresence = minHandPresenceConfidence
    minTracking = minTrackingConfidence
    self.tracking = tracking
    self.inputFacts = inputFacts
    self.details = details
    threads = baseOptions.numThreads
    kernelProvider = baseOptions.kernelProvider
    modelLimits = baseOptions.modelLimits
    bundleLimits = baseOptions.bundleLimits
    reportsTimings = baseOptions.reportsTimings
  }

  /// How many threads share the work of a network.
  package func threadCount(sharesModel: Bool) -> Int {
    threads ?? ThreadCount.automatic(for: runningMode, sharesModel: sharesModel)
  }

  /// The model that the options name, or the one that comes with the package.
  package func model(
    namesGestures: Bool, bundled: (any BundledModelProvider.Type) -> String?
  ) throws(TaskError) -> HandModel {
    let options = PlanOptions(provider: kernelProvider, limits: modelLimits).started()
    let bundle: TaskBundle
    if let modelData {
      guard modelPath.isEmpty else { throw .severalModels }
      bundle = try TaskBundle(data: modelData, limits: bundleLimits)
    } else {
      guard let path = modelPath.isEmpty ? BundledModelLookup.provider.flatMap(bundled) : modelPath else {
        throw .noModel
      }
      bundle = try TaskBundle(path: path, limits: bundleLimits)
    }
    return try HandModel(bundle, namesGestures: namesGestures, options: options)
  }

  /// Throws unless there is a delegate in live-stream mode and none in the others.
  private func check(liveStreamDelegate delegate: AnyObject?) throws(TaskError) {
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

extension KernelProvider {
  /// Throws unless the provider is there on this machine and in this build.
  package func requireAvailable() throws(TaskError) {
    guard Self.available.contains(self) else { throw .unavailableKernelProvider(self) }
  }
}
