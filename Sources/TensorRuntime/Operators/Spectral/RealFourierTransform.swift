import MudraPlatform
import TFLiteFormat
import TensorKernels

/// Discrete Fourier transforms of real pictures (TFLite `RFFT2D`).
///
/// - Inputs: floats `[…, height, width]`; the transform's height and width, int32 constants that are powers of two.
///   Pictures are cut or filled with zeros at the end.
/// - Output: complex64 `[…, height, width / 2 + 1]`: half of the frequencies, which determine the others.
/// - Formula: `Σ x[y, x] · e^(−2πi · (u·y / height + v·x / width))`, computed in double precision.
struct RealFourierTransform: OptionlessOperator, ProblemOperation {
  static let tfliteName = "RFFT2D"
  static let builtinCode = 131

  struct Parts: Sendable {
    let rows: Int, columns: Int, height: Int, width: Int, count: Int
    fileprivate let output: TensorType
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Parts {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, rank: 2...8).shape
    let lengths = try inputs.integers(1)
    guard lengths.count == 2 else {
      throw .inputShape(input: 1, expected: "[2]", found: try inputs.required(1).type.shape)
    }
    for (name, length, least) in [("height", lengths[0], 1), ("width", lengths[1], 2)] {
      guard length >= least, length <= 1 << 24, length & (length - 1) == 0 else {
        throw .value(name: "\(name) of the transform", length)
      }
    }
    let outer = Array(input.dropLast(2))
    let output = try TensorType(.complex64, outer + [lengths[0], lengths[1] / 2 + 1])
    return Parts(
      rows: input[input.count - 2], columns: input[input.count - 1], height: lengths[0], width: lengths[1],
      count: outer.reduce(1, *), output: output)
  }

  func outputTypes(of parts: Parts) throws(OperatorError) -> [TensorType] { [parts.output] }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  /// The sines and cosines of both transforms.
  func packedByteCount(of parts: Parts) -> Int? { (parts.width + parts.height) * 16 }

  /// Each number is in as many sums as its extents have binary digits.
  func repeatedWork(of parts: Parts) -> Int {
    let steps = parts.width.trailingZeroBitCount + parts.height.trailingZeroBitCount
    return saturatingProduct(parts.count, parts.height, parts.width, max(steps, 1))
  }

  func prepare(_ parts: Parts, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(parts: parts, along: FourierTransform(parts.width), across: FourierTransform(parts.height))
  }

  private final class Prepared: PreparedOperator {
    let parts: Parts
    /// The transforms of rows and of columns.
    let along: FourierTransform, across: FourierTransform

    init(parts: Parts, along: FourierTransform, across: FourierTransform) {
      (self.parts, self.along, self.across) = (parts, along, across)
    }

    var provider: KernelProvider { .reference }
    var usefulShareCount: Int { parts.count }
    var heldByteCount: Int { (parts.width + parts.height) * 16 }

    /// A row or a column, and half of the frequencies of all rows.
    var scratchByteCount: Int { 16 * (max(parts.width, parts.height) + parts.height * (parts.width / 2 + 1)) }

    func run(_ io: OperatorIO) {
      let (height, width, half) = (parts.height, parts.width, parts.width / 2 + 1)
      let line = io.scratchBytes.assumingMemoryBound(to: SIMD2<Double>.self)
      let halves = line + max(width, height)
      for picture in io.share(of: parts.count) {
        let source = io.input(0) + picture * parts.rows * parts.columns
        let target = io.output(0) + picture * height * half * 2
        for y in 0..<height {
          for x in 0..<width {
            line[x] = y < parts.rows && x < parts.columns ? [Double(source[y * parts.columns + x]), 0] : .zero
          }
          along.run(line)
          (halves + y * half).update(from: line, count: half)
        }
        for x in 0..<half {
          for y in 0..<height { line[y] = halves[y * half + x] }
          across.run(line)
          for y in 0..<height {
            let place = 2 * (y * half + x)
            (target[place], target[place + 1]) = (Float(line[y].x), Float(line[y].y))
          }
        }
      }
    }
  }
}
