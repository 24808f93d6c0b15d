import PixelImaging
import TestSupport

/// Clips as bytes.
enum Clip {
  /// The header of a clip of 4:2:0.
  static func header(_ width: Int, _ height: Int, _ rest: String = "F30:1 Ip A1:1 C420jpeg") -> [UInt8] {
    Array("YUV4MPEG2 W\(width) H\(height) \(rest)\n".utf8)
  }

  /// A frame of one color.
  static func frame(_ width: Int, _ height: Int, y: UInt8, u: UInt8 = 128, v: UInt8 = 128) -> [UInt8] {
    let chroma = ((width + 1) / 2) * ((height + 1) / 2)
    return Array("FRAME\n".utf8) + [UInt8](repeating: y, count: width * height)
      + [UInt8](repeating: u, count: chroma) + [UInt8](repeating: v, count: chroma)
  }

  /// Calls `body` with the path of a file with these bytes, which is then removed.
  static func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    try TemporaryFolder.withFile(bytes, as: "clip.y4m", body)
  }

  /// All frames of a clip.
  static func frames(of bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws -> [YUVImage] {
    try withFile(bytes) { path in
      let reader = try Y4MReader(path: path, limits: limits)
      var frames: [YUVImage] = []
      while let frame = try reader.nextFrame() { frames.append(frame) }
      return frames
    }
  }

  /// The first pixel of a picture: red, green, blue.
  static func firstPixel(_ picture: YUVImage) -> [UInt8] {
    PixelImage(picture).withUnsafeBytes { Array($0.prefix(3)) }
  }
}
