import Foundation
import HandVideo
import MudraPlatform
import PixelImaging
import TestSupport
import Testing

@Suite struct CameraStreamTests {
  private let small = CameraMode(.yuyv, width: 4, height: 2, rate: 25)

  private func yuyv(_ luma: UInt8) -> [UInt8] { (0..<8).flatMap { _ in [luma, 128] } }

  private func stream(_ camera: FakeCamera, _ mode: CameraMode? = nil) throws -> CameraStream {
    try CameraStream(camera, mode: mode ?? small, limits: ImageLimits())
  }

  @Test func `frames come in order, their buffers go back, and the end gives back all`() throws {
    let camera = FakeCamera(frames: (0..<10).map { yuyv(16 + $0) })
    do {
      let stream = try stream(camera)
      for index in 0..<10 {
        let frame = try #require(try stream.nextFrame(withinMilliseconds: 10))
        #expect(frame.bytes == yuyv(16 + UInt8(index)))
        #expect(frame.timestamp == 3_600_000 + 40 * (index + 1))
      }
      #expect(try stream.nextFrame(withinMilliseconds: 10) == nil)
      #expect(camera.state.withLock { ($0.isStreaming, $0.mapped, $0.queued.count) } == (true, 3, 3))
      let format = try #require(camera.state.withLock { $0.settings[.setFormat] })
      #expect([8, 12, 16].map { format[$0] } == [4, 2, CameraMode.Format.yuyv.code])
      let rate = try #require(camera.state.withLock { $0.settings[.setParameters] })
      #expect(rate[V4L2.Parameters.denominator] == 25 * rate[V4L2.Parameters.numerator])
    }
    #expect(camera.state.withLock { ($0.isStreaming, $0.mapped) } == (false, 0))
  }

  @Test func `a damaged and an empty frame are left out`() throws {
    let camera = FakeCamera(frames: [yuyv(20), [], yuyv(30)]) { (request, answer) throws(CameraError) in
      if request == .dequeueBuffer, answer[V4L2.Buffer.index] == 0 { answer[V4L2.Buffer.flags] = 0x40 }
    }
    let stream = try stream(camera)
    let frames = try (0..<3).map { _ in try stream.nextFrame(withinMilliseconds: 10)?.bytes }
    #expect(frames == [nil, nil, yuyv(30)])
    #expect(camera.state.withLock { $0.queued.count } == 3)
  }

