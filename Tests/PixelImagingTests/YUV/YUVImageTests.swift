import PixelImaging
import TestSupport
import Testing

@Suite struct YUVImageTests {
  private var random = SeededGenerator(seed: SeededGenerator.runSeed)

  private func colors(_ picture: YUVImage, _ form: ImagingForm = .preferred) -> [UInt8] {
    PixelImage(picture, form: form).packedBytes
  }

  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// Bytes of all planes, rows without gaps.
  private func byteCount(_ format: YUVImage.Format, _ width: Int, _ height: Int) -> Int {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    return switch format {
    case .yuyv: 4 * halfWidth * height
    case .nv12, .i420: width * height + 2 * halfWidth * halfHeight
    case .i422: width * height + 2 * halfWidth * height
    case .i444: 3 * width * height
    }
  }

  // MARK: Readable

  @Test func `black, white and gray need no chroma`() throws {
    let video = try YUVImage(width: 2, height: 1, format: .yuyv, pixels: [16, 128, 235, 128])
    #expect(colors(video) == [0, 0, 0, 255, 255, 255, 255, 255])
    let full = try YUVImage(
      width: 4, height: 1, format: .yuyv, encoding: YUVImage.Encoding(range: .full),
      pixels: [0, 128, 255, 128, 100, 128, 101, 128])
    #expect(colors(full) == [0, 0, 0, 255, 255, 255, 255, 255, 100, 100, 100, 255, 101, 101, 101, 255])
  }

  @Test func `the samples of a red picture give red`() throws {
    // BT.601: 81, 90, 240; BT.709: 63, 102, 240.
    for (matrix, y, u) in [(YUVImage.Encoding.Matrix.bt601, 81, 90), (.bt709, 63, 102)] as [(_, UInt8, UInt8)] {
      let picture = try YUVImage(
        width: 1, height: 1, format: .i420, encoding: YUVImage.Encoding(matrix: matrix), pixels: [y, u, 240])
      let red = colors(picture)
      #expect(red[0] >= 253 && red[1] <= 1 && red[2] <= 1, "\(red)")
    }
  }

  @Test func `formats differ in where the samples lie only`() throws {
    let luma: [UInt8] = [10, 60, 110, 160, 20, 70, 120, 170]
    let nv12 = try YUVImage(width: 4, height: 2, format: .nv12, pixels: luma + [90, 200, 30, 140])
    let i420 = try YUVImage(width: 4, height: 2, format: .i420, pixels: luma + [90, 30, 200, 140])
    let yuyv = try YUVImage(
      width: 4, height: 2, format: .yuyv,
      pixels: [10, 90, 60, 200, 110, 30, 160, 140, 20, 90, 70, 200, 120, 30, 170, 140])
    let i422 = try YUVImage(
      width: 4, height: 2, format: .i422, pixels: luma + [90, 30, 90, 30] + [200, 140, 200, 140])
    let i444 = try YUVImage(
      width: 4, height: 2, format: .i444,
      pixels: luma + [90, 90, 30, 30, 90, 90, 30, 30] + [200, 200, 140, 140, 200, 200, 140, 140])
    for other in [i420, yuyv, i422, i444] { #expect(colors(nv12) == colors(other)) }
  }

  @Test func `samples elsewhere are read where they are, and their owner is kept`() throws {
    final class Owner: Sendable {}
    weak var seen: Owner?
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: [16, 128, 16, 128])
    do {
      let owner = Owner()
      seen = owner
      let plane = YUVImage.Plane(unownedBytes: UnsafeRawBufferPointer(memory), owner: owner)
      let picture = try YUVImage(width: 2, height: 1, format: .yuyv, planes: [plane])
      memory[2] = 235
      #expect(colors(picture) == [0, 0, 0, 255, 255, 255, 255, 255])
      #expect(seen != nil)
    }
    #expect(seen == nil)
  }

  // MARK: Golden

  @Test(arguments: try YUVReference.all, ImagingForm.available)
  func `colors are those of the standards, of OpenCV and of Pillow`(
    reference: YUVReference, form: ImagingForm
  ) throws {
    let found = PixelImage(try reference.picture, form: form).converted(to: .rgb).packedBytes
    let differences = zip(found, reference.rgb).map { abs(Int($0) - Int($1)) }
    #expect(found.count == reference.rgb.count)
    // Factors of 13 bits here; OpenCV rounds like the formula except for ties, Pillow rounds every product.
    #expect(differences.max() ?? 9 <= 1)
    if reference.by == "formula" {
      #expect(differences.count { $0 != 0 } <= differences.count / 50)
    }
  }

  // MARK: Both forms

