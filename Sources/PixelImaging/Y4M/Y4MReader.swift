import MudraPlatform

/// Reads the frames of a YUV4MPEG2 clip (`.y4m`), from a file or as they arrive through a pipe.
///
/// Memory is allocated for one frame, and only as its bytes arrive, so that a header cannot ask for more than there is.
/// The memory of a frame that is released before the next one is read is reused.
///
/// Samples of more than 8 bits are rounded to 8, halves up: of n bits, x becomes (x + 2ⁿ⁻⁹) / 2ⁿ⁻⁸ rounded down, at
/// most 255.
public final class Y4MReader {
  private static let chunkByteCount = 1 << 20

  /// What the clip says about its frames.
  public let header: Y4MHeader
  /// Frames read so far.
  public private(set) var frameCount = 0
  private let source: ByteSource
  private var samples: [UInt8] = []
  /// The samples of a frame in two bytes each.
  private var wideSamples: [UInt8] = []
  private var hasEnded = false

  /// Opens a clip and reads its header.
  ///
  /// - Throws: `Y4MError` if the file cannot be opened, or its header is not that of a readable clip.
  public convenience init(path: String, limits: ImageLimits = ImageLimits()) throws(Y4MError) {
    try self.init(ByteSource(path: path), limits: limits)
  }

  /// Reads a clip's header from an open file such as standard input, which is left open.
  ///
  /// - Throws: `Y4MError` if the file cannot be read, or its header is not that of a readable clip.
  public convenience init(fileDescriptor: Int32, limits: ImageLimits = ImageLimits()) throws(Y4MError) {
    try self.init(ByteSource(descriptor: fileDescriptor), limits: limits)
  }

  /// Reads a clip's header from an open file of which the first bytes have been read already.
  package convenience init(fileDescriptor: Int32, start: [UInt8], limits: ImageLimits) throws(Y4MError) {
    try self.init(ByteSource(descriptor: fileDescriptor, start: start), limits: limits)
  }

  private init(_ source: ByteSource, limits: ImageLimits) throws(Y4MError) {
    let line = try source.line(byteLimit: Y4MHeader.lineByteLimit)
    // A file of another kind is reported as such, even if it is short.
    guard line.bytes.starts(with: Y4MHeader.magic) else {
      // The line's end is part of some signatures.
      guard let kind = FileFormat(firstBytes: line.bytes + (line.isWhole ? [0x0A] : [])) else { throw .notAClip }
      throw .otherFile(reason: kind.sentence("not a Y4M video"))
    }
    guard line.isWhole else { throw .truncatedHeader }
    header = try Y4MHeader(line: line.bytes, limits: limits)
    self.source = source
  }

  /// The next frame; nil after the last one, and after an error.
  ///
  /// - Throws: `Y4MError` if the file cannot be read, or the frame is cut short or damaged.
  public func nextFrame() throws(Y4MError) -> YUVImage? {
    guard !hasEnded else { return nil }
    hasEnded = true
    guard try readFrameHeader() else { return nil }
    if header.bitDepth > 8 {
      try readSamples(into: &wideSamples)
      narrowSamples()
    } else {
      try readSamples(into: &samples)
    }
    // Gray is luma with neutral chroma.
    if samples.count < header.pictureByteCount {
      samples.append(contentsOf: repeatElement(128, count: header.pictureByteCount - samples.count))
    }
    frameCount += 1
    hasEnded = false
    do {
      return try YUVImage(
        width: header.width, height: header.height, format: header.chroma.format,
        encoding: YUVImage.Encoding(range: header.range), pixels: samples)
    } catch {
      throw .unusableSize(error)
    }
  }

  /// Reads `FRAME`, optionally followed by parameters; false at the end of the clip.
  private func readFrameHeader() throws(Y4MError) -> Bool {
    let line: (bytes: [UInt8], isWhole: Bool)
    do {
      line = try source.line(byteLimit: Y4MHeader.lineByteLimit)
    } catch {
      if case .headerTooLong = error { throw .badFrameHeader(frame: frameCount) }
      throw error
    }
    if line.bytes.isEmpty, !line.isWhole { return false }
    let magic = Array("FRAME".utf8)
    guard line.bytes.starts(with: magic), line.bytes.count == magic.count || line.bytes[magic.count] == 0x20 else {
      throw .badFrameHeader(frame: frameCount)
    }
    guard line.isWhole else {
      throw .truncatedFrame(frame: frameCount, byteCount: 0, expected: header.frameByteCount)
    }
    return true
  }

  private func readSamples(into samples: inout [UInt8]) throws(Y4MError) {
    let expected = header.frameByteCount
    var filled = 0
    while filled < expected {
      let end = min(filled + Self.chunkByteCount, expected)
      if samples.count < end { samples.append(contentsOf: repeatElement(0, count: end - samples.count)) }
      let count = try samples.withUnsafeMutableBufferPointer { (bytes) throws(Y4MError) in
        let rest = UnsafeMutableBufferPointer(rebasing: bytes[filled..<end])
        return try source.read(into: UnsafeMutableRawBufferPointer(rest))
      }
      guard count > 0 else { throw .truncatedFrame(frame: frameCount, byteCount: filled, expected: expected) }
      filled += count
    }
  }

  /// Rounds the samples of a frame to 8 bits. Alpha comes last and is left out.
  private func narrowSamples() {
    let count = min(wideSamples.count / 2, header.pictureByteCount)
    let shift = UInt32(header.bitDepth - 8)
    let half: UInt32 = 1 << (shift - 1)
    if samples.count < count { samples = [UInt8](repeating: 128, count: header.pictureByteCount) }
    wideSamples.withUnsafeBytes { wide in
      samples.withUnsafeMutableBytes { narrow in
        for index in 0..<count {
          let sample = UInt32(UInt16(littleEndian: wide.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)))
          narrow[index] = UInt8(truncatingIfNeeded: min((sample &+ half) &>> shift, 255))
        }
      }
    }
  }
}
