import Dispatch
import Foundation
import PixelImaging

/// The frames of a camera: the newest one each time, with the milliseconds since the first.
package final class CameraSource {
  package let paths: [String]
  private let layout: CameraFrame.Layout
  private let rate: Double
  private let limits: ImageLimits
  private let patience: Int
  private let stop: StopFlag
  private let newest = CameraInbox()
  private var firstTimestamp: Int?
  private var lastTimestamp = -1
  /// Frames in a row whose colors could not be read.
  private var badCount = 0
  private var hasEnded = false

  /// Starts a camera.
  ///
  /// - Parameters:
  ///   - name: the device, for messages and results.
  ///   - patience: the longest time without a frame, in seconds.
  ///   - stop: ends the wait for a frame.
  package init(
    _ device: some CameraDevice, name: String, mode: CameraMode, limits: ImageLimits, patience: Int,
    stop: StopFlag = StopFlag()
  ) throws(CameraError) {
    let stream = try CameraStream(device, mode: mode, limits: limits)
    paths = [name]
    layout = stream.layout
    rate = mode.rate
    self.limits = limits
    self.patience = patience
    self.stop = stop
    let newest = newest
    Thread.detachNewThread {
      do throws(CameraError) {
        while newest.put(try stream.nextFrame(withinMilliseconds: 50)) {}
        newest.end(nil)
      } catch {
        newest.end(error)
      }
    }
  }

  deinit { newest.stop() }

  /// The size and format of the frames.
  package var description: String { "\(layout.width)×\(layout.height) \(layout.format.rawValue)" }

  /// Frames that came while another one was in work.
  package var dropped: Int { newest.dropped }

  /// The next frame and its time; nil when it is stopped.
  package func next() throws(CameraError) -> (image: Result<PixelImage, ImageError>, timestamp: Int)? {
    let start = DispatchTime.now().uptimeNanoseconds
    while !stop.isRaised {
      if let frame = try newest.take(withinSeconds: 0.1) {
        let first = firstTimestamp ?? frame.timestamp
        firstTimestamp = first
        // A clock that is set back does not stop the video.
        lastTimestamp = max(frame.timestamp - first, lastTimestamp + 1)
        return (Result { () throws(ImageError) in try frame.image(limits: limits) }, lastTimestamp)
      }
      let waited = DispatchTime.now().uptimeNanoseconds - start
      guard waited < UInt64(patience) * 1_000_000_000 else { throw .noFrame(seconds: patience) }
    }
    return nil
  }
}

extension CameraSource: FrameSource {
  package var frameCount: Int? { nil }

  package var survivesErrors: Bool { !hasEnded }

  package var frameRate: Y4MFrameRate? { Y4MFrameRate(Int(((rate > 0 ? rate : 30) * 1000).rounded()), 1000) }

  package func nextFrame() throws(VideoError) -> SourceFrame? {
    guard !hasEnded else { return nil }
    let frame: (image: Result<PixelImage, ImageError>, timestamp: Int)?
    do {
      frame = try next()
    } catch {
      hasEnded = true
      throw CameraList.failure(paths[0], error)
    }
    guard let frame else { return nil }
    do {
      let image = try frame.image.get()
      badCount = 0
      return SourceFrame(source: paths[0], image: image, timestamp: frame.timestamp)
    } catch {
      // One may be damaged on its way; all of them are not.
      badCount += 1
      hasEnded = badCount == 10
      throw VideoError(paths[0], .image(error))
    }
  }
}