  @Test(arguments: YUVImage.Format.allCases, YUVImage.Encoding.Matrix.allCases)
  mutating func `both forms give the same bytes, for every width and with gaps between rows`(
    format: YUVImage.Format, matrix: YUVImage.Encoding.Matrix
  ) throws {
    for width in Array(1...19) + [33, 64] {
      let height = 1 + width % 5
      let halves = ((width + 1) / 2, (height + 1) / 2)
      let sizes =
        switch format {
        case .nv12: [(width, height), (2 * halves.0, halves.1)]
        case .i420: [(width, height), halves, halves]
        case .yuyv: [(4 * halves.0, height)]
        case .i422: [(width, height), (halves.0, height), (halves.0, height)]
        case .i444: [(width, height), (width, height), (width, height)]
        }
      let planes = sizes.map { size in
        let stride = size.0 + Int.random(in: 0...3, using: &random)
        return YUVImage.Plane(bytes: bytes(stride * (size.1 - 1) + size.0), rowByteStride: stride)
      }
      for range in YUVImage.Encoding.Range.allCases {
        let picture = try YUVImage(
          width: width, height: height, format: format, encoding: YUVImage.Encoding(matrix: matrix, range: range),
          planes: planes)
        #expect(colors(picture, .machineCode) == colors(picture, .portable), "\(width)×\(height)")
      }
    }
  }

  @Test(arguments: YUVImage.Format.allCases, ImagingForm.available)
  mutating func `a conversion stays inside the samples`(format: YUVImage.Format, form: ImagingForm) throws {
    for (width, height) in [(1, 1), (7, 2), (8, 1), (9, 3), (16, 2), (17, 3), (40, 5)] {
      let samples = bytes(byteCount(format, width, height))
      for side in PageEndMemory<UInt8>.Side.allCases {
        let expected = colors(try YUVImage(width: width, height: height, format: format, pixels: samples), .portable)
        var start = 0
        var memories: [PageEndMemory<UInt8>] = []
        let halves = ((width + 1) / 2) * ((height + 1) / 2)
        let counts =
          switch format {
          case .nv12: [width * height, 2 * halves]
          case .i420: [width * height, halves, halves]
          case .yuyv: [samples.count]
          case .i422: [width * height, (width + 1) / 2 * height, (width + 1) / 2 * height]
          case .i444: [width * height, width * height, width * height]
          }
        let planes = try counts.map { count in
          let memory = try #require(PageEndMemory(Array(samples[start..<start + count]), against: side))
          memories.append(memory)
          start += count
          return YUVImage.Plane(unownedBytes: UnsafeRawBufferPointer(start: memory.pointer, count: count))
        }
        let picture = try YUVImage(width: width, height: height, format: format, planes: planes)
        #expect(colors(picture, form) == expected)
        withExtendedLifetime(memories) {}
      }
    }
  }

  // MARK: Rejection

  @Test func `sizes below one are refused`() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (5, -1)] {
      #expect(throws: ImageError.emptySize(width: width, height: height)) {
        try YUVImage(width: width, height: height, format: .nv12, pixels: [UInt8](repeating: 0, count: 64))
      }
    }
  }

  @Test func `planes that do not hold the samples are refused`() throws {
    // 3 × 3 pixels: 9 luma, 2 × 2 pairs.
    #expect(throws: ImageError.bufferTooSmall(byteCount: 7, minimum: 8)) {
      try YUVImage(width: 3, height: 3, format: .nv12, pixels: [UInt8](repeating: 0, count: 16))
    }
    _ = try YUVImage(width: 3, height: 3, format: .nv12, pixels: [UInt8](repeating: 0, count: 17))
    #expect(throws: ImageError.bufferTooSmall(byteCount: 3, minimum: 4)) {
      try YUVImage(width: 3, height: 3, format: .i420, pixels: [UInt8](repeating: 0, count: 16))
    }
    #expect(throws: ImageError.bufferTooSmall(byteCount: 16, minimum: 24)) {
      try YUVImage(width: 3, height: 3, format: .yuyv, pixels: [UInt8](repeating: 0, count: 16))
    }
    #expect(throws: ImageError.wrongPlaneCount(found: 1, expected: 2)) {
      try YUVImage(width: 1, height: 1, format: .nv12, planes: [YUVImage.Plane(bytes: [0])])
    }
    let narrow = [YUVImage.Plane(bytes: [0, 0, 0, 0]), YUVImage.Plane(bytes: [0, 0, 0, 0], rowByteStride: 1)]
    #expect(throws: ImageError.rowStrideTooSmall(rowByteStride: 1, minimum: 2)) {
      try YUVImage(width: 2, height: 2, format: .nv12, planes: narrow)
    }
  }

  @Test(arguments: YUVImage.Format.allCases)
  func `sizes that overflow are refused`(format: YUVImage.Format) {
    for (width, height) in [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (Int.max / 2, 3), (1 << 32, 1 << 32)] {
      #expect(throws: ImageError.self) {
        try YUVImage(width: width, height: height, format: format, pixels: [1, 2, 3, 4])
      }
      let planes = Array(repeating: YUVImage.Plane(bytes: [1, 2], rowByteStride: .max), count: format.planeCount)
      #expect(throws: ImageError.self) {
        try YUVImage(width: width, height: height, format: format, planes: planes)
      }
    }
  }
}
