import Foundation
import PixelImaging
import TestSupport
import Testing

/// Results as comma-separated values.
@Suite struct CSVRowsTests {
  /// The fields of each record, read by the rules of RFC 4180.
  private func records(_ text: String) -> [[String]] {
    var (records, fields, field): ([[String]], [String], String) = ([], [], "")
    var isQuoted = false
    var last: Character?
    for character in text {
      switch character {
      case "\"":
        // A second quote within quotes stands for one.
        if !isQuoted, last == "\"" { field.append("\"") }
        isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case "\n" where !isQuoted:
        records.append(fields + [field])
        (fields, field) = ([], "")
      default: field.append(character)
      }
      last = character
    }
    return records
  }

  @Test func `csv has a row for each landmark with the numbers of JSON`() async throws {
    let picture = TestFiles.picture("two_0")
    let csv = try await CommandRun.mudra(["gestures", picture, "--hands", "2", "--format", "csv"])
    #expect(csv.status == 0)
    let rows = records(csv.output)
    #expect(
      rows.first == [
        "source", "timestamp_ms", "width", "height", "hand", "landmark", "x", "y", "z", "world_x", "world_y", "world_z",
      ])
    let landmarkCount = 2 * 21
    #expect(rows.count == 1 + landmarkCount)
    let json = try await CommandRun.mudra(["gestures", picture, "--hands", "2", "--json"])
    let hands = try ResultLine.lines(json.output)[0].hands
    for (index, row) in rows.dropFirst().enumerated() {
      let (hand, landmark) = (index / 21, index % 21)
      #expect(row[..<6] == [picture, "", "640", "360", "\(hand)", "\(landmark)"])
      let expected = hands[hand].landmarks[landmark] + hands[hand].worldLandmarks[landmark]
      #expect(row[6...].compactMap { Float($0) } == expected)
    }
  }

  @Test func `csv-hands has a row for each hand of a video's frames`() async throws {
    let arguments = ["video", DrawnClip.folder.path, "--hands", "2", "--identities"]
    let csv = try await CommandRun.mudra(arguments + ["--format", "csv-hands"])
    #expect(csv.status == 0)
    let rows = records(csv.output)
    let header = try #require(rows.first)
    let coordinateCount = 6 * 21
    #expect(header.count == 11 + coordinateCount)
    #expect(rows.allSatisfy { $0.count == header.count })
    let json = try await CommandRun.mudra(arguments + ["--json"])
    let lines = try ResultLine.lines(json.output)
    func column(_ name: String, _ row: [String]) -> String { row[header.firstIndex(of: name) ?? 0] }
    var index = 1
    for line in lines {
      // A frame without hands has a row of its own.
      if line.hands.isEmpty {
        #expect(rows[index][4...].allSatisfy { $0.isEmpty })
        #expect(column("source", rows[index]) == line.source)
        index += 1
      }
      for (number, hand) in line.hands.enumerated() {
        let row = rows[index]
        #expect(column("timestamp_ms", row) == "\(line.timestampMs ?? -1)")
        #expect(column("hand", row) == "\(number)")
        #expect(column("handedness", row) == hand.handedness.name)
        #expect(Float(column("handedness_score", row)) == hand.handedness.score)
        #expect(column("gesture", row) == hand.gestures?.first?.name)
        #expect(Float(column("gesture_score", row)) == hand.gestures?.first?.score)
        #expect(Float(column("presence", row)) == hand.presence)
        #expect(column("track", row) == "\(hand.track?.id ?? 0)")
        #expect(Float(column("y_8", row)) == hand.landmarks[8][1])
        #expect(Float(column("world_z_20", row)) == hand.worldLandmarks[20][2])
        index += 1
      }
    }
    #expect(index == rows.count)
    #expect(lines.contains { $0.hands.isEmpty })
  }

  @Test(arguments: [
    ("a,b.png", "a,b.png"), ("say \"hi\".png", "say \"hi\".png"), ("a\nb.png", "a\\u{a}b.png"),
    ("=1+1.png", "'=1+1.png"), ("@x.png", "'@x.png"), ("+x.png", "'+x.png"), ("\u{1B}[2J.png", "\\u{1b}[2J.png"),
    ("＝x.png", "'＝x.png"), ("é😀.png", "é😀.png"),
  ])
  func `a name is one field that no spreadsheet runs and no terminal obeys`(
    _ name: String, _ field: String
  ) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(TestFiles.bytes(TestFiles.picture("Victory_left")), as: name)
    let run = try await CommandRun.mudra(
      ["landmarks", name, "--format", "csv-hands"], limits: "cd '\(folder.url.path)'")
    #expect(run.status == 0, "\(run.errors)")
    let rows = records(run.output)
    #expect(rows.count == 2)
    #expect(rows.last?.first == field)
    #expect(rows.last?.count == rows.first?.count)
  }

  @Test func `names of gestures are fields too`() async throws {
    let folder = try TemporaryFolder()
    let labels = (0..<8).map { "=cmd(\"\(0 + $0)\"),x" }
    let model = try folder.write(NamedModel.recognizer(labels: labels), as: "g.task")
    let run = try await CommandRun.mudra(
      ["gestures", TestFiles.picture("Victory_left"), "--model", model, "--format", "csv-hands"])
    let rows = records(run.output)
    #expect(rows.last?.count == rows.first?.count)
    let gesture = try #require(rows.last)[7]
    #expect(labels.map { "'" + $0 }.contains(gesture), "\(gesture)")
  }

  @Test func `json is the format of that name, and excludes another`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let json = try await CommandRun.mudra(["gestures", picture, "--json"])
    #expect(try await CommandRun.mudra(["gestures", picture, "--format", "json"]).output == json.output)
    #expect(try await CommandRun.mudra(["gestures", picture, "--format", "json", "--json"]).output == json.output)
    let text = try await CommandRun.mudra(["gestures", picture])
    #expect(try await CommandRun.mudra(["gestures", picture, "--format", "text"]).output == text.output)
    let both = try await CommandRun.mudra(["gestures", picture, "--json", "--format", "csv"])
    #expect(both.status == 64)
    #expect(both.errorLines == ["mudra: --json and --format csv exclude each other"])
    #expect(try await CommandRun.mudra(["gestures", picture, "--format", "xml"]).status == 64)
  }
}
