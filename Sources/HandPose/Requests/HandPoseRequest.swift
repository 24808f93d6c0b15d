import Dispatch
import HandTracking

/// A request for the hands in a picture, like Vision's `VNDetectHumanHandPoseRequest`.
///
/// Create one, keep it, and let a ``HandPoseRequestHandler`` perform it on each picture: the model is read for the
/// first picture, and again after a setting has changed. A request may be used from several threads.
public final class HandPoseRequest: Sendable {
  /// Called when the request has been performed, with the error if it failed, on the thread that performed it.
  public typealias CompletionHandler = @Sendable (_ request: HandPoseRequest, _ error: (any Error)?) -> Void

  /// The only revision.
  public static let currentRevision = 1

  private struct State {
    var settings = HandPoseSettings()
    var detector: HandPoseDetector?
    var results: [HandPoseObservation]?
  }

  private let state = Guarded(State())
  private let completionHandler: CompletionHandler?

  /// A request for at most two hands.
  public init(completionHandler: CompletionHandler? = nil) {
    self.completionHandler = completionHandler
  }

  // MARK: Settings

  /// The maximum number of hands to find. Vision finds the largest ones, this request those with the highest palm
  /// scores. A number below 1 is an error when the request is performed.
  public var maximumHandCount: Int {
    get { state.withLock { $0.settings.maximumHandCount } }
    set { state.withLock { $0.settings.maximumHandCount = newValue } }
  }

  /// The path of a hand landmarker's bundle. An empty path means the one that comes with the library `Mudra`.
  public var modelAssetPath: String {
    get { state.withLock { $0.settings.modelAssetPath } }
    set { state.withLock { $0.settings.modelAssetPath = newValue } }
  }

  /// The number of threads that a network runs on. Results do not depend on it.
  public var numThreads: Int {
    get { state.withLock { $0.settings.numThreads } }
    set { state.withLock { $0.settings.numThreads = newValue } }
  }

  // MARK: Results

  /// The hands of the last picture; nil before the first one and after one that failed.
  public var results: [HandPoseObservation]? { state.withLock { $0.results } }

  /// The joints of every observation.
  ///
  /// - Throws: `HandPoseError.unsupportedRevision` for a revision other than ``currentRevision``.
  public static func supportedJointNames(
    forRevision revision: Int
  ) throws(HandPoseError) -> [HandPoseObservation.JointName] {
    guard revision == currentRevision else { throw .unsupportedRevision(revision) }
    return HandPoseObservation.JointName.allCases
  }

  /// The groups of joints of every observation.
  ///
  /// - Throws: `HandPoseError.unsupportedRevision` for a revision other than ``currentRevision``.
  public static func supportedJointsGroupNames(
    forRevision revision: Int
  ) throws(HandPoseError) -> [HandPoseObservation.JointsGroupName] {
    guard revision == currentRevision else { throw .unsupportedRevision(revision) }
    return HandPoseObservation.JointsGroupName.allCases
  }

  // MARK: Performing

  private static let queue = DispatchQueue(label: "mudra.hand-pose", qos: .userInitiated, attributes: .concurrent)

  /// Finds the hands in a picture off the caller's thread. They also become the ``results``.
  ///
  /// - Throws: `TaskError` if the models cannot be opened, a setting is out of range, or the picture is mirrored.
  public func perform(on picture: MPImage) async throws(TaskError) -> [HandPoseObservation] {
    let outcome = await withCheckedContinuation { continuation in
      Self.queue.async {
        continuation.resume(
          returning: Result { () throws(TaskError) in
            try self.perform { (request) throws(TaskError) in try request.pictureDetector().observations(in: picture) }
          })
      }
    }
    return try outcome.get()
  }

  /// Performs all requests, and then throws the first error, if any.
  static func perform(
    _ requests: [HandPoseRequest], by find: (HandPoseRequest) throws(TaskError) -> [HandPoseObservation]
  ) throws(TaskError) {
    var failure: TaskError?
    for request in requests {
      do throws(TaskError) {
        _ = try request.perform(by: find)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func perform(
    by find: (HandPoseRequest) throws(TaskError) -> [HandPoseObservation]
  ) throws(TaskError) -> [HandPoseObservation] {
    do throws(TaskError) {
      let observations = try find(self)
      state.withLock { $0.results = observations }
      completionHandler?(self, nil)
      return observations
    } catch {
      state.withLock { $0.results = nil }
      completionHandler?(self, error)
      throw error
    }
  }

  /// The settings for which a detector of frames is created.
  var settings: HandPoseSettings { state.withLock { $0.settings } }

  /// The detector of pictures for the current settings.
  func pictureDetector() throws(TaskError) -> HandPoseDetector {
    try state.withLock { (state) throws(TaskError) in
      if let detector = state.detector, detector.settings == state.settings { return detector }
      let detector = try HandPoseDetector(state.settings, runningMode: .image)
      state.detector = detector
      return detector
    }
  }
}
