import MachineCode

/// The conversion as emitted code: eight pixels at a time, a routine for each format, one for all encodings.
///
///     a pixel, in a lane of 32 bits, its samples in halves of it:   Y 0, U 0 → Y U; V 0 → Y V; 0 V
///     red    (Y V) · (luma, redV)                       (vpmaddwd)
///     green  (Y U) · (luma, greenU) + (0 V) · (0, greenV)
///     blue   (Y U) · (luma, blueU)
///
/// Each then gets its offset, is shifted and limited, and goes to its byte of the lane. Loads stay within the samples.
struct YUVCode: Sendable {
  private typealias Function = @convention(c) (UnsafeRawPointer) -> Void

  private let memory: ExecutableMemory
  private let function: Function

  /// The code for a format; nil if the system refuses the pages.
  init?(_ format: YUVImage.Format, _ code: CodeAllocator) {
    var emitter = Emitter(format: format)
    emitter.emit()
    guard let memory = code.allocate(emitter.code.finished(), name: "\(format)") else { return nil }
    self.memory = memory
    function = unsafeBitCast(memory.address, to: Function.self)
  }

  /// Converts the first `groupCount` groups of eight pixels of every row.
  ///
  /// - Precondition: there is a group, and it lies within the picture; `output` holds `width × height` pixels.
  func run(
    _ samples: YUVSamples, _ factors: YUVFactors, width: Int, height: Int, groupCount: Int,
    output: UnsafeMutablePointer<UInt8>
  ) {
    let arguments = Arguments(
      samples, factors, width: width, height: height, groupCount: groupCount, output: output)
    withUnsafeBytes(of: arguments) { bytes in
      if let base = bytes.baseAddress { function(base) }
    }
  }

  /// What the code is told; it reads the members at their offsets.
  struct Arguments {
    /// Eight lanes of 32 bits.
    typealias Lanes = SIMD8<UInt32>

    let luma: UnsafeRawPointer, u: UnsafeRawPointer, v: UnsafeRawPointer
    let output: UnsafeMutablePointer<UInt8>
    let lumaStride: Int, uStride: Int, vStride: Int, outputStride: Int
    let height: Int
    /// Half the pixels that are converted of a row.
    let pairCount: Int

    /// Where a lane's samples lie among the loaded bytes: luma goes to the low half, chroma to the upper one.
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
      // Where U and V share a plane with others, the order of the bytes tells them apart.
      self.u = samples.u - format.chromaOffsets.u
      self.v = samples.v - format.chromaOffsets.v
      self.output = output
      (lumaStride, uStride, vStride) = (samples.lumaStride, samples.uStride, samples.vStride)
      outputStride = 4 * width
      self.height = height
      pairCount = 4 * groupCount

      let pixel = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
      let pair = pixel &>> 1 &* UInt32(format.chromaStep)
      lumaOrder = pixel &* UInt32(format.lumaStep) | 0x8080_8000
      uOrder = (pair &+ UInt32(format.chromaOffsets.u)) &<< 16 | 0x8000_8080
      vOrder = (pair &+ UInt32(format.chromaOffsets.v)) &<< 16 | 0x8000_8080

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

/// Emits the code of a `YUVCode`.
private struct Emitter {
  typealias Arguments = YUVCode.Arguments

  let format: YUVImage.Format
  var code = Assembler()

  private let arguments = GeneralRegister.rdi
  private let luma = GeneralRegister.rsi
  private let u = GeneralRegister.rdx
  private let v = GeneralRegister.rcx
  private let output = GeneralRegister.r8
  private let row = GeneralRegister.r9
  private let pair = GeneralRegister.r10
  private let pairCount = GeneralRegister.r11

  private let red = VectorRegister(11), green = VectorRegister(12), greenV = VectorRegister(13)
  private let blue = VectorRegister(14), zero = VectorRegister(15)

  init(format: YUVImage.Format) {
    self.format = format
  }

