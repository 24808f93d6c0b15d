import Foundation
import Mudra
import TestSupport
import Testing

@Suite struct TrainCommandTests {
  /// A folder of drawn hands: two pictures of each of two gestures, and one of another pose.
  private static func examples(in folder: TemporaryFolder) throws -> String {
    for (gesture, pictures) in [
      ("peace", ["Victory_left", "Victory_right"]), ("rock ✋", ["ILoveYou_left", "ILoveYou_right"]),
      ("none", ["Thumb_Up_left"]),
    ] {
      let path = folder.path("hands/\(gesture)")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for picture in pictures {
        try FileManager.default.copyItem(atPath: TestFiles.picture(picture), toPath: "\(path)/\(picture).png")
      }
    }
    return folder.path("hands")
  }

  private func names(_ bundle: String, _ pictures: [String]) async throws -> [String?] {
    let paths = pictures.map(TestFiles.picture)
    let run = try await CommandRun.mudra(["gestures", "--json", "--model", bundle] + paths)
    return try ResultLine.lines(run.output).map { $0.hands.first?.gestures?.first?.name }
  }

  // MARK: Bundles

  @Test func `a folder of pictures becomes a bundle that names its gestures`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let (bundle, report) = (folder.path("my.task"), folder.path("report.json"))
    let run = try await CommandRun.mudra(["train", examples, "-o", bundle, "--report", report])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.lines.first == "\(bundle): 2 gestures from 4 hands")
    #expect(run.output.contains("other poses: 0 of 1 are taken for a gesture"))
    #expect(run.output.contains("peace takes the place of the canned Victory in 2 pictures"))
    #expect(run.output.contains("peace has fewer than 5 hands: give it more pictures"))
    #expect(try folder.names() == ["hands", "my.examples.json", "my.md", "my.task", "report.json"])
    #expect(
      try await names(bundle, ["Victory_left", "ILoveYou_right", "Thumb_Up_left"]) == ["peace", "rock ✋", "Thumb_Up"])
    let document = try CommandRun.object(String(contentsOfFile: report, encoding: .utf8))
    #expect(document["schema"] as? String == "mudra.training/1")
    #expect(document["libraryVersion"] as? String == (try await CommandRun.mudra(["--version"]).lines.first))
    #expect(try await CommandRun.mudra(["check", bundle]).output == "\(bundle): ok\n")
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
  func `pictures of all kinds are examples`() async throws {
    let folder = try TemporaryFolder()
    for (gesture, picture, kind) in [
      ("peace", "Victory_left", "webp"), ("peace", "Victory_right", "bmp"), ("rock", "ILoveYou_left", "tiff"),
      ("rock", "ILoveYou_right", "ppm"),
    ] {
      let path = folder.path("hands/\(gesture)")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try FFmpegTool.run(["-i", TestFiles.picture(picture), "\(path)/\(picture).\(kind)"])
    }
    let run = try await CommandRun.mudra(
      ["train", folder.path("hands"), "-o", folder.path("my.task"), "--report", folder.path("report.html")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first?.hasSuffix("2 gestures from 4 hands") == true, "\(run.output)")
    #expect(try await CommandRun.mudra(["label", folder.path("hands")]).status == 0)
  }

  @Test func `a report is a page of drawings if its name says so, with names as text`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    try FileManager.default.moveItem(atPath: "\(examples)/peace", toPath: "\(examples)/<b>&\"peace")
    let page = folder.path("report.html")
    let run = try await CommandRun.mudra(["train", examples, "-o", folder.path("my.task"), "--report", page])
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    func count(_ part: String) -> Int { text.components(separatedBy: part).count - 1 }
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    // What examples look like, the limits, the scores.
    #expect(count("<svg ") == 3)
    #expect(count("<polyline ") == 5)
    #expect(count("<b>") == 0)
    #expect(count("<td>&lt;b&gt;&amp;&quot;peace</td>") == 1)
  }

  @Test func `none names a folder of other poses`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let others = folder.path("others")
    try FileManager.default.moveItem(atPath: "\(examples)/none", toPath: others)
    for (options, counts) in [([], false), (["--none", others], true)] {
      let run = try await CommandRun.mudra(["train", examples, "-o", folder.path("my.task")] + options)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("other poses: 0 of 1 are taken for a gesture") == counts)
    }
  }

  @Test func `the more of a gesture's own poses are kept, the larger is its limit, unless a floor holds it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    var limits: [Double] = []
    for share in ["0.6", "0.95", "0.999"] {
      let run = try await CommandRun.mudra(["train", examples, "-o", folder.path("my.task"), "--keep", share])
      #expect(run.status == 0, "\(run.errors)")
      let card = try String(contentsOfFile: folder.path("my.md"), encoding: .utf8)
      let limit = try #require(card.firstMatch(of: /limit ([0-9.]+),/))
      limits.append(try #require(Double(limit.1)))
    }
    #expect(limits == limits.sorted())
  }

  @Test func `base is the bundle whose networks are used`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let shipped = folder.path("shipped.task")
    try FileManager.default.copyItem(atPath: TestFiles.shipped("gesture_recognizer.task"), toPath: shipped)
    for (options, name) in [([], "1.task"), (["--base", shipped], "2.task")] {
      let run = try await CommandRun.mudra(["train", examples, "-o", folder.path(name)] + options)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try TestFiles.bytes(folder.path("1.task")) == TestFiles.bytes(folder.path("2.task")))
    let other = TestFiles.shipped("hand_landmarker.task")
    let run = try await CommandRun.mudra(["train", examples, "-o", folder.path("3.task"), "--base", other])
    #expect(run.status == 65)
    #expect(
      run.errorLines == ["mudra: \(other): the model is a hand landmarker's bundle, expected a gesture recognizer's"])
  }

  @Test func `the bundle has the same bytes for any number of threads`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    var bundles: [[UInt8]] = []
    for threads in ["1", "2"] {
      let path = folder.path("\(threads).task")
      let run = try await CommandRun.mudra(["train", examples, "-o", path, "--threads", threads, "--json"])
      #expect(run.status == 0)
      bundles.append(try TestFiles.bytes(path))
    }
    #expect(bundles[0] == bundles[1])
  }

  @Test func `lines of landmarks give the same bytes in any order and on any kernels`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let pictures = ["peace", "rock ✋", "none"].map { "\(examples)/\($0)" }
    let lines = try await CommandRun.mudra(["landmarks", "--json"] + pictures).lines
    #expect(lines.count == 5)
    var bundles: [[UInt8]] = []
    for (name, lines, kernels) in [("1", lines, "simd"), ("2", lines.reversed(), "reference")] {
      let file = try folder.write(Array(lines.joined(separator: "\n").utf8), as: "\(name).jsonl")
      let path = folder.path("\(name).task")
      let run = try await CommandRun.mudra(["train", file, "-o", path, "--kernels", kernels])
      #expect(run.status == 0, "\(run.errors)")
      bundles.append(try TestFiles.bytes(path))
    }
    #expect(bundles[0] == bundles[1])
    #expect(try await names(folder.path("1.task"), ["Victory_right"]) == ["peace"])
  }

  @Test func `drawn hands take the place of pictures of other poses`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    try FileManager.default.removeItem(atPath: "\(examples)/none")
    let own = try await CommandRun.mudra(["train", examples, "-o", folder.path("own.task"), "--method", "softmax"])
    #expect(own.status == 65)
    #expect(own.errors.contains("a softmax head needs examples of other poses"))
    var bundles: [[UInt8]] = []
    for (source, threads) in [("drawn", "1"), ("both", "2")] {
      let path = folder.path("\(source).task")
      let run = try await CommandRun.mudra([
        "train", examples, "-o", path, "--method", "softmax", "--none-from", source, "--threads", threads,
      ])
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.contains(/the library's other poses: \d+ of 400 are within the limit of a gesture and left out/))
      bundles.append(try TestFiles.bytes(path))
    }
    #expect(bundles[0] == bundles[1])
    #expect(
      try await names(folder.path("drawn.task"), ["Victory_left", "ILoveYou_right", "Thumb_Up_left"])
        == ["peace", "rock ✋", "Thumb_Up"])
  }

  @Test func `drawn hands in the report of distances change no byte of the bundle`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    var bundles: [[UInt8]] = []
    for source in ["own", "both"] {
      let path = folder.path("\(source).task")
      let run = try await CommandRun.mudra(["train", examples, "-o", path, "--none-from", source])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("the library's other poses") == (source == "both"))
      bundles.append(try TestFiles.bytes(path))
    }
    #expect(bundles[0] == bundles[1])
    let wrong = try await CommandRun.mudra(["train", examples, "-o", folder.path("no.task"), "--none-from", "folder"])
    #expect(wrong.status == 64)
  }

  #if arch(x86_64)
    @Test func `examples are seen with the networks' precision that was asked for`() async throws {
      let folder = try TemporaryFolder()
      let examples = try Self.examples(in: folder)
      var bundles: [[UInt8]] = []
      for precision in ["exact", "fast"] {
        let path = folder.path("\(precision).task")
        let run = try await CommandRun.mudra(["train", examples, "-o", path, "--precision", precision])
        #expect(run.status == 0, "\(run.errors)")
        bundles.append(try TestFiles.bytes(path))
      }
      #expect(bundles[0] != bundles[1])
    }
  #endif

  // MARK: Bad data

  @Test func `a broken picture is told, and the others are trained on`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    _ = try folder.write([1, 2, 3], as: "hands/peace/broken.png")
    let run = try await CommandRun.mudra(["train", examples, "-o", folder.path("my.task")])
    #expect(run.status == 65)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("hands/peace/broken.png: "))
    #expect(try await names(folder.path("my.task"), ["Victory_left"]) == ["peace"])
  }

  @Test func `what is no example set is refused, and nothing is written`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.path("flat"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: TestFiles.picture("Victory_left"), toPath: folder.path("flat/only.png"))
    _ = try folder.write(Array("nonsense".utf8), as: "bad.jsonl")
    for (name, status, reason) in [
      ("empty", Int32(65), "there are no examples"), ("missing", 66, "no such file"),
      ("flat", 65, "has 1 picture, but no folder of pictures for a gesture"),
      ("bad.jsonl", 65, "not a JSON object of the form mudra.result/1"),
    ] {
      let run = try await CommandRun.mudra(["train", folder.path(name), "-o", folder.path("my.task")])
      #expect(run.status == status, "\(name)")
      #expect(run.errorLines.last?.hasSuffix(reason) == true, "\(run.errors)")
    }
    #expect(try folder.names() == ["bad.jsonl", "empty", "flat"])
  }

  @Test func `arguments out of range, and outputs over inputs, are wrong use`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let base = try folder.write(TestFiles.bytes(TestFiles.shipped("gesture_recognizer.task")), as: "base.task")
    for arguments in [
      ["-o", folder.path("my.task"), "--keep", "0.5"], ["-o", folder.path("my.task"), "--keep", "nan"],
      ["-o", base, "--base", base], [],
    ] {
      let run = try await CommandRun.mudra(["train", examples] + arguments)
      #expect(run.status == 64, "\(arguments)")
    }
    #expect(try folder.names() == ["base.task", "hands"])
  }

  @Test func `no output writes over a picture or over another output`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let picture = "\(examples)/peace/Victory_left.png"
    let bytes = try TestFiles.bytes(picture)
    let task = folder.path("s.task")
    for arguments in [
      ["-o", picture], ["-o", task, "--report", picture], ["-o", task, "--report", task],
      ["-o", task, "--report", folder.path("s.md")], ["-o", task, "--report", folder.path("hands/../s.task")],
      ["-o", task, "--report", folder.path("s.examples.json")],
    ] {
      let run = try await CommandRun.mudra(["train", examples] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
      #expect(run.errors.contains("would write over") || run.errors.contains("is also the file of"), "\(run.errors)")
    }
    #expect(try TestFiles.bytes(picture) == bytes)
    #expect(try folder.names() == ["hands"])
  }

  // MARK: Going on

  @Test func `a bundle is extended by a gesture, and one is removed, as if all had been trained at once`() async throws
  {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let (all, part) = (folder.path("all.task"), folder.path("part.task"))
    #expect(try await CommandRun.mudra(["train", examples, "-o", all]).status == 0)
    try FileManager.default.createDirectory(atPath: folder.path("more"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: "\(examples)/rock ✋", toPath: folder.path("more/rock ✋"))
    #expect(try await CommandRun.mudra(["train", examples, "-o", part]).status == 0)
    let extended = try await CommandRun.mudra(["train", folder.path("more"), "--extend", part])
    #expect(extended.status == 0, "\(extended.errors)")
    #expect(try TestFiles.bytes(part) == TestFiles.bytes(all))
    let removed = try await CommandRun.mudra([
      "train", folder.path("more"), "--extend", part, "--remove", "peace", "-o", folder.path("rock.task"),
      "--no-examples",
    ])
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try await names(folder.path("rock.task"), ["ILoveYou_left", "Victory_left"]) == ["rock ✋", "Victory"])
    #expect(!FileManager.default.fileExists(atPath: folder.path("rock.examples.json")))
    let none = try await CommandRun.mudra(["train", folder.path("more"), "--extend", folder.path("rock.task")])
    #expect(none.status == 66)
  }

  @Test func `an extended bundle keeps the options of its training unless others are given`() async throws {
    let folder = try TemporaryFolder()
    let (examples, bundle) = (try Self.examples(in: folder), folder.path("my.task"))
    let options = ["--method", "softmax", "--keep", "0.8", "--none-from", "both"]
    #expect(try await CommandRun.mudra(["train", examples, "-o", bundle] + options).status == 0)
    let trained = try TestFiles.bytes(bundle)
    #expect(try await CommandRun.mudra(["train", examples, "--extend", bundle]).status == 0)
    #expect(try TestFiles.bytes(bundle) == trained)
    let (plain, changed) = (folder.path("plain.task"), folder.path("changed.task"))
    #expect(try await CommandRun.mudra(["train", examples, "-o", plain, "--keep", "0.8"]).status == 0)
    let method = ["--method", "distance", "--none-from", "own"]
    #expect(try await CommandRun.mudra(["train", examples, "--extend", bundle, "-o", changed] + method).status == 0)
    #expect(try TestFiles.bytes(changed) == TestFiles.bytes(plain))
  }

  @Test func `a name that the other kind of training writes is refused before anything is read`() async throws {
    for (arguments, reason) in [
      (["train", "/not/there", "-o", "my.motions"], "‘mudra train motions’"),
      (["train", "motions", "/not/there", "-o", "my.task"], "‘mudra train’"),
    ] {
      let run = try await CommandRun.mudra(arguments)
      #expect(run.status == 64)
      #expect(run.errors.contains(reason), "\(run.errors)")
    }
  }

  @Test func `a gesture's pictures that are given again count once`() async throws {
    let folder = try TemporaryFolder()
    let (examples, bundle) = (try Self.examples(in: folder), folder.path("my.task"))
    #expect(try await CommandRun.mudra(["train", examples, "-o", bundle]).status == 0)
    let before = try TestFiles.bytes(bundle)
    let again = try await CommandRun.mudra(["train", examples, "--extend", bundle])
    #expect(again.status == 0)
    #expect(again.errorLines == ["mudra: \(bundle): 5 examples also among the new ones, counted once"])
    #expect(try TestFiles.bytes(bundle) == before)
  }

  @Test func `what is next to a bundle is neither lost nor taken for its own`() async throws {
    let folder = try TemporaryFolder()
    let (examples, bundle) = (try Self.examples(in: folder), folder.path("my.task"))
    let page = Array("# My notes\n".utf8)
    let card = try folder.write(page, as: "my.md")
    let refused = try await CommandRun.mudra(["train", examples, "-o", bundle])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("\(card): already exists and is not a card"))
    #expect(try TestFiles.bytes(card) == page)
    try FileManager.default.removeItem(atPath: card)
    // Its own card is replaced.
    for _ in 0..<2 { #expect(try await CommandRun.mudra(["train", examples, "-o", bundle]).status == 0) }
    let stale = try await CommandRun.mudra(["train", examples, "-o", bundle, "--no-examples"])
    #expect(stale.status == 64)
    #expect(stale.errors.contains("--no-examples: \(folder.path("my.examples.json")) already exists"))
    let unknown = try await CommandRun.mudra(["train", examples, "--extend", bundle, "--remove", "wave"])
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("there is no gesture “wave”"))
    let bare = try await CommandRun.mudra(
      ["train", examples, "--extend", TestFiles.shipped("gesture_recognizer.task"), "-o", bundle])
    #expect(bare.status == 66)
    #expect(bare.errors.contains("cannot be extended"))
  }

  @Test func `tables of hands give the bundle of their lines`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let pictures = ["peace", "rock ✋", "none"].map { "\(examples)/\($0)" }
    var bundles: [[UInt8]] = []
    for (format, name) in [("csv-hands", "a.csv"), ("json", "a.jsonl")] {
      let run = try await CommandRun.mudra(["landmarks", "--format", format] + pictures)
      let file = try folder.write(Array(run.output.utf8), as: name)
      let trained = try await CommandRun.mudra(["train", file, "-o", folder.path("my.task")])
      #expect(trained.status == 0, "\(trained.errors)")
      bundles.append(try TestFiles.bytes(folder.path("my.task")))
    }
    #expect(bundles[0] == bundles[1])
  }

  @Test func `groups are folders, or what a pattern finds in a path`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let pattern = try await CommandRun.mudra([
      "train", examples, "-o", folder.path("1.task"), "--groups", "_(left|right)",
    ])
    #expect(pattern.status == 0, "\(pattern.errors)")
    #expect(pattern.output.contains("learned without its group (2 groups)"), "\(pattern.output)")
    for gesture in ["peace", "rock ✋"] {
      for side in ["left", "right"] {
        let path = "\(examples)/\(gesture)/\(side)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let name = "\(gesture == "peace" ? "Victory" : "ILoveYou")_\(side).png"
        try FileManager.default.moveItem(atPath: "\(examples)/\(gesture)/\(name)", toPath: "\(path)/\(name)")
      }
    }
    let folders = try await CommandRun.mudra(["train", examples, "-o", folder.path("2.task")])
    #expect(folders.output.contains("learned without its group (2 groups)"), "\(folders.output)")
    #expect(try TestFiles.bytes(folder.path("1.task")) == TestFiles.bytes(folder.path("2.task")))
    let wrong = try await CommandRun.mudra(["train", examples, "-o", folder.path("3.task"), "--groups", "("])
    #expect(wrong.status == 64)
  }

  @Test(.enabled(if: !Sanitizer.isThread, "Thread Sanitizer needs files of its own"))
  func `a disk without room keeps no part of a bundle`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let target = try folder.write([1, 2, 3], as: "my.task")
    let run = try await CommandRun.mudra(["train", examples, "-o", target], limits: "ulimit -f 64")
    #expect(run.status == 73)
    #expect(run.errorLines == ["mudra: \(target): cannot be written: File too large"])
    #expect(try TestFiles.bytes(target) == [1, 2, 3])
    // Card and examples belong to the bundle: none changes without it.
    #expect(try folder.names() == ["hands", "my.task"])
  }

  // MARK: Before and after

  @Test func `labels are reviewed: counts, copies and doubts`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    try FileManager.default.copyItem(
      atPath: TestFiles.picture("Victory_left"), toPath: "\(examples)/rock ✋/copy.png")
    let run = try await CommandRun.mudra(["label", examples])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("the same hand: \(examples)/peace/Victory_left.png, \(examples)/rock ✋/copy.png"))
    #expect(run.output.contains("copy.png: is labeled rock ✋, looks like peace"))
    let document = try await CommandRun.mudra(["label", examples, "--json"]).object()
    #expect(document["schema"] as? String == "mudra.labels/1")
    #expect((document["copies"] as? [Any])?.count == 1)
  }

  @Test func `copies are listed, also where there is nothing else`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a/1.png", "a/2.png"] {
      try FileManager.default.createDirectory(atPath: folder.path("all/a"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: TestFiles.picture("Victory_left"), toPath: folder.path("all/\(name)"))
    }
    let run = try await CommandRun.mudra(["label", folder.path("all")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("the same hand: \(folder.path("all/a/1.png")), \(folder.path("all/a/2.png"))"))
  }

  @Test func `a bundle is compared with labels`() async throws {
    let folder = try TemporaryFolder()
    let examples = try Self.examples(in: folder)
    let bundle = folder.path("my.task")
    _ = try await CommandRun.mudra(["train", examples, "-o", bundle])
    let run = try await CommandRun.mudra(["evaluate", bundle, examples])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("known gestures: 4 of 4 (100.0 %) right"))
    #expect(run.output.contains("other poses: 0 of 1 (0.0 %) accepted"))
    let document = try await CommandRun.mudra(["evaluate", bundle, examples, "--json"]).object()
    #expect((document["known"] as? [String: Int]) == ["count": 4, "right": 4, "refused": 0, "refusedAsCanned": 0])
  }

  @Test func `embeddings are part of JSON if they are asked for, and only of gestures`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let object = try await CommandRun.mudra(["gestures", picture, "--json", "--embedding"]).object()
    let hand = try #require((object["hands"] as? [[String: Any]])?.first)
    #expect((hand["embedding"] as? [Double])?.count == 128)
    let run = try await CommandRun.mudra(["landmarks", picture, "--json", "--embedding"])
    #expect(run.status == 64)
  }
}
