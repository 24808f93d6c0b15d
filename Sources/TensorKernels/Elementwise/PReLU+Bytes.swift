extension PReLU {
  /// PReLU of the numbers that bytes stand for, with a slope for each channel, to bytes of another scale.
  ///
  ///     output[i, c] = limits(round(y / outputScale) + zeroPoint)     ties away from zero
  ///     y = x < 0 ? x · slope[c] : x,   x = inputScale · (input[i, c] − inputZero)
  package struct Bytes: Sendable, Hashable {
    /// Pixels and their channels.
    package let rows: Int, channels: Int
    package let input: ByteRange, output: ByteRange
    package let inputScale: Float, outputScale: Float

    package init(
      rows: Int, channels: Int, input: ByteRange, inputScale: Float, output: ByteRange, outputScale: Float
    ) {
      (self.rows, self.channels, self.input, self.output) = (rows, channels, input, output)
      (self.inputScale, self.outputScale) = (inputScale, outputScale)
    }

    /// The result for a byte.
    package func byte(_ byte: UInt8, slope: Float) -> UInt8 {
      let x = inputScale * Float(input.integer(byte))
      return ByteQuantization.byte(
        x < 0 ? x * slope : x, ByteQuantization.Problem(output, count: 1, scale: outputScale))
    }

    /// The factor of bytes from the zero point on.
    package var factor: Double { Double(inputScale) / Double(outputScale) }

    package func tables(_ slopes: [Float]) -> any UnitKernel { TabledBytePReLU(self, slopes) }

    /// The plain loop.
    func loop(_ slopes: [Float]) -> LoopKernel {
      LoopKernel(rows, elementsPerUnit: channels) { rows, operands in
        let input = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self)
        let output = operands.output(as: UInt8.self)
        for i in rows.lowerBound * channels..<rows.upperBound * channels {
          output[i] = byte(input[i], slope: slopes[i % channels])
        }
      }
    }
  }

  /// The maximum of bytes that kernels of bytes hold: tables, or constants for at most 1024 elements or two rows.
  package static func packedByteCount(channels: Int) -> Int { channels * 512 + 16384 }
}

/// A table of the results for all bytes for each channel.
private final class TabledBytePReLU: UnitKernel {
  let problem: PReLU.Bytes
  private let tables: [UInt8]

  init(_ problem: PReLU.Bytes, _ slopes: [Float]) {
    self.problem = problem
    tables = slopes.flatMap { slope in (0...255).map { problem.byte($0, slope: slope) } }
  }

  var unitCount: Int { problem.rows }
  var elementsPerUnit: Int? { problem.channels }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { tables.count }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let input = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self), output = operands.output(as: UInt8.self)
    tables.withUnsafeBufferPointer { tables in
      for row in units {
        let first = row * problem.channels
        for c in 0..<problem.channels { output[first + c] = tables[c << 8 | Int(input[first + c])] }
      }
    }
  }
}
