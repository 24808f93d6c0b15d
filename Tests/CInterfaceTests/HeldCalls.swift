import CInterface
import CMediaPipe
import Foundation
import PixelImaging
import TestSupport

/// Calls as a program in C makes them, with what it would keep.
enum HeldCalls {
  /// The path of a bundle that comes with the package.
  static func model(_ name: String) -> String { PackageFolders.root.appendingPathComponent("Models/\(name).task").path }

  /// A new image of a drawn picture.
  static func image(_ name: String) throws -> MpImagePtr? {
    var image: MpImagePtr?
    let status = MpImageCreateFromFile(RenderedHands.url(name).path, &image, nil)
    guard status == 0 else { throw CocoaError(.fileReadUnknown) }
    return image
  }

  /// The status of a call, and its text.
  static func answer(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> MpStatus
  ) -> (status: MpStatus, text: String?) {
    var error: UnsafeMutablePointer<CChar>?
    let status = call(&error)
    defer { MpErrorFree(error) }
    return (status, error.map { String(cString: $0) })
  }

  /// The options of a hand landmarker, as a release lays them out.
  ///
  /// - Parameter baseByteCount: bytes of its base options.
  static func handOptions(
    baseByteCount: Int = MemoryLayout<MpBaseOptions>.size, path: UnsafePointer<CChar>?, mode: Int32 = 1,
    hands: Int32 = 2, threshold: Float = 0.5, callback: MpHandCallback? = nil
  ) -> [UInt64] {
    // The caller's structure ends where memory that must not be read begins.
    var words = [UInt64](repeating: 0, count: (baseByteCount + 32) / 8)
    words.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: path, toByteOffset: 16, as: UnsafePointer<CChar>?.self)
      if baseByteCount > 56 { bytes.storeBytes(of: -1, toByteOffset: 24, as: Int32.self) }
      bytes.storeBytes(of: mode, toByteOffset: baseByteCount, as: Int32.self)
      bytes.storeBytes(of: hands, toByteOffset: baseByteCount + 4, as: Int32.self)
      for offset in [8, 12, 16] {
        bytes.storeBytes(of: threshold, toByteOffset: baseByteCount + offset, as: Float.self)
      }
      bytes.storeBytes(of: callback, toByteOffset: baseByteCount + 24, as: MpHandCallback?.self)
    }
    return words
  }

  /// Creates a hand landmarker.
  static func createHands(_ options: [UInt64], _ out: inout MpHandLandmarkerPtr?) -> (status: MpStatus, text: String?) {
    var options = options
    return options.withUnsafeMutableBytes { bytes in
      answer { error in
        MpHandLandmarkerCreate(
          bytes.baseAddress?.assumingMemoryBound(to: MpHandLandmarkerOptions.self), &out, error)
      }
    }
  }

  /// A hand landmarker with the package's bundle.
  static func hands(mode: Int32 = 1, callback: MpHandCallback? = nil) -> MpHandLandmarkerPtr? {
    var task: MpHandLandmarkerPtr?
    _ = model("hand_landmarker").withCString { path in
      createHands(handOptions(path: path, mode: mode, callback: callback), &task)
    }
    return task
  }
}
