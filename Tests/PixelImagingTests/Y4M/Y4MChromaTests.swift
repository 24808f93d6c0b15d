import Foundation
import PixelImaging
import TestSupport
import Testing

/// Clips of all kinds of chroma and numbers of bits.
@Suite struct Y4MChromaTests {
  /// A clip of one frame, and its samples with 8 bits by FFmpeg; see `Fixtures/make_fixtures.py`.
  struct Reference: Decodable, CustomTestStringConvertible {
    private let clip, samples: String

    var testDescription: String { String(decoding: clipBytes.prefix { $0 != 10 }, as: UTF8.self) }
    var clipBytes: [UInt8] { Self.bytes(clip) }
    var sampleBytes: [UInt8] { Self.bytes(samples) }

    static var all: [Reference] {
      get throws {
        let file = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("y4m.json")
        return try JSONDecoder().decode([Reference].self, from: Data(contentsOf: file))
      }
    }

    private static func bytes(_ text: String) -> [UInt8] {
      stride(from: 0, to: text.utf8.count, by: 2).map { place in
        let start = text.utf8.index(text.startIndex, offsetBy: place)
        return UInt8(text[start..<text.utf8.index(start, offsetBy: 2)], radix: 16) ?? 0
      }
    }
  }

  private func clip(_ colorSpace: String, _ width: Int, _ height: Int, _ samples: [UInt8]) -> [UInt8] {
    Clip.header(width, height, "F30:1 C\(colorSpace)") + Array("FRAME\n".utf8) + samples
  }

  private func wide(_ samples: [UInt16]) -> [UInt8] { samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }

  /// The luma of the first row.
  private func luma(_ picture: YUVImage) -> [UInt8] {
    picture.withSamples { samples in
      (0..<picture.width).map { samples.luma.load(fromByteOffset: $0, as: UInt8.self) }
    }
  }

  @Test func `samples of more bits are rounded, halves up, and no further than 255`() throws {
    let cases: [(String, [UInt16], [UInt8])] = [
      ("mono9", [0, 1, 2, 3, 511], [0, 1, 1, 2, 255]), ("mono10", [0, 1, 2, 5, 6, 1023], [0, 0, 1, 1, 2, 255]),
      ("mono12", [7, 8, 4079, 4095], [0, 1, 255, 255]), ("mono16", [127, 128, 65407, 65535], [0, 1, 255, 255]),
      // More than ten bits can hold.
      ("mono10", [1024, 65535], [255, 255]),
    ]
    for (colorSpace, samples, expected) in cases {
      let frame = try #require(try Clip.frames(of: clip(colorSpace, samples.count, 1, wide(samples))).first)
      #expect(luma(frame) == expected)
    }
  }

  @Test(arguments: try Reference.all)
  func `samples are those of FFmpeg, which rounds down`(reference: Reference) throws {
    let frame = try #require(try Clip.frames(of: reference.clipBytes).first)
    let expected = reference.sampleBytes
    let chromaCount = (expected.count - 35) / 2
    let found: [UInt8] = frame.withSamples { samples in
      func bytes(_ start: UnsafeRawPointer, _ count: Int) -> [UInt8] {
        (0..<count).map { start.load(fromByteOffset: $0, as: UInt8.self) }
      }
      return bytes(samples.luma, 35) + bytes(samples.u, chromaCount) + bytes(samples.v, chromaCount)
    }
    #expect(found.count == expected.count)
    let isWide = reference.clipBytes.count > expected.count + 70
    let largest = isWide ? 1 : 0
    #expect(zip(found, expected).allSatisfy { (0...largest).contains(Int($0) - Int($1)) })
    #expect(found != expected || !isWide)
  }

  @Test func `chroma belongs to one pixel, two or four, and alpha is passed over`() throws {
    let red: [UInt8] = [255, 0, 0]
    let luma: [UInt8] = [81, 41, 81, 41]
    // Red and blue pixels side by side.
    let chroma: [UInt8] = [90, 240, 90, 240, 240, 110, 240, 110]
    let cases: [(String, [UInt8], [Bool])] = [
      ("444", luma + chroma, [true, false, true, false]),
      ("444alpha", luma + chroma + luma, [true, false, true, false]),
      ("422", [81, 81, 41, 41, 90, 240, 240, 110], [true, true, false, false]),
      ("420", [81, 81, 81, 81, 90, 240], [true, true, true, true]),
    ]
    for (colorSpace, samples, isRed) in cases {
      // A second frame is where it should be.
      let bytes = clip(colorSpace, 2, 2, samples) + Array("FRAME\n".utf8) + samples
      let frames = try Clip.frames(of: bytes)
      #expect(frames.count == 2)
      for frame in frames {
        let pixels = PixelImage(frame).converted(to: .rgb).packedBytes
        for (index, isRed) in isRed.enumerated() {
          let pixel: ArraySlice<UInt8> = pixels[(3 * index)..<(3 * index + 3)]
          let distances: [Int] = zip(pixel, red).map { abs(Int($0) - Int($1)) }
          let distance = distances.max() ?? 0
          #expect((distance <= 2) == isRed, "\(colorSpace) \(index) \(pixels)")
        }
      }
    }
  }

  @Test func `a cut frame of two bytes a sample counts its bytes`() throws {
    let bytes = clip("444p16", 4, 4, [UInt8](repeating: 0, count: 95))
    #expect(throws: Y4MError.truncatedFrame(frame: 0, byteCount: 95, expected: 96)) { try Clip.frames(of: bytes) }
  }

  @Test func `memory for samples of two bytes counts against the limit`() throws {
    let frame = [UInt8](repeating: 0, count: 96)
    // Two pictures of 48 bytes, 48 of colors, and 96 of the samples.
    #expect(
      try Clip.frames(of: clip("444p16", 4, 4, frame), limits: ImageLimits(memoryByteCount: 240)).count == 1)
    #expect(throws: Y4MError.unusableSize(.tooMuchMemory(byteCount: 240, limit: 239))) {
      try Clip.frames(of: clip("444p16", 4, 4, frame), limits: ImageLimits(memoryByteCount: 239))
    }
  }
}
