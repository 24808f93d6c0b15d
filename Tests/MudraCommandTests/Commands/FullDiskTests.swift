import Foundation
import PixelImaging
import TensorTestSupport
import TestSupport
import Testing

/// Full disks, simulated by `ulimit` and /dev/full: the same call fails for a file that may not grow.
@Suite(.enabled(if: !Sanitizer.isThread, "Thread Sanitizer needs files of its own"))
struct FullDiskTests {
  /// Files may have this many blocks of 512 bytes.
  private func blocks(_ count: Int) -> String { "ulimit -f \(count)" }

  @Test func `a drawing without room leaves no file and ends with its status`() async throws {
    let folder = try TemporaryFolder()
    let target = folder.path("out/drawing.png")
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    let picture = TestFiles.picture("Thumb_Up_left")
    let run = try await CommandRun.mudra(["gestures", picture, "--annotate", target], limits: blocks(8))
    #expect(run.status == 73)
    #expect(run.errorLines == ["mudra: \(target): cannot be written: File too large"])
    #expect(run.lines.first == "\(picture): 480×360, 1 hand")
    #expect(try folder.names(in: "out") == [])
  }

  @Test func `a drawing without room leaves the file that was there`() async throws {
    let folder = try TemporaryFolder()
    let target = try folder.write([1, 2, 3], as: "drawing.png")
    let run = try await CommandRun.mudra(
      ["gestures", TestFiles.picture("Thumb_Up_left"), "--annotate", target], limits: blocks(8))
    #expect(run.status == 73)
    #expect(try TestFiles.bytes(target) == [1, 2, 3])
  }

  @Test func `a clip without room for a frame is whole up to the frame before`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1, 2], in: folder)
    // A frame takes 93,312 bytes.
    let run = try await CommandRun.mudra(
      ["video", clip, "--annotate", folder.path("out.y4m")], limits: blocks(2 * 93_312 / 512))
    #expect(run.status == 73)
    #expect(run.errorLines.first == "mudra: \(folder.path("out.y4m")): cannot be written: File too large")
    let reader = try Y4MReader(path: folder.path("out.y4m"))
    #expect(try reader.nextFrame() != nil)
    #expect(try reader.nextFrame() == nil)
  }

  @Test func `a clip without room for its header leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0], in: folder)
    // Results go to a device, which has no size.
    let run = try await CommandRun.mudra(
      ["video", clip, "--annotate", folder.path("out.y4m")], standardOutput: "/dev/null",
      limits: "exec 2>/dev/null; \(blocks(0))")
    #expect(run.status == 73)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.y4m")))
  }

  @Test func `an array without room leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let fixture = OperatorFixture("graph", "conv_relu")
    let input = try folder.write(fixture.inputs()[0].encoded(), as: "in.npy")
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    let run = try await CommandRun.mudra(
      ["run", TestFiles.model(fixture), "--input", "0=\(input)", "--output-dir", folder.path("out")],
      standardOutput: "/dev/null", limits: "exec 2>/dev/null; \(blocks(0))")
    #expect(run.status == 73)
    #expect(try folder.names(in: "out") == [])
  }

  #if os(Linux)
    @Test func `a device without room is told`() async throws {
      let folder = try TemporaryFolder()
      let picture = TestFiles.picture("Thumb_Up_left")
      let clip = try DrawnClip.write([0], in: folder)
      for arguments in [["gestures", picture], ["video", clip]] {
        let run = try await CommandRun.mudra(arguments + ["--annotate", "/dev/full"])
        #expect(run.status == 73)
        #expect(run.errorLines.first == "mudra: /dev/full: cannot be written: No space left on device")
      }
      let run = try await CommandRun.mudra(["gestures", picture], standardOutput: "/dev/full")
      #expect(run.status == 73)
      #expect(run.errorLines == ["mudra: standard output: No space left on device"])
    }
  #endif
}
