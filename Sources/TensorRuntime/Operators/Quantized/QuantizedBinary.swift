import TFLiteFormat
import TensorKernels

/// Sum, difference or product of two quantized tensors of one element type, in integers.
///
/// - Inputs: int8 or uint8, shapes that broadcast. Output: the broadcast shape.
/// - Formula of a sum: both inputs are rescaled to twice the larger scale, with 20 more bits, added, and rescaled to
///   the output's scale. That of a product: the product of the integers times `scale · scale / output scale`. Both are
///   those of TFLite's reference kernels.
struct QuantizedBinary: TypedOperation {
  enum Kind {
    case add, subtract, multiply

    /// Nil for functions without an integer form.
    init?(_ function: BinaryElementwise.Operation) {
      switch function {
      case .add: self = .add
      case .subtract: self = .subtract
      case .multiply: self = .multiply
      default: return nil
      }
    }
  }

  let name: String
  let kind: Kind
  let activation: FusedActivation

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0, of: [.int8, .uint8])
    let right = try inputs.type(1, of: [left.elementType])
    for (index, type) in [left, right].enumerated() { _ = try type.tensorScale("input \(index)") }
    return [try inputs.quantizedOutput(broadcastShape(left.shape, right.shape), like: left)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let (left, right) = (try context.inputs.required(0).type, try context.inputs.required(1).type)
    let output = context.outputs[0]
    let (scale, zeroPoint) = try output.tensorScale("the output")
    let (leftScale, leftZero) = try left.tensorScale("input 0")
    let (rightScale, rightZero) = try right.tensorScale("input 1")
    let limits = activation.quantizedLimits(
      scale: scale, zeroPoint: zeroPoint, output.byteRange ?? 0...0)
    let common = 2 * Double(max(leftScale, rightScale))
    let factors =
      kind == .multiply
      ? (
        FixedPointMultiplier(1), FixedPointMultiplier(1),
        FixedPointMultiplier(Double(leftScale) * Double(rightScale) / Double(scale))
      )
      : (
        FixedPointMultiplier(Double(leftScale) / common), FixedPointMultiplier(Double(rightScale) / common),
        FixedPointMultiplier(common / (Double(1 << 20) * Double(scale)))
      )
    return Prepared(
      kind: kind, isSigned: output.elementType == .int8, shape: output.shape, count: output.elementCount,
      leftSteps: Self.steps(of: left.shape, in: output.shape),
      rightSteps: Self.steps(of: right.shape, in: output.shape),
      leftZero: Int32(leftZero), rightZero: Int32(rightZero), zeroPoint: Int32(zeroPoint), leftFactor: factors.0,
      rightFactor: factors.1, factor: factors.2, lower: Int32(limits.lowerBound), upper: Int32(limits.upperBound))
  }

  /// Steps in elements along each axis of the output; 0 for axes that are broadcast.
  private static func steps(of shape: [Int], in output: [Int]) -> [Int] {
    let steps = zip(shape, Walk(over: shape).steps).map { $0 == 1 ? 0 : $1 }
    return [Int](repeating: 0, count: output.count - shape.count) + steps
  }

  private struct Prepared: PreparedOperator {
    let kind: Kind
    let isSigned: Bool
    let shape: [Int]
    let count: Int
    let leftSteps: [Int], rightSteps: [Int]
    let leftZero: Int32, rightZero: Int32, zeroPoint: Int32
    let leftFactor: FixedPointMultiplier, rightFactor: FixedPointMultiplier, factor: FixedPointMultiplier
    let lower: Int32, upper: Int32
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { count / ThreadGrain.costlyElements }

    func run(_ io: OperatorIO) {
      if isSigned { run(io, Int8.self) } else { run(io, UInt8.self) }
    }

    private func run<T: FixedWidthInteger>(_ io: OperatorIO, _ type: T.Type) {
      let (left, right) = (io.input(0, as: type), io.input(1, as: type))
      let output = io.output(0, as: type)
      let length = shape.last ?? 1
      guard length > 0 else { return }
      let (leftStep, rightStep) = (leftSteps.last ?? 0, rightSteps.last ?? 0)
      for row in io.share(of: count / length) {
        var (rest, leftPlace, rightPlace) = (row, 0, 0)
        for axis in shape.indices.dropLast().reversed() {
          let (quotient, index) = rest.quotientAndRemainder(dividingBy: shape[axis])
          leftPlace += index * leftSteps[axis]
          rightPlace += index * rightSteps[axis]
          rest = quotient
        }
        for index in 0..<length {
          let a = Int32(truncatingIfNeeded: left[leftPlace + index * leftStep]) &- leftZero
          let b = Int32(truncatingIfNeeded: right[rightPlace + index * rightStep]) &- rightZero
          output[row * length + index] = T(truncatingIfNeeded: max(lower, min(combined(a, b), upper)))
        }
      }
    }

    @inline(__always)
    private func combined(_ a: Int32, _ b: Int32) -> Int32 {
      switch kind {
      case .add: factor.product(leftFactor.product(a &<< 20) &+ rightFactor.product(b &<< 20)) &+ zeroPoint
      case .subtract: factor.product(leftFactor.product(a &<< 20) &- rightFactor.product(b &<< 20)) &+ zeroPoint
      case .multiply: factor.product(a &* b) &+ zeroPoint
      }
    }
  }
}

extension BinaryOperator {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    guard let kind = QuantizedBinary.Kind(Self.entry.function) else { return false }
    try form.finish(QuantizedBinary(name: name, kind: kind, activation: activation), form.inputs)
    return true
  }
}
