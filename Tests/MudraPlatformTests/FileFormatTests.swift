import MudraPlatform
import Testing

/// What a file is, from its first bytes.
@Suite struct FileFormatTests {
  /// The first bytes of files written by FFmpeg, Pillow, onnx, h5py, Python's zipfile and the usual compressors.
  private static let written: [(FileFormat, String)] = [
    (.png, "89504e470d0a1a0a0000000d49484452000000400000003008020000002e29eb"),
    (.jpeg, "ffd8ffe000104a46494600010200000100010000fffe00104c61766335392e33"),
    (.jpeg2000, "0000000c6a5020200d0a870a00000014667479706a703220000000006a703220"),
    (.jpegXL, "ff0acb060012880200e10705c2160000152aa38c1bbc9cebf9f24387c5b48deb"),
    (.webP, "52494646b00200005745425056503820a4020000f012009d012a400030003e91"),
    (.heic, "0000001c6674797068656963000000006d696631686569636d69616600000156"),
    (.avif, "00000020667479706176696600000000617669666d6966316d6961664d413142"),
    (.avif, "00000020667479706176696600000000617669666d6966316d6961664d413141"),
    (.gif, "47494638396140003000f71f310000002400004800006c0000900000b40000d8"),
    (.bmp, "424d362400000000000036000000280000004000000030000000010018000000"),
    (.tiff, "49492a00751d0000e90015ff0000ff0000ff0000ff0000ff0000ff0000ff0000"),
    (.portablePixmap, "50360a36342034380a3235350a00000000000000000000000000000000000000"),
    (.mp4, "000000206674797069736f6d0000020069736f6d69736f32617663316d703431"),
    (.quickTime, "000000146674797071742020000002007174202000000008776964650000074c"),
    (.matroska, "1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b6142878104428581021853806701000000"),
    (.webM, "1a45dfa39f4286810142f7810142f2810442f381084282847765626d428781024285810218538067010000000000094a"),
    (.avi, "5249464600230000415649204c495354381200006864726c6176696838000000"),
    (.flashVideo, "464c5601010000000900000000120000b80000000000000002000a6f6e4d6574"),
    (.windowsMedia, "3026b2758e66cf11a6d900aa0062ce6c5302000000000000050000000102a1dc"),
    (.wav, "52494646a267000057415645666d7420100000000100010044ac000088580100"),
    (.mp3, "49443304000000000023545353450000000f0000034c61766635392e32372e31"),
    (.aac, "fff15040213ffcde02004c61766335392e33372e313030000260ac5ba9507226"),
    (.ogg, "4f67675300020000000000000000e0ffc70f00000000f0da24fa012a80746865"),
    (.flac, "664c614300000022120012000004490004de0ac440f0000033aecd36f8ab0a87"),
    (.m4a, "0000001c667479704d344120000002004d34412069736f6d69736f3200000008"),
    (.onnx, "080e3a330a0c0a0178120179220452656c751201675a0f0a0178120a0a080801"),
    (.onnx, "080e12077079746f7263683a330a0c0a0178120179220452656c751201675a0f"),
    (.hdf5, "894844460d0a1a0a000000000008080004001000000000000000000000000000"),
    (.zip, "504b0304140000000000a91c795d8316dc8c010000000100000005000000612e"),
    (.pyTorch, "504b0304140000000000a91c795d8316dc8c010000000100000010000000617263686976652f646174612e706b6c7850"),
    (.gzip, "1f8b0808ee57066b0003742e74787400abe002001f08ea4602000000"),
    (.xz, "fd377a585a000004e6d6b4460200210116000000742fe5a3010001780a000000"),
    (.zstd, "28b52ffd2402110000780aaefde922"),
    (.bzip2, "425a68393141592653592b3ecf7f000000c080001000402000210082b1772453"),
  ]

