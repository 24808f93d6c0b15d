import Dispatch
import HandTracking

/// A request for the hands in a picture, as Vision's `VNDetectHumanHandPoseRequest`.
///
/// Make one, keep it, and let a ``HandPoseRequestHandler`` perform it on each picture: the model is read when the first
/// picture comes, and again after a setting has changed. A request may be used from several threads.
public final class HandPoseRequest: Sendable {
  /// Is told that the request was performed, with the error if it failed; on the thread that performed it.
  public typealias CompletionHandler = @Sendable (_ request: HandPoseRequest, _ error: (any Error)?) -> Void

  /// The only revision there is.
  public static let currentRevision = 1

  private struct State {
    var settings = HandPoseSettings()
    var detector: HandPoseDetector?
    var results: [HandPoseObservation]?
  }

  private let state = Guarded(State())
  private let completionHandler: CompletionHandler?

  /// A request for two hands at most.
  public init(completionHandler: CompletionHandler? = nil) {
    self.completionHandler = completionHandler
  }

  // MARK: Settings

  /// How many hands are found at most. Vision finds the largest ones, this request those with the surest palms. A
  /// number below 1 is an error when the request is performed.
  public var maximumHandCount: Int {
    get { state.withLock { $0.settings.maximumHandCount } }
    set { state.withLock { $0.settings.maximumHandCount = newValue } }
  }

  /// The path of a hand landmarker's bundle. Empty stands for the one that comes with the library `Mudra`.
  public var modelAssetPath: String {
    get { state.withLock { $0.settings.modelAssetPath } }
    set { state.withLock { $0.settings.modelAssetPath = newValue } }
  }

  /// How many threads a network runs on. Results do not depend on it.
  public var numThreads: Int {
    get { state.withLock { $0.settings.numThreads } }
    set { state.withLock { $0.settings.numThreads = newValue } }
  }

  // MARK: Results

  /// The hands of the last picture; nil before the first one and after one that failed.
  public var results: [HandPoseObservation]? { state.withLock { $0.results } }

  /// The joints of every observation.
  ///
  /// - Throws: `HandPoseError.unsupportedRevision` for another revision than ``currentRevision``.
  public static func supportedJointNames(
    forRevision revision: Int
  ) throws(HandPoseError) -> [HandPoseObservation.JointName] {
    guard revision == currentRevision else { throw .unsupportedRevision(revision) }
    return HandPoseObservation.JointName.allCases
  }

  /// The groups of joints of every observation.
  ///
  /// - Throws: `HandPoseError.unsupportedRevision` for another revision than ``currentRevision``.
  public static func supportedJointsGroupNames(
    forRevision revision: Int
  ) throws(HandPoseError) -> [HandPoseObservation.JointsGroupName] {
    guard revision == currentRevision else { throw .unsupportedRevision(revision) }
    return HandPoseObservation.JointsGroupName.allCases
  }

  // MARK: Performing

  private static let queue = DispatchQueue(label: "mudra.hand-pose", qos: .userInitiated, attributes: .concurrent)

  /// The hands in a picture, found off the caller's thread. They become the ``results`` too.
  ///
  /// - Throws: `TaskError` if the models cannot be opened, a setting is out of its range, or the picture is mirrored.
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

  /// Performs all of the requests, and then throws the first error there was.
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

  /// What a detector of frames is made for.
  var settings: HandPoseSettings { state.withLock { $0.settings } }

  /// The detector of pictures for the settings as they are now.
  func pictureDetector() throws(TaskError) -> HandPoseDetector {
    try state.withLock { (state) throws(TaskError) in
      if let detector = state.detector, detector.settings == state.settings { return detector }
      let detector = try HandPoseDetector(state.settings, runningMode: .image)
      state.detector = detector
      return detector
    }
  }
}
