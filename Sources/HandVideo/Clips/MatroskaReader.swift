import PixelImaging

/// Reads frames of packed red, green and blue, with their times, from the Matroska that FFmpeg writes.
///
/// The stream states only the size of its first frame, so each one brings its own: a row of white pixels and a row of
/// black ones come before its rows. The white ones end at its width, and its bytes give the height.
///
/// Memory is that of a frame, and asked for once its size is known to be within the limits.
struct MatroskaReader {
  /// What is wrong with the stream.
  enum Failure: Error, Equatable {
    case child(ChildFailure)
    case image(ImageError)
    case malformed(String)
  }

  /// Milliseconds and the pixels.
  typealias Frame = (timestamp: Int, image: PixelImage)

  /// The most bytes of an element that is no frame.
  private static let elementByteLimit = 1 << 20

  private let bytes: ChildBytes
  private let limits: ImageLimits
  private var clusterTime = 0
  /// Nanoseconds from one frame to the next, if they are the same for all; 0 if not known.
  private(set) var frameDuration = 0

  /// A reader of a stream from its beginning.
  init(_ bytes: ChildBytes, limits: ImageLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The next frame; nil after the last one.
  mutating func nextFrame() throws(Failure) -> Frame? {
    while let element = try nextElement() {
      switch element.identifier {
      case let master where Matroska.masters.contains(master): break
      case Matroska.simpleBlock, Matroska.block: return try frame(ofBlock: element.byteCount)
      case Matroska.timestampScale:
        guard try number(element.byteCount) == Matroska.millisecond else { throw .malformed("another unit of time") }
      case Matroska.timestamp: clusterTime = try number(element.byteCount)
      case Matroska.defaultDuration: frameDuration = try number(element.byteCount)
      default:
        guard let count = element.byteCount, count <= Self.elementByteLimit else { throw .malformed("a large element") }
        guard try whole({ () throws(ChildFailure) in try bytes.skip(count) }) else { throw .malformed("cut short") }
      }
    }
    return nil
  }

  // MARK: Elements

  /// The next identifier and size, which is nil if unknown; nil at the end.
  private func nextElement() throws(Failure) -> (identifier: UInt32, byteCount: Int?)? {
    guard let first = try whole({ () throws(ChildFailure) in try bytes.next() }) else { return nil }
    guard first >= 0x10 else { throw .malformed("a bad identifier") }
    var identifier = UInt32(first)
    for _ in 0..<first.leadingZeroBitCount { identifier = identifier << 8 | UInt32(try byte()) }
    let size = try byte()
    let extraCount = size.leadingZeroBitCount
    guard extraCount < 8 else { throw .malformed("a bad size") }
    // A size has up to 56 bits.
    var value = Int(size) & ((1 << (7 - extraCount)) - 1)
    for _ in 0..<extraCount { value = value << 8 | Int(try byte()) }
    return (identifier, value == 1 << (7 * (extraCount + 1)) - 1 ? nil : value)
  }

  private func byte() throws(Failure) -> UInt8 {
    guard let byte = try whole({ () throws(ChildFailure) in try bytes.next() }) else { throw .malformed("cut short") }
    return byte
  }

  /// A number of up to seven bytes.
  private func number(_ byteCount: Int?) throws(Failure) -> Int {
    guard let byteCount, (0...7).contains(byteCount) else { throw .malformed("a bad number") }
    var value = 0
    for _ in 0..<byteCount { value = value << 8 | Int(try byte()) }
    return value
  }

  /// A block: track, time from that of the cluster in two bytes, flags, and the samples.
  private func frame(ofBlock byteCount: Int?) throws(Failure) -> Frame {
    guard let byteCount, byteCount > 4 else { throw .malformed("a frame without pixels") }
    _ = try byte()
    let time = Int16(bitPattern: UInt16(try byte()) << 8 | UInt16(try byte()))
    _ = try byte()
    let (width, height) = try size(ofPixels: byteCount - 4)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    let isWhole = try whole { () throws(ChildFailure) in
      try pixels.withUnsafeMutableBufferPointer { (target) throws(ChildFailure) in
        try bytes.fill(UnsafeMutableRawBufferPointer(target))
      }
    }
    guard isWhole else { throw .malformed("cut short") }
    do {
      return (clusterTime + Int(time), try PixelImage(width: width, height: height, format: .rgb, pixels: pixels))
    } catch {
      throw .image(error)
    }
  }

  /// The size of a frame, from the rows of white and black before its pixels, which are passed over.
  private func size(ofPixels byteCount: Int) throws(Failure) -> (width: Int, height: Int) {
    var rowByteCount = 0
    while try byte() == 0xFF {
      rowByteCount += 1
      guard rowByteCount < byteCount, rowByteCount / 3 <= limits.pixelCount else {
        throw .malformed("a frame without a size")
      }
    }
    let width = rowByteCount / 3
    guard rowByteCount > 0, rowByteCount == 3 * width, byteCount % rowByteCount == 0,
      try whole({ () throws(ChildFailure) in try bytes.skip(rowByteCount - 1) })
    else { throw .malformed("a frame without a size") }
    let height = byteCount / rowByteCount - 2
    do {
      try limits.check(width: width, height: height)
      try limits.check(memoryByteCount: 3 * width * height)
    } catch {
      throw .image(error)
    }
    return (width, height)
  }

  private func whole<T>(_ work: () throws(ChildFailure) -> T) throws(Failure) -> T {
    do {
      return try work()
    } catch {
      throw .child(error)
    }
  }
}
