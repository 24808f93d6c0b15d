import HandVideo
import MudraPlatform
import PixelImaging
import TFLiteFormat
import TensorRuntime

/// An input of a model, and what the model's metadata says of it.
struct DescribedInput {
  /// The input.
  let tensor: TensorDescription
  /// Its extents, with −1 for those that the model leaves open.
  let openShape: [Int]
  /// The metadata, if there is any.
  let metadata: TensorMetadata?
  /// The path of the model, for errors.
  let model: String

  /// What a file gives to the input: an array, or a picture or a sound if the metadata says how.
  ///
  /// - Parameter notes: gets a line about samples that are left out or added.
  func content(
    of path: String, _ bundles: BundleLimits, _ pictures: ImageLimits, _ notes: inout [String]
  ) throws(CommandFailure) -> InputContent {
    try InputFile.check(path)
    let format = FileFormat(firstBytes: try InputFile.firstBytes(of: path, count: FileFormat.byteCount))
    if format == .wav { return try sound(WAVFile(path: path, limits: bundles), path, &notes) }
    if let format, format.isPicture { return try picture(path, format, pictures) }
    let array = try NPYFile(path: path, limits: bundles)
    let fits =
      array.shape == tensor.shape
      || array.shape.count == openShape.count && zip(array.shape, openShape).allSatisfy { $1 == -1 || $0 == $1 }
    guard array.elementType == tensor.elementType, fits else {
      throw refused(path, "holds \(Self.kind(array.elementType, array.shape))")
    }
    return .array(array)
  }

  static func kind(_ type: ElementType, _ shape: [Int]) -> String { "\(type.name) \(NumberText.shape(shape))" }

  private func refused(_ path: String, _ what: String, _ reason: String = "") -> CommandFailure {
    CommandFailure(
      path,
      "\(what), but input “\(tensor.name.printable)” of \(model) is \(Self.kind(tensor.elementType, tensor.shape))\(reason)"
    )
  }

  // MARK: Pictures

  /// A picture in the size of the input, normalized by the metadata: floats, and bytes that stand for them. Bytes
  /// without a sign are those of the pixels, as in the TFLite Task Library.
  private func picture(_ path: String, _ format: FileFormat, _ limits: ImageLimits) throws(CommandFailure)
    -> InputContent
  {
    let shape = tensor.shape
    guard shape.count == 4, shape[0] == 1, shape[1] > 0, shape[2] > 0, [1, 3].contains(shape[3]),
      [.float32, .int8, .uint8].contains(tensor.elementType)
    else { throw refused(path, "is \(format.name)") }
    let (means, deviations) = try normalization(path, format, channels: shape[3])
    let bounds = ReadingBounds(limits: limits)
    let image = try CommandFailure.of { () throws(VideoError) in
      try PictureReader.picture(contentsOfFile: path, bounds: bounds).image
    }
    let warp: RegionWarp
    do throws(ImageError) {
      warp = try RegionWarp(
        region: .full, imageWidth: image.width, imageHeight: image.height, outputWidth: shape[2],
        outputHeight: shape[1], keepAspect: false, border: .replicate)
    } catch {
      throw CommandFailure(path, error)
    }
    var pixels = [Float](repeating: 0, count: shape[1] * shape[2] * 3)
    pixels.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 1, offset: 0) }
    let values = shape[3] == 3 ? pixels : Self.brightness(pixels)
    let numbers = values.enumerated().map { index, value in
      let channel = index % means.count
      return (value - means[channel]) / deviations[channel]
    }
    return .numbers(numbers, shape: shape)
  }

  /// The brightness of colors, by ITU-R BT.601.
  private static func brightness(_ pixels: [Float]) -> [Float] {
    stride(from: 0, to: pixels.count, by: 3).map { first in
      let sum: Float = 0.299 * pixels[first] + 0.587 * pixels[first + 1] + 0.114 * pixels[first + 2]
      return sum.rounded()
    }
  }

  private func normalization(
    _ path: String, _ format: FileFormat, channels: Int
  ) throws(CommandFailure) -> (means: [Float], deviations: [Float]) {
    if tensor.elementType == .uint8 {
      // The elements are the bytes of the pixels: the scale is undone when they are set.
      let (scale, zeroPoint) = (tensor.quantization?.scales.first ?? 1, tensor.quantization?.zeroPoints.first ?? 0)
      return ([Float(zeroPoint)], [1 / scale])
    }
    guard let normalization = metadata?.normalization else {
      throw refused(
        path, "is \(format.name)", ", and its metadata does not say how pixels become numbers: give an .npy file")
    }
    let (means, deviations) = (normalization.mean, normalization.standardDeviation)
    guard [1, channels].contains(means.count), deviations.count == means.count, means.allSatisfy(\.isFinite),
      deviations.allSatisfy({ $0.isFinite && $0 != 0 })
    else {
      throw refused(
        path, "is \(format.name)", ", and its metadata has \(means.count) means and \(deviations.count) deviations")
    }
    return (means, deviations)
  }

  // MARK: Sound

  /// As many samples as the input has elements: the first ones, or with silence behind them.
  private func sound(_ file: WAVFile, _ path: String, _ notes: inout [String]) throws(CommandFailure) -> InputContent {
    guard tensor.elementType == .float32 else { throw refused(path, "is a WAV sound") }
    guard let audio = metadata?.audio, audio.sampleRate > 0 else {
      throw refused(path, "is a WAV sound", ", and its metadata does not say at what rate: give an .npy file")
    }
    let channels = max(audio.channelCount, 1)
    guard file.sampleRate == audio.sampleRate, channels == 1 || file.channelCount == channels else {
      throw refused(
        path, "has \(file.channelCount) channels of \(file.sampleRate) Hz",
        " of \(channels) channels of \(audio.sampleRate) Hz: convert it with ffmpeg -i IN -ar \(audio.sampleRate) "
          + "-ac \(channels) OUT.wav")
    }
    // A file may have far more samples than the input takes.
    let count = tensor.elementCount, all = file.frameCount * channels
    var samples = file.samples(frames: (count + channels - 1) / channels)
    if channels == 1, file.channelCount > 1 {
      samples = stride(from: 0, to: samples.count, by: file.channelCount).map { first in
        samples[first..<first + file.channelCount].reduce(0, +) / Float(file.channelCount)
      }
    }
    if all > count { notes.append("\(path.onOneLine): \(all - count) of \(all) samples are left out") }
    if all < count { notes.append("\(path.onOneLine): \(count - all) samples of silence are added") }
    let used = samples.prefix(count)
    return .numbers(used + [Float](repeating: 0, count: count - used.count), shape: tensor.shape)
  }
}