  @Test(
    arguments: [
      (V4L2.Request.setFormat, V4L2.Format.pixelFormat, 1), (.setFormat, V4L2.Format.width, 0),
      (.setFormat, V4L2.Format.width, .max), (.setFormat, V4L2.Format.rowByteCount, 3),
      (.setFormat, V4L2.Format.rowByteCount, .max), (.requestBuffers, V4L2.BufferRequest.count, 0),
      (.requestBuffers, V4L2.BufferRequest.count, .max), (.queryBuffer, V4L2.Buffer.length, 0),
      (.queryBuffer, V4L2.Buffer.length, .max), (.dequeueBuffer, V4L2.Buffer.index, 7),
      (.dequeueBuffer, V4L2.Buffer.usedByteCount, 4097), (.dequeueBuffer, V4L2.Buffer.usedByteCount, .max),
      (.dequeueBuffer, V4L2.Buffer.microseconds, 1_000_000), (.dequeueBuffer, V4L2.Buffer.seconds + 4, 0x8000_0000),
      (.dequeueBuffer, V4L2.Buffer.seconds + 4, 0x7FFF_FFFF),
    ] as [(V4L2.Request, Int, UInt32)])
  func `a driver that answers nonsense is refused, and gets its buffers back`(
    request: V4L2.Request, field: Int, value: UInt32
  ) throws {
    let camera = FakeCamera(frames: [yuyv(20)]) { (asked, answer) throws(CameraError) in
      if asked == request { answer[field] = value }
    }
    let error = #expect(throws: CameraError.self) {
      _ = try stream(camera).nextFrame(withinMilliseconds: 10)
    }
    guard case .nonsense = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(camera.state.withLock { $0.mapped } == 0)
  }

  @Test(arguments: [V4L2.Request.setFormat, .requestBuffers, .queryBuffer, .queueBuffer, .startStream, .dequeueBuffer])
  func `a camera that is pulled out is an error, and nothing stays mapped`(request: V4L2.Request) throws {
    let gone = CameraError.system(ENODEV, reason: "No such device")
    let camera = FakeCamera(frames: [yuyv(20)]) { (asked, _) throws(CameraError) in
      if asked == request || asked == .stopStream { throw gone }
    }
    #expect(throws: gone) { _ = try stream(camera).nextFrame(withinMilliseconds: 10) }
    #expect(camera.state.withLock { $0.mapped } == 0)
  }

  @Test func `a rate that cannot be set is the camera's own`() throws {
    let camera = FakeCamera(frames: [yuyv(20)]) { (asked, _) throws(CameraError) in
      if asked == .setParameters { throw .system(ENOTTY, reason: "") }
    }
    #expect(try stream(camera).nextFrame(withinMilliseconds: 10)?.bytes == yuyv(20))
  }

  // MARK: Colors

  @Test func `each format becomes the colors of its samples`() throws {
    func color(_ format: CameraMode.Format, _ bytes: [UInt8], row: UInt32 = 0) throws -> [UInt8] {
      let camera = FakeCamera(frames: [bytes]) { (asked, answer) throws(CameraError) in
        if asked == .setFormat { answer[V4L2.Format.rowByteCount] = row }
      }
      let stream = try stream(camera, CameraMode(format, width: 2, height: 2, rate: 0))
      let frame = try #require(try stream.nextFrame(withinMilliseconds: 10))
      return Array(try frame.image(limits: ImageLimits()).converted(to: .rgb).withUnsafeBytes { Array($0.prefix(3)) })
    }
    func isRed(_ color: [UInt8]) -> Bool { color[0] >= 253 && color[1] <= 2 && color[2] <= 2 }
    let pair: [UInt8] = [81, 90, 81, 240]
    #expect(isRed(try color(.yuyv, pair + pair)))
    #expect(isRed(try color(.yuyv, pair + [0, 0] + pair, row: 6)))
    #expect(isRed(try color(.nv12, [81, 81, 81, 81, 90, 240])))
    #expect(isRed(try color(.nv12, [81, 81, 0, 81, 81, 0, 90, 240], row: 3)))
    #expect(throws: ImageError.self) { try color(.nv12, [81, 81, 81]) }
    #expect(throws: ImageError.self) { try color(.yuyv, pair) }
    #expect(throws: ImageError.self) { try color(.mjpeg, [0xFF, 0xD8, 0xFF]) }
  }

  @Test func `a JPEG without tables, as cameras send them, is read`() throws {
    let folder = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("jpeg")
    // Made by libjpeg with the tables of the standard, as cameras do.
    let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent("half_color.jpg")))
    var bare: [UInt8] = []
    var position = 2
    bare += whole[..<2]
    // Segments up to the start of the scan: FF, kind, length in two bytes.
    while whole[position + 1] != 0xDA {
      let end = position + 2 + Int(whole[position + 2]) << 8 + Int(whole[position + 3])
      if whole[position + 1] != 0xC4 { bare += whole[position..<end] }
      position = end
    }
    bare += whole[position...]
    #expect(bare.count < whole.count - 400)
    let camera = FakeCamera(frames: [bare])
    let stream = try stream(camera, CameraMode(.mjpeg, width: 29, height: 19, rate: 30))
    let frame = try #require(try stream.nextFrame(withinMilliseconds: 10))
    let expected = try PixelImage(encoded: whole)
    #expect(try frame.image(limits: ImageLimits()).withUnsafeBytes(Array.init) == expected.withUnsafeBytes(Array.init))
  }

  @Test func `the camera says which colors its samples mean`() throws {
    func encoding(_ fields: [Int: UInt32]) throws -> YUVImage.Encoding {
      let camera = FakeCamera { (asked, answer) throws(CameraError) in
        if asked == .setFormat { for (field, value) in fields { answer[field] = value } }
      }
      return try stream(camera).layout.encoding
    }
    #expect(try encoding([:]) == YUVImage.Encoding(matrix: .bt601, range: .video))
    #expect(try encoding([V4L2.Format.colorSpace: 3]) == YUVImage.Encoding(matrix: .bt709, range: .video))
    #expect(try encoding([V4L2.Format.colorSpace: 7]) == YUVImage.Encoding(matrix: .bt601, range: .full))
    #expect(
      try encoding([V4L2.Format.encoding: 2, V4L2.Format.range: 1]) == YUVImage.Encoding(matrix: .bt709, range: .full))
    #expect(
      try encoding([V4L2.Format.colorSpace: 3, V4L2.Format.encoding: 1, V4L2.Format.range: 2])
        == YUVImage.Encoding(matrix: .bt601, range: .video))
  }
}
