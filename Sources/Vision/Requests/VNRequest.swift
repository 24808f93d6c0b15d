#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import HandPose

  /// Called when a request has been performed, with the error if it failed, on the thread that performed it.
  public typealias VNRequestCompletionHandler = (_ request: VNRequest, _ error: (any Error)?) -> Void

  /// The revision of a request that has none.
  public let VNRequestRevisionUnspecified = 0

  /// A request to find something in a picture. There is one kind: ``VNDetectHumanHandPoseRequest``.
  ///
  /// A request may be cancelled from another thread; apart from that, it belongs to one thread at a time.
  open class VNRequest: NSObject, VNRequestResults {
    private struct State {
      var revision: Int?
      var isCancelled = false
      var observations: [VNObservation]?
    }

    private let state = Guarded(State())
    /// Called when the request has been performed.
    public let completionHandler: VNRequestCompletionHandler?

    /// A request. The completion handler is called each time that it has been performed.
    public init(completionHandler: VNRequestCompletionHandler? = nil) {
      self.completionHandler = completionHandler
    }

    /// A request without a completion handler.
    public convenience override init() {
      self.init(completionHandler: nil)
    }

    // MARK: Settings

    /// A hint, which has no effect.
    open var preferBackgroundProcessing = false
    /// A hint, which has no effect: requests run on the CPU always.
    open var usesCPUOnly = false

    // MARK: Revisions

    /// The revisions that there are.
    open class var supportedRevisions: IndexSet { [] }

    /// The revision of a request that has no other.
    open class var defaultRevision: Int { supportedRevisions.last ?? VNRequestRevisionUnspecified }

    /// The latest revision.
    open class var currentRevision: Int { supportedRevisions.last ?? VNRequestRevisionUnspecified }

    /// The revision to use. One that does not exist is an error when the request is performed.
    open var revision: Int {
      get { state.withLock { $0.revision } ?? Self.defaultRevision }
      set { state.withLock { $0.revision = newValue } }
    }

    // MARK: Performing

    /// What was found in the last picture; nil before the first one and after one that failed.
    var observations: [VNObservation]? { state.withLock { $0.observations } }

    /// Ends what is performed, or else what is performed next, with the error `requestCancelled`.
    open func cancel() {
      state.withLock { $0.isCancelled = true }
    }

    /// Finds what the request is for.
    func find(in picture: VisionPicture, by detectors: any HandDetecting) throws(VNError) -> [VNObservation] {
      throw VNError(.unsupportedRequest, "there are no requests of the class \(type(of: self))")
    }

    /// Performs all requests, and then throws the first error, if any.
    static func perform(
      _ requests: [VNRequest], on source: PictureSource, by detectors: any HandDetecting
    ) throws(VNError) {
      var failure: VNError?
      for request in requests {
        do throws(VNError) {
          try request.perform(on: source, by: detectors)
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }

    private func perform(on source: PictureSource, by detectors: any HandDetecting) throws(VNError) {
      let outcome = Result { () throws(VNError) in
        try checkCancellation()
        guard type(of: self).supportedRevisions.isEmpty || type(of: self).supportedRevisions.contains(revision) else {
          throw VNError(.unsupportedRevision, "there is no revision \(revision) of \(type(of: self))")
        }
        let picture = try source.picture()
        try checkCancellation()
        let found = try find(in: picture, by: detectors)
        try checkCancellation()
        return found
      }
      switch outcome {
      case .success(let found):
        finish(found)
        completionHandler?(self, nil)
      case .failure(let error):
        finish(nil)
        completionHandler?(self, error)
        throw error
      }
    }

    private func finish(_ found: [VNObservation]?) {
      state.withLock { $0 = State(revision: $0.revision, observations: found) }
    }

    private func checkCancellation() throws(VNError) {
      guard !state.withLock({ $0.isCancelled }) else {
        throw VNError(.requestCancelled, "the request was cancelled")
      }
    }
  }
#endif
