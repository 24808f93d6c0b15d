import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Pictures without hands: searching them in squares raises no more alarms than searching them whole.
@Suite struct NoHandTests {
  private static let (width, height) = (640, 360)
  /// Skin, wood, earth, leaves, sky and gray.
  private static let colors: [[Double]] = [
    [220, 165, 135], [130, 85, 60], [150, 110, 70], [70, 120, 60], [120, 160, 210], [128, 128, 128],
  ]

  /// Balls of different sizes, which resemble fists and faces, in front of colors that change slowly.
  private static func scene(_ seed: UInt64) throws -> PixelImage {
    var pixels = try HandScene(width: width, height: height, seed: seed).image.withUnsafeBytes { Array($0) }
    var generator = SeededGenerator(seed: seed + 1000)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * (Double(generator.nextFloat()) + 1) / 2
    }
    for _ in 0..<12 {
      let color = colors[Int(generator.next() % UInt64(colors.count))]
      let (x, y, radius) = (number(0...Double(width)), number(0...Double(height)), number(6...42))
      for row in 0..<height {
        for column in 0..<width {
          let (right, down) = (Double(column) - x, Double(row) - y)
          guard right * right + down * down < radius * radius else { continue }
          let light = 1 - 0.3 * (right + down) / (2 * radius)
          for channel in 0..<3 {
            pixels[3 * (row * width + column) + channel] = UInt8(min(max(color[channel] * light, 0), 255))
          }
        }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }

  /// How many hands are found.
  private static func alarms(_ images: [PixelImage], _ search: ImageSearch, threshold: Float = 0.5) throws -> Int {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.numHands = 4
    options.minHandDetectionConfidence = threshold
    options.minHandPresenceConfidence = threshold
    let landmarker = try HandLandmarker(options: options)
    return try images.reduce(0) { try $0 + landmarker.detect(image: MPImage(image: $1, search: search)).hands.count }
  }

  @Test func `twenty pictures without hands raise no more alarms in squares, one more in the smallest`() throws {
    let images = try (UInt64(1)...20).map(Self.scene)
    let whole = try Self.alarms(images, .everywhere)
    let squares = try Self.alarms(images, .tiles(smallestHand: 0.05))
    let fine = try Self.alarms(images, .tiles(smallestHand: 0.03))
    #expect(squares <= whole)
    #expect(fine <= whole + 1)
    // The balls are near enough to hands to be some for thresholds that are too low.
    let low = try Self.alarms(images, .tiles(smallestHand: 0.05), threshold: 0.1)
    print("20 pictures without hands: alarms whole \(whole), squares \(squares), smaller ones \(fine), at 0.1 \(low)")
    #expect(low > whole + 1)
  }
}
