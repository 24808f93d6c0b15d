import Foundation
import TFLiteFormat
import TestSupport
import Testing

/// Files that are named after tensors, whose names are a stranger's.
@Suite struct OutputNamesTests {
  private static let selector = "\u{FE0F}"

  @Test(arguments: [
    ["../" + selector + "escaped"], ["../\u{301}x"], ["a/" + selector + "b"], ["../../x", "/etc/x", "//x"],
    ["..\\x", "C:\\x", "a\\b", "a\\" + selector + "b"], [".", "..", "...", ".hidden"], ["", "", ""], ["x_2", "x", "x"],
    ["x_1", "x", "x", "x_2", "x_3", "x"], ["é", "e\u{301}"], ["x", "x" + selector, "x\u{E0100}"], ["X", "x", "x_1"],
    ["straße", "STRASSE"], ["\u{212A}", "k", "K"],
    ["a\u{1B}[31mb", "a\rb", "a\nb", "a\r\nb", "a\u{7F}b", "a\u{9B}31mb", "\u{8}"],
    ["a\u{202E}b", "a\u{2066}b", "a\u{2028}b", "a\u{200B}b", "\u{E0041}x", "\u{301}"],
    [
      String(repeating: "a", count: 255), String(repeating: "a", count: 255), String(repeating: "a", count: 300),
      String(repeating: "é", count: 200), String(repeating: "a", count: 100_000), String(repeating: "😀", count: 90),
    ],
    ["-", "-rf", "--", " ", " a", "~", "~root"],
    ["CON", "nul", "aux.x", "COM1", "lpt9.tar", "a.", "a ", "a. ."], ["a\0b", "a\0c", "a"], ["*", "?", "\"", "<>|"],
  ])
  func `outputs stay in their folder, one file each, regardless of their names`(_ names: [String]) async throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(NamedModel.bytes(outputs: names), as: "m.tflite")
    let input = try NamedModel.input(in: folder)
    let arguments = ["run", model, "--input", "0=\(input)", "--output-dir", folder.path("x/y/z"), "--json"]
    // The second run finds the files of the first.
    for _ in 0..<2 {
      let run = try await CommandRun.mudra(arguments)
      #expect(run.status == 0, "\(run.errors)")
      let outputs = try #require(try run.object()["outputs"] as? [[String: Any]])
      let found = outputs.compactMap { $0["name"] as? String }
      #expect(found.map { Array($0.utf8) } == names.map { Array($0.utf8) })
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
      let inside = files.filter { $0.utf8.starts(with: "x/y/z/".utf8) }.map { String($0.utf8.dropFirst(6)) ?? "" }
      #expect(Set(files).subtracting(inside.map { "x/y/z/" + $0 }) == ["in.npy", "m.tflite", "x", "x/y", "x/y/z"])
      #expect(inside.count == names.count)
      // Letters of both cases and both spellings of an accent are one to some systems.
      #expect(Set(inside.map { $0.uppercased() }).count == names.count)
      #expect(Set(outputs.compactMap { $0["file"] as? String }) == Set(inside.map { folder.path("x/y/z") + "/" + $0 }))
      for file in inside {
        #expect(file.utf8.count <= 255 && file.utf8.suffix(4).elementsEqual(".npy".utf8))
        #expect(file.unicodeScalars.allSatisfy { $0.isShown && !"/\\:*?\"<>|".unicodeScalars.contains($0) })
        #expect(!"-.~ ".unicodeScalars.contains(file.unicodeScalars.first ?? " "))
        #expect(file.unicodeScalars.first?.isCombining == false)
      }
    }
  }

  @Test func `usual names stay what they are`() async throws {
    let folder = try TemporaryFolder()
    let names = [
      "Identity", "StatefulPartitionedCall:0", "model/dense/BiasAdd;model/x", "été 2", "手", "a-b.c", "Identity_1",
    ]
    let model = try folder.write(NamedModel.bytes(outputs: names), as: "m.tflite")
    let run = try await CommandRun.mudra(
      ["run", model, "--input", "0=\(try NamedModel.input(in: folder))", "--output-dir", folder.path("out")])
    #expect(run.status == 0)
    let expected = [
      "Identity", "StatefulPartitionedCall_0", "model_dense_BiasAdd;model_x", "été 2", "手", "a-b.c", "Identity_1",
    ]
    #expect(try folder.names(in: "out") == expected.map { $0 + ".npy" }.sorted())
  }

  @Test func `many equal names take no time that grows with their square`() async throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(NamedModel.bytes(outputs: Array(repeating: "x", count: 4000)), as: "m.tflite")
    let run = try await CommandRun.mudra(
      ["run", model, "--input", "0=\(try NamedModel.input(in: folder))", "--output-dir", folder.path("out")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.names(in: "out").count == 4000)
  }
}
