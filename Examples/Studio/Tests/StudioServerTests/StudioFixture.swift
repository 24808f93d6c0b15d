import Foundation
import HandRecording
import Mudra
import StudioServer

/// What the tests share.
enum StudioFixture {
  /// The repository's rendered hands.
  static let pictures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../Tests/HandTrackingTests/Fixtures/rendered").standardized

  /// The bytes of a picture.
  static func picture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: pictures.appendingPathComponent(name + ".png")))
  }

  /// Runs a test with a server of its own at a port that the system chooses.
  static func withServer(
    hasPage: Bool = true, content: StudioContent = StudioContent(), limits: StudioLimits = StudioLimits(),
    host: String? = nil, token: String? = nil,
    _ body: (StudioAddress, StudioServer) async throws -> Void
  ) async throws {
    let server = try StudioServer(hasPage: hasPage, content: content, limits: limits, threads: 2)
    do {
      let address = try await server.start(StudioAddress(host: host, port: 0, token: token))
      try await body(address, server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// A frame of a picture file.
  static func still(_ name: String, number: UInt32 = 1, flags: FrameHeader.Flags = .still, at time: Double = 0) throws
    -> [UInt8]
  {
    FrameHeader(format: .picture, flags: flags, width: 0, height: 0, number: number, milliseconds: time).bytes
      + (try picture(name))
  }

  /// A line of JSON.
  static func dictionary(_ json: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
  }

  /// The memory that this process holds, in bytes.
  static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * 4096
  }
}
