import Foundation
import HandVideo
import PixelImaging
import TestSupport
import Testing
import VisionTasks

/// Videos and cameras as sequences.
@Suite struct VideoFramesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A clip of flat gray frames, one for each luma.
  private func clip(_ lumas: [UInt8]) throws -> String {
    var bytes = Array("YUV4MPEG2 W4 H2 F25:1 C420\n".utf8)
    for luma in lumas {
      bytes += Array("FRAME\n".utf8)
      bytes += [UInt8](repeating: luma, count: 8)
      bytes += [UInt8](repeating: 128, count: 4)
    }
    return try folder.write(bytes, as: "clip.y4m")
  }

  private static func ffmpeg(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func frames(_ path: String) async throws -> [VideoFrame] {
    var frames: [VideoFrame] = []
    for try await frame in VideoFrames(path) { frames.append(frame) }
    return frames
  }

  @Test func `the frames of a clip come with their times`() async throws {
    let frames = try await frames(clip([16, 126, 235]))
    #expect(frames.map(\.timestampInMilliseconds) == [0, 40, 80])
    #expect(frames.map { $0.image.pixelImage.packedBytes[0] } == [0, 128, 255])
  }

  @Test func `a clip that is cut short gives its whole frames, then an error, then nothing`() async throws {
    let path = try clip([16, 235])
    let cut = try folder.write([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(3)), as: "cut.y4m")
    let iterator = VideoFrames(cut).makeAsyncIterator()
    #expect(try await iterator.next(isolation: nil) != nil)
    await #expect(throws: VideoError.self) { try await iterator.next(isolation: nil) }
    #expect(try await iterator.next(isolation: nil) == nil)
  }

  @Test func `what is missing is an error with the path`() async throws {
    let path = folder.path("none.mp4")
    let error = await #expect(throws: VideoError.self) { try await frames(path) }
    #expect(error?.reason == .missing("no such file"))
    #expect(error?.description == "\(path): no such file")
  }

  @Test func `a pipe is read as a file is`() async throws {
    let (path, pipe) = (try clip([16, 235]), folder.path("pipe"))
    try #require(mkfifo(pipe, 0o600) == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let writer = Thread {
      // Opening waits for the reader.
      let descriptor = open(pipe, O_WRONLY)
      _ = write(descriptor, bytes, bytes.count)
      close(descriptor)
    }
    writer.start()
    #expect(try await frames(pipe).map(\.timestampInMilliseconds) == [0, 40])
  }

  @Test func `a pipe that nobody writes to ends with its sequence`() async throws {
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reading = Task { try await frames(pipe) }
    try await Task.sleep(for: .milliseconds(50))
    reading.cancel()
    #expect(try await reading.value.isEmpty)
  }

  @Test(.enabled(if: PictureReaderTests.hasFFmpeg, "ffmpeg is not installed"))
  func `frames keep their own size where it changes in a clip`() async throws {
    // The same number of pixels, so that only the frames themselves can tell which side is longer.
    let sizes = [(64, 48), (48, 64), (64, 48), (24, 36)]
    var parts: [[VideoFrame]] = []
    var list = ""
    for (index, (width, height)) in sizes.enumerated() {
      let part = folder.path("part\(index).webm")
      try Self.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc=s=\(width)x\(height):r=10:d=0.3", "-codec:v", "libvpx", "-b:v", "1M", part])
      parts.append(try await frames(part))
      list += "file '\(part)'\n"
    }
    let path = folder.path("joined.webm")
    let names = try folder.write(Array(list.utf8), as: "list.txt")
    try Self.ffmpeg(["-f", "concat", "-safe", "0", "-i", names, "-codec", "copy", path])
    let joined = try await frames(path)
    #expect(parts.map(\.count) == [3, 3, 3, 3])
    #expect(
      joined.map { "\($0.image.pixelImage.width)×\($0.image.pixelImage.height)" }
        == sizes.flatMap { Array(repeating: "\($0.0)×\($0.1)", count: 3) })
    for (frame, part) in zip(joined, parts.joined()) {
      #expect(frame.image.pixelImage.packedBytes == part.image.pixelImage.packedBytes)
    }
  }

  @Test(
    .enabled(if: PictureReaderTests.hasFFmpeg, "ffmpeg is not installed"),
    arguments: ["a.mp4", "a.mkv", "a.mov", "a.gif"])
  func `a video through a pipe gives the frames of the file`(name: String) async throws {
    let (path, pipe) = (folder.path(name), folder.path("pipe"))
    try Self.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=1", "-pix_fmt", "yuv420p", path])
    try #require(mkfifo(pipe, 0o600) == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    Thread {
      let descriptor = open(pipe, O_WRONLY)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      close(descriptor)
    }.start()
    let (whole, streamed) = (try await frames(path), try await frames(pipe))
    #expect(whole.count == 10)
    #expect(streamed.map(\.timestampInMilliseconds) == whole.map(\.timestampInMilliseconds))
    #expect(streamed.map { $0.image.pixelImage.packedBytes } == whole.map { $0.image.pixelImage.packedBytes })
  }
}