  private static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
  }

  @Test(arguments: written) func `a file that another program has written is recognized`(
    _ kind: FileFormat, _ hex: String
  ) {
    #expect(FileFormat(firstBytes: Self.bytes(hex)) == kind)
    #expect(FileFormat(firstBytes: Self.bytes(hex) + [UInt8](repeating: 0xA7, count: 5000)) == kind)
  }

  /// Files by what their formats' specifications say.
  private static let specified: [(FileFormat, [UInt8])] = [
    (.empty, []),
    (.applePNG, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 4] + "CgBI".utf8 + [0x50, 0, 0x20, 6]),
    (.tiff, Array("MM".utf8) + [0, 42, 0, 0, 0, 8]),
    (.icon, [0, 0, 1, 0, 1, 0, 16, 16]), (.photoshop, Array("8BPS".utf8) + [0, 1]),
    (.heic, [0, 0, 0, 0x18] + "ftypmif1".utf8 + [0, 0, 0, 0] + "mif1heic".utf8),
    (.avif, [0, 0, 0, 0x18] + "ftypmif1".utf8 + [0, 0, 0, 0] + "mif1avif".utf8),
    (.quickTime, [0, 0, 0, 8] + "wide".utf8 + [0, 0, 1, 0] + "mdat".utf8),
    (.transportStream, (0..<3).flatMap { _ in [0x47] + [UInt8](repeating: 1, count: 187) }),
    (.programStream, [0, 0, 1, 0xBA, 0x44]), (.y4m, Array("YUV4MPEG2 W16 H16\n".utf8)),
    (.tflite, [0x1C, 0, 0, 0] + "TFL3".utf8), (.numPy, [0x93] + "NUMPY".utf8 + [1, 0]),
    (.gguf, Array("GGUF".utf8) + [3]),
    // A SavedModel: version 1, one graph, whose description begins with its operators or its tags.
    (.savedModel, [0x08, 1, 0x12, 0xC4, 0xD5, 8, 0x0A, 0x80, 2, 0x12, 0xB0, 1, 0x0A, 5]),
    (.savedModel, [0x08, 1, 0x12, 0x60, 0x0A, 7, 0x22, 5] + "serve".utf8),
    // A Core ML model: version 4, a description, whose first input has a name.
    (.coreML, [0x08, 4, 0x12, 0x62, 0x0A, 0x21, 0x0A, 5] + "image".utf8 + [0x1A, 0x18]),
    (.coreML, [0x08, 1, 0x12, 0x62, 0x0A, 0x21, 0x0A, 5] + "image".utf8 + [0x1A, 0x18]),
    (.tar, Array("a.txt".utf8) + [UInt8](repeating: 0, count: 252) + "ustar\u{0}".utf8),
    (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4]), (.rar, Array("Rar!".utf8) + [0x1A, 7, 0]),
    (.gitLFSPointer, Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n".utf8)),
    (.appleDouble, [0, 5, 0x16, 7, 0, 2, 0, 0] + "Mac OS X        ".utf8),
    (.html, Array("\n<!DOCTYPE HTML><html><title>404</title>".utf8)), (.html, Array("<html lang=\"en\">".utf8)),
    (.svg, Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
    (.xml, Array("<?xml version=\"1.0\"?><a/>".utf8)),
    (.svg, Array("<?xml version=\"1.0\"?>\n<svg/>".utf8)), (.pdf, Array("%PDF-1.7\n".utf8) + [0x25, 0xE2]),
    (.json, Array("{\n  \"hands\": []}".utf8)), (.json, Array("[1, 2]".utf8)),
    (.recording, Array("MUDRASES".utf8) + [1, 0, 0, 0]), (.program, Array("#!/bin/sh\n".utf8)),
    (.text, Array("Not a picture.\r\n".utf8)), (.text, Array("[draft] text".utf8)), (.text, Array("नमस्ते".utf8)),
    (.text, Array("BM is the start of a BMP picture, too.".utf8)), (.text, Array("Price: 5".utf8)),
    // A character cut off at the end.
    (.text, Array("नमस्ते".utf8.dropLast())),
  ]

  @Test(arguments: specified) func `a file as its format specifies it is recognized`(
    _ kind: FileFormat, _ bytes: [UInt8]
  ) {
    #expect(FileFormat(firstBytes: bytes) == kind)
  }

  @Test func `every kind has an input here`() {
    let kinds = Set((Self.written.map(\.0) + Self.specified.map(\.0)))
    #expect(Set(FileFormat.allCases).subtracting(kinds) == [])
  }

  @Test(arguments: [
    [0], [0x89], [1, 2, 3], [0xFF], [0x08, 1], [0x08, 1, 0x12], [0x08, 1, 0x12, 0x80, 0x80], [0, 0, 0, 9],
  ])
  func `bytes that tell nothing are of no kind`(_ bytes: [UInt8]) {
    #expect(FileFormat(firstBytes: bytes) == nil)
    #expect(FileFormat(firstBytes: bytes + [UInt8](repeating: 0, count: 600)) == nil)
  }

  @Test func `a sentence says what the file is and what to do`() {
    #expect(
      FileFormat.gitLFSPointer.sentence("not a picture")
        == "the file is a Git LFS pointer, not a picture: run git lfs pull")
    #expect(FileFormat.heic.sentence("not a model") == "the file is a HEIC picture, not a model")
    #expect(FileFormat.empty.sentence("not a model") == "the file is empty")
  }
}
