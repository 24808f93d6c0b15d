import ArgumentParser
import PixelImaging

/// Options of every command that reads pictures or frames.
struct PictureLimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Longest side of a picture or frame to read.", valueName: "pixels", visibility: .hidden))
  var maxSide = ImageLimits().sideLength

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest picture or frame to read, in megapixels.", valueName: "n", visibility: .hidden))
  var maxMegapixels = ImageLimits().pixelCount / 1_000_000

  func validate() throws {
    try OptionRange.check("--max-side", maxSide, in: 1...1_000_000)
    try OptionRange.check("--max-megapixels", maxMegapixels, in: 1...1_000_000)
  }

  /// The limits for the library: more pixels may also take more time and memory.
  var limits: ImageLimits {
    let usual = ImageLimits()
    let pixelCount = maxMegapixels * 1_000_000
    let factor = max(1, (pixelCount + usual.pixelCount - 1) / usual.pixelCount)
    return ImageLimits(
      sideLength: maxSide, pixelCount: pixelCount, sampleCount: usual.sampleCount * factor,
      fileByteCount: usual.fileByteCount * factor, memoryByteCount: usual.memoryByteCount * factor)
  }
}
