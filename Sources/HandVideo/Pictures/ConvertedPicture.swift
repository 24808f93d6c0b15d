import MudraPlatform
import PixelImaging

/// A picture of a kind that FFmpeg decodes, in a form that any of its versions takes.
struct ConvertedPicture {
  /// The name of FFmpeg's reader for it, the only one that may open it.
  let format: String
  /// What FFmpeg reads.
  let bytes: [UInt8]
  /// What turns the pixels into RGB.
  private(set) var filter = "format=rgb24"
  /// How the pixels are stored. FFmpeg turns nothing by itself.
  private(set) var orientation = ImageOrientation.up
  /// The part that is shown; nil for all of it.
  private(set) var aperture: CleanAperture?
  /// The size of what it is part of, to which the filter extends it; nil for its own.
  private(set) var canvas: (width: Int, height: Int)?
  /// How many frames it is made of.
  private(set) var columns = 1
  private(set) var rows = 1
  /// The size of all of them together; nil for that of the only one.
  private(set) var size: (width: Int, height: Int)?

  /// The decoded picture as it is shown: cut and turned.
  func shown(_ image: PixelImage) -> PixelImage {
    (aperture?.part(of: image) ?? image).upright(from: orientation)
  }

  /// Whether FFmpeg decodes pictures of a kind for this module.
  static func reads(_ kind: FileFormat) -> Bool {
    switch kind {
    case .webP, .heic, .avif, .gif, .bmp, .tiff, .jpeg2000, .portablePixmap: true
    default: false
    }
  }

  /// What a file has that FFmpeg reads wrongly without a word; nil for nothing.
  static func unreadForm(_ kind: FileFormat, _ file: [UInt8]) -> String? {
    guard kind == .tiff, let block = TIFFBlock(file[...]) else { return nil }
    if [6, 7].contains(block.value(of: .compression)) { return "compressed as JPEG" }
    if block.value(of: .tileWidth) != nil { return "in tiles" }
    if block.value(of: .photometric) == 5, block.value(of: .planes) == 2 { return "in planes of CMYK" }
    return nil
  }

  /// A picture of a kind that is read; nil for a damaged file.
  init?(_ kind: FileFormat, _ file: [UInt8]) {
    switch kind {
    case .heic, .avif:
      guard let picture = HEIFPicture(file) else { return nil }
      (format, bytes, orientation) = (picture.format, picture.stream, picture.orientation)
      (columns, rows, size) = (picture.columns, picture.rows, picture.size)
      aperture = picture.aperture
      if let colors = picture.colors { filter = colors + "," + filter }
    case .webP:
      guard let picture = WebPPicture(file) else { return nil }
      (format, bytes, orientation) = ("webp_pipe", picture.still, picture.orientation)
      if let canvas = picture.canvas {
        self.canvas = (canvas.width, canvas.height)
        filter = "pad=\(canvas.width):\(canvas.height):\(canvas.x):\(canvas.y):black," + filter
      }
    case .tiff:
      var metadata = OrientationMetadata()
      metadata.read(exif: file[...])
      (format, bytes, orientation) = ("tiff_pipe", file, metadata.orientation)
    case .gif: (format, bytes) = ("gif", file)
    case .bmp: (format, bytes) = ("bmp_pipe", file)
    case .jpeg2000: (format, bytes) = ("j2k_pipe", file)
    case .portablePixmap:
      let formats = ["pbm", "pgm", "ppm"]
      let number = file.count > 1 ? Int(file[1]) - 0x31 : 0
      (format, bytes) = (number == 6 ? "pam_pipe" : formats[max(number, 0) % 3] + "_pipe", file)
    default: return nil
    }
  }
}
