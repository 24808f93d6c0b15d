import MachineCode
import TFLiteFormat
import TensorKernels

/// The work of a graph's node: checks of inputs, output types, preparation.
///
/// Preparation returns another type, which separates derived data from the model's.
package protocol NodeOperation: Sendable {
  /// TFLite's name, or several if a pass has fused operators.
  var name: String { get }

  /// Checks the inputs; returns output types, and whatever preparation needs. Pure.
  ///
  /// An output shape that depends on an input's value requests it with ``Operands/constant(_:)``: a computed value
  /// begins a new stage, in which it is constant.
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference

  /// The outputs' values if determined by input types, as for SHAPE.
  func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]?

  /// Whether it reads quantized tensors directly; others have a form for them.
  var readsQuantized: Bool { get }

  /// Whether 8- and 16-bit integers without a scale are computed as quantized ones of scale 1.
  var takesPlainIntegers: Bool { get }

  /// Whether input `index` is read at run time, unlike packed weights and axes.
  func readsAtRunTime(_ index: Int) -> Bool

  /// Whether input `index` is packed once, so that a computed value begins a new stage, in which it is constant.
  func packsWeights(_ index: Int) -> Bool

  /// Whether input `index` is a variable that the operator reads and writes.
  func keepsState(_ index: Int) -> Bool

  /// The type of a variable of its own, which becomes its last input; nil for most.
  var keptType: TensorType? { get }

  /// The equivalent activation for the producer of input 0; nil if there is none, for example with computed slopes.
  func fusedActivation(_ inputs: Operands) -> FusedActivation?

  /// The same operator with another activation; nil if it cannot have it, for example since it has one.
  func fusing(_ activation: FusedActivation) -> Self?

  /// The same operator with explicit padding of height and width; nil if it cannot have it.
  func fusing(top: Int, bottom: Int, left: Int, right: Int) -> Self?

  /// The same operator with intermediate rounding by the scales of these tensors; nil for operators without.
  func rounding(by intermediates: [TensorType]) -> Self?

  /// Adds the nodes of its form, mainly for quantized tensors; false, without adding any, if it has none for these
  /// inputs.
  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool

  /// Whether a quantized int64 input is the bias of a layer with 16-bit integers.
  var hasInt64Bias: Bool { get }
}

/// A TFLite operator as stored in a file.
package protocol Operator: NodeOperation {
  /// TFLite's name, such as `CONV_2D`.
  static var tfliteName: String { get }
  /// TFLite's `BuiltinOperator` number.
  static var builtinCode: Int { get }

  /// Reads the options and rejects those that are not supported.
  init(parsing options: OperatorOptions) throws(OperatorError)
}

extension NodeOperation {
  package func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? { nil }
  package var readsQuantized: Bool { false }
  package var takesPlainIntegers: Bool { false }
  package func readsAtRunTime(_ index: Int) -> Bool { true }
  package func packsWeights(_ index: Int) -> Bool { false }
  package func keepsState(_ index: Int) -> Bool { false }
  package var keptType: TensorType? { nil }
  package func fusedActivation(_ inputs: Operands) -> FusedActivation? { nil }
  package func fusing(_ activation: FusedActivation) -> Self? { nil }
  package func fusing(top: Int, bottom: Int, left: Int, right: Int) -> Self? { nil }
  package func rounding(by intermediates: [TensorType]) -> Self? { nil }
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool { false }
  package var hasInt64Bias: Bool { false }
}

extension Operator {
  package var name: String { Self.tfliteName }
}

/// A node ready to run: immutable, shared by all sessions of a plan.
package protocol PreparedOperator: KernelMemoryOwner, Sendable {
  var provider: KernelProvider { get }
  /// Whether it consists of emitted calls and nothing else.
  var isEmitted: Bool { get }
  /// ``Precision/fast`` if sums are of 16-bit integers instead of floats.
  var precision: Precision { get }
  /// Scratch bytes per thread.
  var scratchByteCount: Int { get }
  /// Bytes held besides the model's constants: tables, lists, rows of zeros.
  var heldByteCount: Int { get }
  /// The number of shares worth running concurrently.
  var usefulShareCount: Int { get }
  /// Whether shares recompute values at their borders, which units of a share pass on: then there are only as many
  /// shares as threads.
  var recomputesAtBorders: Bool { get }
  /// Elements of the only output per unit, if units are consecutive and may be computed alone (``OperatorIO/units``);
  /// nil otherwise.
  var elementsPerUnit: Int? { get }
  /// Neighboring elements of the only output that depend on the inputs of all of them. A unit has whole groups.
  var elementsPerGroup: Int { get }
  /// Whether ``run(_:)`` may report a fault to `io`.
  var mayFail: Bool { get }
  /// Computes the share given by `io`, without allocation or checks, except of computed indices: one out of range is
  /// reported to `io` and not used.
  func run(_ io: OperatorIO)
  /// The calls that ``run(_:)`` consists of for the share of `io`; nil if it lists none.
  ///
  /// Requested once per share with a session's addresses, they stay valid as long as operator and session. The session
  /// executes them instead of ``run(_:)``.
  func calls(_ io: OperatorIO) -> [KernelCall]?
}

