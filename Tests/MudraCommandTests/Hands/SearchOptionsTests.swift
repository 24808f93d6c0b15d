import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

/// How pictures are stored, and where hands are searched for.
@Suite struct SearchOptionsTests {
  private func hands(_ arguments: [String]) async throws -> [ResultLine.Hand] {
    let run = try await CommandRun.mudra(["gestures", "--json"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try ResultLine.lines(run.output).first).hands
  }

  /// A picture whose rows are the other's columns, from right to left: to be turned right.
  private func turnedLeft(_ picture: PixelImage) throws -> PixelImage {
    let (width, height) = (picture.width, picture.height)
    var pixels: [UInt8] = []
    picture.withUnsafeBytes { bytes in
      for x in (0..<width).reversed() {
        for y in 0..<height {
          let start = y * picture.rowByteStride + 3 * x
          pixels += bytes[start..<start + 3]
        }
      }
    }
    return try PixelImage(width: height, height: width, format: .rgb, pixels: pixels)
  }

  @Test func `a picture that is stored sideways is read with its orientation`() async throws {
    let folder = try TemporaryFolder()
    let upright = try PixelImage(contentsOfFile: TestFiles.picture("Victory_left"))
    let path = folder.path("sideways.png")
    try turnedLeft(upright).writePNG(toFile: path)
    for (name, orientation) in [
      ("up", ImageOrientation.up), ("down", .down), ("left", .left), ("right", .right),
    ] {
      let found = try await hands([path, "--orientation", name])
      #expect(try found == LibraryRun.picture(path, orientation: orientation).hands, "\(name)")
      if name == "right" { #expect(found.first?.gestures?.first?.name == "Victory") }
    }
    let right = try await hands([path, "--orientation", "right"])
    #expect(try await hands([path]) != right)
  }

  @Test func `mirrored says whose left is left`() async throws {
    let path = TestFiles.picture("Victory_left")
    let (plain, mirrored) = (try await hands([path]), try await hands([path, "--mirrored"]))
    #expect(plain.map(\.handedness.name) == ["Left"])
    #expect(mirrored.map(\.handedness.name) == ["Right"])
    #expect(try mirrored == LibraryRun.picture(path) { $0.inputProperties.isMirrored = true }.hands)
    #expect(try await hands([path, "--no-mirrored"]) == plain)
  }

  @Test(arguments: ["up", "down", "left", "right"])
  func `a mirrored orientation needs to know whose left is left`(side: String) async throws {
    let path = TestFiles.picture("Victory_left")
    let refused = try await CommandRun.mudra(["gestures", path, "--orientation", side + "-mirrored"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--orientation \(side)-mirrored needs --mirrored or --no-mirrored"))
    let orientations: [String: ImageOrientation] = [
      "up": .upMirrored, "down": .downMirrored, "left": .leftMirrored, "right": .rightMirrored,
    ]
    let orientation = try #require(orientations[side])
    let found = try await hands([path, "--orientation", side + "-mirrored", "--no-mirrored"])
    let expected = try LibraryRun.picture(path, orientation: orientation) { $0.inputProperties.isMirrored = false }
    #expect(found == expected.hands)
  }

  // MARK: Regions

  @Test func `palms are searched for in the given regions`() async throws {
    let path = TestFiles.picture("two_0")
    let halves = [
      ImageRegion(centerX: 0.25, centerY: 0.5, width: 0.5, height: 1),
      ImageRegion(centerX: 0.75, centerY: 0.5, width: 0.5, height: 1),
    ]
    let both = ["--hands", "2", "--palms-in", "0.25,0.5,0.5,1", "--palms-in", "0.75,0.5,0.5,1,0"]
    let expected = try LibraryRun.picture(path, search: .palms(in: halves)) { $0.numHands = 2 }
    #expect(expected.hands.count == 2)
    #expect(try await hands([path] + both) == expected.hands)
    let left = try await hands([path, "--hands", "2", "--palms-in", "0.25,0.5,0.5,1"])
    #expect(try left == LibraryRun.picture(path, search: .palms(in: [halves[0]])) { $0.numHands = 2 }.hands)
    #expect(left.count == 1)
  }

  @Test func `a hand in a region from the details is the hand that was found`() async throws {
    let path = TestFiles.picture("two_0")
    let plain = try await CommandRun.mudra(["landmarks", path, "--hands", "2", "--details", "--json"])
    let line = try JSONDocument(plain.output)
    let regions = (line["hands"]?.elements ?? []).compactMap { $0["details"]?["region"] }
    #expect(regions.count == 2)
    let arguments = regions.flatMap { region in
      ["--hands-in", region.elements.map { "\(Float($0.number ?? .nan))" }.joined(separator: ",")]
    }
    let run = try await CommandRun.mudra(["landmarks", path, "--hands", "2", "--details", "--json"] + arguments)
    let given = try JSONDocument(run.output)
    for (a, b) in zip(line["hands"]?.elements ?? [], given["hands"]?.elements ?? []) {
      #expect(a["landmarks"] == b["landmarks"])
      #expect(a["landmarks"] != nil)
      #expect(b["details"]?["origin"] == .string("given"))
    }
    #expect(given["hands"]?.elements.count == 2)
    #expect(given["ranPalmDetector"] == .bool(false))
  }

  @Test func `a hand that fills its picture is found with a border, if that is asked for`() async throws {
    let name = "ILoveYou_right"
    let image = try RenderedHands.image(name)
    let points = try RenderedHands.truth(name).map {
      (Int($0[0] * Double(image.width)), Int($0[1] * Double(image.height)))
    }
    let (x, y) = (points.map(\.0).min() ?? 0, points.map(\.1).min() ?? 0)
    let (width, height) = ((points.map(\.0).max() ?? 0) - x, (points.map(\.1).max() ?? 0) - y)
    let folder = try TemporaryFolder()
    let path = folder.path("close.png")
    try RenderedHands.rearranged(image, width: width, height: height) { ($0 + x, $1 + y) }.writePNG(toFile: path)

    let plain = try await CommandRun.mudra(["gestures", path, "--json"])
    #expect(try JSONDocument(plain.output)["hands"]?.elements.isEmpty == true)
    #expect(!plain.output.contains("secondLook"))
    let bordered = try await CommandRun.mudra(["gestures", path, "--json", "--look-again", "bordered"])
    #expect(try JSONDocument(bordered.output)["secondLook"] == .string("bordered"))
    let hand = try #require(try ResultLine.lines(bordered.output).first?.hands.first)
    #expect(hand.gestures?.first?.name == "ILoveYou")
    for (found, place) in zip(hand.landmarks, points) {
      let expected = [Float(place.0 - x) / Float(width), Float(place.1 - y) / Float(height)]
      #expect(abs(found[0] - expected[0]) < 0.15)
      #expect(abs(found[1] - expected[1]) < 0.15)
    }
    let text = try await CommandRun.mudra(["gestures", path, TestFiles.picture("two_0"), "--look-again", "bordered"])
    #expect(text.lines.filter { $0.contains("found with a border") }.count == 1)
    // A hand that is found without one stays MediaPipe's.
    #expect(
      try await hands([TestFiles.picture("two_0"), "--look-again", "bordered"]) == hands([TestFiles.picture("two_0")]))
  }

  @Test func `frames of a video are not looked at again`() async throws {
    let run = try await CommandRun.mudra(["video", DrawnClip.folder.path, "--look-again", "bordered"])
    #expect(run.status == 64)
    #expect(run.errors.contains("Unknown option '--look-again'"), "\(run.errors)")
  }

  @Test(arguments: [
    (["--look-again", "tinted", "--palms-in", "0.5,0.5,1,1"], "--look-again searches the whole picture"),
    (["--look-again", "tinted", "--look-again", "tinted"], "--look-again names a look twice"),
    (["--smallest-hand", "0"], "--smallest-hand is 0, expected a number from 0.01 to 1"),
    (["--smallest-hand", "0.1", "--hands-in", "0,0,1,1"], "--hands-in and --smallest-hand exclude each other"),
    (["--landmark-passes", "3"], "--landmark-passes is 3, expected a number from 1 to 2"),
    (["--tile-time", "5"], "--tile-time needs --smallest-hand"),
    (["--palms-in", "0.5,0.5,1"], "The value '0.5,0.5,1' is invalid for '--palms-in <x,y,w,h,r>'"),
    (["--palms-in", "0.5,0.5,0,1"], "The value '0.5,0.5,0,1' is invalid for '--palms-in <x,y,w,h,r>'"),
    (["--hands-in", "-1,nan,1,1"], "The value '-1,nan,1,1' is invalid for '--hands-in <x,y,w,h,r>'"),
    (["--hands-in", "0,0,1,1,1,1"], "The value '0,0,1,1,1,1' is invalid for '--hands-in <x,y,w,h,r>'"),
    (
      ["--hands-in", "0,0,1,1", "--palms-in", "0,0,1,1"],
      "--palms-in, --hands-in and --smallest-hand exclude each other"
    ),
    (["--orientation", "sideways"], "The value 'sideways' is invalid for '--orientation <orientation>'"),
  ])
  func `a search that cannot be understood is wrong use`(_ options: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(["landmarks", TestFiles.picture("two_0")] + options)
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errorLines.count == 1)
  }
}
