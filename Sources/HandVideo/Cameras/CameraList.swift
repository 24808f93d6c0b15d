import Foundation

/// The cameras of the system.
package enum CameraList {
  /// The files of video devices, by their numbers; not all are cameras.
  package static func paths() -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: "/dev")
    } catch {
      return []
    }
    let numbers = names.compactMap { name in name.hasPrefix("video") ? UInt16(name.dropFirst(5)) : nil }
    return numbers.sorted().map { "/dev/video\($0)" }
  }

  /// Opens a camera.
  ///
  /// - Parameter path: the file of a device, or the number of a `/dev/video`; nil for the first camera that there is.
  package static func open(_ path: String?) throws(VideoError) -> (device: any CameraDevice, path: String) {
    if let path {
      let file = UInt16(path).map { "/dev/video\($0)" } ?? path
      do {
        return (try device(file), file)
      } catch {
        throw failure(file, error)
      }
    }
    for path in paths() {
      do {
        let device = try device(path)
        _ = try CameraModes(device, width: 640, height: 480)
        return (device, path)
      } catch .notACamera {
        // A device for output, for radio, or for a camera's other data.
      } catch {
        throw failure(path, error)
      }
    }
    throw none
  }

  /// Starts a camera in the mode that is nearest to what is wanted.
  package static func source(
    _ path: String?, width: Int, height: Int, rate: Double, bounds: ReadingBounds
  ) throws(VideoError) -> CameraSource {
    let (device, path) = try open(path)
    do {
      return try source(device, path, width: width, height: height, rate: rate, bounds: bounds)
    } catch {
      throw failure(path, error)
    }
  }

  private static func source(
    _ device: some CameraDevice, _ path: String, width: Int, height: Int, rate: Double, bounds: ReadingBounds
  ) throws(CameraError) -> CameraSource {
    let modes = try CameraModes(device, width: width, height: height).modes
    guard let mode = CameraMode.best(of: modes, width: width, height: height, rate: rate) else { throw .noFormat }
    return try CameraSource(
      device, name: path, mode: mode, limits: bounds.limits, patience: bounds.patience, stop: bounds.stop)
  }

  /// That there is no camera at all.
  package static var none: VideoError {
    VideoError("camera", .missing("none found (no /dev/video… device captures video)"))
  }

  /// A failure of the camera of a path.
  package static func failure(_ path: String, _ error: CameraError) -> VideoError {
    switch error {
    case .system(ENOENT, _), .system(ENODEV, _), .system(ENXIO, _):
      VideoError(path, .missing("there is no such camera"))
    case .system, .noFrame: VideoError(path, .unreadable(error.description))
    default: VideoError(path, .unusable(error.description))
    }
  }

  /// The device of a path.
  package static func device(_ path: String) throws(CameraError) -> any CameraDevice {
    #if os(Linux)
      return try CameraFile(path)
    #else
      throw .system(ENOSYS, reason: "cameras are read on Linux only")
    #endif
  }
}
