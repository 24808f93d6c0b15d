import HandVideo
import TFLiteFormat

/// A WAV file: integers of 8, 16, 24 or 32 bits, or floats of 32 bits, without compression.
struct WAVFile {
  /// Samples of each channel per second.
  let sampleRate: Int
  /// The number of channels.
  let channelCount: Int
  /// The number of samples of each channel.
  let frameCount: Int
  private let data: Bytes
  /// Bytes of a sample, and what reads one.
  private let width: Int, read: (Bytes, Int) -> Float

  /// Reads a file.
  init(path: String, limits: BundleLimits) throws(CommandFailure) {
    let bytes = try InputFile.contents(of: path, limits: limits)
    guard let format = Self.chunk("fmt ", of: bytes), format.count >= 16, let data = Self.chunk("data", of: bytes)
    else {
      throw CommandFailure(path, "the WAV file is cut short: it needs a format and data")
    }
    func number(at offset: Int) -> Int { Int(format.integer(UInt16.self, at: offset) ?? 0) }
    // In the extensible form, the code follows later.
    let code = number(at: 0) == 0xFFFE ? number(at: 24) : number(at: 0)
    let bitCount = number(at: 14)
    channelCount = number(at: 2)
    sampleRate = Int(clamping: format.integer(UInt32.self, at: 4) ?? 0)
    guard channelCount > 0, sampleRate > 0, let read = Self.reader(code: code, bitCount: bitCount) else {
      throw CommandFailure(
        path,
        "WAV format \(code) with \(bitCount) bits in \(channelCount) channels is not supported; "
          + "convert it: ffmpeg -i IN -c:a pcm_s16le OUT.wav")
    }
    (self.data, self.read, width) = (data, read, bitCount / 8)
    frameCount = data.count / (width * channelCount)
  }

  /// The first samples of each channel, from −1 to 1; those of all channels alternate.
  func samples(frames count: Int) -> [Float] {
    (0..<min(count, frameCount) * channelCount).map { read(data, $0 * width) }
  }

  /// The content of the first chunk with an identifier; one that says more bytes than there are ends with the file.
  private static func chunk(_ identifier: String, of bytes: Bytes) -> Bytes? {
    var offset = 12
    while let size = bytes.integer(UInt32.self, at: offset + 4) {
      let content = min(Int(clamping: size), bytes.count - offset - 8)
      if let name = try? bytes.slice(at: offset, count: 4), name.utf8Text == identifier {
        return try? bytes.slice(at: offset + 8, count: content)
      }
      // Chunks of odd sizes are followed by a byte.
      offset += 8 + content + content % 2
    }
    return nil
  }

  /// Reads the sample at an offset that is in bounds; nil if there is no such form.
  private static func reader(code: Int, bitCount: Int) -> ((Bytes, Int) -> Float)? {
    switch (code, bitCount) {
    case (1, 8): { Float(Int($0.integer(UInt8.self, at: $1) ?? 128) - 128) / 128 }
    case (1, 16): { Float($0.integer(Int16.self, at: $1) ?? 0) / 32768 }
    case (1, 24):
      {
        let (low, high) = ($0.integer(UInt16.self, at: $1) ?? 0, $0.integer(Int8.self, at: $1 + 2) ?? 0)
        return Float(Int(high) << 16 | Int(low)) / 8_388_608
      }
    case (1, 32): { Float($0.integer(Int32.self, at: $1) ?? 0) / 2_147_483_648 }
    case (3, 32): { Float(bitPattern: $0.integer(UInt32.self, at: $1) ?? 0) }
    default: nil
    }
  }
}
