#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Dispatch
  import Foundation

  /// Performs requests on a picture, off the caller's thread. A picture that cannot be read is an error when requests
  /// are performed, not before.
  public final class ImageRequestHandler: Sendable {
    private let source: PictureSource

    private init(_ source: PictureSource) {
      self.source = source
    }

    /// A handler of a PNG or JPEG file, with the orientation that it states unless another is given.
    public convenience init(_ url: URL, orientation: CGImagePropertyOrientation? = nil) {
      self.init(PictureSource(url, orientation))
    }

    /// A handler of the bytes of a PNG or JPEG file, with the orientation that they state unless another is given.
    public convenience init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
      self.init(PictureSource(data, orientation))
    }

    /// A handler of a bitmap.
    public convenience init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
      self.init(PictureSource(image, orientation))
    }

    /// A handler of a picture of CoreImage's.
    public convenience init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
      self.init(PictureSource(image, orientation))
    }

    /// A handler of a pixel buffer.
    public convenience init(_ pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
      self.init(PictureSource(pixelBuffer, orientation))
    }

    /// A handler of a camera's frame.
    public convenience init(_ sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
      self.init(PictureSource(sampleBuffer, orientation))
    }

    // MARK: Performing

    private static let queue = DispatchQueue(label: "mudra.vision", qos: .userInitiated, attributes: .concurrent)

    /// What a request finds in the picture.
    ///
    /// - Throws: `VisionError`.
    public func perform<T: VisionRequest>(_ request: T) async throws -> T.Result {
      guard let performable = request as? any PerformableRequest else {
        throw VisionError.unsupportedRequest("there are no requests of the type \(T.self)")
      }
      guard let result = try await find(performable) as? T.Result else {
        throw VisionError.internalError("\(T.self) found something other than \(T.Result.self)")
      }
      return result
    }

    /// What several requests find in the picture, one after another.
    ///
    /// - Throws: the first `VisionError`, after which no more requests are performed.
    public func perform<each T: VisionRequest>(_ request: repeat each T) async throws -> (repeat (each T).Result) {
      (repeat try await perform(each request))
    }

    /// Performs requests, one after another, and returns what they find as soon as it is found. Requests that fail are
    /// left out, as there is no place for an error.
    public func performAll(
      _ requests: some Collection<any VisionRequest>
    ) -> some AsyncSequence<VisionResult, Never> {
      let requests = Array(requests)
      return AsyncStream { continuation in
        let task = Task {
          for request in requests {
            guard let request = request as? any PerformableRequest, !Task.isCancelled else { continue }
            if let result = await found(request) { continuation.yield(result) }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    private func found<T: PerformableRequest>(_ request: T) async -> VisionResult? {
      do {
        return request.named(try await find(request))
      } catch {
        return nil
      }
    }

    private func find<T: PerformableRequest>(_ request: T) async throws(VisionError) -> T.Result {
      guard !Task.isCancelled else { throw .requestCancelled("the task was cancelled") }
      let outcome = await withCheckedContinuation { continuation in
        Self.queue.async { [source] in
          continuation.resume(
            returning: Swift.Result { () throws(VNError) in try request.find(in: source.picture()) })
        }
      }
      do throws(VNError) {
        return try outcome.get()
      } catch {
        throw VisionError(error)
      }
    }
  }
#endif
