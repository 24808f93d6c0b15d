import Foundation
import PixelImaging
import TestSupport
import Testing

@Suite struct Y4MReaderTests {
  @Test func `frames come one after the other, odd sizes too`() throws {
    for (width, height) in [(16, 16), (15, 17), (1, 1), (2, 3)] {
      let bytes =
        Clip.header(width, height) + Clip.frame(width, height, y: 235) + Clip.frame(width, height, y: 16)
      let frames = try Clip.frames(of: bytes)
      #expect(frames.map(Clip.firstPixel) == [[255, 255, 255], [0, 0, 0]])
      #expect(frames.allSatisfy { $0.width == width && $0.height == height })
    }
  }

  @Test func `a frame stays as it is when the next one is read`() throws {
    try Clip.withFile(Clip.header(8, 8) + Clip.frame(8, 8, y: 235) + Clip.frame(8, 8, y: 16)) { path in
      let reader = try Y4MReader(path: path)
      let first = try #require(try reader.nextFrame())
      _ = try reader.nextFrame()
      #expect(Clip.firstPixel(first) == [255, 255, 255])
      #expect(reader.frameCount == 2)
      #expect(try reader.nextFrame() == nil)
    }
  }

  /// The colors of the BT.601 bars in 8 bits.
  @Test(
    arguments: [
      ([81, 90, 240], [255, 0, 0]), ([145, 54, 34], [0, 255, 0]), ([41, 240, 110], [0, 0, 255]),
      ([210, 16, 146], [255, 255, 0]), ([170, 166, 16], [0, 255, 255]), ([106, 202, 222], [255, 0, 255]),
    ] as [([UInt8], [UInt8])])
  func `colors are those of BT 601`(yuv: [UInt8], rgb: [UInt8]) throws {
    let frames = try Clip.frames(of: Clip.header(4, 4) + Clip.frame(4, 4, y: yuv[0], u: yuv[1], v: yuv[2]))
    for (found, expected) in zip(Clip.firstPixel(try #require(frames.first)), rgb) {
      // The bars are rounded to whole numbers, of which one is up to 1.2 of a color.
      #expect(abs(Int(found) - Int(expected)) <= 2)
    }
  }

  @Test func `the header says what black and white are`() throws {
    let frame = Clip.frame(4, 4, y: 16)
    #expect(Clip.firstPixel(try Clip.frames(of: Clip.header(4, 4, "XCOLORRANGE=FULL") + frame)[0]) == [16, 16, 16])
    #expect(Clip.firstPixel(try Clip.frames(of: Clip.header(4, 4, "XCOLORRANGE=LIMITED") + frame)[0]) == [0, 0, 0])
    #expect(Clip.firstPixel(try Clip.frames(of: Clip.header(4, 4, "") + frame)[0]) == [0, 0, 0])
  }

  @Test func `luma alone is gray`() throws {
    let frame = Array("FRAME\n".utf8) + [UInt8](repeating: 126, count: 15)
    let frames = try Clip.frames(of: Clip.header(3, 5, "Cmono") + frame + frame)
    #expect(frames.map(Clip.firstPixel) == [[128, 128, 128], [128, 128, 128]])
  }

  @Test func `the rate is a fraction, or not known`() throws {
    func rate(_ text: String) throws -> Y4MFrameRate? {
      try Clip.withFile(Clip.header(2, 2, text)) { try Y4MReader(path: $0).header.frameRate }
    }
    #expect(try rate("F30000:1001") == Y4MFrameRate(30000, 1001))
    #expect(try rate("F0:0") == nil)
    #expect(try rate("Ip") == nil)
  }

  @Test func `parameters of frames are passed over`() throws {
    let frame = Array("FRAME Ip Xsome=thing\n".utf8) + Clip.frame(2, 2, y: 235).dropFirst(6)
    #expect(try Clip.frames(of: Clip.header(2, 2) + frame + frame).count == 2)
  }

  @Test func `frames come through a pipe, in pieces of any size`() throws {
    let bytes = Clip.header(64, 48) + (0..<20).flatMap { Clip.frame(64, 48, y: UInt8(16 + $0)) }
    let pipe = Pipe()
    // A thread of its own: a task would wait for a thread of the pool, one of which waits for the bytes.
    Thread.detachNewThread {
      var generator = SeededGenerator(seed: 3)
      var position = 0
      do {
        while position < bytes.count {
          let end = min(position + Int.random(in: 1...3000, using: &generator), bytes.count)
          try pipe.fileHandleForWriting.write(contentsOf: Data(bytes[position..<end]))
          position = end
        }
        try pipe.fileHandleForWriting.close()
      } catch {
        Issue.record(error)
      }
    }
    let reader = try Y4MReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
    var lumas: [UInt8] = []
    while let frame = try reader.nextFrame() { lumas.append(Clip.firstPixel(frame)[0]) }
    let expected = (0..<20).map { (index: Int) -> UInt8 in UInt8((Double(index) * 255 / 219).rounded()) }
    #expect(lumas == expected)
  }

  // MARK: Bad clips

  @Test(
    arguments: [
      ("", .otherFile(reason: "the file is empty")), ("\u{1}\n", .notAClip),
      ("YUV4MPEG3 W16 H16\n", .otherFile(reason: "the file is plain text, not a Y4M video")),
      ("YUV4MPEG2X W16 H16\n", .notAClip),
      ("YUV4MPEG2 W16 H16", .truncatedHeader),
      ("YUV4MPEG2 H16\n", .missingParameter("W")), ("YUV4MPEG2 W16\n", .missingParameter("H")),
      ("YUV4MPEG2 W0 H16\n", .unusableSize(.emptySize(width: 0, height: 16))),
      ("YUV4MPEG2 W-16 H16\n", .badParameter("W", value: "-16")),
      ("YUV4MPEG2 W+16 H16\n", .badParameter("W", value: "+16")),
      ("YUV4MPEG2 W16 Habc\n", .badParameter("H", value: "abc")),
      ("YUV4MPEG2 W\u{661}\u{666} H16\n", .badParameter("W", value: "??")),
      ("YUV4MPEG2 W\u{1B}[2J H16\n", .badParameter("W", value: "?[2J")),
      ("YUV4MPEG2 W16 H16 C\u{202E}044\n", .unsupportedColorSpace("?044")),
      ("YUV4MPEG2 W99999999999999999999 H1\n", .badParameter("W", value: "99999999999999999999")),
      (
        "YUV4MPEG2 W4294967312 H16\n",
        .unusableSize(.tooLarge(width: 4_294_967_312, height: 16, limits: ImageLimits()))
      ),
      ("YUV4MPEG2 W16 H16 F30:0\n", .badParameter("F", value: "30:0")),
      ("YUV4MPEG2 W16 H16 F-1:1\n", .badParameter("F", value: "-1:1")),
      ("YUV4MPEG2 W16 H16 F\n", .badParameter("F", value: "")),
      ("YUV4MPEG2 W16 H16 C411\n", .unsupportedColorSpace("411")),
      ("YUV4MPEG2 W16 H16 C420p11\n", .unsupportedColorSpace("420p11")),
    ] as [(String, Y4MError)])
  func `a bad header is refused with the reason`(header: String, error: Y4MError) {
    #expect(throws: error) { try Clip.frames(of: Array(header.utf8)) }
  }

  @Test func `a line without an end is not read to its end`() {
    let long = [UInt8](repeating: 0x41, count: 1 << 20)
    #expect(throws: Y4MError.headerTooLong(byteLimit: 4096)) {
      try Clip.frames(of: Array("YUV4MPEG2 W16 H16 X".utf8) + long)
    }
    #expect(throws: Y4MError.badFrameHeader(frame: 0)) {
      try Clip.frames(of: Clip.header(16, 16) + Array("FRAME ".utf8) + long)
    }
    let endless = open("/dev/zero", O_RDONLY)
    defer { close(endless) }
    #expect(throws: Y4MError.headerTooLong(byteLimit: 4096)) { try Y4MReader(fileDescriptor: endless) }
  }

  @Test func `a clip that is cut in a frame gives the frames before it, then the reason, then nothing`() throws {
    let whole = Clip.frame(16, 16, y: 100)
    for rest in [whole.prefix(3), whole.prefix(6), whole.prefix(100), whole.prefix(whole.count - 1)] {
      try Clip.withFile(Clip.header(16, 16) + whole + rest) { path in
        let reader = try Y4MReader(path: path)
        #expect(try reader.nextFrame() != nil)
        let error = #expect(throws: Y4MError.self) { try reader.nextFrame() }
        let cut = Y4MError.truncatedFrame(frame: 1, byteCount: max(0, rest.count - 6), expected: 384)
        #expect(error == (rest.count > 4 ? cut : .badFrameHeader(frame: 1)))
        #expect(try reader.nextFrame() == nil)
        #expect(reader.frameCount == 1)
      }
    }
  }

  @Test func `something else between frames is named by the frame`() {
    for marker in ["FRAMX\n", "FRAME", "FRAMED\n", "\n"] {
      let bytes = Clip.header(4, 4) + Clip.frame(4, 4, y: 1) + Array(marker.utf8) + [UInt8](repeating: 0, count: 24)
      #expect(throws: Y4MError.badFrameHeader(frame: 1)) { try Clip.frames(of: bytes) }
    }
  }

  @Test func `a header that promises much takes no memory for it`() throws {
    // 10,000 × 10,000 pixels and one byte.
    try Clip.withFile(Clip.header(10_000, 10_000) + Array("FRAME\n".utf8) + [0]) { path in
      let reader = try Y4MReader(path: path)
      #expect(throws: Y4MError.truncatedFrame(frame: 0, byteCount: 1, expected: 150_000_000)) {
        try reader.nextFrame()
      }
    }
    #expect(throws: Y4MError.self) {
      try Clip.frames(of: Clip.header(64, 64), limits: ImageLimits(pixelCount: 64 * 64 - 1))
    }
  }

  @Test func `a missing file is told from a folder`() {
    #expect(throws: Y4MError.cannotRead(reason: "No such file or directory")) { try Y4MReader(path: "/no/such.y4m") }
    #expect(throws: Y4MError.cannotRead(reason: "it is a folder")) { try Y4MReader(path: "/tmp") }
  }

  @Test func `every flipped bit and every cut gives frames or a reason`() throws {
    let whole = Clip.header(3, 3, "F25:1 C420") + Clip.frame(3, 3, y: 50) + Clip.frame(3, 3, y: 60)
    for position in whole.indices {
      for mutant in [Array(whole[..<position])]
        + (0..<8).map({ bit in
          var bytes = whole
          bytes[position] ^= 1 << UInt8(bit)
          return bytes
        })
      {
        do {
          #expect(try Clip.frames(of: mutant, limits: ImageLimits(sideLength: 999, pixelCount: 10_000)).count <= 2)
        } catch let error as Y4MError {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
}
