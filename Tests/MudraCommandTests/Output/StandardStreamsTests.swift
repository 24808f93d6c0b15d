import Foundation
import TestSupport
import Testing

/// Standard output and error that are closed, full, or that nobody reads.
@Suite struct StandardStreamsTests {
  private let bundle = TestFiles.shipped("gesture_recognizer.task")

  /// Runs the program with pipes of the test's own; ends it after 20 seconds.
  private func run(
    _ arguments: [String], output: FileHandle = .nullDevice, errors: FileHandle = .nullDevice,
    whileRunning: (Process) throws -> Void = { _ in }
  ) throws -> Process {
    let process = Process()
    process.executableURL = try CommandRun.program()
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let number = process.processIdentifier
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      if isOver.wait(timeout: .now() + 20) == .timedOut { kill(number, SIGKILL) }
    }
    try whileRunning(process)
    process.waitUntilExit()
    isOver.signal()
    return process
  }

  /// Fills a pipe, so that a write to it would wait.
  private func fill(_ pipe: Pipe) {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
  }

  // MARK: Closed

  @Test func `closed streams end with a status, and no file gets what was meant for them`() async throws {
    let run = try await CommandRun.mudra(["check", bundle], limits: "exec >&-")
    #expect(run.status == 73)
    #expect(run.errorLines == ["mudra: standard output: Bad file descriptor"])
    #expect(try await CommandRun.mudra(["check", bundle], limits: "exec <&- >&- 2>&-").status == 73)
    #expect(try await CommandRun.mudra(["check", bundle], limits: "exec <&- 2>&-").status == 0)
    #expect(try await CommandRun.mudra(["video", "-"], limits: "exec <&-").status == 65)
    let folder = try TemporaryFolder()
    let model = try folder.write(NamedModel.bytes(outputs: ["y"]), as: "m.tflite")
    let input = try NamedModel.input(in: folder)
    let arguments = ["run", model, "--input", "0=\(input)", "--output-dir", folder.path("out")]
    #expect(try await CommandRun.mudra(arguments, limits: "exec <&- >&- 2>&-").status == 73)
    #expect(try TestFiles.bytes(folder.path("out/y.npy")).count == 136)
  }

  @Test func `results of each command on a full device are an error, and lost notes are not`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1], in: folder)
    let picture = TestFiles.picture("Victory_left")
    for arguments in [["--help"], ["help", "run"], ["inspect", bundle], ["check", bundle], ["video", clip]] {
      let run = try await CommandRun.mudra(arguments, standardOutput: "/dev/full")
      #expect(run.status == 73, "\(arguments)")
      #expect(run.errorLines.first == "mudra: standard output: No space left on device")
    }
    let quiet = try await CommandRun.mudra(["gestures", picture, "/nonexistent"], limits: "exec 2>/dev/full")
    #expect(quiet.status == 66)
    #expect(quiet.lines.count == 2)
  }

  // MARK: Readers

  @Test func `a reader of results that goes away ends the program silently, one of notes does not`() throws {
    let (output, errors) = (Pipe(), Pipe())
    for pipe in [output, errors] { try pipe.fileHandleForReading.close() }
    let ended = try run(["check", bundle], output: output.fileHandleForWriting)
    #expect(ended.terminationReason == .uncaughtSignal)
    #expect(ended.terminationStatus == SIGPIPE)
    let pictures = [TestFiles.picture("Victory_left"), TestFiles.picture("Victory_right")]
    let unnoted = try run(["gestures"] + pictures, errors: errors.fileHandleForWriting)
    #expect(unnoted.terminationReason == .exit)
    #expect(unnoted.terminationStatus == 0)
  }

  @Test func `notes that nobody reads hold up nothing for long`() throws {
    let errors = Pipe()
    fill(errors)
    let pictures = (0..<40).map { "/nonexistent/\($0).png" }
    let start = ContinuousClock.now
    let process = try run(["gestures"] + pictures, errors: errors.fileHandleForWriting)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 66)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func `a late reader gets everything, also from a pipe that does not wait`() throws {
    let expected = try run(["inspect", bundle, "--json"])
    #expect(expected.terminationStatus == 0)
    for doesWait in [true, false] {
      let output = Pipe()
      let descriptor = output.fileHandleForWriting.fileDescriptor
      if !doesWait { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
      var bytes = Data()
      let process = try run(["inspect", bundle, "--json"], output: output.fileHandleForWriting) { _ in
        try output.fileHandleForWriting.close()
        Thread.sleep(forTimeInterval: 1)
        bytes = output.fileHandleForReading.readDataToEndOfFile()
      }
      #expect(process.terminationStatus == 0)
      // More than a pipe holds.
      #expect(bytes.count > 100_000)
      #expect(bytes.last == UInt8(ascii: "\n"))
      #expect((try? JSONSerialization.jsonObject(with: bytes)) != nil)
    }
  }
}
