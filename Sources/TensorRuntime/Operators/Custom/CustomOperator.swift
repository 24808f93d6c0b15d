import TFLiteFormat
import TensorKernels

/// An operator that TFLite does not have: a model names it, and the program that runs the model provides it in
/// ``PlanOptions/customOperators``.
///
/// A value of the type is one use of the operator in a model, with its options.
///
/// ```swift
/// struct Doubled: CustomOperator {
///   static let name = "Doubled"
///   init(options: Bytes, version: Int) {}
///
///   func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
///     guard let input = inputs.first ?? nil, inputs.count == 1 else { throw .inputCount(expected: 1...1, found:
///     inputs.count) } guard input.elementType == .float32 else {
///       throw .inputType(input: 0, expected: [.float32], found: input.elementType)
///     }
///     return [CustomTensor(.float32, input.shape)]
///   }
///
///   func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) -> any CustomKernel { Kernel() }
///
///   struct Kernel: CustomKernel {
///     func run(_ operands: CustomOperands) {
///       let (input, output) = (operands.input(0, as: Float.self), operands.output(0, as: Float.self))
///       for index in output.indices { output[index] = 2 * input[index] }
///     }
///   }
/// }
/// ```
public protocol CustomOperator: Sendable {
  /// The name by which models refer to the operator.
  static var name: String { get }

  /// Reads the options, which are in the operator's own format and may be malformed.
  ///
  /// - Parameters:
  ///   - options: the operator's options in the model, in a format that TFLite does not define.
  ///   - version: the version of the operator that the model requires, from 1.
  /// - Throws: `OperatorError.customOptions` for options that cannot be read or have impossible values.
  init(options: Bytes, version: Int) throws(OperatorError)

  /// Checks the inputs, of which optional ones may be absent, and returns the types of the outputs.
  ///
  /// - Throws: `OperatorError` for inputs that the operator does not support.
  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor]

  /// Multiply-adds of one run, or other work repeated for each element; ``ModelLimits/multiplyAdds`` limits it. 0 by
  /// default.
  ///
  /// - Throws: as ``outputs(for:)``, which the inputs have passed.
  func multiplyAdds(for inputs: [CustomTensor?]) throws(OperatorError) -> Int

  /// Bytes that ``prepare(_:provider:)`` takes besides the operands, such as for packed weights;
  /// ``ModelLimits/memoryByteCount`` limits them. 0 by default.
  ///
  /// - Throws: as ``outputs(for:)``, which the inputs have passed.
  func preparedByteCount(for inputs: [CustomTensor?]) throws(OperatorError) -> Int

  /// Does what can be done once, such as packing weights. The inputs have passed ``outputs(for:)``.
  ///
  /// - Parameters:
  ///   - inputs: the operator's inputs, constants with their values.
  ///   - provider: the requested kernels, for operators that have several; nil for the fastest.
  /// - Throws: `OperatorError` for inputs or options for which the operator cannot be prepared.
  func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) throws(OperatorError) -> any CustomKernel
}

extension CustomOperator {
  /// None.
  public func multiplyAdds(for inputs: [CustomTensor?]) -> Int { 0 }
  /// None.
  public func preparedByteCount(for inputs: [CustomTensor?]) -> Int { 0 }
}

/// An operand of a custom operator before it runs: element type, shape, and values if it is a constant.
public struct CustomTensor: Sendable {
  /// The type of the elements.
  public let elementType: ElementType
  /// Extents, outermost first; empty for a scalar.
  public let shape: [Int]
  private let constant: ConstantTensor?

  /// An output.
  public init(_ elementType: ElementType, _ shape: [Int]) {
    (self.elementType, self.shape, constant) = (elementType, shape, nil)
  }

  init(_ operand: Operand) {
    (elementType, shape, constant) = (operand.type.elementType, operand.type.shape, operand.constant)
  }

  /// The elements of a constant of 32-bit floats; nil for anything else.
  public var floats: [Float]? { constant?.floats }

  /// The elements of a constant of 32-bit or 64-bit integers; nil for anything else.
  public var integers: [Int]? { indexTypes.contains(elementType) ? constant?.integers : nil }
}

/// A custom operator ready to run: immutable, shared by all sessions of a plan.
public protocol CustomKernel: Sendable {
  /// Where its code comes from, for tables; `reference` by default.
  var provider: KernelProvider { get }
  /// Bytes of scratch memory that each thread needs; 0 by default.
  var scratchByteCount: Int { get }
  /// The number of shares into which the work may be divided, for different threads to compute, at the same time or
  /// not; 1 by default.
  var usefulShareCount: Int { get }
  /// Computes the share of the outputs given by the operands. It should not allocate.
  func run(_ operands: CustomOperands)
}

extension CustomKernel {
  /// Plain loops.
  public var provider: KernelProvider { .reference }
  /// None.
  public var scratchByteCount: Int { 0 }
  /// A single share.
  public var usefulShareCount: Int { 1 }
}

/// The memory of a custom operator's operands while it runs.
public struct CustomOperands {
  let io: OperatorIO
  let inputCounts: [Int], outputCounts: [Int]
  let scratchByteCount: Int

  /// The elements of input `index`.
  ///
  /// - Precondition: the input is present, and `type` is the type of its elements.
  public func input<T: BitwiseCopyable>(_ index: Int, as type: T.Type) -> UnsafeBufferPointer<T> {
    precondition(inputCounts[index] >= 0, "input \(index) is absent")
    return UnsafeBufferPointer(start: io.input(index, as: type), count: inputCounts[index])
  }

  /// The elements of output `index`.
  ///
  /// - Precondition: `type` is the type of its elements.
  public func output<T: BitwiseCopyable>(_ index: Int, as type: T.Type) -> UnsafeMutableBufferPointer<T> {
    UnsafeMutableBufferPointer(start: io.output(index, as: type), count: outputCounts[index])
  }

  /// Scratch memory for exclusive use during the run, on a 64-byte boundary.
  public var scratch: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(io.scratch), count: scratchByteCount)
  }

  /// The consecutive units of this share, if the work consists of `count` units.
  public func share(of count: Int) -> Range<Int> { io.share(of: count) }
}
