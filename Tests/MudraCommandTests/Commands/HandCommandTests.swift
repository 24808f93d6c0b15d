import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

@Suite struct HandCommandTests {
  @Test func `gestures names hand and gesture of a picture`() async throws {
    let picture = TestFiles.picture("Thumb_Up_left")
    let run = try await CommandRun.mudra(["gestures", picture])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 2)
    #expect(run.lines.first == "\(picture): 480×360, 1 hand")
    #expect(run.lines.last?.contains("Left") == true)
    #expect(run.lines.last?.contains("Thumb_Up") == true)
  }

  @Test func `landmarks lists all landmarks of a hand by name`() async throws {
    let picture = TestFiles.picture("Thumb_Up_left")
    let run = try await CommandRun.mudra(["landmarks", picture])
    #expect(run.status == 0)
    let lines = run.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(lines.count == 2 + 21)
    #expect(lines[1].first == "Left")
    #expect(lines[2].first == "wrist")
    #expect(lines[2 + 8].first == "indexFingerTIP")
    #expect(lines[2 + 20].first == "pinkyTIP")
    let json = try await CommandRun.mudra(["landmarks", picture, "--json"])
    let landmarks = try #require(try ResultLine.lines(json.output).first).hands[0].landmarks
    for (line, landmark) in zip(lines.dropFirst(2), landmarks) {
      #expect(Array(line[1...]) == landmark.map { String(format: "%.3f", Double($0)) })
    }
  }

  @Test func `the JSON of gestures has its keys in the documented order`() async throws {
    let run = try await CommandRun.mudra(["gestures", TestFiles.picture("two_0"), "--hands", "2", "--json"])
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(
      CommandRun.keys(run.output) == [
        "schema", "source", "timestampMs", "width", "height", "hands", "handedness", "name", "score", "index",
        "gestures", "presence", "landmarks", "worldLandmarks",
      ])
    #expect(run.output.hasPrefix(#"{"schema":"mudra.result/1","source":"#))
    #expect(run.output.contains(#""timestampMs":null,"width":640,"height":360,"hands":[{"handedness":{"name":"#))
    let hands = try #require(try run.object()["hands"] as? [[String: Any]])
    #expect(hands.count == 2)
    for hand in hands {
      #expect((hand["landmarks"] as? [[Double]])?.map(\.count) == Array(repeating: 3, count: 21))
      #expect((hand["worldLandmarks"] as? [[Double]])?.map(\.count) == Array(repeating: 3, count: 21))
    }
  }

  @Test func `the JSON of landmarks has no gestures`() async throws {
    let run = try await CommandRun.mudra(["landmarks", TestFiles.picture("Victory_right"), "--json"])
    #expect(run.status == 0)
    #expect(
      CommandRun.keys(run.output) == [
        "schema", "source", "timestampMs", "width", "height", "hands", "handedness", "name", "score", "index",
        "presence", "landmarks", "worldLandmarks",
      ])
  }

  @Test func `numbers in JSON read back to the library's floats`() async throws {
    let picture = TestFiles.picture("ILoveYou_right")
    let run = try await CommandRun.mudra(["gestures", picture, "--json"])
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = TestFiles.shipped("gesture_recognizer.task")
    let result = try GestureRecognizer(options: options).recognize(image: try PixelImage(contentsOfFile: picture))
    let landmarks = try #require(result.landmarks.first).map { "[\($0.x),\($0.y),\($0.z)]" }.joined(separator: ",")
    let world = try #require(result.worldLandmarks.first).map { "[\($0.x),\($0.y),\($0.z)]" }.joined(separator: ",")
    #expect(run.output.contains(#""landmarks":[\#(landmarks)]"#))
    #expect(run.output.contains(#""worldLandmarks":[\#(world)]"#))
    #expect(run.output.contains(#""presence":\#(result.hands[0].presence),"#))
    #expect(run.output.contains(#"[{"name":"ILoveYou","score":\#(result.gestures[0][0].score)}]"#))
  }

  @Test func `a picture without hands gives an empty list`() async throws {
    let folder = try TemporaryFolder()
    let picture = folder.path("gray.png")
    try PixelImage(width: 64, height: 48, format: .gray, pixels: [UInt8](repeating: 90, count: 64 * 48))
      .writePNG(toFile: picture)
    let text = try await CommandRun.mudra(["gestures", picture])
    #expect(text.lines == ["\(picture): 64×48, no hands"])
    let json = try await CommandRun.mudra(["landmarks", picture, "--json"])
    #expect(json.output.hasSuffix(#""width":64,"height":48,"hands":[]}"# + "\n"))
  }

  @Test func `a path with quotes and a line break survives in JSON and stays on one line of text`() async throws {
    let folder = try TemporaryFolder()
    let picture = try folder.write(TestFiles.bytes(TestFiles.picture("Victory_left")), as: "a\"b\\c\nd\u{1}é.png")
    let json = try await CommandRun.mudra(["landmarks", picture, "--json"])
    #expect(json.lines.count == 1)
    #expect(try json.object()["source"] as? String == picture)
    let text = try await CommandRun.mudra(["gestures", picture])
    #expect(text.lines.count == 2)
    #expect(text.lines.first?.contains(#"c\u{a}d\u{1}é.png: 480×360"#) == true)
  }

  // MARK: Several pictures

  @Test func `a bad picture among several is reported and the others still count`() async throws {
    let folder = try TemporaryFolder()
    let cut = try folder.write(Array(TestFiles.bytes(TestFiles.picture("two_0")).prefix(5000)), as: "cut.png")
    let pictures = [
      TestFiles.picture("Victory_left"), cut, folder.path("missing.png"), TestFiles.picture("Thumb_Up_left"),
    ]
    let run = try await CommandRun.mudra(["gestures", "--json"] + pictures)
    #expect(run.status == 65)
    #expect(
      try AnswerLine.lines(run.output).map(\.summary) == [
        "Victory_left.png: 1", "cut.png: truncated", "missing.png: missing", "Thumb_Up_left.png: 1",
      ])
    #expect(
      run.lines[1] == #"{"schema":"mudra.result/1","source":"\#(cut)","error":"#
        + #"{"code":"truncated","message":"the PNG data is cut short"}}"#)
    #expect(
      run.errorLines == [
        "mudra: \(cut): the PNG data is cut short", "mudra: \(pictures[2]): no such file",
      ])
  }

  @Test func `a missing picture as the only fault gives 66`() async throws {
    let run = try await CommandRun.mudra(["gestures", TestFiles.picture("Victory_left"), "/nonexistent/a.png"])
    #expect(run.status == 66)
    #expect(run.lines.count == 2)
    #expect(run.errorLines.last == "mudra: /nonexistent/a.png: no such file")
  }

  @Test func `a picture that takes longer than the limit is told by a code, and gives 75`() async throws {
    // Networks on reference kernels take twice as long to run as to prepare, or longer: a limit that lets them be
    // prepared, and that grows in small steps, ends the run.
    let picture = TestFiles.picture("Victory_left")
    for step in 0..<60 {
      let seconds = "\((100 * pow(1.1, Double(step))).rounded() / 10_000)"
      let run = try await CommandRun.mudra(
        ["gestures", picture, "--json", "--kernels", "reference", "--max-time", seconds])
      #expect(run.status == 75)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("the model takes longer than the limit of \(seconds) seconds of processor time"))
      if run.lines.isEmpty { continue }
      let error = try #require(run.object()["error"] as? [String: String])
      #expect(run.lines.count == 1 && error["code"] == "timeout")
      return
    }
    Issue.record("the networks were not prepared")
  }

  // MARK: Drawings

  @Test func `annotate writes a PNG of the picture's size with the hand drawn on it`() async throws {
    let folder = try TemporaryFolder()
    let picture = TestFiles.picture("Open_Palm_right")
    let run = try await CommandRun.mudra(["gestures", picture, "--annotate", folder.path("out.png")])
    #expect(run.status == 0)
    let original = try PixelImage(contentsOfFile: picture)
    let drawing = try PixelImage(contentsOfFile: folder.path("out.png"))
    #expect((drawing.width, drawing.height) == (original.width, original.height))
    let changed = original.converted(to: .rgb).withUnsafeBytes { before in
      drawing.converted(to: .rgb).withUnsafeBytes { after in zip(before, after).count { $0 != $1 } }
    }
    #expect(changed > 1000)
  }

  @Test func `annotate takes a folder for several pictures and makes it`() async throws {
    let folder = try TemporaryFolder()
    let pictures = [TestFiles.picture("Victory_left"), TestFiles.picture("Victory_right")]
    let run = try await CommandRun.mudra(["landmarks"] + pictures + ["--annotate", folder.path("new") + "/"])
    #expect(run.status == 0)
    #expect(try folder.names(in: "new") == ["Victory_left.png", "Victory_right.png"])
    #expect(try PixelImage(contentsOfFile: folder.path("new/Victory_right.png")).width == 480)
  }

  @Test func `annotate refuses to lose a drawing or the picture itself`() async throws {
    let folder = try TemporaryFolder()
    let picture = TestFiles.picture("Victory_left")
    let copy = try folder.write(TestFiles.bytes(picture), as: "Victory_left.png")
    let one = try await CommandRun.mudra(
      ["gestures", picture, TestFiles.picture("two_0"), "--annotate", folder.path("x.png")])
    #expect(one.status == 64)
    #expect(one.errorLines.count == 1)
    let over = try await CommandRun.mudra(["gestures", copy, "--annotate", folder.url.path])
    #expect(over.status == 64)
    #expect(over.errors.contains("would write over"))
    let twice = try await CommandRun.mudra(["gestures", picture, copy, "--annotate", folder.path("out") + "/"])
    #expect(twice.status == 64)
    #expect(twice.errors.contains("would both become"))
  }

  @Test func `a drawing that cannot be written gives 73 after the result`() async throws {
    let run = try await CommandRun.mudra(
      ["gestures", TestFiles.picture("Victory_left"), "--annotate", "/nonexistent/out.png"])
    #expect(run.status == 73)
    #expect(run.lines.count == 2)
    #expect(run.errorLines == ["mudra: /nonexistent/out.png: cannot be written: No such file or directory"])
  }
}
