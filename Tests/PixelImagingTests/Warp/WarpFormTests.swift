import PixelImaging
import TestSupport
import Testing

@Suite struct WarpFormTests {
  @Test func quick() throws {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    let image = try Image.random(width: 61, height: 47, format: .rgb, &generator)
    for border in [RegionWarp.Border.black, .replicate] {
      let warp = try RegionWarp(region: Region(centerX: 0.3, centerY: 0.6, width: 0.7, height: 0.9, rotation: 0.4), imageWidth: 61, imageHeight: 47, outputWidth: 37, outputHeight: 21, keepAspect: false, border: border)
      var a = [Float](repeating: -1, count: 37 * 21 * 3)
      var b = a
      a.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 1, offset: 0, form: .portable) }
      b.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 1, offset: 0, form: .machineCode) }
      let bad = (0..<a.count).filter { a[$0] != b[$0] }
      #expect(bad.isEmpty, "\(bad.count) \(bad.prefix(10))")
    }
  }
}
