import Foundation
import Mudra
import TestSupport
import Testing

/// Lists and thresholds of the two classifiers.
@Suite struct GestureOptionsTests {
  private static let picture = TestFiles.picture("Victory_left")

  private func gesture(_ arguments: [String]) async throws -> ResultLine.Category? {
    let run = try await CommandRun.mudra(["gestures", Self.picture, "--json"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try ResultLine.lines(run.output).first).hands.first?.gestures?.first
  }

  private func expected(
    model: String? = nil, canned: (ClassifierOptions) -> Void = { _ in },
    custom: (ClassifierOptions) -> Void = { _ in }
  ) throws -> ResultLine.Category? {
    let options = (ClassifierOptions(), ClassifierOptions())
    canned(options.0)
    custom(options.1)
    let line = try LibraryRun.picture(Self.picture) {
      if let model { $0.baseOptions.modelAssetPath = model }
      $0.cannedGesturesClassifierOptions = options.0
      $0.customGesturesClassifierOptions = options.1
    }
    return line.hands.first?.gestures?.first
  }

  @Test func `an allow list of the canned classifier names the others' best no more`() async throws {
    let found = try await gesture(["--canned-allow", "Thumb_Up", "--canned-allow", "ILoveYou"])
    #expect(["Thumb_Up", "ILoveYou"].contains(found?.name))
    #expect(try found == expected(canned: { $0.categoryAllowlist = ["Thumb_Up", "ILoveYou"] }))
    #expect(try await gesture(["--canned-allow", "ILoveYou"])?.name == "ILoveYou")
  }

  @Test func `a deny list of the canned classifier leaves the next best`() async throws {
    #expect(try await gesture([])?.name == "Victory")
    let found = try await gesture(["--canned-deny", "Victory"])
    #expect(found?.name != "Victory")
    #expect(try found == expected(canned: { $0.categoryDenylist = ["Victory"] }))
    // An allow list comes first.
    #expect(try await gesture(["--canned-deny", "Victory", "--canned-allow", "Victory"])?.name == "Victory")
  }

  @Test func `a threshold of the canned classifier that nothing reaches leaves no result`() async throws {
    let score = try #require(try await gesture([])).score
    #expect(try await gesture(["--canned-threshold", "\(score)"])?.name == "Victory")
    #expect(try await gesture(["--canned-threshold", "\(score.nextUp)"]) == nil)
  }

  @Test func `the bundle's own classifier has its own lists and threshold`() async throws {
    let folder = try TemporaryFolder()
    let labels = [
      "None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
    ]
    let custom = labels.map { $0 == "None" ? $0 : "own \($0)" }
    let model = try folder.write(NamedModel.recognizer(labels: labels, custom: custom), as: "g.task")
    func own(_ arguments: [String]) async throws -> ResultLine.Category? {
      try await gesture(["--model", model] + arguments)
    }
    let plain = try #require(try await own([]))
    #expect(plain.name == "own Victory")
    let allowed = try await own(["--custom-allow", "own ILoveYou"])
    #expect(allowed?.name == "own ILoveYou")
    #expect(try allowed == expected(model: model, custom: { $0.categoryAllowlist = ["own ILoveYou"] }))
    let denied = try await own(["--custom-deny", "own Victory"])
    #expect(try denied == expected(model: model, custom: { $0.categoryDenylist = ["own Victory"] }))
    #expect(denied?.name != "own Victory")
    // The canned classifier is asked when the other one says nothing.
    #expect(try await own(["--custom-threshold", "\(plain.score.nextUp)"])?.name == "Victory")
    #expect(try await own(["--canned-deny", "Victory"]) == plain)
  }

  @Test func `a name that the bundle does not have is told, with the nearest one`() async throws {
    let run = try await CommandRun.mudra([
      "gestures", Self.picture, "--canned-deny", "Victry", "--custom-allow", "Wave",
    ])
    #expect(run.status == 0)
    #expect(
      run.errorLines == [
        "mudra: --canned-deny Victry: the bundle has no such gesture; did you mean ‘Victory’?",
        "mudra: --custom-allow Wave: the bundle has no such gesture",
      ])
  }

  @Test func `landmarks names no gestures and takes no lists of them`() async throws {
    for options in [
      ["--canned-allow", "Victory"], ["--canned-deny", "x"], ["--canned-threshold", "0.5"],
      ["--custom-allow", "x"], ["--custom-deny", "x"], ["--custom-threshold", "0.5"],
    ] {
      let run = try await CommandRun.mudra(["landmarks", Self.picture] + options)
      #expect(run.status == 64)
      #expect(
        run.errorLines == ["mudra: landmarks: does not name gestures: --canned-… and --custom-… are for mudra gestures"]
      )
    }
  }

  @Test(arguments: ["--canned-threshold", "--custom-threshold"])
  func `a threshold out of range is wrong use`(option: String) async throws {
    let run = try await CommandRun.mudra(["gestures", Self.picture, option, "-0.5"])
    #expect(run.status == 64)
    #expect(run.errorLines == ["mudra: \(option) is -0.5, expected a number from 0 to 1"])
  }
}
