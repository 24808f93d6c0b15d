/// A format, size and rate that a camera offers.
package struct CameraMode: Sendable, Hashable {
  /// How the frames come.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// Luma, and chroma for 2 × 2 pixels.
    case nv12 = "NV12"
    /// The same with a plane for each kind of chroma.
    case i420 = "YU12"
    /// Luma and chroma for two pixels.
    case yuyv = "YUYV"
    /// The same with chroma first.
    case uyvy = "UYVY"
    /// Blue, green, red.
    case bgr = "BGR3"
    /// Red, green, blue.
    case rgb = "RGB3"
    /// A JPEG for each frame.
    case mjpeg = "MJPG"
    /// The same under another name.
    case jpeg = "JPEG"
    /// Luma alone, as of infrared cameras.
    case grey = "GREY"

    /// All names, in the order of preference.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Whether frames are compressed, so that their rows have no length.
    var isCompressed: Bool { self == .mjpeg || self == .jpeg }

    /// The bytes of a row of the first plane without padding.
    func rowByteCount(width: Int) -> Int {
      switch self {
      case .nv12, .i420: (width + 1) / 2 * 2
      case .yuyv, .uyvy: (width + 1) / 2 * 4
      case .bgr, .rgb: 3 * width
      case .grey, .mjpeg, .jpeg: width
      }
    }

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
  /// lower if possible, and the first format in the order of preference: uncompressed color takes the least work.
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
