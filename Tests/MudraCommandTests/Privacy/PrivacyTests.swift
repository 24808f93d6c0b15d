#if canImport(Glibc) && arch(x86_64)
  import Foundation
  import TensorTestSupport
  import TestSupport
  import Testing

  /// The command opens no connections and writes no files except those requested: the kernel watches it.
  @Suite(
    .enabled(if: SystemCallFilter.isAvailable, "this kernel filters no system calls"),
    .enabled(if: !Sanitizer.isThread, "Thread Sanitizer makes files of its own"))
  struct PrivacyTests {
    /// Every subcommand, writing nothing but its output.
    private static let readers: [[String]] = [
      ["gestures", TestFiles.picture("two_0"), "--hands", "2", "--json"],
      ["landmarks", TestFiles.picture("two_0")],
      ["video", DrawnClip.folder.path, "--hands", "2", "--json"],
      ["inspect", TestFiles.shipped("gesture_recognizer.task")],
      ["check", TestFiles.shipped("gesture_recognizer.task")],
      ["profile", TestFiles.shipped("hand_landmarker.task")],
      ["label", PackageFolders.fixtures(of: "HandTrackingTests").path, "--quiet"],
      [
        "evaluate", TestFiles.shipped("gesture_recognizer.task"),
        PackageFolders.fixtures(of: "HandTrackingTests").path, "--quiet",
      ],
      ["replay", RecordedSession.written()],
      ["gestures", "https://localhost/hand.png"],
      ["check", "/not/there.task"],
      ["--help"],
    ]

    private func mudra(
      _ arguments: [String], forbidding rules: [SystemCallFilter.Rule]
    ) async throws -> WatchedRun {
      try await WatchedRun.program(CommandRun.program().path, arguments, forbidding: rules)
    }

    @Test(arguments: readers)
    func `a command that is asked for no file makes none, and no socket`(arguments: [String]) async throws {
      let watched = try await mudra(arguments, forbidding: ForbiddenCalls.network + ForbiddenCalls.files)
      let isFault = arguments.last?.contains("there") == true || arguments.last?.contains("https") == true
      if isFault {
        #expect(watched.run.status > 0)
        #expect(watched.run.output.isEmpty)
        #expect(!watched.run.errors.isEmpty)
      } else {
        #expect(watched.run.status == 0, "\(watched.run.errors)")
        #expect(!watched.run.output.isEmpty)
      }
      #expect(watched.files == [])
    }

    @Test(
      arguments: [
        (["gestures", TestFiles.picture("two_0"), "--annotate", "drawn.png"], ["drawn.png"]),
        (["gestures", TestFiles.picture("two_0"), "--annotate", "drawn.jpg"], ["drawn.jpg"]),
        (["gestures", TestFiles.picture("two_0"), "--format", "npz", "--output", "hands.npz"], ["hands.npz"]),
        (["video", DrawnClip.folder.path, "--annotate", "drawn.y4m"], ["drawn.y4m"]),
        (["profile", TestFiles.shipped("hand_landmarker.task"), "--trace", "trace.json"], ["trace.json"]),
        (
          ["train", PackageFolders.fixtures(of: "HandTrackingTests").path, "-o", "my.task", "--quiet"],
          ["my.examples.json", "my.md", "my.task"]
        ),
      ])
    func `a command that is asked for a file makes that file alone, and no socket`(
      arguments: [String], files: [String]
    ) async throws {
      let watched = try await mudra(arguments, forbidding: ForbiddenCalls.network)
      #expect(watched.run.status == 0, "\(watched.run.errors)")
      #expect(watched.files == files)
    }

    @Test func `a network that is run has its outputs written and nothing else`() async throws {
      let fixture = OperatorFixture("graph", "conv_prelu")
      let folder = try TemporaryFolder()
      let input = try folder.write(fixture.inputs()[0].encoded(), as: "input.npy")
      let watched = try await mudra(
        ["run", TestFiles.model(fixture), "--input", "0=\(input)", "--output-dir", "out"],
        forbidding: ForbiddenCalls.network)
      #expect(watched.run.status == 0, "\(watched.run.errors)")
      #expect(watched.files.count == 2)
      #expect(watched.files.first == "out")
      #expect(watched.files.last?.hasSuffix(".npy") == true)
    }

    /// Shows that the watch sees what it should, and nothing else.
    @Test func `a program that makes a socket or a file is killed`() async throws {
      func run(_ shell: String, _ script: String, _ rules: [SystemCallFilter.Rule]) async throws -> WatchedRun {
        try await WatchedRun.program(shell, ["-c", script], forbidding: rules)
      }
      let socket = try await run("/bin/bash", "exec 3<> /dev/tcp/127.0.0.1/9", ForbiddenCalls.network)
      #expect(socket.run.status == -SIGSYS)
      let file = try await run("/bin/sh", "echo seen > file", ForbiddenCalls.files)
      #expect(file.run.status == -SIGSYS)
      #expect(file.files == [])
      let folder = try await run("/bin/sh", "exec mkdir folder", ForbiddenCalls.files)
      #expect(folder.run.status == -SIGSYS)
      let allowed = try await run("/bin/sh", "echo seen > file", ForbiddenCalls.network)
      #expect(allowed.run.status == 0)
      #expect(allowed.files == ["file"])
      let reader = try await run("/bin/sh", "cat /dev/null", ForbiddenCalls.network + ForbiddenCalls.files)
      #expect(reader.run.status == 0)
    }
  }
#endif
