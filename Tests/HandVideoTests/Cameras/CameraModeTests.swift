import Foundation
import HandVideo
import MudraPlatform
import Testing

@Suite struct CameraModeTests {
  private func best(_ camera: FakeCamera, _ width: Int, _ height: Int, _ rate: Double) throws -> CameraMode? {
    let modes = try CameraModes(camera, width: width, height: height).modes
    return CameraMode.best(of: modes, width: width, height: height, rate: rate)
  }

  @Test func `a camera tells its name, and the modes that can be read`() throws {
    let camera = try CameraModes(FakeCamera(), width: 640, height: 480)
    #expect((camera.name, camera.driver) == ("HD Webcam", "uvcvideo"))
    #expect(
      camera.modes == [
        CameraMode(.yuyv, width: 640, height: 480, rate: 30), CameraMode(.yuyv, width: 640, height: 480, rate: 10),
        CameraMode(.yuyv, width: 1280, height: 720, rate: 10), CameraMode(.mjpeg, width: 1280, height: 720, rate: 30),
        CameraMode(.mjpeg, width: 1280, height: 720, rate: 15),
      ])
  }

  @Test func `the size decides first, then the rate, then the work of a format`() throws {
    #expect(try best(FakeCamera(), 640, 480, 30) == CameraMode(.yuyv, width: 640, height: 480, rate: 30))
    #expect(try best(FakeCamera(), 700, 500, 5) == CameraMode(.yuyv, width: 640, height: 480, rate: 10))
    #expect(try best(FakeCamera(), 1280, 720, 30) == CameraMode(.mjpeg, width: 1280, height: 720, rate: 30))
    #expect(try best(FakeCamera(), 1280, 720, 10) == CameraMode(.yuyv, width: 1280, height: 720, rate: 10))
    // Faster than any: the fastest.
    #expect(try best(FakeCamera(), 1280, 720, 240) == CameraMode(.mjpeg, width: 1280, height: 720, rate: 30))
    let equal = ["MJPG", "YUYV", "NV12"].map {
      FakeCamera.Offer(format: $0, width: 640, height: 480, intervals: [(1001, 30000)])
    }
    #expect(try best(FakeCamera(equal), 640, 480, 30)?.format == .nv12)
    #expect(try best(FakeCamera([FakeCamera.usual[3]]), 640, 480, 30) == nil)
  }

  @Test func `of a range of sizes, the wanted one is taken`() throws {
    let camera = FakeCamera([FakeCamera.Offer(format: "NV12", width: 0, height: 0, intervals: [])]) {
      (request, answer) throws(CameraError) in
      guard request == .enumerateSizes else { return }
      answer[V4L2.FrameSize.type] = 3
      let values: [UInt32] = [32, 1920, 16, 30, 1080, 2]
      for (index, value) in values.enumerated() { answer[V4L2.FrameSize.leastWidth + 4 * index] = value }
    }
    #expect(try best(camera, 650, 481, 30) == CameraMode(.nv12, width: 640, height: 480, rate: 0))
    #expect(try best(camera, 1, 5000, 30) == CameraMode(.nv12, width: 32, height: 1080, rate: 0))
  }

  @Test func `a camera that lists no sizes has the wanted one`() throws {
    let camera = FakeCamera { (request, _) throws(CameraError) in
      if request == .enumerateSizes || request == .enumerateIntervals { throw .system(ENOTTY, reason: "") }
    }
    #expect(try best(camera, 320, 240, 30) == CameraMode(.yuyv, width: 320, height: 240, rate: 0))
  }

  @Test func `endless lists and meaningless numbers are tolerated`() throws {
    let camera = FakeCamera { (request, answer) throws(CameraError) in
      switch request {
      case .enumerateFormats: answer[V4L2.FormatDescription.pixelFormat] = CameraMode.Format.yuyv.code
      case .enumerateSizes:
        for field in 2..<11 { answer[4 * field] = .max }
      case .enumerateIntervals:
        answer[V4L2.FrameInterval.numerator] = 0
        answer[V4L2.FrameInterval.denominator] = .max
      default: break
      }
    }
    // The fake refuses entries beyond its own before they can be changed.
    let modes = try CameraModes(camera, width: 640, height: 480).modes
    #expect(modes.allSatisfy { $0.width >= 0 && $0.rate >= 0 })
    #expect(camera.state.withLock { $0.requestCount } < 1000)
  }

  @Test func `a device that does not capture is not a camera`() {
    let output = FakeCamera { (request, answer) throws(CameraError) in
      if request == .queryCapabilities { answer[V4L2.Capability.ofDevice] = 0x0400_0002 }
    }
    #expect(throws: CameraError.notACamera) { try CameraModes(output, width: 1, height: 1) }
    let file = FakeCamera { (_, _) throws(CameraError) in throw .system(ENOTTY, reason: "") }
    #expect(throws: CameraError.notACamera) { try CameraModes(file, width: 1, height: 1) }
  }
}