extension PreparedOperator {
  package var isEmitted: Bool { false }
  package var precision: Precision { .exact }
  package var scratchByteCount: Int { 0 }
  package var heldByteCount: Int { 0 }
  package var memory: [any KernelMemory] { [] }
  package var usefulShareCount: Int { 1 }
  package var recomputesAtBorders: Bool { false }
  package var elementsPerUnit: Int? { nil }
  package var elementsPerGroup: Int { 1 }
  package var mayFail: Bool { true }
  package func calls(_ io: OperatorIO) -> [KernelCall]? { nil }

  /// ``KernelProvider/machineCode`` only for what runs no Swift code.
  var derivedProvider: KernelProvider {
    Architecture.canBeNative && provider == .machineCode && !isEmitted ? .simd : provider
  }
}

/// An operator's option table; without one, options have the schema's defaults.
package struct OperatorOptions: Sendable {
  private let table: FlatTable?, newerTable: FlatTable?

  package init(_ table: FlatTable?, newer: FlatTable? = nil) { (self.table, newerTable) = (table, newer) }

  /// The options of an operator that is newer than the schema's `BuiltinOptions` (``OperatorEntry/newerOptions``).
  var newer: OperatorOptions { OperatorOptions(newerTable) }

  func integer(_ field: Int, default value: Int32 = 0) throws(OperatorError) -> Int {
    do { return Int(try table?.scalar(field, default: value) ?? value) } catch { throw .format(error) }
  }

  func long(_ field: Int) throws(OperatorError) -> Int64 {
    do { return try table?.scalar(field, default: Int64(0)) ?? 0 } catch { throw .format(error) }
  }

  func byte(_ field: Int, default value: Int8 = 0) throws(OperatorError) -> Int {
    do { return Int(try table?.scalar(field, default: value) ?? value) } catch { throw .format(error) }
  }

  func flag(_ field: Int, default value: Bool = false) throws(OperatorError) -> Bool {
    do { return try table?.bool(field, default: value) ?? value } catch { throw .format(error) }
  }

  func float(_ field: Int) throws(OperatorError) -> Float {
    do { return try table?.float(field, default: 0) ?? 0 } catch { throw .format(error) }
  }

  /// Text of at most a thousand bytes; empty if absent.
  func name(_ field: Int) throws(OperatorError) -> [UInt8] {
    let bytes: Bytes?
    do { bytes = try table?.bytes(field) } catch { throw .format(error) }
    guard let bytes else { return [] }
    guard bytes.count <= FixedLimits.nameByteCount else { throw .value(name: "length of a name", bytes.count) }
    return bytes.array
  }

  /// A vector with a 32-bit integer for each dimension of a tensor; nil if absent.
  ///
  /// Many operators may share it, so longer ones are refused before copying.
  func integers(_ field: Int) throws(OperatorError) -> [Int]? { try integers(field, as: Int32.self) }

  /// The same of 64-bit integers; those that are too large become the largest.
  func longIntegers(_ field: Int) throws(OperatorError) -> [Int]? { try integers(field, as: Int64.self) }

  private func integers<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ field: Int, as type: Integer.Type
  ) throws(OperatorError) -> [Int]? {
    let limit = TensorType.maxRank
    let values: [Integer]?
    do { values = try table?.scalars(field, as: type, limit: limit + 1) } catch { throw .format(error) }
    if let values, values.count > limit { throw .value(name: "number of integers in an option", values.count) }
    return values?.map { Int(clamping: $0) }
  }

  /// A vector of floats; nil if absent. Longer ones are refused like those of ``integers(_:)``.
  func floats(_ field: Int) throws(OperatorError) -> [Float]? {
    let limit = FixedLimits.optionFloatCount
    let values: [Float]?
    do { values = try table?.floats(field, limit: limit + 1) } catch { throw .format(error) }
    if let values, values.count > limit { throw .value(name: "number of floats in an option", values.count) }
    return values
  }
}

/// The inputs of a node's preparation.
package struct PreparationContext {
  package let inputs: Operands
  package let outputs: [TensorType]
  /// Nil for the fastest.
  package let provider: KernelProvider?
  package let precision: Precision
  package let code: CodeAllocator
  /// Pages for temporary copies of weights.
  var spares: SparePages?

  /// By default, code has no limit.
  package init(
    inputs: Operands, outputs: [TensorType], provider: KernelProvider?, precision: Precision = .exact,
    code: CodeAllocator = CodeAllocator()
  ) {
    (self.inputs, self.outputs, self.provider) = (inputs, outputs, provider)
    (self.precision, self.code) = (precision, code)
  }
}
