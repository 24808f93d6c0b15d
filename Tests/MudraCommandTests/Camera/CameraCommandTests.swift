import Foundation
import TestSupport
import Testing

@Suite struct CameraCommandTests {
  @Test(.enabled(if: access("/dev/video0", F_OK) != 0, "there is a video device"))
  func `without a camera a line says so`() async throws {
    for arguments in [["camera"], ["camera", "--list"]] {
      let run = try await CommandRun.mudra(arguments)
      #expect(run.status == 66)
      #expect(run.errorLines == ["mudra: camera: none found (no /dev/video… device captures video)"])
    }
    for device in ["0", "/dev/video0"] {
      let run = try await CommandRun.mudra(["camera", device])
      #expect(run.status == 66)
      #expect(run.errorLines == ["mudra: /dev/video0: there is no such camera"])
    }
  }

  @Test func `a file that is not a camera is an error`() async throws {
    let folder = try TemporaryFolder()
    for path in ["/dev/null", try folder.write([1], as: "video0"), folder.url.path] {
      let run = try await CommandRun.mudra(["camera", path])
      #expect(run.status == 65)
      #expect(run.errorLines == ["mudra: \(path): is not a camera"])
    }
  }

  @Test(arguments: [
    (["--size", "640"], "The value '640' is invalid for '--size <width×height>'"),
    (["--size", "0x480"], "The value '0x480' is invalid for '--size <width×height>'"),
    (["--rate", "0"], "--rate is 0, expected a number from 1 to 1000"),
    (["--rate", "nan"], "--rate is nan, expected a number from 1 to 1000"),
    (["--frames", "0"], "--frames is 0, expected at least 1"),
  ])
  func `an option out of range is wrong use`(options: [String], message: String) async throws {
    let run = try await CommandRun.mudra(["camera"] + options)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("mudra: \(message)"))
  }

  @Test(.enabled(if: access("/dev/video0", R_OK | W_OK) == 0, "there is no camera, nor a loopback of V4L2"))
  func `a camera's frames are answered`() async throws {
    let run = try await CommandRun.mudra(["camera", "--json", "--frames", "3"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try ResultLine.lines(run.output).count == 3)
    #expect(try await CommandRun.mudra(["camera", "--list"]).lines.first?.hasPrefix("/dev/video") == true)
  }
}
