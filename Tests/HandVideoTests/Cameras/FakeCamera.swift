import Foundation
import HandVideo
import MudraPlatform

/// A camera that answers requests as a driver would, and counts them.
final class FakeCamera: CameraDevice, @unchecked Sendable {
  /// What a camera offers.
  struct Offer {
    let format: String
    let width: UInt32
    let height: UInt32
    /// Seconds of a frame, as fractions.
    let intervals: [(UInt32, UInt32)]
  }

  /// Changes an answer: the request, the argument that would be answered with; throws to refuse.
  typealias Tampering = @Sendable (V4L2.Request, inout IoctlMemory) throws(CameraError) -> Void

  struct State {
    var frames: [[UInt8]]
    var queued: [Int] = []
    var isStreaming = false
    var mapped = 0
    var requestCount = 0
    /// The arguments that set format and parameters.
    var settings: [V4L2.Request: IoctlMemory] = [:]
    var sequence = 0
  }

  static let refused = CameraError.system(EINVAL, reason: "Invalid argument")
  static let bufferByteCount = 4096

  /// A usual camera: ten frames a second of YUYV in a large size, thirty as JPEG.
  static let usual = [
    Offer(format: "MJPG", width: 1280, height: 720, intervals: [(1, 30), (1, 15)]),
    Offer(format: "YUYV", width: 640, height: 480, intervals: [(1, 30), (1, 10)]),
    Offer(format: "YUYV", width: 1280, height: 720, intervals: [(1, 10)]),
    Offer(format: "H264", width: 1920, height: 1080, intervals: [(1, 60)]),
  ]

  let state: Mutex<State>
  private let offers: [Offer]
  private let tampering: Tampering
  private let memory: UnsafeMutableRawPointer
  /// Whether frames come without end, the last one again and again, a millisecond apart: a test that waits for a thread
  /// must not be kept waiting by its own camera.
  private let isEndless: Bool

  init(
    _ offers: [Offer] = usual, frames: [[UInt8]] = [], isEndless: Bool = false,
    tampering: @escaping Tampering = { _, _ in }
  ) {
    self.offers = offers
    self.tampering = tampering
    self.isEndless = isEndless
    state = Mutex(State(frames: frames))
    memory = .allocate(byteCount: 4 * Self.bufferByteCount, alignment: 4096)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 4 * Self.bufferByteCount)
  }

  deinit { memory.deallocate() }

  func control(_ request: V4L2.Request, _ argument: inout IoctlMemory) throws(CameraError) {
    state.withLock { $0.requestCount += 1 }
    try answer(request, &argument)
    try tampering(request, &argument)
  }

  private func answer(_ request: V4L2.Request, _ argument: inout IoctlMemory) throws(CameraError) {
    switch request {
    case .queryCapabilities:
      argument.set("uvcvideo", at: V4L2.Capability.driver)
      argument.set("HD Webcam", at: V4L2.Capability.card)
      argument[V4L2.Capability.all] = 0x84A0_0001
      argument[V4L2.Capability.ofDevice] = V4L2.Capability.capture | V4L2.Capability.streaming
    case .enumerateFormats:
      var formats: [String] = []
      for offer in offers where !formats.contains(offer.format) { formats.append(offer.format) }
      argument[V4L2.FormatDescription.pixelFormat] = Self.code(
        try Self.entry(formats, argument[V4L2.FormatDescription.index]))
    case .enumerateSizes:
      let sizes = offers.filter { Self.code($0.format) == argument[V4L2.FrameSize.pixelFormat] }
      let offer = try Self.entry(sizes, argument[V4L2.FrameSize.index])
      argument[V4L2.FrameSize.type] = 1
      argument[V4L2.FrameSize.width] = offer.width
      argument[V4L2.FrameSize.height] = offer.height
    case .enumerateIntervals:
      typealias Field = V4L2.FrameInterval
      let offer = offers.first {
        Self.code($0.format) == argument[Field.pixelFormat] && $0.width == argument[Field.width]
          && $0.height == argument[Field.height]
      }
      let interval = try Self.entry(offer?.intervals ?? [], argument[Field.index])
      argument[Field.type] = 1
      argument[Field.numerator] = interval.0
      argument[Field.denominator] = interval.1
    case .setFormat, .setParameters:
      let setting = argument
      state.withLock { $0.settings[request] = setting }
      if request == .setFormat { argument[V4L2.Format.rowByteCount] = 2 * argument[V4L2.Format.width] }
    case .requestBuffers: argument[V4L2.BufferRequest.count] = 3
    case .queryBuffer:
      argument[V4L2.Buffer.length] = UInt32(Self.bufferByteCount)
      argument[V4L2.Buffer.offset] = argument[V4L2.Buffer.index] * UInt32(Self.bufferByteCount)
    case .queueBuffer:
      let index = Int(argument[V4L2.Buffer.index])
      state.withLock { $0.queued.append(index) }
    case .dequeueBuffer: try dequeue(&argument)
    case .startStream: state.withLock { $0.isStreaming = true }
    case .stopStream: state.withLock { $0.isStreaming = false }
    default: throw Self.refused
    }
  }

  private func dequeue(_ argument: inout IoctlMemory) throws(CameraError) {
    let taken: (index: Int, frame: [UInt8], sequence: Int)? = state.withLock { state in
      guard !state.queued.isEmpty, let frame = state.frames.first else { return nil }
      if !isEndless || state.frames.count > 1 { state.frames.removeFirst() }
      state.sequence += 1
      return (state.queued.removeFirst(), frame, state.sequence)
    }
    guard let taken else { throw .system(EAGAIN, reason: "Resource temporarily unavailable") }
    (memory + taken.index * Self.bufferByteCount).copyMemory(from: taken.frame, byteCount: taken.frame.count)
    argument[V4L2.Buffer.index] = UInt32(taken.index)
    argument[V4L2.Buffer.usedByteCount] = UInt32(taken.frame.count)
    // 40 milliseconds apart, from one hour on.
    argument[wide: V4L2.Buffer.seconds] = 3600 + Int64(taken.sequence * 40 / 1000)
    argument[wide: V4L2.Buffer.microseconds] = Int64(taken.sequence * 40 % 1000) * 1000
  }

  func map(offset: Int, byteCount: Int) throws(CameraError) -> UnsafeRawBufferPointer {
    state.withLock { $0.mapped += 1 }
    return UnsafeRawBufferPointer(start: memory + offset, count: byteCount)
  }

  func unmap(_ buffer: UnsafeRawBufferPointer) { state.withLock { $0.mapped -= 1 } }

  func hasFrame(withinMilliseconds limit: Int) throws(CameraError) -> Bool {
    let hasFrame = state.withLock { $0.isStreaming && !$0.queued.isEmpty && !$0.frames.isEmpty }
    if !hasFrame || isEndless { usleep(1000) }
    return hasFrame
  }

  private static func code(_ format: String) -> UInt32 { format.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  private static func entry<T>(_ list: [T], _ index: UInt32) throws(CameraError) -> T {
    guard index < list.count else { throw refused }
    return list[Int(index)]
  }
}
