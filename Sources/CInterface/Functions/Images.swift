public import CMediaPipe
import MudraPlatform
import VisionTasks

// The functions for images. What each does is said in mediapipe.h, and compared with it by the compiler.

/// Frees the text of an error.
@c @implementation public func MpErrorFree(_ message: UnsafeMutablePointer<CChar>?) { free(message) }

/// Frees the texts of a list, and empties it.
@c @implementation public func MpStringListFree(_ list: UnsafeMutablePointer<MpStringList>?) {
  guard let list else { return }
  if let strings = list.pointee.strings {
    for index in 0..<max(Int(list.pointee.num_strings), 0) { free(strings[index]) }
    free(strings)
  }
  list.pointee = MpStringList()
}

/// Creates an image from bytes.
@c @implementation public func MpImageCreateFromUint8Data(
  _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<UInt8>?, _ count: Int32,
  _ out: UnsafeMutablePointer<MpImagePtr?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try create(format, width, height, pixels, count, out) }
}

/// Creates an image from 16-bit numbers.
@c @implementation public func MpImageCreateFromUint16Data(
  _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<UInt16>?, _ count: Int32,
  _ out: UnsafeMutablePointer<MpImagePtr?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try create(format, width, height, pixels, count, out) }
}

/// Creates an image from floating-point numbers.
@c @implementation public func MpImageCreateFromFloatData(
  _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<Float>?, _ count: Int32,
  _ out: UnsafeMutablePointer<MpImagePtr?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try create(format, width, height, pixels, count, out) }
}

private func create<Number>(
  _ number: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<Number>?, _ count: Int32,
  _ out: UnsafeMutablePointer<MpImagePtr?>?
) throws(CallFailure) {
  guard let pixels else { throw .invalid("Pixel data is null") }
  guard let out else { throw .invalid("The place for the image is null") }
  let depth = MemoryLayout<Number>.size
  guard let format = HeldFormat(rawValue: number), format.byteDepth == depth else {
    throw .invalid(
      "Unsupported image format: \(HeldFormat.name(number)) (expected \(HeldFormat.expected(byteDepth: depth)) data)")
  }
  // Two sides of 31 bits, and 16 bytes, cannot overflow 64 bits only if the area is checked.
  let (area, isTooLarge) = Int(width).multipliedReportingOverflow(by: Int(height))
  guard width > 0, height > 0, !isTooLarge, area <= Int(Int32.max) else {
    throw .invalid("Unsupported image size: \(width) x \(height)")
  }
  let (found, needed) = (Int(count) * depth, area * format.channelCount * depth)
  guard found >= needed else { throw .invalid("Pixel data size is too small: \(found) (expected \(needed))") }
  let image = try HeldImage(
    format: format, width: Int(width), height: Int(height), alignment: 16, rowByteStride: needed / Int(height),
    pixels: UnsafeRawPointer(pixels))
  out.pointee = HandleTable.shared.add(ImageHandle(image))
}

/// Creates an image from a PNG or JPEG file.
@c @implementation public func MpImageCreateFromFile(
  _ path: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<MpImagePtr?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    guard let path else { throw CallFailure.invalid("File name is null") }
    guard let out else { throw CallFailure.invalid("The place for the image is null") }
    out.pointee = HandleTable.shared.add(ImageHandle(try HeldImage.file(String(cString: path))))
  }
}

/// Creates another handle of the same pixels.
@c @implementation public func MpImageCreateFromImageFrame(
  _ image: MpImagePtr?, _ out: UnsafeMutablePointer<MpImagePtr?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) {
    let image = try ImageHandle.image(image)
    guard let out else { throw CallFailure.invalid("The place for the image is null") }
    out.pointee = HandleTable.shared.add(ImageHandle(image))
  }
}

/// Ends a handle; the pixels live as long as another one has them.
@c @implementation public func MpImageFree(_ image: MpImagePtr?) {
  _ = try? HandleTable.shared.remove(image, ImageHandle.self)
}

// MARK: Facts

private func fact<Value>(_ image: MpImagePtr?, otherwise: Value, _ value: (HeldImage) -> Value) -> Value {
  (try? ImageHandle.image(image)).map(value) ?? otherwise
}

/// Whether rows have no gaps between them.
@c @implementation public func MpImageIsContiguous(_ image: MpImagePtr?) -> Bool {
  fact(image, otherwise: false) { $0.isContiguous }
}

/// False: pixels are in memory.
@c @implementation public func MpImageUsesGpu(_ image: MpImagePtr?) -> Bool { false }

/// Whether there are no pixels.
@c @implementation public func MpImageIsEmpty(_ image: MpImagePtr?) -> Bool {
  fact(image, otherwise: true) { _ in false }
}