  mutating func emit() {
    code.mov(luma, argument(\.luma))
    code.mov(u, argument(\.u))
    code.mov(v, argument(\.v))
    code.mov(output, argument(\.output))
    code.mov(pairCount, argument(\.pairCount))
    code.vmovups(red, argument(\.red))
    code.vmovups(green, argument(\.green))
    code.vmovups(greenV, argument(\.greenV))
    code.vmovups(blue, argument(\.blue))
    code.vxorps(zero, zero, zero)
    code.mov(row, 0)

    let nextRow = code.here()
    code.mov(pair, 0)
    let nextGroup = code.here()
    emitGroup()
    code.add(pair, 4)
    code.cmp(pair, pairCount)
    code.jump(.less, nextGroup)

    code.add(luma, argument(\.lumaStride))
    code.add(output, argument(\.outputStride))
    code.add(row, 1)
    if format.sharesChromaRows {
      let isOdd = code.label()
      code.mov(.rax, row)
      code.and(.rax, 1)
      code.jump(.notEqual, isOdd)
      code.add(u, argument(\.uStride))
      code.add(v, argument(\.vStride))
      code.bind(isOdd)
    }
    code.mov(.rax, argument(\.height))
    code.cmp(row, .rax)
    code.jump(.less, nextRow)
    code.vzeroupper()
    code.ret()
  }

  private func argument(_ member: PartialKeyPath<Arguments>) -> Memory {
    guard let offset = MemoryLayout<Arguments>.offset(of: member) else { preconditionFailure("a member is stored") }
    return Memory(arguments, offset)
  }

  /// Eight pixels.
  private mutating func emitGroup() {
    let (y, yu, yv, onlyV, greens) = (
      VectorRegister(3), VectorRegister(4), VectorRegister(5), VectorRegister(6), VectorRegister(7)
    )
    let sources = emitLoads()
    code.vpshufb(y, sources.luma, argument(\.lumaOrder))
    code.vpshufb(yu, sources.u, argument(\.uOrder))
    code.vpshufb(onlyV, sources.v, argument(\.vOrder))
    code.vpor(yu, y, yu)
    code.vpor(yv, y, onlyV)

    code.vpmaddwd(yv, yv, red)
    code.vpmaddwd(greens, yu, green)
    code.vpmaddwd(onlyV, onlyV, greenV)
    code.vpaddd(greens, greens, onlyV)
    code.vpmaddwd(yu, yu, blue)
    let channels = [(yv, \Arguments.redOffset), (greens, \.greenOffset), (yu, \.blueOffset)]
    for (channel, offset) in channels {
      code.vpaddd(channel, channel, argument(offset))
      code.vpsrad(channel, channel, UInt8(YUVFactors.shift))
      code.vpmaxsd(channel, channel, zero)
      code.vpminsd(channel, channel, argument(\.most))
    }
    code.vpslld(greens, greens, 8)
    code.vpslld(yu, yu, 16)
    code.vpor(yv, yv, greens)
    code.vpor(yv, yv, yu)
    code.vmovups(y, argument(\.alpha))
    code.vpor(yv, yv, y)
    code.vmovups(Memory(output, index: pair, scale: 8), yv)
  }

  /// Loads the samples of eight pixels into both halves of registers; some may be the same one.
  private mutating func emitLoads() -> (luma: VectorRegister, u: VectorRegister, v: VectorRegister) {
    let (first, second, third) = (VectorRegister(0), VectorRegister(1), VectorRegister(2))
    switch format {
    case .nv12:
      code.vbroadcastsd(first, Memory(luma, index: pair, scale: 2))
      code.vbroadcastsd(second, Memory(u, index: pair, scale: 2))
      return (first, second, second)
    case .i420:
      code.vbroadcastsd(first, Memory(luma, index: pair, scale: 2))
      code.vbroadcastss(second, Memory(u, index: pair, scale: 1))
      code.vbroadcastss(third, Memory(v, index: pair, scale: 1))
      return (first, second, third)
    case .yuyv:
      code.vbroadcastf128(first, Memory(luma, index: pair, scale: 4))
      return (first, first, first)
    }
  }
}
