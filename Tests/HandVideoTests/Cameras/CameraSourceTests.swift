import Foundation
import HandVideo
import MudraPlatform
import PixelImaging
import TestSupport
import Testing
import VisionTasks

@Suite struct CameraSourceTests {
  private let mode = CameraMode(.yuyv, width: 4, height: 2, rate: 25)

  private func yuyv(_ luma: UInt8) -> [UInt8] { (0..<8).flatMap { _ in [luma, 128] } }

  private func source(_ camera: FakeCamera, patience: Int = 5) throws -> CameraSource {
    try CameraSource(camera, name: "fake", mode: mode, limits: ImageLimits(), patience: patience)
  }

  @Test func `the newest frame wins, and those before it are counted`() throws {
    let camera = FakeCamera(frames: (0..<6).map { yuyv(16 + 10 * $0) })
    let source = try source(camera)
    while camera.state.withLock({ !$0.frames.isEmpty }) { usleep(1000) }
    usleep(20_000)
    let newest = try #require(try source.next())
    // Luma 66 of 16 to 235.
    #expect(try newest.image.get().withUnsafeBytes { $0[0] } == 58)
    #expect(newest.timestamp == 0)
    #expect(source.dropped == 5)
  }

  @Test func `times count from the first frame that is taken, and only forward`() throws {
    let camera = FakeCamera(frames: [yuyv(16)], isEndless: true)
    let source = try source(camera)
    var times: [Int] = []
    for _ in 0..<5 {
      times.append(try #require(try source.next()).timestamp)
      usleep(5000)
    }
    #expect(times.first == 0)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 40 && ($1 - $0) % 40 == 0 })
  }

  @Test func `a camera that gives nothing is an error after the time it has`() throws {
    let source = try source(FakeCamera(), patience: 1)
    #expect(throws: CameraError.noFrame(seconds: 1)) { try source.next() }
  }

  @Test func `a camera that is pulled out is an error after its last frame`() throws {
    let gone = CameraError.system(ENODEV, reason: "No such device")
    let camera = FakeCamera(frames: [yuyv(16), yuyv(16)]) { (asked, answer) throws(CameraError) in
      if asked == .dequeueBuffer, answer[V4L2.Buffer.index] == 1 { throw gone }
    }
    let source = try source(camera)
    #expect(try source.next() != nil)
    #expect(throws: gone) { try source.next() }
  }

  /// A camera of MJPEG frames as a sequence.
  private func sequence(_ camera: FakeCamera) -> FrameIterator {
    let mode = CameraMode(.mjpeg, width: 4, height: 2, rate: 25)
    return FrameIterator { stop throws(VideoError) in
      do throws(CameraError) {
        return try CameraSource(camera, name: "fake", mode: mode, limits: ImageLimits(), patience: 5, stop: stop)
      } catch {
        throw CameraList.failure("fake", error)
      }
    }
  }

  @Test func `frames without their end marker do not end a camera`() async throws {
    let whole = try PixelImage(width: 4, height: 2, format: .gray, pixels: [UInt8](repeating: 99, count: 8)).jpegData()
    let iterator = sequence(FakeCamera(frames: [whole.dropLast(2)], isEndless: true))
    for _ in 0..<12 {
      let frame = try await iterator.next(isolation: nil)
      #expect(frame?.image.pixelImage.packedBytes.first == 99)
    }
  }

  @Test func `damaged frames are left out until ten come in a row`() async throws {
    let whole = try PixelImage(width: 4, height: 2, format: .gray, pixels: [UInt8](repeating: 99, count: 8)).jpegData()
    let broken = Array(whole.prefix(whole.count / 2))
    let one = sequence(FakeCamera(frames: [broken, whole], isEndless: true))
    #expect(try await one.next(isolation: nil) != nil)
    let all = sequence(FakeCamera(frames: [broken], isEndless: true))
    let error = await #expect(throws: VideoError.self) { try await all.next(isolation: nil) }
    #expect(error?.reason == .image(.truncated(format: .jpeg)))
    #expect(try await all.next(isolation: nil) == nil)
  }

  @Test func `a source that goes away ends its thread and its stream`() throws {
    let camera = FakeCamera(frames: [yuyv(16)], isEndless: true)
    do {
      let source = try source(camera)
      _ = try source.next()
    }
    // The stream goes with the thread, which has given its last word.
    for _ in 0..<1000 where camera.state.withLock({ $0.isStreaming }) { usleep(1000) }
    #expect(camera.state.withLock { ($0.isStreaming, $0.mapped) } == (false, 0))
  }
}
