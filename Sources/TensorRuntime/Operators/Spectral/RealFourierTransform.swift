import TFLiteFormat
import TensorKernels

/// Discrete Fourier transforms of real pictures (TFLite `RFFT2D`).
///
/// - Inputs: floats `[…, height, width]`; the transform's height and width, int32 constants that are powers of two.
///   Pictures are cut or filled with zeros at the end.
/// - Output: complex64 `[…, height, width / 2 + 1]`: half of the frequencies, which determine the others.
/// - Formula: ``PictureTransform``.
struct RealFourierTransform: OptionlessOperator, ProblemOperation {
  static let tfliteName = "RFFT2D"
  static let builtinCode = 131

  struct Parts: Sendable {
    let transform: PictureTransform.Problem
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
    let transform = PictureTransform.Problem(
      count: outer.reduce(1, *), rows: input[input.count - 2], columns: input[input.count - 1], height: lengths[0],
      width: lengths[1])
    return Parts(transform: transform, output: output)
  }

  func outputTypes(of parts: Parts) throws(OperatorError) -> [TensorType] { [parts.output] }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  func packedByteCount(of parts: Parts) -> Int? { parts.transform.heldByteCount }

  /// Each number is in as many sums as its extents have binary digits.
  func repeatedWork(of parts: Parts) -> Int {
    let transform = parts.transform
    let steps = transform.width.trailingZeroBitCount + transform.height.trailingZeroBitCount
    return saturatingProduct(transform.count, transform.height, transform.width, max(steps, 1))
  }

  func prepare(_ parts: Parts, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    context.prepared(PictureTransform.family, parts.transform)
  }
}
