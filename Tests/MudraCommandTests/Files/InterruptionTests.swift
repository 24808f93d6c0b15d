import Foundation
import PixelImaging
import TestSupport
import Testing

/// Signals, and several programs at once, while files are written.
@Suite struct InterruptionTests {
  private func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try CommandRun.program()
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runWithSignals()
    return process
  }

  /// Stops a program as soon as a condition holds, sends it a signal, and lets it go on to its end.
  ///
  /// - Returns: whether the condition held while the program stood still, and the signal ended it.
  private func interrupt(_ process: Process, by signal: Int32, when condition: () -> Bool) -> Bool {
    var isSeen = false
    while process.isRunning, !isSeen {
      guard condition() else {
        usleep(100)
        continue
      }
      kill(process.processIdentifier, SIGSTOP)
      isSeen = condition()
      if isSeen { kill(process.processIdentifier, signal) }
      kill(process.processIdentifier, SIGCONT)
    }
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal else { return false }
    #expect(isSeen && process.terminationStatus == signal)
    return isSeen
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal leaves no part of a drawing, and none under another name`(_ signal: Int32) throws {
    // A large picture: most of the time goes into encoding and writing.
    let source = try TemporaryFolder()
    let pixels = [UInt8](unsafeUninitializedCapacity: 2000 * 1500 * 3) { buffer, count in
      count = buffer.count
      for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index &* index >> 7) }
    }
    let image = try PixelImage(width: 2000, height: 1500, format: .rgb, pixels: pixels)
    try image.writePNG(toFile: source.path("0.png"))
    for number in 1..<8 {
      try FileManager.default.createSymbolicLink(
        atPath: source.path("\(number).png"), withDestinationPath: source.path("0.png"))
    }
    var interruptions = 0
    for _ in 0..<3 {
      let out = try TemporaryFolder()
      let pictures = (0..<8).map { source.path("\($0).png") }
      let process = try start(["landmarks"] + pictures + ["--annotate", out.url.path])
      // A file has another name until all of it is written.
      let isWriting = { (try? out.names().contains { $0.hasSuffix(".tmp") }) == true }
      if interrupt(process, by: signal, when: isWriting) { interruptions += 1 }
      for name in try out.names() {
        #expect(pictures.contains(source.path(name)), "\(name)")
        #expect(try PixelImage(contentsOfFile: out.path(name)).width == 2000)
      }
    }
    #expect(interruptions > 0, "no round was interrupted while it wrote")
  }

  @Test func `a signal leaves a clip of whole frames`() throws {
    let folder = try TemporaryFolder()
    let (width, height, frame) = (1280, 720, 1280 * 720 * 3 / 2 + 6)
    var clip = Array("YUV4MPEG2 W1280 H720 F30:1 C420jpeg\n".utf8)
    for _ in 0..<40 { clip += Array("FRAME\n".utf8) + [UInt8](repeating: 90, count: width * height * 3 / 2) }
    let input = try folder.write(clip, as: "in.y4m")
    var interruptions = 0
    for round in 0..<3 {
      let output = folder.path("out\(round).y4m")
      let process = try start(["video", input, "--task", "landmarks", "--annotate", output])
      let byteCount = { (try? FileManager.default.attributesOfItem(atPath: output)[.size] as? Int) ?? 0 }
      let isWriting = { byteCount() > (1 + 5 * round) * frame }
      if interrupt(process, by: SIGINT, when: isWriting) { interruptions += 1 }
      let bytes = try TestFiles.bytes(output)
      let header = try #require(bytes.firstIndex(of: 10))
      #expect((bytes.count - header - 1) % frame == 0)
      #expect(bytes.count > frame)
    }
    #expect(interruptions > 0, "no round was interrupted while it wrote")
  }

  @Test func `a program that is stopped for a while goes on`() throws {
    let process = try start(["profile", TestFiles.shipped("hand_landmarker.task"), "--runs", "60", "--threads", "2"])
    for _ in 0..<3 {
      Thread.sleep(forTimeInterval: 0.1)
      kill(process.processIdentifier, SIGSTOP)
      Thread.sleep(forTimeInterval: 0.2)
      kill(process.processIdentifier, SIGCONT)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func `programs that write the same files leave a whole one`() throws {
    let folder = try TemporaryFolder()
    let pictures = ["Thumb_Up_left", "Victory_left", "Open_Palm_right", "two_0"].map(TestFiles.picture)
    let target = folder.path("out.png")
    let processes = try pictures.map { try start(["gestures", $0, "--annotate", target]) }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try folder.names() == ["out.png"])
    #expect(try PixelImage(contentsOfFile: target).width > 0)
  }

  @Test func `a pipe is no input, and an output for those who read it`() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let model = try folder.write(NamedModel.bytes(outputs: ["y"]), as: "m.tflite")
    let picture = TestFiles.picture("Victory_left")
    for arguments in [
      ["run", pipe, "--output-dir", folder.path("out")],
      ["run", model, "--input", "0=\(pipe)", "--output-dir", folder.path("out")],
      ["gestures", picture, "--model", pipe], ["video", DrawnClip.folder.path, "--model", pipe],
    ] {
      let run = try await CommandRun.mudra(arguments)
      #expect(run.status == 65)
      #expect(run.errorLines == ["mudra: \(pipe): is not a regular file"])
    }
    let process = try start(["gestures", picture, "--annotate", pipe])
    // Data(contentsOf:) refuses pipes.
    let bytes = try #require(FileHandle(forReadingAtPath: pipe)).readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try PixelImage(encoded: Array(bytes)).width == 480)
  }
}
