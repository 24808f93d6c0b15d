import Foundation
import PixelImaging
import TestSupport
import Testing

@Suite struct StatedOrientationTests {
  /// EXIF's numbers of an orientation and of the one that undoes it.
  @Test(arguments: [(2, 2), (3, 3), (5, 5), (6, 8), (8, 6)])
  func `a PNG that states its orientation gives the hands of its upright twin`(value: Int, inverse: Int) async throws {
    let folder = try TemporaryFolder()
    let upright = try RenderedHands.image("Open_Palm_right")
    let stored = upright.upright(from: try #require(ImageOrientation(exif: inverse)))
    let path = try folder.write(OrientedPNG.bytes(stored, exif: UInt8(value)), as: "stated.png")
    let found = try await Self.members(of: path)
    #expect(try await found == Self.members(of: TestFiles.picture("Open_Palm_right")))
    #expect(found.contains("Open_Palm") && found.contains("Right"))
  }

  /// The hands and the size of a picture as JSON.
  private static func members(of path: String) async throws -> String {
    let object = try await CommandRun.mudra(["gestures", "--json", path]).object()
    let members = object.filter { ["hands", "width", "height"].contains($0.key) }
    let json = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
    return String(decoding: json, as: UTF8.self)
  }
}
