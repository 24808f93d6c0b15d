/// A format, size and rate that a camera offers.
package struct CameraMode: Sendable, Hashable {
  /// How the frames come.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// Luma, and chroma for 2 × 2 pixels.
    case nv12 = "NV12"
    /// Luma, and chroma for two pixels.
    case yuyv = "YUYV"
    /// A JPEG for each frame.
    case mjpeg = "MJPG"

    /// The four characters of the name, the first one lowest.
    package var code: UInt32 {
      rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  package let format: Format
  package let width: Int
  package let height: Int
  /// Frames per second; 0 if the camera does not say.
  package let rate: Double

  package init(_ format: Format, width: Int, height: Int, rate: Double) {
    self.format = format
    self.width = width
    self.height = height
    self.rate = rate
  }

  /// The mode to use: of the size that is nearest to the wanted one, the rate that is nearest to the wanted one but not
  /// lower if possible, and the format that takes least work: NV12, YUYV, MJPEG.
  package static func best(of modes: [CameraMode], width: Int, height: Int, rate: Double) -> CameraMode? {
    func distance(_ mode: CameraMode) -> Int { abs(mode.width - width) + abs(mode.height - height) }
    guard let least = modes.map(distance).min() else { return nil }
    let ofSize = modes.filter { distance($0) == least }
    // Cameras give 29.97 for 30.
    let fast = ofSize.filter { $0.rate >= rate * 0.98 }
    let wanted = fast.map(\.rate).min() ?? ofSize.map(\.rate).max()
    let order = Format.allCases
    return ofSize.filter { $0.rate == wanted }.min { one, other in
      (order.firstIndex(of: one.format) ?? 0) < (order.firstIndex(of: other.format) ?? 0)
    }
  }
}
