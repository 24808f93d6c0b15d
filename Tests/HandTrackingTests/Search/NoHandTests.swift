import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing
import VisionTasks

/// Pictures without hands: searching them in squares raises no more alarms than searching them whole.
@Suite struct NoHandTests {
  private static let (width, height) = (640, 360)
  /// Skin, wood, leaves, sky and gray.
  private static let colors: [[Double]] = [
    [220, 165, 135], [130, 85, 60], [150, 110, 70], [70, 120, 60], [120, 160, 210], [128, 128, 128],
  ]

  /// Discs, bars and fans of bars, which resemble fists, fingers and hands, in front of colors that change slowly.
  private static func scene(_ seed: UInt64) throws -> PixelImage {
    let ground = try HandScene(width: width, height: height, seed: seed).image
    var pixels = ground.withUnsafeBytes { Array($0) }
    var generator = SeededGenerator(seed: seed + 1000)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * (Double(generator.nextFloat()) + 1) / 2
    }
    for _ in 0..<12 {
      let color = colors[Int(generator.next() % UInt64(colors.count))]
      let (x, y, reach) = (number(0...Double(width)), number(0...Double(height)), number(10...70))
      let barCount = Int(generator.next() % 7)
      let bars = (0..<barCount).map { bar in number(-0.2...0.2) + Double(bar) * 0.4 }
      let turn = number(0...6.28)
      for row in max(Int(y - 2 * reach), 0)..<min(Int(y + 2 * reach), height) {
        for column in max(Int(x - 2 * reach), 0)..<min(Int(x + 2 * reach), width) {
          let (right, down) = (Double(column) - x, Double(row) - y)
          let isInside =
            right * right + down * down < reach * reach * 0.36
            || bars.contains { angle in
              let (along, across) = (
                right * cos(angle + turn) + down * sin(angle + turn),
                down * cos(angle + turn) - right * sin(angle + turn)
              )
              return (0...1.6 * reach).contains(along) && abs(across) < 0.13 * reach
            }
          guard isInside else { continue }
          let light = 1 - 0.3 * (right + down) / (4 * reach)
          for channel in 0..<3 {
            pixels[3 * (row * width + column) + channel] = UInt8(min(max(color[channel] * light, 0), 255))
          }
        }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }

  private static func alarms(_ images: [PixelImage], _ search: ImageSearch) throws -> Int {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.numHands = 4
    let landmarker = try HandLandmarker(options: options)
    return try images.reduce(0) { try $0 + landmarker.detect(image: MPImage(image: $1, search: search)).hands.count }
  }

  @Test func `twenty pictures without hands raise no more alarms in squares, one more in the smallest`() throws {
    let images = try (UInt64(1)...20).map(Self.scene)
    let whole = try Self.alarms(images, .everywhere)
    let squares = try Self.alarms(images, .tiles(smallestHand: 0.05))
    let fine = try Self.alarms(images, .tiles(smallestHand: 0.03))
    print("20 pictures without hands: alarms whole \(whole), squares \(squares), smaller ones \(fine)")
    #expect(squares <= whole)
    #expect(fine <= whole + 1)
    // A hand in the last of them is seen, so the others were looked at.
    var scene = HandScene(width: Self.width, height: Self.height, seed: 20)
    try scene.add("Open_Palm_right", side: 40, x: 320, y: 180)
    #expect(try Self.alarms([scene.image], .everywhere) == 0)
    #expect(try Self.alarms([scene.image], .tiles(smallestHand: 0.05)) == 1)
  }
}
