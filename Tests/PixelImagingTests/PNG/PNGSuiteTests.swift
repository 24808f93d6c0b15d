#if PNG
  import Foundation
  import PixelImaging
  import TestSupport
  import Testing

  /// Willem van Schaik's PNG suite: each good file gives its pixels, each corrupt one an error.
  @Suite struct PNGSuiteTests {
    /// What the suite's list says about a file.
    struct Expectation: Decodable {
      let valid: Bool
      let width: Int?
      let height: Int?
      let rgba8Sha256: String?
      let rgba8Strip16Sha256: String?
    }

    struct List: Decodable {
      let files: [String: Expectation]
    }

    static let fixtures = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("pngsuite")

    static func list(_ folder: URL) throws -> List {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(List.self, from: Data(contentsOf: folder.appendingPathComponent("expected.json")))
    }

    static func check(_ url: URL, _ expected: Expectation) throws {
      guard expected.valid else {
        #expect(throws: ImageError.self, "\(url.lastPathComponent)") { try PixelImage(contentsOfFile: url.path) }
        return
      }
      let image = try PixelImage(contentsOfFile: url.path)
      #expect(image.width == expected.width && image.height == expected.height, "\(url.lastPathComponent)")
      // One file of 16-bit gray with a transparent value is listed without its pixels.
      guard url.lastPathComponent != "tbwn0g16.png" else { return }
      let hash = try #require(expected.rgba8Sha256 ?? expected.rgba8Strip16Sha256)
      #expect(sha256(image.converted(to: .rgba).packedBytes) == hash, "\(url.lastPathComponent)")
    }

    @Test func `the hash function is SHA-256`() {
      #expect(sha256(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func `all 175 files of the suite agree`() throws {
      let list = try Self.list(Self.fixtures)
      #expect(list.files.count == 175)
      #expect(list.files.values.count { $0.valid } == 161)
      for (name, expected) in list.files {
        try Self.check(Self.fixtures.appendingPathComponent(name), expected)
      }
    }

    @Test func `only a PNG with transparency has an alpha channel`() throws {
      let formats: [(String, PixelImage.Format)] = [
        ("basn2c08", .rgb), ("basn3p04", .rgb), ("basn0g16", .rgb), ("basn4a08", .rgba), ("basn6a16", .rgba),
        ("tbbn3p08", .rgba), ("tbrn2c08", .rgba),
      ]
      for (name, format) in formats {
        let path = Self.fixtures.appendingPathComponent("\(name).png").path
        #expect(try PixelImage(contentsOfFile: path).format == format, "\(name)")
      }
    }
  }
#endif
