import Foundation
import HandVideo
import MudraPlatform
import PixelImaging
import TestSupport
import Testing

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
