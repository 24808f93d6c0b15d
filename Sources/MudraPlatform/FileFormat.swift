/// What a file is, judged by its first bytes and never by its name.
package enum FileFormat: String, CaseIterable, Sendable {
  // Pictures
  case png, applePNG, jpeg, jpeg2000, jpegXL, webP, heic, avif, gif, bmp, tiff, portablePixmap, icon, photoshop, svg
  // Video and sound
  case y4m, mp4, quickTime, matroska, webM, avi, flashVideo, transportStream, programStream, windowsMedia
  case wav, mp3, aac, ogg, flac, m4a
  // Models and arrays
  case tflite, savedModel, onnx, coreML, pyTorch, hdf5, gguf, numPy
  // Archives
  case zip, gzip, xz, zstd, bzip2, sevenZip, rar, tar
  // What takes the place of a file
  case empty, gitLFSPointer, appleDouble, html
  // Everything else
  case recording, pdf, xml, json, program, text

  /// How many of a file's first bytes are enough to tell.
  package static let byteCount = 512

  /// The kind of a file that starts with these bytes; nil if they tell nothing.
  ///
  /// - Parameter bytes: the whole file, or at least its first ``byteCount`` bytes.
  package init?(firstBytes bytes: some Collection<UInt8>) {
    let start = FileStart(bytes.prefix(Self.byteCount))
    guard let kind = start.signature ?? start.container ?? start.protobuf ?? start.writing else { return nil }
    self = kind
  }

  /// The kind in words, as in “a HEIC picture”.
  package var name: String {
    switch self {
    case .png: "a PNG picture"
    case .applePNG: "a PNG picture in the form that Xcode gives to apps (CgBI)"
    case .jpeg: "a JPEG picture"
    case .jpeg2000: "a JPEG 2000 picture"
    case .jpegXL: "a JPEG XL picture"
    case .webP: "a WebP picture"
    case .heic: "a HEIC picture"
    case .avif: "an AVIF picture"
    case .gif: "a GIF picture"
    case .bmp: "a BMP picture"
    case .tiff: "a TIFF picture"
    case .portablePixmap: "a PPM picture"
    case .icon: "an icon (ICO)"
    case .photoshop: "a Photoshop picture"
    case .svg: "an SVG drawing"
    case .y4m: "a Y4M video"
    case .mp4: "an MP4 video"
    case .quickTime: "a QuickTime video (MOV)"
    case .matroska: "a Matroska video (MKV)"
    case .webM: "a WebM video"
    case .avi: "an AVI video"
    case .flashVideo: "a Flash video"
    case .transportStream, .programStream: "an MPEG video"
    case .windowsMedia: "a Windows Media video"
    case .wav: "WAV audio"
    case .mp3: "MP3 audio"
    case .aac: "AAC audio"
    case .ogg: "Ogg audio or video"
    case .flac: "FLAC audio"
    case .m4a: "M4A audio"
    case .tflite: "a TensorFlow Lite model"
    case .savedModel: "a TensorFlow SavedModel"
    case .onnx: "an ONNX model"
    case .coreML: "a Core ML model"
    case .pyTorch: "a PyTorch model"
    case .hdf5: "an HDF5 file (Keras, for example)"
    case .gguf: "a GGUF model"
    case .numPy: "a NumPy array"
    case .zip: "a zip archive"
    case .gzip: "a GZIP archive"
    case .xz: "an XZ archive"
    case .zstd: "a Zstandard archive"
    case .bzip2: "a BZIP2 archive"
    case .sevenZip: "a 7z archive"
    case .rar: "a RAR archive"
    case .tar: "a TAR archive"
    case .empty: "empty"
    case .gitLFSPointer: "a Git LFS pointer"
    case .appleDouble: "an AppleDouble file of macOS attributes"
    case .html: "an HTML page"
    case .recording: "a recording of Mudra Studio"
    case .pdf: "a PDF document"
    case .xml: "an XML document"
    case .json: "a JSON document"
    case .program: "a program"
    case .text: "plain text"
    }
  }

  /// Whether the file is a picture of pixels, of whatever format.
  package var isPicture: Bool {
    switch self {
    case .png, .applePNG, .jpeg, .jpeg2000, .jpegXL, .webP, .heic, .avif, .gif, .bmp, .tiff, .portablePixmap, .icon,
      .photoshop:
      true
    default: false
    }
  }

  /// What the user can do about a file of this kind that should have been another; nil if there is nothing to say.
  private var remedy: String? {
    switch self {
    case .gitLFSPointer: "run git lfs pull"
    case .appleDouble: "use the file of the same name without the leading ._"
    case .html: "the download brought a web page instead"
    case .gzip, .xz, .zstd, .bzip2, .sevenZip, .rar, .tar: "unpack it first"
    case .applePNG: "convert it with pngcrush -revert-iphone-optimizations"
    case .savedModel, .onnx, .coreML, .pyTorch, .hdf5: "convert it to TensorFlow Lite"
    default: nil
    }
  }

  /// The sentence for a file of this kind in the place of another, as in “the file is a Git LFS pointer, not a picture:
  /// run git lfs pull”.
  ///
  /// - Parameter expected: such as “not a picture”.
  package func sentence(_ expected: String) -> String {
    guard self != .empty else { return "the file is empty" }
    return "the file is \(name), \(expected)" + (remedy.map { ": \($0)" } ?? "")
  }
}
