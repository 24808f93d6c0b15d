#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// What every request has: results, whose type the kind of request says more exactly. (Mudra's addition: with Apple's
  /// Vision, a request's results replace those of its superclass, which Swift's classes cannot do.)
  public protocol VNRequestResults: AnyObject {}

  extension VNRequestResults {
    /// What was found in the last picture; nil before the first one and after one that failed.
    @_disfavoredOverload
    public var results: [VNObservation]? { (self as? VNRequest)?.observations }
  }
#endif
