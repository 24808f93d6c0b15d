import HandTracking
import PixelImaging
import TestSupport
import Testing
import VisionTasks

/// What is tried with a picture that shows no hand.
@Suite struct SecondLookTests {
  private static let names = HandScene.names

  private static func darken(_ pixels: inout [UInt8]) {
    for index in pixels.indices { pixels[index] /= 14 }
  }

  private static func results(
    _ looks: [SecondLook], _ change: (inout [UInt8]) -> Void
  ) throws -> [HandLandmarkerResult] {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.looksAgain = looks
    let landmarker = try HandLandmarker(options: options)
    return try names.map { name in
      let image = try RenderedHands.image(name).converted(to: .rgb)
      var pixels = image.withUnsafeBytes { Array($0) }
      change(&pixels)
      return try landmarker.detect(
        image: PixelImage(width: image.width, height: image.height, format: .rgb, pixels: pixels))
    }
  }

  private static func found(_ results: [HandLandmarkerResult]) -> Int { results.count { !$0.hands.isEmpty } }

  @Test func `dark hands are found with more light`() throws {
    let first = Self.found(try Self.results([], Self.darken))
    let again = try Self.results([.brightened], Self.darken)
    print("dark: \(first), brightened \(Self.found(again)) of \(Self.names.count)")
    #expect(Self.found(again) > first)
    #expect(Self.found(again) >= 8)
    #expect(again.count { $0.secondLook == .brightened } == Self.found(again) - first)
  }

  @Test func `hands with red and blue exchanged are found in a tint`() throws {
    func exchange(_ pixels: inout [UInt8]) {
      for pixel in stride(from: 0, to: pixels.count, by: 3) { pixels.swapAt(pixel, pixel + 2) }
    }
    let first = Self.found(try Self.results([], exchange))
    let again = try Self.results([.tinted], exchange)
    print("exchanged: \(first), tinted \(Self.found(again)) of \(Self.names.count)")
    #expect(Self.found(again) > first)
    #expect(again.count { $0.secondLook == .tinted } == Self.found(again) - first)
  }

  @Test func `a picture that shows a hand is not looked at again`() throws {
    let plain = try Self.results([]) { _ in }
    let again = try Self.results(SecondLook.allCases) { _ in }
    #expect(again == plain)
    #expect(Self.found(plain) == Self.names.count)
  }

  @Test func `looks are tried in their order`() throws {
    let again = try Self.results([.tinted, .bordered, .brightened], Self.darken)
    #expect(again.contains { $0.secondLook == .brightened })
  }

  @Test func `the second pass is nearer to the truth`() throws {
    func error(_ passes: Int) throws -> Double {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
      options.landmarkPasses = passes
      let landmarker = try HandLandmarker(options: options)
      var (sum, count) = (0.0, 0)
      for name in Self.names {
        let image = try RenderedHands.image(name)
        let truth = try RenderedHands.truth(name).map {
          ($0[0] * Double(image.width), $0[1] * Double(image.height))
        }
        let hand = try #require(try landmarker.detect(image: image).hands.first)
        let (xs, ys) = (truth.map(\.0), truth.map(\.1))
        let width = (xs.max() ?? 0) - (xs.min() ?? 0)
        let height = (ys.max() ?? 0) - (ys.min() ?? 0)
        let diagonal = (width * width + height * height).squareRoot()
        for (found, place) in zip(hand.landmarks, truth) {
          let x = Double(found.x) * Double(image.width) - place.0
          let y = Double(found.y) * Double(image.height) - place.1
          sum += (x * x + y * y).squareRoot() / diagonal
          count += 1
        }
      }
      return sum / Double(count)
    }
    let (one, two) = (try error(1), try error(2))
    print("error of landmarks in diagonals of the hand: one pass \(one), two \(two)")
    #expect(two < one)
  }

  @Test(arguments: [0, 3]) func `other numbers of passes are refused`(passes: Int) {
    let options = HandLandmarkerOptions()
    options.landmarkPasses = passes
    #expect(throws: TaskError.invalidSetting(name: "landmarkPasses", value: Double(passes), expected: "1 or 2")) {
      try HandLandmarker(options: options)
    }
  }
}
