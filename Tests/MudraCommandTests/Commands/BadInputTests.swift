import Foundation
import TestSupport
import Testing

@Suite struct BadInputTests {
  /// Runs the program and expects one line on standard error, none on standard output.
  private func expectFailure(
    _ arguments: [String], status: Int32, _ line: String, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandRun.mudra(arguments, environment: environment)
    #expect(run.status == status, sourceLocation: sourceLocation)
    #expect(run.errorLines == [line], sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
  }

  private let picture = TestFiles.picture("Thumb_Up_left")

  // MARK: Wrong use

  @Test(arguments: [
    (["--hands", "0"], "--hands is 0, expected at least 1"),
    (["--hands", "-1"], "--hands is -1, expected at least 1"),
    (["--hands", "many"], "The value 'many' is invalid for '--hands <n>'"),
    (["--min-detection", "1.5"], "--min-detection is 1.5, expected a number from 0 to 1"),
    (["--min-presence", "-0.1"], "--min-presence is -0.1, expected a number from 0 to 1"),
    (["--min-tracking", "nan"], "--min-tracking is nan, expected a number from 0 to 1"),
    (["--min-tracking", "inf"], "--min-tracking is inf, expected a number from 0 to 1"),
    (["--threads", "0"], "--threads is 0, expected a number from 1 to 256"),
    (["--frobnicate"], "Unknown option '--frobnicate'"),
  ])
  func `an option out of range is wrong use`(_ options: [String], _ message: String) async throws {
    for command in ["gestures", "landmarks"] {
      try await expectFailure([command, picture] + options, status: 64, "mudra: \(message)")
    }
  }

  @Test func `a command without its file is wrong use`() async throws {
    for command in ["gestures", "landmarks", "video", "inspect", "check", "profile", "run"] {
      let run = try await CommandRun.mudra([command])
      #expect(run.status == 64)
      #expect(run.errorLines.count == 1)
    }
  }