/// Whether memory and rows start at multiples of a number of bytes.
@c @implementation public func MpImageIsAligned(_ image: MpImagePtr?, _ boundary: UInt32) -> Bool {
  fact(image, otherwise: false) { $0.isAligned(to: boundary) }
}

/// Pixels of a row.
@c @implementation public func MpImageGetWidth(_ image: MpImagePtr?) -> Int32 {
  fact(image, otherwise: 0) { Int32($0.width) }
}

/// Rows.
@c @implementation public func MpImageGetHeight(_ image: MpImagePtr?) -> Int32 {
  fact(image, otherwise: 0) { Int32($0.height) }
}

/// Numbers of a pixel.
@c @implementation public func MpImageGetChannels(_ image: MpImagePtr?) -> Int32 {
  fact(image, otherwise: 0) { Int32($0.format.channelCount) }
}

/// Bytes of a number.
@c @implementation public func MpImageGetByteDepth(_ image: MpImagePtr?) -> Int32 {
  fact(image, otherwise: 0) { Int32($0.format.byteDepth) }
}

/// Bytes from one row to the next.
@c @implementation public func MpImageGetWidthStep(_ image: MpImagePtr?) -> Int32 {
  fact(image, otherwise: 0) { Int32(clamping: $0.step) }
}

/// The number of the format.
@c @implementation public func MpImageGetFormat(_ image: MpImagePtr?) -> Int32 {
  fact(image, otherwise: 0) { $0.format.rawValue }
}

// MARK: Pixels

/// The rows without gaps as bytes.
@c @implementation public func MpImageDataUint8(
  _ image: MpImagePtr?, _ out: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try rows(image, out) }
}

/// The rows without gaps as 16-bit numbers.
@c @implementation public func MpImageDataUint16(
  _ image: MpImagePtr?, _ out: UnsafeMutablePointer<UnsafePointer<UInt16>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try rows(image, out) }
}

/// The rows without gaps as floating-point numbers.
@c @implementation public func MpImageDataFloat32(
  _ image: MpImagePtr?, _ out: UnsafeMutablePointer<UnsafePointer<Float>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try rows(image, out) }
}

private func rows<Number>(
  _ image: MpImagePtr?, _ out: UnsafeMutablePointer<UnsafePointer<Number>?>?
) throws(CallFailure) {
  let image = try ImageHandle.image(image)
  guard let out else { throw .invalid("The place for the pixels is null") }
  out.pointee = try image.contiguousRows().assumingMemoryBound(to: Number.self)
}

/// A byte of a pixel.
@c @implementation public func MpImageGetValueUint8(
  _ image: MpImagePtr?, _ position: UnsafeMutablePointer<Int32>?, _ count: Int32,
  _ out: UnsafeMutablePointer<UInt8>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try value(image, position, count, out) }
}

/// A 16-bit number of a pixel.
@c @implementation public func MpImageGetValueUint16(
  _ image: MpImagePtr?, _ position: UnsafeMutablePointer<Int32>?, _ count: Int32,
  _ out: UnsafeMutablePointer<UInt16>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try value(image, position, count, out) }
}

/// A floating-point number of a pixel.
@c @implementation public func MpImageGetValueFloat32(
  _ image: MpImagePtr?, _ position: UnsafeMutablePointer<Int32>?, _ count: Int32,
  _ out: UnsafeMutablePointer<Float>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> MpStatus {
  attempt(error) { try value(image, position, count, out) }
}

private func value<Number: BitwiseCopyable>(
  _ image: MpImagePtr?, _ position: UnsafeMutablePointer<Int32>?, _ count: Int32, _ out: UnsafeMutablePointer<Number>?
) throws(CallFailure) {
  let image = try ImageHandle.image(image)
  guard count == 3 || count == 2 && image.format.channelCount == 1 else {
    throw .invalid("Invalid index dimension: \(count) (expected 2 or 3)")
  }
  guard let position, let out else { throw .invalid("The index, or the place for the value, is null") }
  let depth = MemoryLayout<Number>.size
  guard image.format.byteDepth == depth else {
    throw .invalid(
      "Unexpected image byte depth: \(image.format.byteDepth) "
        + "(expected \(depth) for \(HeldFormat.typeName(byteDepth: depth)) data)")
  }
  let (row, column, channel) = (Int(position[0]), Int(position[1]), count == 3 ? Int(position[2]) : 0)
  guard (0..<image.height).contains(row), (0..<image.width).contains(column),
    (0..<image.format.channelCount).contains(channel)
  else { throw CallFailure(.outOfRangeError, "The index (\(row), \(column), \(channel)) is outside of the image") }
  out.pointee = image.value(row: row, column: column, channel: channel, as: Number.self)
}
