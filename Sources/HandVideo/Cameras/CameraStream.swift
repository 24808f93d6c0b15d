import Foundation
import PixelImaging

/// A camera that streams into a few buffers of its driver, from which frames are copied at once.
///
/// Used by one thread at a time.
package final class CameraStream: @unchecked Sendable {
  private static let bufferCount: UInt32 = 4
  /// More than any frame of the largest picture needs.
  private static let bufferByteLimit = 1 << 30

  /// How the frames lie in memory.
  package let layout: CameraFrame.Layout
  private let device: any CameraDevice
  private var buffers: [UnsafeRawBufferPointer] = []

  /// Sets a mode, gets buffers and starts.
  package init(_ device: some CameraDevice, mode: CameraMode, limits: ImageLimits) throws(CameraError) {
    self.device = device
    layout = try Self.setFormat(device, mode, limits)
    try Self.setRate(device, mode)
    do {
      try startStream()
    } catch {
      releaseBuffers()
      throw error
    }
  }

  deinit {
    var type = Self.typeArgument
    // A camera that was pulled out cannot be stopped, and need not be.
    do { try device.control(.stopStream, &type) } catch {}
    releaseBuffers()
  }

  // MARK: Setting up

  private static func setFormat(
    _ device: some CameraDevice, _ mode: CameraMode, _ limits: ImageLimits
  ) throws(CameraError) -> CameraFrame.Layout {
    typealias Field = V4L2.Format
    var format = IoctlMemory(byteCount: Field.byteCount)
    format[Field.type] = V4L2.videoCapture
    format[Field.width] = UInt32(clamping: mode.width)
    format[Field.height] = UInt32(clamping: mode.height)
    format[Field.pixelFormat] = mode.format.code
    format[Field.field] = V4L2.progressive
    try device.control(.setFormat, &format)
    // The driver may give another size.
    let (width, height) = (Int(format[Field.width]), Int(format[Field.height]))
    guard format[Field.pixelFormat] == mode.format.code else { throw .nonsense("another format than \(mode.format)") }
    do {
      try limits.check(width: width, height: height)
    } catch {
      throw .nonsense("frames of \(width) × \(height)")
    }
    let leastRow = mode.format.rowByteCount(width: width)
    let row = Int(format[Field.rowByteCount])
    guard mode.format.isCompressed || row == 0 || (leastRow - 1...8 * limits.sideLength).contains(row) else {
      throw .nonsense("rows of \(row) bytes")
    }
    let is709 =
      format[Field.encoding] == Field.encoding709
      || format[Field.encoding] == 0 && format[Field.colorSpace] == Field.rec709
    let isFull =
      format[Field.range] == Field.fullRange || format[Field.range] == 0 && format[Field.colorSpace] == Field.jpeg
    return CameraFrame.Layout(
      format: mode.format, width: width, height: height, rowByteCount: row == 0 ? leastRow : row,
      encoding: YUVImage.Encoding(matrix: is709 ? .bt709 : .bt601, range: isFull ? .full : .video))
  }

  private static func setRate(_ device: some CameraDevice, _ mode: CameraMode) throws(CameraError) {
    guard mode.rate > 0 else { return }
    typealias Field = V4L2.Parameters
    var parameters = IoctlMemory(byteCount: Field.byteCount)
    parameters[Field.type] = V4L2.videoCapture
    parameters[Field.numerator] = 1000
    parameters[Field.denominator] = UInt32(clamping: Int((mode.rate * 1000).rounded()))
    do {
      try device.control(.setParameters, &parameters)
    } catch .system(ENOTTY, _), .system(EINVAL, _) {
      // A camera whose rate cannot be set has its own.
    }
  }

  private static var typeArgument: IoctlMemory {
    var argument = IoctlMemory(byteCount: 4)
    argument[0] = V4L2.videoCapture
    return argument
  }

  private static func bufferArgument(_ index: UInt32) -> IoctlMemory {
    var argument = IoctlMemory(byteCount: V4L2.Buffer.byteCount)
    argument[V4L2.Buffer.index] = index
    argument[V4L2.Buffer.type] = V4L2.videoCapture
    argument[V4L2.Buffer.memory] = V4L2.mapped
    return argument
  }

  private func startStream() throws(CameraError) {
    var request = IoctlMemory(byteCount: V4L2.BufferRequest.byteCount)
    request[V4L2.BufferRequest.count] = Self.bufferCount
    request[V4L2.BufferRequest.type] = V4L2.videoCapture
    request[V4L2.BufferRequest.memory] = V4L2.mapped
    try device.control(.requestBuffers, &request)
    let count = request[V4L2.BufferRequest.count]
    guard (1...32).contains(count) else { throw .nonsense("\(count) buffers") }
    for index in 0..<count {
      var buffer = Self.bufferArgument(index)
      try device.control(.queryBuffer, &buffer)
      let byteCount = Int(buffer[V4L2.Buffer.length])
      guard (1...Self.bufferByteLimit).contains(byteCount) else { throw .nonsense("buffers of \(byteCount) bytes") }
      buffers.append(try device.map(offset: Int(buffer[V4L2.Buffer.offset]), byteCount: byteCount))
      try device.control(.queueBuffer, &buffer)
    }
    var type = Self.typeArgument
    try device.control(.startStream, &type)
  }

  private func releaseBuffers() {
    for buffer in buffers { device.unmap(buffer) }
    buffers = []
  }

  // MARK: Frames

  /// The next frame; nil if there is none within the time, or it is damaged.
  package func nextFrame(withinMilliseconds limit: Int) throws(CameraError) -> CameraFrame? {
    typealias Field = V4L2.Buffer
    guard try device.hasFrame(withinMilliseconds: limit) else { return nil }
    var buffer = Self.bufferArgument(0)
    do {
      try device.control(.dequeueBuffer, &buffer)
    } catch .system(EAGAIN, _) {
      return nil
    }
    let (index, count) = (Int(buffer[Field.index]), Int(buffer[Field.usedByteCount]))
    guard buffers.indices.contains(index), count <= buffers[index].count else {
      throw .nonsense("an unknown buffer number")
    }
    let isDamaged = buffer[Field.flags] & Field.isDamaged != 0
    let bytes = isDamaged ? [] : Array(buffers[index][..<count])
    let (seconds, microseconds) = (buffer[wide: Field.seconds], buffer[wide: Field.microseconds])
    // Such a clock runs for 292 million years.
    guard (0...Int64.max / 1000 - 1000).contains(seconds), (0..<1_000_000).contains(microseconds) else {
      throw .nonsense("an invalid time")
    }
    try device.control(.queueBuffer, &buffer)
    guard !bytes.isEmpty else { return nil }
    return CameraFrame(layout: layout, bytes: bytes, timestamp: Int(seconds) * 1000 + Int(microseconds) / 1000)
  }
}
