/// The first bytes of a file, as ``FileFormat`` reads them.
struct FileStart {
  private let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether these characters, each of them a byte, are at a place.
  private func has(_ text: String, at offset: Int = 0) -> Bool {
    let pattern = text.unicodeScalars
    return bytes.count >= offset + pattern.count
      && zip(bytes[offset...], pattern).allSatisfy { UInt32($0) == $1.value }
  }

  private func contains(_ text: String) -> Bool {
    bytes.indices.contains { has(text, at: $0) }
  }

  // MARK: Signatures

  /// Kinds that a few bytes at a fixed place tell.
  var signature: FileFormat? {
    if bytes.isEmpty { return .empty }
    if has("\u{89}PNG\r\n\u{1A}\n") { return has("CgBI", at: 12) ? .applePNG : .png }
    if has("TFL3", at: 4) { return .tflite }
    if let format = Self.signatures.first(where: { has($0.text) })?.format { return format }
    if has("BZh"), has("1AY&SY", at: 4) { return .bzip2 }
    if has("ustar", at: 257) { return .tar }
    if has("BM"), has("\0\0\0", at: 15), bytes.count > 17, [12, 40, 52, 56, 64, 108, 124].contains(bytes[14]) {
      return .bmp
    }
    if has("P"), bytes.count > 2, (0x31...0x37).contains(bytes[1]), [0x09, 0x0A, 0x0D, 0x20, 0x23].contains(bytes[2]) {
      return .portablePixmap
    }
    if bytes.count > 6, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return .aac }
    if has("G"), has("G", at: 188), has("G", at: 376) { return .transportStream }
    if has("\0\0\u{1}\0"), bytes.count > 6, bytes[5] == 0, (1...64).contains(bytes[4]) { return .icon }
    return nil
  }

  /// Each character is a byte.
  private static let signatures: [(text: String, format: FileFormat)] = [
    ("\u{FF}\u{D8}\u{FF}", .jpeg), ("GIF87a", .gif), ("GIF89a", .gif),
    ("\0\0\0\u{C}jP  \r\n", .jpeg2000), ("\u{FF}O\u{FF}Q", .jpeg2000),
    ("\0\0\0\u{C}JXL \r\n", .jpegXL), ("\u{FF}\n", .jpegXL),
    ("II*\0", .tiff), ("MM\0*", .tiff), ("II+\0", .tiff), ("MM\0+", .tiff), ("8BPS", .photoshop),
    ("YUV4MPEG2", .y4m), ("FLV\u{1}", .flashVideo), ("\0\0\u{1}\u{BA}", .programStream),
    ("0&\u{B2}u\u{8E}f\u{CF}\u{11}", .windowsMedia),
    ("ID3", .mp3), ("\u{FF}\u{FB}", .mp3), ("\u{FF}\u{F3}", .mp3), ("\u{FF}\u{F2}", .mp3),
    ("OggS", .ogg), ("fLaC", .flac),
    ("\u{89}HDF\r\n", .hdf5), ("GGUF", .gguf), ("\u{93}NUMPY", .numPy),
    ("\u{1F}\u{8B}", .gzip), ("\u{FD}7zXZ\0", .xz), ("(\u{B5}/\u{FD}", .zstd),
    ("7z\u{BC}\u{AF}'\u{1C}", .sevenZip), ("Rar!\u{1A}\u{7}", .rar),
    ("\0\u{5}\u{16}\0", .appleDouble), ("\0\u{5}\u{16}\u{7}", .appleDouble),
    ("version https://git-lfs.github.com/", .gitLFSPointer), ("MUDRASES", .recording), ("%PDF-", .pdf),
    ("\u{7F}ELF", .program), ("\u{CF}\u{FA}\u{ED}\u{FE}", .program), ("\u{CA}\u{FE}\u{BA}\u{BE}", .program),
    ("#!", .program),
  ]

  // MARK: Containers

  /// Kinds that share a container: what it holds tells them apart.
  var container: FileFormat? {
    if has("RIFF") {
      return has("WEBP", at: 8) ? .webP : has("WAVE", at: 8) ? .wav : has("AVI ", at: 8) ? .avi : nil
    }
    if has("\u{1A}E\u{DF}\u{A3}") { return contains("webm") ? .webM : .matroska }
    if has("PK\u{3}\u{4}") {
      // The name of the first entry.
      return contains("/data.pkl") || contains("/.format_version") ? .pyTorch : .zip
    }
    if has("PK\u{5}\u{6}") { return .zip }
    if has("ftyp", at: 4) { return media }
    // Movies from before the file type box.
    return ["moov", "mdat", "wide", "skip", "free"].contains { has($0, at: 4) } ? .quickTime : nil
  }

  /// What a file of the ISO base media format is: by its main brand, or by the others if that one is general.
  private var media: FileFormat {
    let end = min(bytes.count, bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) })
    let offsets = [8] + stride(from: 16, to: max(end - 3, 16), by: 4)
    for offset in offsets {
      if has("avif", at: offset) || has("avis", at: offset) { return .avif }
      if ["heic", "heix", "heim", "heis", "hevc", "hevx"].contains(where: { has($0, at: offset) }) { return .heic }
      if has("jp2 ", at: offset) { return .jpeg2000 }
    }
    if has("mif1", at: 8) || has("msf1", at: 8) { return .heic }
    if has("qt  ", at: 8) { return .quickTime }
    return has("M4A ", at: 8) || has("M4B ", at: 8) ? .m4a : .mp4
  }

  // MARK: Protocol buffers

  /// Models that are protocol buffers without a signature. All begin with a version number (field 1). A SavedModel
  /// continues with a graph that begins with its operators or tags, a Core ML model with a description that begins
  /// with an input, an ONNX model with its producer's name, its graph or the version of its operators.
  var protobuf: FileFormat? {
    guard bytes.count > 4, bytes[0] == 0x08, (1...20).contains(bytes[1]) else { return nil }
    if bytes[2] == 0x3A || bytes[2] == 0x42 { return .onnx }
    guard bytes[2] == 0x12, let message = skipLength(at: 3), message < bytes.count else { return nil }
    if bytes[message] == 0x0A, let field = skipLength(at: message + 1), field < bytes.count {
      return bytes[1] == 1 && [0x12, 0x22, 0x2A].contains(bytes[field]) ? .savedModel : .coreML
    }
    let producer = bytes[message...].prefix(Int(bytes[3]))
    return !producer.isEmpty && producer.allSatisfy { (0x20..<0x7F).contains($0) } ? .onnx : nil
  }

  /// Where the content behind a length begins; lengths have seven bits a byte.
  private func skipLength(at offset: Int) -> Int? {
    bytes.dropFirst(offset).prefix(5).firstIndex { $0 < 0x80 }.map { $0 + 1 }
  }

  // MARK: Text

  /// Kinds of text.
  var writing: FileFormat? {
    guard var text = decoded else { return nil }
    text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let start = text.prefix(200).lowercased()
    let page = ["<!doctype html", "<html", "<head", "<body", "<script", "<title"]
    if page.contains(where: start.hasPrefix) { return .html }
    if start.hasPrefix("<svg") { return .svg }
    if start.hasPrefix("<?xml") || start.hasPrefix("<!--") {
      return contains("<svg") ? .svg : contains("<html") ? .html : .xml
    }
    if let first = text.first, first == "{" || first == "[" {
      let next = text.dropFirst().first { !$0.isWhitespace }
      let follows: Set<Character> = first == "{" ? ["\"", "}"] : Set("\"{[]-0123456789tfn")
      if let next, follows.contains(next) { return .json }
    }
    return .text
  }

  /// The bytes as text; nil if they are not UTF-8 or have control characters. The last character may be cut off.
  private var decoded: Substring? {
    let isClean = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    guard isClean else { return nil }
    for cut in 0...min(3, bytes.count) {
      // `String(validating:as:)` is not on macOS 14 and iOS 17. Decoding replaces what is no UTF-8 by other bytes.
      let part = bytes.dropLast(cut)
      let text = String(decoding: part, as: UTF8.self)
      if text.utf8.elementsEqual(part) { return text.isEmpty ? nil : text[...] }
    }
    return nil
  }
}
