import MudraPlatform
import TFLiteFormat

/// Shared by the operators whose results are random: words of ``PhiloxGenerator``, whose position in its sequence the
/// session keeps from run to run.
///
/// - Edge cases: without a seed, for which numbers would be others every time, they are rejected.
protocol RandomOperator: Operator {
  /// Without the position, which is the last one.
  static var inputCount: Int { get }
  var generator: PhiloxGenerator { get }
  init(generator: PhiloxGenerator)
}

extension RandomOperator {
  /// The generator has the options `seed` and `seed2`, of which TFLite takes the lowest 32 bits with their sign.
  init(parsing options: OperatorOptions) throws(OperatorError) {
    func seed(_ field: Int) throws(OperatorError) -> Int64 { Int64(Int32(truncatingIfNeeded: try options.long(field))) }
    let (key, upper) = (try seed(0), try seed(1))
    guard key != 0 || upper != 0 else { throw .option(name: "seed", value: 0) }
    self.init(generator: PhiloxGenerator(key: UInt64(bitPattern: key), upper: UInt64(bitPattern: upper)))
  }

  var keptType: TensorType? { .scalar(.int64) }
  func keepsState(_ index: Int) -> Bool { index == Self.inputCount }
  func readsAtRunTime(_ index: Int) -> Bool { index != Self.inputCount - 1 }

  func expectInputs(_ inputs: Operands) throws(OperatorError) {
    guard inputs.count == Self.inputCount + 1 else {
      throw .inputCount(expected: Self.inputCount...Self.inputCount, found: inputs.count - 1)
    }
  }

  /// The position, before it moves by `count` blocks.
  static func take(_ count: UInt64, _ io: OperatorIO) -> UInt64 {
    let state = io.inputs[inputCount].unsafelyUnwrapped
    let position = state.load(as: UInt64.self)
    state.storeBytes(of: position &+ count, as: UInt64.self)
    return position
  }
}

/// Shared by the operators that make a tensor of random floats.
///
/// - Input: the shape, an int32 constant. Output: four numbers of each block.
protocol RandomTensorOperator: RandomOperator {
  static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float>
}

extension RandomTensorOperator {
  static var inputCount: Int { 1 }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try expectInputs(inputs)
    _ = try inputs.type(0, of: [.int32], rank: 1...1)
    let output = try TensorType(.float32, inputs.integers(0)), count = output.elementCount
    let prepared = UndividedWork { [generator] io in
      let output = io.output(0), blocks = (count + 3) / 4
      let position = Self.take(UInt64(blocks), io)
      for block in 0..<blocks {
        let numbers = Self.numbers(generator.words(ofBlock: position &+ UInt64(block)))
        for lane in 0..<min(4, count - 4 * block) { output[4 * block + lane] = numbers[lane] }
      }
    }
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }
}

/// Random numbers from 0 to less than 1, all equally likely (TFLite `RANDOM_UNIFORM`).
struct RandomUniform: RandomTensorOperator {
  static let tfliteName = "RANDOM_UNIFORM"
  static let builtinCode = 148

  let generator: PhiloxGenerator

  static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4(
      Float(randomBits: words[0]), Float(randomBits: words[1]), Float(randomBits: words[2]),
      Float(randomBits: words[3]))
  }
}

/// Random numbers of the standard normal distribution (TFLite `RANDOM_STANDARD_NORMAL`), two from two uniform ones
/// (Box and Muller, 1958).
struct RandomStandardNormal: RandomTensorOperator {
  static let tfliteName = "RANDOM_STANDARD_NORMAL"
  static let builtinCode = 146

  let generator: PhiloxGenerator

  static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4(lowHalf: pair(words.lowHalf), highHalf: pair(words.highHalf))
  }

  private static func pair(_ words: SIMD2<UInt32>) -> SIMD2<Float> {
    let radius = (-2 * logf(max(Float(randomBits: words[0]), 1e-7))).squareRoot()
    let angle = Float(2 * Double.pi * Double(Float(randomBits: words[1])))
    return SIMD2(sinf(angle), cosf(angle)) * radius
  }
}
