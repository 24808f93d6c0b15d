import Foundation
import TFLiteFormat
import TestSupport
import Testing

/// Texts in files that a terminal would obey, hide, or show in another order.
@Suite struct HostileTextTests {
  /// Controls of both sets, ends of lines and paragraphs, directions, joiners, variation selectors, tags, fillers,
  /// marks on nothing, in heaps; and what a format means something by.
  private static let text =
    "\u{301}a\u{1B}[31m\u{9B}2J\r\n\u{85}\u{2028}\u{2029}\u{202E}\u{2066}\u{200B}\u{200D}\u{FEFF}x\u{FE0F}\u{E0100}"
    + "\u{E0041}\u{3164}\u{7F}\u{8}\t\0\u{E000}\u{FFFF}z" + String(repeating: "\u{300}", count: 40)
    + "\"\\</script>{}[],:é😀"

  /// What of a text is no sign of its own.
  private func unshown(_ text: String) -> Set<Unicode.Scalar> {
    Set(text.unicodeScalars.filter { $0 != "\n" && !$0.isShown })
  }

  private func expectShown(
    _ run: CommandRun, lines: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect([0, 64, 65].contains(run.status), "\(run.errors)", sourceLocation: sourceLocation)
    for text in [run.output, run.errors] {
      #expect(unshown(text) == [], sourceLocation: sourceLocation)
      #expect(!text.contains(String(repeating: "\u{300}", count: 9)), sourceLocation: sourceLocation)
      #expect(text.unicodeScalars.first?.isCombining != true, sourceLocation: sourceLocation)
    }
    if let lines { #expect(run.lines.count == lines, sourceLocation: sourceLocation) }
    #expect(run.errorLines.count <= 1, sourceLocation: sourceLocation)
  }

  @Test func `no text of a model reaches the terminal as it is`() async throws {
    let folder = try TemporaryFolder()
    let text = Self.text
    let texts = NamedModel.Texts(
      input: text, description: text, graph: text, signature: text, metadata: text)
    let model = try folder.write(NamedModel.bytes(outputs: [text, "y"], texts), as: "m.tflite")
    let input = try NamedModel.input(in: folder)
    let trace = folder.path("trace.json")
    let run = ["run", model, "--input", "0=\(input)", "--output-dir", folder.path("out")]
    for arguments in [["inspect", model], ["inspect", model, "--passes"], ["check", model], run] {
      expectShown(try await CommandRun.mudra(arguments))
    }
    expectShown(try await CommandRun.mudra(["profile", model, "--runs", "1", "--trace", trace]))
    expectShown(try await CommandRun.mudra(["run", model, "--output-dir", folder.path("out")]), lines: 0)
    #expect(unshown(try String(contentsOfFile: trace, encoding: .utf8)) == [])
    // In JSON the texts are what they were.
    for arguments in [["inspect", model], ["inspect", model, "--passes"], ["check", model], run] {
      expectShown(try await CommandRun.mudra(arguments + ["--json"]), lines: 1)
    }
    let outputs = try await CommandRun.mudra(run + ["--json"]).object()["outputs"] as? [[String: Any]]
    #expect(outputs?.compactMap { $0["name"] as? String }.map { Array($0.utf8) } == [text, "y"].map { Array($0.utf8) })
    let inspected = try await CommandRun.mudra(["inspect", model, "--json"]).object()["model"] as? [String: Any]
    #expect((inspected?["description"] as? String).map { Array($0.utf8) } == Array(text.utf8))
    let metadata = inspected?["metadata"] as? [String: Any]
    #expect((metadata?["author"] as? String).map { Array($0.utf8) } == Array(text.utf8))
    #expect((inspected?["signatures"] as? [[String: Any]])?.first?["key"] as? String == text)
  }

  @Test func `names of operators and entries reach the terminal in errors and tables escaped`() async throws {
    let folder = try TemporaryFolder()
    let custom = NamedModel.bytes(outputs: ["y"], NamedModel.Texts(customOperator: Self.text))
    let model = try folder.write(custom, as: "m.tflite")
    let name = String(Self.text.filter { $0 != "\0" }) + ".tflite"
    let bundle = try folder.write(ZipFile.bytes(of: [(name: name, data: custom)]), as: "b.task")
    for file in [model, bundle] {
      for command in ["inspect", "check", "profile"] {
        expectShown(try await CommandRun.mudra([command, file]))
        expectShown(try await CommandRun.mudra([command, file, "--json"]))
      }
    }
    let entries = try await CommandRun.mudra(["inspect", bundle, "--json"]).object()["entries"] as? [[String: Any]]
    #expect((entries?.first?["name"] as? String).map { Array($0.utf8) } == Array(name.utf8))
    let reason = try await CommandRun.mudra(["check", bundle, "--json"]).object()["reason"] as? String
    #expect(reason?.contains("unsupported operator") == true)
  }

  @Test func `names of gestures reach the terminal escaped, and no picture`() async throws {
    let folder = try TemporaryFolder()
    let label = String(Self.text.unicodeScalars.filter { !"\r\n".unicodeScalars.contains($0) }.map(Character.init))
    let labels = (0..<8).map { "\(label)\($0)" }
    let model = try folder.write(NamedModel.recognizer(labels: labels), as: "g.task")
    let picture = TestFiles.picture("Thumb_Up_left")
    let arguments = ["gestures", picture, "--model", model, "--annotate", folder.path("out.png")]
    let text = try await CommandRun.mudra(arguments)
    expectShown(text, lines: 2)
    #expect(text.output.contains("\\u{1b}[31m\\u{9b}2J"))
    let json = try await CommandRun.mudra(arguments + ["--json"])
    expectShown(json, lines: 1)
    let hands = try json.object()["hands"] as? [[String: Any]]
    let gestures = hands?.first?["gestures"] as? [[String: Any]]
    let name = try #require(gestures?.first?["name"] as? String)
    #expect(labels.map { Array($0.utf8) }.contains(Array(name.utf8)))
  }

  @Test func `a path of the user reaches the terminal escaped`() async throws {
    let folder = try TemporaryFolder()
    let name = "\u{1B}[31m\u{9B}2J\n\u{202E}x\u{FE0F}.png"
    let picture = try folder.write(TestFiles.bytes(TestFiles.picture("Victory_left")), as: name)
    let missing = folder.path("\u{1B}[2J.png")
    for command in [["gestures"], ["landmarks"], ["check"]] {
      for path in [picture, missing] {
        for json in [[], ["--json"]] {
          let run = try await CommandRun.mudra(command + [path] + json)
          #expect(unshown(run.output + run.errors) == [])
        }
      }
    }
    let run = try await CommandRun.mudra(["gestures", "--\u{1B}[2J", picture])
    #expect(run.status == 64)
    #expect(unshown(run.output + run.errors) == [])
  }
}
