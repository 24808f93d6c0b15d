import MudraPlatform
import TFLiteFormat
import TensorKernels

/// Random classes whose probabilities' logarithms are given (TFLite `MULTINOMIAL`).
///
/// - Inputs: `[batch, classes]` logarithms, up to a number for each row; the number of samples, an int32 constant.
/// - Output: `[batch, samples]` classes, int32 or int64 as declared.
/// - Edge cases: a class whose logarithm is not finite is never drawn. If that is so of all, the result is the number
///   of classes.
struct Multinomial: RandomOperator {
  static let tfliteName = "MULTINOMIAL"
  static let builtinCode = 149
  static let inputCount = 2

  let generator: PhiloxGenerator

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try expectInputs(inputs)
    let logarithms = try inputs.type(0, rank: 2...2).shape
    guard logarithms[1] > 0 else { throw .inputShape(input: 0, expected: "at least one class", found: logarithms) }
    _ = try inputs.type(1, of: [.int32], rank: 0...0)
    let (type, samples) = (try inputs.declaredOutput().elementType, try inputs.integers(1)[0])
    guard indexTypes.contains(type) else { throw .elementTypeNotSupported(type) }
    let output = try TensorType(type, [logarithms[0], samples]), classes = logarithms[1]
    let draws = Draws(
      generator: generator, rows: logarithms[0], classes: classes, samples: samples, isWide: type == .int64)
    // The sums of probabilities up to each class.
    let prepared = UndividedWork(scratchByteCount: classes * MemoryLayout<Double>.stride) { draws.run($0) }
    // A search for each sample.
    let work = saturatingProduct(output.elementCount, Int.bitWidth - classes.leadingZeroBitCount)
    return KeptInference(OperationBox(self), outputs: [output], repeatedWork: work, prepared: prepared)
  }
}

private struct Draws: Sendable {
  let generator: PhiloxGenerator
  let rows: Int, classes: Int, samples: Int
  let isWide: Bool

  func run(_ io: OperatorIO) {
    // TFLite skips more than it takes, as other kernels do that take a varying number.
    let skipped = UInt64(rows) * UInt64((samples + 3) / 4 * 4) * 512
    let position = Multinomial.take(skipped, io)
    let sums = io.scratchBytes.assumingMemoryBound(to: Double.self)
    for row in 0..<rows {
      let logarithms = io.input(0) + row * classes
      var largest = -Float.greatestFiniteMagnitude
      for index in 0..<classes where logarithms[index].isFinite { largest = max(largest, logarithms[index]) }
      var total = 0.0
      for index in 0..<classes {
        if logarithms[index].isFinite { total += exp(Double(logarithms[index]) - Double(largest)) }
        sums[index] = total
      }
      for sample in row * samples..<(row + 1) * samples {
        let found = UnsafePointer(sums).firstDouble(above: random(sample, after: position) * total, of: classes)
        if isWide {
          io.output(0, as: Int64.self)[sample] = Int64(found)
        } else {
          io.output(0, as: Int32.self)[sample] = Int32(truncatingIfNeeded: found)
        }
      }
    }
  }

  /// A number from 0 to less than 1 of two words.
  private func random(_ sample: Int, after position: UInt64) -> Double {
    let words = generator.words(ofBlock: position &+ UInt64(sample / 2))
    let (high, low) = sample % 2 == 0 ? (words[0], words[1]) : (words[2], words[3])
    return Double(bitPattern: 1023 << 52 | UInt64(high & 0xF_FFFF) << 32 | UInt64(low)) - 1
  }
}
