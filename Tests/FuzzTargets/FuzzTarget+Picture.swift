import Foundation
import PixelImaging
import TestSupport

extension FuzzTarget {
  /// Whole PNG and JPEG pictures, and YUV4MPEG2 clips, with limits for small ones.
  static let picture = FuzzTarget(name: "picture", byteLimit: 4096, seeds: pictureSeeds) { bytes in
    if bytes.starts(with: Array("YUV4".utf8)) { return try readClip(bytes) }
    try decode(bytes)
    // A fuzzer rarely guesses checksums, and wrong ones end most inputs early.
    if let right = withRightChecksums(bytes) { try decode(right) }
  }

  private static let limits = ImageLimits(sideLength: 512, pixelCount: 1 << 16, fileByteCount: 1 << 16, scanCount: 8)

  private static func pictureSeeds() throws -> [[UInt8]] {
    let fixtures = PackageFolders.fixtures(of: "PixelImagingTests")
    let files = try ["pngsuite", "jpeg"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: fixtures.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    }
    let pictures = try files.filter { ["png", "jpg"].contains($0.pathExtension) }.map { file in
      [UInt8](try Data(contentsOf: file))
    }
    let clips = ["W4 H2 F30:1 C420jpeg", "W3 H3 F30000:1001 Ip A1:1 Cmono XCOLORRANGE=FULL", "H2 W4"].map { header in
      Array("YUV4MPEG2 \(header)\nFRAME\nabcdefghijklFRAME x\nabcdefghijkl".utf8)
    }
    return pictures + clips
  }

  // MARK: Pictures

  /// Decodes a picture; an accepted one must survive being written and read again.
  private static func decode(_ bytes: [UInt8]) throws {
    do throws(ImageError) {
      let image = try PixelImage(encoded: bytes, limits: limits)
      let byteCount = image.width * image.height * image.format.channelCount
      let pixels = image.withUnsafeBytes { Array($0) }
      precondition(pixels.count == byteCount, "\(pixels.count) bytes of \(byteCount)")
      let again = try PixelImage(encoded: try image.pngData())
      precondition(
        again.format == image.format && again.withUnsafeBytes { $0.elementsEqual(pixels) }, "not the same again")
    } catch {
      _ = error.description
    }
  }

  /// The PNG with corrected checksums of its chunks; nil if none was wrong, and for anything else.
  private static func withRightChecksums(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    var changed = bytes
    var place = 8
    while bytes.count - place >= 12 {
      let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - place - 12 else { break }
      let end = place + 8 + count
      let checksum = crc32(bytes[place + 4..<end])
      for byte in 0..<4 { changed[end + byte] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32(byte))) }
      place = end + 4
    }
    return changed == bytes ? nil : changed
  }

  // MARK: Clips

  /// Reads a clip through a pipe that is large enough to hold all of it.
  private static func readClip(_ bytes: [UInt8]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    do throws(Y4MError) {
      let reader = try Y4MReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor, limits: limits)
      while let frame = try reader.nextFrame() {
        let (image, header) = (PixelImage(frame), reader.header)
        precondition((image.width, image.height) == (header.width, header.height), "a frame of another size")
      }
    } catch {
      _ = error.description
    }
    try pipe.fileHandleForReading.close()
  }
}
