import Foundation
import PixelImaging
import TestSupport
import Testing

/// The published schemas describe every line of JSON, and nothing else.
@Suite struct ResultSchemaTests {
  private static func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(contentsOf: PackageFolders.root.appendingPathComponent("Tools/Schemas/\(name).schema.json"))
  }

  private static let everything = [
    "--json", "--hands", "2", "--details", "--reasons", "--shape", "--timings", "--reliability",
  ]

  static let runs: [[String]] = [
    ["gestures", TestFiles.picture("two_0"), "--json"],
    ["landmarks", TestFiles.picture("two_0"), "--json"],
    ["gestures", TestFiles.picture("two_0"), "--json", "--min-detection", "1"],
    ["gestures", TestFiles.picture("two_0"), TestFiles.picture("Victory_left")] + everything,
    ["gestures", TestFiles.picture("two_0"), "--min-detection", "1"] + everything,
    ["gestures", TestFiles.picture("two_0"), "--min-presence", "1"] + everything,
    ["landmarks", TestFiles.picture("two_0"), "--hands-in", "0.5,0.5,1,1"] + everything,
    ["video", DrawnClip.folder.path, "--identities", "--smooth", "--events", "--touchless"] + everything,
    ["video", DrawnClip.folder.path, "--task", "landmarks"] + everything,
  ]

  @Test(arguments: runs)
  func `every line is what its schema says`(arguments: [String]) async throws {
    let run = try await CommandRun.mudra(arguments)
    #expect(run.status == 0, "\(run.errors)")
    let schemas = [
      "mudra.result/1": try Self.schema("mudra.result-1"), "mudra.event/1": try Self.schema("mudra.event-1"),
    ]
    #expect(!run.lines.isEmpty)
    var found: Set<String> = []
    for line in run.lines {
      let name = try #require(try JSONDocument(line)["schema"]?.text)
      found.insert(name)
      #expect(try #require(schemas[name]).faults(in: line) == [])
    }
    #expect(found.contains("mudra.event/1") == arguments.contains("--events"))
  }

  @Test func `an answer that is an error is what the schema says`() throws {
    let line = #"{"schema":"mudra.result/1","source":"a.png","id":"7","error":{"code":"damaged","message":"bad"}}"#
    #expect(try Self.schema("mudra.result-1").faults(in: line) == [])
  }

  @Test func `a line with an error differs from one without`() async throws {
    let schema = try Self.schema("mudra.result-1")
    let line = try await CommandRun.mudra(Self.runs[3]).lines[0]
    #expect(try schema.faults(in: line) == [])
    for (old, new, fault) in [
      (#""schema":"mudra.result/1""#, #""schema":"mudra.result/2""#, "$.schema: is not"),
      (#""width":640"#, #""width":"640""#, "$.width: is no integer"),
      (#""width":640"#, #""width":640.5"#, "$.width: is no integer"),
      (#""width":640"#, #""width":0"#, "$.width: breaks minimum"),
      (#""width":640,"#, "", "$: lacks width"),
      (#""width":640"#, #""width":640,"depth":1"#, "$: has the undocumented key depth"),
      (#""origin":"detected""#, #""origin":"guessed""#, "origin: string(\"guessed\") is none of the enum"),
      (#""landmarks":[["#, #""landmarks":[[0,0,0],["#, "landmarks: breaks maxItems"),
      (#""landmarks":[["#, #""landmarks":[[null,"#, "landmarks[0]"),
    ] {
      let broken = line.replacing(old, with: new, maxReplacements: 1)
      #expect(broken != line)
      let faults = try schema.faults(in: broken)
      #expect(faults.contains { $0.contains(fault) }, "\(fault): \(faults)")
    }
  }

  @Test func `a schema with a keyword that the validator does not know is at fault`() throws {
    let schema = try JSONSchema(#"{"type": "string", "pattern": "^a"}"#)
    #expect(try schema.faults(in: #""b""#) == ["$: the schema has the unknown keyword pattern"])
  }
}
