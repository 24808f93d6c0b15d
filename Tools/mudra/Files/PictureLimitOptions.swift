import ArgumentParser
import PixelImaging

/// Options of every command that reads pictures or frames.
struct PictureLimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest side of a picture or frame that is read.", valueName: "pixels"))
  var maxSide = ImageLimits().sideLength

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most pixels of a picture or frame that is read, in millions.", valueName: "n"))
  var maxMegapixels = ImageLimits().pixelCount / 1_000_000

  func validate() throws {
    for (name, value) in [("--max-side", maxSide), ("--max-megapixels", maxMegapixels)]
    where !(1...1_000_000).contains(value) {
      throw ValidationError("\(name) is \(value), expected a number from 1 to 1000000")
    }
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