  @Test func `kernels that do not exist are wrong use, by option and by environment`() async throws {
    let run = try await CommandRun.mudra(["gestures", picture, "--kernels", "magic"])
    #expect(run.status == 64)
    #expect(run.errorLines.count == 1)
    let model = TestFiles.model("graph", "conv_relu")
    let environment = try await CommandRun.mudra(["check", model], environment: ["MUDRA_KERNELS": "magic"])
    #expect(environment.status == 64)
    #expect(environment.errors.hasPrefix("mudra: MUDRA_KERNELS: is “magic”, expected one of "))
    for arguments in [["check", model], ["gestures", picture], ["inspect", model]] {
      let run = try await CommandRun.mudra(arguments, environment: ["MUDRA_MACHINE_CODE": "of"])
      #expect(run.status == 64)
      #expect(
        run.errorLines == [
          "mudra: MUDRA_MACHINE_CODE: is “of”, expected one of off, avx2, half-rate, full-rate, refused"
        ])
    }
  }

  @Test func `help goes to standard output`() async throws {
    let run = try await CommandRun.mudra(["gestures", "--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("--min-detection"))
    #expect(run.errors.isEmpty)
  }

  // MARK: Pictures

  @Test(arguments: ["gestures", "landmarks", "check"])
  func `a picture that is cut short, empty, missing or none names file and reason`(_ command: String) async throws {
    let folder = try TemporaryFolder()
    let cut = try folder.write(Array(TestFiles.bytes(picture).prefix(4000)), as: "cut.png")
    try await expectFailure([command, cut], status: 65, "mudra: \(cut): the PNG data is cut short")
    let missing = folder.path("no.png")
    try await expectFailure([command, missing], status: 66, "mudra: \(missing): no such file")
    let itself = folder.path("folder")
    try FileManager.default.createDirectory(atPath: itself, withIntermediateDirectories: true)
    let reason = command == "check" ? "is a folder, not a file" : "the folder has no pictures"
    try await expectFailure([command, itself], status: 65, "mudra: \(itself): \(reason)")
    let empty = try folder.write([], as: "empty.png")
    let run = try await CommandRun.mudra([command, empty])
    #expect(run.status == 65)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix("mudra: \(empty): the "))
    #expect(run.errors.hasSuffix("file is empty\n"))
  }

  // A video may come through a pipe.
  @Test(arguments: ["gestures", "landmarks", "check", "inspect", "profile"])
  func `a pipe that nobody writes to is refused at once`(_ command: String) async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    try await expectFailure([command, pipe], status: 65, "mudra: \(pipe): is not a regular file")
  }

  @Test func `a file that is not a picture is refused by its first bytes`() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(Array("not a picture at all".utf8), as: "a.png")
    try await expectFailure(
      ["gestures", text], status: 65, "mudra: \(text): the file is plain text, not a PNG or JPEG picture")
  }

  // MARK: Bundles

  @Test func `a truncated bundle names file and reason`() async throws {
    let folder = try TemporaryFolder()
    let shipped = try TestFiles.bytes(TestFiles.shipped("gesture_recognizer.task"))
    let cut = try folder.write(Array(shipped.prefix(shipped.count / 2)), as: "cut.task")
    for arguments in [["gestures", picture, "--model", cut], ["check", cut], ["inspect", cut], ["profile", cut]] {
      let run = try await CommandRun.mudra(arguments)
      #expect(run.status == 65)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("mudra: \(cut): "))
    }
  }

  @Test func `a bundle without a needed model says which`() async throws {
    let folder = try TemporaryFolder()
    let lacking = ZipFile.bytes(of: [try TestFiles.landmarkerEntry("hand_detector.tflite")])
    let bundle = try folder.write(lacking, as: "lacking.task")
    let reason = "the bundle has no “hand_landmarks_detector.tflite”; it contains hand_detector.tflite"
    try await expectFailure(["landmarks", picture, "--model", bundle], status: 65, "mudra: \(bundle): \(reason)")
    try await expectFailure(["check", bundle], status: 65, "mudra: \(bundle): \(reason)")
  }

  @Test func `an unknown operator is named, with the model it is in`() async throws {
    let folder = try TemporaryFolder()
    let strange = try TestFiles.bytes(TestFiles.model("graph", "bad_unknown_operator"))
    let bundle = try folder.write(
      ZipFile.bytes(of: [
        (name: "hand_detector.tflite", data: strange), try TestFiles.landmarkerEntry("hand_landmarks_detector.tflite"),
      ]), as: "strange.task")
    let advice = "LiteRT has it; the documentation lists the operators that Mudra has"
    let line = "mudra: \(bundle): hand_detector.tflite: unsupported operator HASHTABLE_LOOKUP; \(advice)"
    try await expectFailure(["landmarks", picture, "--model", bundle], status: 65, line)
    try await expectFailure(["check", bundle], status: 65, line)
    try await expectFailure(["profile", bundle], status: 65, line)
  }

  @Test func `an empty, a missing and a foreign bundle name file and reason`() async throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write([], as: "empty.task")
    let foreign = try folder.write(Array(repeating: 7, count: 4000), as: "foreign.task")
    for command in [["gestures", picture, "--model"], ["landmarks", picture, "--model"], ["check"], ["inspect"]] {
      try await expectFailure(command + [empty], status: 65, "mudra: \(empty): the file is empty")
      try await expectFailure(
        command + ["/nonexistent/a.task"], status: 66, "mudra: /nonexistent/a.task: no such file")
      let run = try await CommandRun.mudra(command + [foreign])
      #expect(run.status == 65)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("mudra: \(foreign): "))
    }
  }

  @Test func `every cut of a small model gives a result or one line`() async throws {
    let folder = try TemporaryFolder()
    let bytes = try TestFiles.bytes(TestFiles.model("graph", "conv_relu"))
    for count in stride(from: 1, to: bytes.count, by: max(bytes.count / 6, 1)) {
      let path = try folder.write(Array(bytes.prefix(count)), as: "cut\(count).tflite")
      let run = try await CommandRun.mudra(["check", path])
      #expect(run.status == 65)
      #expect(run.errorLines.count == 1)
    }
  }
}
