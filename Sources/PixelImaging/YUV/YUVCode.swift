import MachineCode

/// The conversion as emitted code: eight pixels at a time, one routine per format for all encodings.
///
///     a pixel, in a lane of 32 bits, its samples in halves of it:   Y 0, U 0 → Y U; V 0 → Y V; 0 V
///     red    (Y V) · (luma, redV)                       (vpmaddwd)
///     green  (Y U) · (luma, greenU) + (0 V) · (0, greenV)
///     blue   (Y U) · (luma, blueU)
///
/// Each is then offset, shifted and clamped, and moved to its byte of the lane. Loads stay within the samples.
struct YUVCode: EmittedCode, Sendable {
  /// The function's only argument.
  struct Call {
    let arguments: UnsafePointer<Arguments>
  }

  private let memory: ExecutableMemory
  private let function: EmittedFunction<Call>

  /// The code for a format; nil if the architecture has none, or the system refuses the pages.
  private init?(_ format: YUVImage.Format) {
    guard let code = Self.emitted(format), let memory = CodeAllocator.process.allocate(code, name: "\(format)") else {
      return nil
    }
    self.memory = memory
    function = EmittedFunction(memory)
  }

  private static let nv12 = YUVCode(.nv12)
  private static let i420 = YUVCode(.i420)
  private static let yuyv = YUVCode(.yuyv)
  private static let i422 = YUVCode(.i422)
  private static let i444 = YUVCode(.i444)

  /// The code for a format, made once per process.
  static func shared(_ format: YUVImage.Format) -> YUVCode? {
    switch format {
    case .nv12: nv12
    case .i420: i420
    case .yuyv: yuyv
    case .i422: i422
    case .i444: i444
    }
  }

  /// Converts the first `groupCount` groups of eight pixels of every row.
  ///
  /// - Precondition: there is at least one group, and all are within the picture; `output` holds `width × height`
  ///   pixels.
  func run(
    _ samples: YUVSamples, _ factors: YUVFactors, width: Int, height: Int, groupCount: Int,
    output: UnsafeMutablePointer<UInt8>
  ) {
    let arguments = Arguments(
      samples, factors, width: width, height: height, groupCount: groupCount, output: output)
    withUnsafePointer(to: arguments) { function(Call(arguments: $0)) }
  }

  /// The arguments of the code, which reads the members at their offsets.
  struct Arguments {
    /// Eight lanes of 32 bits.
    typealias Lanes = SIMD8<UInt32>

    let luma: UnsafeRawPointer, u: UnsafeRawPointer, v: UnsafeRawPointer
    let output: UnsafeMutablePointer<UInt8>
    let lumaStride: Int, uStride: Int, vStride: Int, outputStride: Int
    let height: Int
    /// Half the number of pixels to convert in a row.
    let pairCount: Int

    /// The positions of a lane's samples among the loaded bytes: luma goes to the low half, chroma to the upper one.
    let lumaOrder: Lanes, uOrder: Lanes, vOrder: Lanes
    /// Two factors of 16 bits in each lane.
    let red: Lanes, green: Lanes, greenV: Lanes, blue: Lanes
    let redOffset: Lanes, greenOffset: Lanes, blueOffset: Lanes
    let most = Lanes(repeating: 255), alpha = Lanes(repeating: 0xFF00_0000)

    init(
      _ samples: YUVSamples, _ factors: YUVFactors, width: Int, height: Int, groupCount: Int,
      output: UnsafeMutablePointer<UInt8>
    ) {
      let format = samples.format
      luma = samples.luma
      // If U and V share a plane with other samples, the order of the bytes distinguishes them.
      self.u = samples.u - format.chromaOffsets.u
      self.v = samples.v - format.chromaOffsets.v
      self.output = output
      (lumaStride, uStride, vStride) = (samples.lumaStride, samples.uStride, samples.vStride)
      outputStride = 4 * width
      self.height = height
      pairCount = 4 * groupCount

      let pixel = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
      let place = (format.sharesChromaColumns ? pixel &>> 1 : pixel) &* UInt32(format.chromaStep)
      lumaOrder = pixel &* UInt32(format.lumaStep) | 0x8080_8000
      uOrder = (place &+ UInt32(format.chromaOffsets.u)) &<< 16 | 0x8000_8080
      vOrder = (place &+ UInt32(format.chromaOffsets.v)) &<< 16 | 0x8000_8080

      let (u, v) = (factors.u, factors.v)
      red = Self.pairs(factors.luma, v.x)
      green = Self.pairs(factors.luma, u.y)
      greenV = Self.pairs(0, v.y)
      blue = Self.pairs(factors.luma, u.z)
      let offset = SIMD4<UInt32>(truncatingIfNeeded: factors.offset)
      redOffset = Lanes(repeating: offset.x)
      greenOffset = Lanes(repeating: offset.y)
      blueOffset = Lanes(repeating: offset.z)
    }

    private static func pairs(_ low: Int32, _ high: Int32) -> Lanes {
      Lanes(repeating: UInt32(bitPattern: low) & 0xFFFF | UInt32(bitPattern: high) << 16)
    }
  }
}
