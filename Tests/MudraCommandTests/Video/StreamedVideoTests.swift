import Foundation
import TestSupport
import Testing

/// Videos through pipes, and videos whose frames change their size.
@Suite(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct StreamedVideoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["a.mp4", "a.mkv"])
  func `a video on standard input gives what the file gives`(name: String) async throws {
    let video = try FFmpegTool.video(name, ["-frames:v", "4", "-pix_fmt", "yuv420p"], in: folder)
    let file = try await CommandRun.mudra(["video", video, "--json", "--quiet"])
    #expect(file.lines.count == 4)
    let input = try await CommandRun.mudra(["video", "-", "--json", "--quiet"], standardInput: video)
    #expect(input.errors.isEmpty)
    #expect(
      input.output == file.output.replacing(video.replacing("/", with: "\\/"), with: "-").replacing(video, with: "-"))
  }

  @Test func `the size of the frames may change, which is noted, and a drawn clip has that of the first`() async throws
  {
    var list = ""
    for (index, filter) in ["null", "scale=162:216"].enumerated() {
      let options = ["-frames:v", "3", "-vf", filter, "-codec:v", "libvpx", "-b:v", "2M"]
      let part = try FFmpegTool.video("part\(index).webm", options, in: folder)
      list += "file '\(part)'\n"
    }
    let (joined, drawn) = (folder.path("joined.webm"), folder.path("drawn.y4m"))
    let names = try folder.write(Array(list.utf8), as: "list.txt")
    try FFmpegTool.run(["-f", "concat", "-safe", "0", "-i", names, "-codec", "copy", joined])
    let run = try await CommandRun.mudra(["video", joined, "--json", "--annotate", drawn])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try ResultLine.lines(run.output).map(\.width) == [288, 288, 288, 162, 162, 162])
    #expect(run.errors.contains("ms: the frames are 162×216 from here on, after 288×216"))
    let header = try TestFiles.bytes(drawn).prefix(20)
    #expect(String(decoding: header, as: UTF8.self).hasPrefix("YUV4MPEG2 W288 H216 "))
  }
}
