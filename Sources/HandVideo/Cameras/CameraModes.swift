import Foundation

/// What a camera is and offers.
package struct CameraModes: Sendable {
  /// Entries of any list that are read: a driver may have no end of them.
  private static let entryLimit: UInt32 = 128

  /// The name of the camera and of its driver.
  package let name: String, driver: String
  /// All modes of formats that can be read; of a range of sizes, the one nearest to the wanted size.
  package let modes: [CameraMode]

  /// Asks a device.
  package init(_ device: some CameraDevice, width: Int, height: Int) throws(CameraError) {
    typealias Field = V4L2.Capability
    var capability = IoctlMemory(byteCount: Field.byteCount)
    do {
      try device.control(.queryCapabilities, &capability)
    } catch .system(ENOTTY, _) {
      throw .notACamera
    }
    let all = capability[Field.all]
    let flags = all & Field.hasDeviceFlags != 0 ? capability[Field.ofDevice] : all
    guard flags & Field.capture != 0, flags & Field.streaming != 0 else { throw .notACamera }
    name = capability.text(at: Field.card, byteCount: Field.cardByteCount)
    driver = capability.text(at: Field.driver, byteCount: Field.driverByteCount)

    var modes: [CameraMode] = []
    let formats = try Self.entries { (index) throws(CameraError) in
      var entry = IoctlMemory(byteCount: V4L2.FormatDescription.byteCount)
      entry[V4L2.FormatDescription.index] = index
      entry[V4L2.FormatDescription.type] = V4L2.videoCapture
      try device.control(.enumerateFormats, &entry)
      return entry[V4L2.FormatDescription.pixelFormat]
    }
    for format in CameraMode.Format.allCases where formats.contains(format.code) {
      for size in try Self.sizes(device, format, width, height) {
        for rate in try Self.rates(device, format, size) {
          modes.append(CameraMode(format, width: size.width, height: size.height, rate: rate))
        }
      }
    }
    self.modes = modes
  }

  /// The sizes of a format; the wanted one if the camera does not tell.
  private static func sizes(
    _ device: some CameraDevice, _ format: CameraMode.Format, _ width: Int, _ height: Int
  ) throws(CameraError) -> [(width: Int, height: Int)] {
    typealias Field = V4L2.FrameSize
    let sizes = try entries { (index) throws(CameraError) in
      var entry = IoctlMemory(byteCount: Field.byteCount)
      entry[Field.index] = index
      entry[Field.pixelFormat] = format.code
      try device.control(.enumerateSizes, &entry)
      if entry[Field.type] == 1 { return (width: Int(entry[Field.width]), height: Int(entry[Field.height])) }
      return (
        width: nearest(width, entry[Field.leastWidth], entry[Field.mostWidth], entry[Field.widthStep]),
        height: nearest(height, entry[Field.leastHeight], entry[Field.mostHeight], entry[Field.heightStep])
      )
    }
    return sizes.isEmpty ? [(width, height)] : sizes.filter { $0.width > 0 && $0.height > 0 }
  }

  /// The value of a range that is nearest to the wanted one, from below.
  private static func nearest(_ wanted: Int, _ least: UInt32, _ most: UInt32, _ step: UInt32) -> Int {
    let value = min(max(wanted, Int(least)), Int(max(least, most)))
    return value - (value - Int(least)) % Int(max(step, 1))
  }

  /// The rates of a size; 0 if the camera does not tell.
  private static func rates(
    _ device: some CameraDevice, _ format: CameraMode.Format, _ size: (width: Int, height: Int)
  ) throws(CameraError) -> [Double] {
    typealias Field = V4L2.FrameInterval
    let rates = try entries { (index) throws(CameraError) in
      var entry = IoctlMemory(byteCount: Field.byteCount)
      entry[Field.index] = index
      entry[Field.pixelFormat] = format.code
      entry[Field.width] = UInt32(clamping: size.width)
      entry[Field.height] = UInt32(clamping: size.height)
      try device.control(.enumerateIntervals, &entry)
      let (numerator, denominator) = (entry[Field.numerator], entry[Field.denominator])
      return numerator == 0 ? 0 : Double(denominator) / Double(numerator)
    }
    return rates.isEmpty ? [0] : rates
  }

  /// The entries of a list, which ends with EINVAL; none if the device does not have it.
  private static func entries<Entry>(
    _ entry: (UInt32) throws(CameraError) -> Entry
  ) throws(CameraError) -> [Entry] {
    var entries: [Entry] = []
    for index in 0..<entryLimit {
      do {
        entries.append(try entry(index))
      } catch .system(EINVAL, _), .system(ENOTTY, _) {
        break
      }
    }
    return entries
  }
}
