import HandTracking
import PixelImaging
import Testing

@Suite struct HandDrawingTests {
  private func black(_ width: Int, _ height: Int) throws -> PixelImage {
    try PixelImage(width: width, height: height, format: .rgb, pixels: [UInt8](repeating: 0, count: width * height * 3))
  }

  private func pixel(_ image: PixelImage, _ x: Int, _ y: Int) -> [UInt8] {
    image.withUnsafeBytes { bytes in (0..<3).map { bytes[y * image.rowByteStride + 3 * x + $0] } }
  }

  private func points(of image: PixelImage, other: PixelImage) -> Int {
    (0..<image.height).reduce(0) { sum, y in
      sum + (0..<image.width).filter { pixel(image, $0, y) != pixel(other, $0, y) }.count
    }
  }

  /// 21 landmarks on a grid, far apart.
  private let hand = (0..<21).map {
    NormalizedLandmark(x: 0.1 + 0.13 * Float($0 % 7), y: 0.3 + 0.2 * Float($0 / 7), z: 0)
  }

  @Test func `every landmark belongs to one part, every line too`() {
    #expect(HandPart.allCases.flatMap(\.landmarks).sorted() == Array(0..<21))
    #expect(HandPart.allCases.flatMap(\.connections) == HandConnections.all)
  }

  @Test func `a landmark is a disc of its part's color`() throws {
    var drawing = HandDrawing(on: try black(480, 480))
    drawing.draw(hand)
    for part in HandPart.allCases {
      for index in part.landmarks {
        let color = part.landmarkColor
        #expect(
          pixel(drawing.image, Int(hand[index].x * 480), Int(hand[index].y * 480))
            == [color.red, color.green, color.blue])
      }
    }
  }

  @Test func `landmarks outside the picture leave it as it is`() throws {
    let image = try black(100, 80)
    for coordinate in [-0.5, 1.5, Float.nan, .infinity] {
      var drawing = HandDrawing(on: image)
      let landmark = NormalizedLandmark(x: coordinate, y: 0.5, z: 0)
      drawing.draw([NormalizedLandmark](repeating: landmark, count: 21), label: "x")
      #expect(points(of: drawing.image, other: image) == 0)
    }
  }

  @Test func `a hand of fewer landmarks is drawn as far as it goes`() throws {
    var drawing = HandDrawing(on: try black(480, 480))
    drawing.draw(Array(hand.prefix(3)), label: "x")
    drawing.draw([])
    #expect(pixel(drawing.image, Int(hand[2].x * 480), Int(hand[2].y * 480)) == [255, 229, 180])
  }

  @Test(arguments: [(1, 1), (20, 300), (300, 20), (640, 480)])
  func `a label stays in the picture`(width: Int, height: Int) throws {
    let image = try black(width, height)
    var drawing = HandDrawing(on: image)
    drawing.draw(hand, label: "Left  Thumb_Up 0.77")
    #expect(drawing.image.width == width)
    #expect(points(of: drawing.image, other: image) > 0)
  }

  @Test func `a result is drawn with its labels`() throws {
    let image = try black(480, 480)
    let side = ResultCategory(index: 1, score: 0.987, categoryName: "Left", displayName: "Left")
    let gesture = ResultCategory(index: -1, score: 0.768, categoryName: "Thumb_Up", displayName: nil)
    let result = GestureRecognizerResult(
      gestures: [[gesture]], handedness: [[side]], landmarks: [hand], worldLandmarks: [], timestampInMilliseconds: 0)
    var expected = HandDrawing(on: image)
    expected.draw(hand, label: "Left  Thumb_Up 0.77")
    #expect(points(of: result.drawn(on: image), other: expected.image) == 0)

    let landmarks = HandLandmarkerResult(
      landmarks: [hand], worldLandmarks: [], handedness: [[side]], timestampInMilliseconds: 0)
    var simpler = HandDrawing(on: image)
    simpler.draw(hand, label: "Left 0.99")
    #expect(points(of: landmarks.drawn(on: image), other: simpler.image) == 0)
  }

  @Test func `a hand without a gesture keeps its side, and the gesture of the other one stays with it`() throws {
    let image = try black(480, 480)
    let right = hand.map { NormalizedLandmark(x: $0.x + 0.02, y: 0.9 * $0.y, z: 0) }
    let result = GestureRecognizerResult(
      hands: [
        DetectedHand(side: .left, sideScore: 0.987, landmarks: hand),
        DetectedHand(side: .right, gesture: HandGesture(name: "Victory", score: 0.918), landmarks: right),
      ], timestampInMilliseconds: 0)
    var expected = HandDrawing(on: image)
    expected.draw(hand, label: "Left 0.99")
    expected.draw(right, label: "Right  Victory 0.92")
    #expect(points(of: result.drawn(on: image), other: expected.image) == 0)
  }
}
