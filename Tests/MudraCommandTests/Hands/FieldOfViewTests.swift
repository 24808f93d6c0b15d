import Foundation
import Mudra
import TestSupport
import Testing

/// Where hands are before a camera.
@Suite struct FieldOfViewTests {
  private let path = TestFiles.picture("Victory_left")

  private func places(_ arguments: [String]) async throws -> [[Double]]? {
    let run = try await CommandRun.mudra(["landmarks", path, "--json"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    let hand = try JSONDocument(run.output)["hands"]?.elements.first
    return hand?["cameraLandmarks"]?.elements.map { $0.elements.compactMap(\.number) }
  }

  @Test func `a field of view adds the library's landmarks from the camera, and nothing does otherwise`() async throws {
    #expect(try await places([]) == nil)
    let found = try #require(try await places(["--field-of-view", "60"]))
    let image = try PixelImage(contentsOfFile: path)
    let camera = try CameraModel(fieldOfViewInDegrees: 60)
    let options = HandLandmarkerOptions()
    let hand = try #require(try HandLandmarker(options: options).detect(image: image).hands.first)
    let expected = try #require(hand.cameraLandmarks(camera, imageWidth: image.width, imageHeight: image.height))
    #expect(found.map { $0.map(Float.init) } == expected.map { [$0.x, $0.y, $0.z] })
    #expect(try #require(found.first)[2] > 0.1)
  }

  @Test func `intrinsics of a camera without distortion give what its field of view does`() async throws {
    let image = try PixelImage(contentsOfFile: path)
    let (width, height) = (image.width, image.height)
    let focal = Double(width) / 2
    let numbers = "\(focal),\(focal),\(Double(width) / 2 - 0.5),\(Double(height) / 2 - 0.5),\(width),\(height)"
    let (given, wide) = (try await places(["--intrinsics", numbers]), try await places(["--field-of-view", "90"]))
    for (a, b) in zip(try #require(given).joined(), try #require(wide).joined()) { #expect(abs(a - b) < 1e-5) }
  }

  @Test func `the text says how far away a hand is`() async throws {
    let run = try await CommandRun.mudra(["gestures", path, "--field-of-view", "60"])
    #expect(run.output.contains(" m away"))
  }

  @Test(arguments: [
    ["--field-of-view", "0"], ["--field-of-view", "180"], ["--intrinsics", "1,2,3"],
    ["--intrinsics", "0,500,320,240,640,480"], ["--intrinsics", "500,500,nan,240,640,480"],
    ["--intrinsics", "500,500,320,240,640,480", "--field-of-view", "60"],
  ])
  func `cameras that cannot be are wrong use`(arguments: [String]) async throws {
    let run = try await CommandRun.mudra(["landmarks", path] + arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(arguments[0]))
  }
}
