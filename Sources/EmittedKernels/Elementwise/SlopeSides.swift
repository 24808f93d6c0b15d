import TensorKernels

/// The bytes on both sides of the zero point of ``PReLU/Bytes``, and which of them a kernel has to be compared at.
///
/// The definition rounds floats three times, a kernel its factor and its sum, so that they can differ only near ties
/// (``NearWholes``).
struct SlopeSides {
  /// A byte relative to the zero point, and its result.
  typealias Tie = (integer: Int32, result: Int32)

  let negative: Side, positive: Side

  init(_ problem: PReLU.Bytes) {
    let zeroPoint = problem.input.signed.zeroPoint
    negative = Side(problem: problem, integers: min(-128 - zeroPoint, 0)..<0)
    positive = Side(problem: problem, integers: 0..<max(128 - zeroPoint, 0))
  }

  struct Side {
    let problem: PReLU.Bytes
    fileprivate let integers: Range<Int32>

    /// The bytes that are near ties for a slope, within the error of a kernel.
    func ties(_ slope: Float, within error: Double) -> [Tie] {
      let step = problem.factor * Double(slope)
      guard abs(step) <= 4, isPrecise(slope) else { return integers.map { tie($0, slope) } }
      // Three rounded floats of up to 1024.
      let distance = 1024 * 4 * 0x1p-24 + error, first = integers.lowerBound
      var ties: [Tie] = []
      _ = NearWholes.allSatisfy(integers.count, from: Double(first) * step + 0.5, step: step, within: distance) {
        ties.append(tie(first &+ Int32($0), slope))
        return true
      }
      return ties
    }

    /// Whether the products of the definition neither overflow nor lose bits where they are small.
    private func isPrecise(_ slope: Float) -> Bool {
      let scale = problem.inputScale, least = scale * abs(slope)
      return scale.isNormal && (slope == 0 || least.isNormal) && (256 * scale).isFinite && (256 * least).isFinite
    }

    private func tie(_ integer: Int32, _ slope: Float) -> Tie {
      let byte = problem.byte(UInt8(truncatingIfNeeded: integer &+ problem.input.zeroPoint), slope: slope)
      return (integer, problem.output.isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte))
    }
  }
}
