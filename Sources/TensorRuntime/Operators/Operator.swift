import MachineCode
import TFLiteFormat
import TensorKernels

/// What a node of a graph does: the checks on its inputs, the shape of its outputs, its preparation.
///
/// Preparation results in another type, so that what the model says and what is derived from it are kept apart.
package protocol NodeOperation: Sendable {
  /// Its name in messages and tables: TFLite's name, or several if a pass has fused several operators.
  var name: String { get }

  /// Checks the inputs; returns the types of the outputs, and all that preparation needs to know about the inputs.
  /// Pure.
  ///
  /// An operator whose output shape depends on an input's value requests that value with ``Operands/constant(_:)``: if
  /// it is computed at run time, a new stage begins, in which it is a constant.
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference

  /// The outputs' values if the inputs' types determine them, as for SHAPE; nil otherwise.
  func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]?

  /// Whether it takes quantized tensors directly; other operators have a form for them.
  var readsQuantized: Bool { get }

  /// Whether the prepared operator reads input `index` when it runs; packed weights and axes are read before.
  func readsAtRunTime(_ index: Int) -> Bool

  /// Whether input `index` is a variable that the operator reads and writes.
  func keepsState(_ index: Int) -> Bool

  /// The equivalent activation of the operator that produces input 0; nil if there is none, such as when slopes are
  /// computed.
  func fusedActivation(_ inputs: Operands) -> FusedActivation?

  /// The same operator with another activation; nil if it cannot apply that one, such as when it already has one.
  func fusing(_ activation: FusedActivation) -> Self?

  /// The same operator with explicit padding of height and width; nil if it already has padding, or takes none.
  func fusing(top: Int, bottom: Int, left: Int, right: Int) -> Self?

  /// The same operator if it rounds numbers of its own by the scales of tensors of these types; nil for all others.
  func rounding(by intermediates: [TensorType]) -> Self?

  /// Adds the nodes of its own form, for quantized tensors above all; false, without adding any, if it has none for
  /// these inputs.
  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool

  /// Whether a quantized int64 among its inputs is the bias of a layer with 16-bit integers.
  var hasInt64Bias: Bool { get }
}

/// One of TFLite's operators, as stored in a file: its name, its number and its options.
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
  package func readsAtRunTime(_ index: Int) -> Bool { true }
  package func keepsState(_ index: Int) -> Bool { false }
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
  /// Where its kernel comes from.
  var provider: KernelProvider { get }
  /// ``Precision/fast`` if sums are of 16-bit integers in place of floats.
  var precision: Precision { get }
  /// Bytes of scratch that each thread needs while it runs.
  var scratchByteCount: Int { get }
  /// The bytes that it holds besides the constants of the model: tables, lists, rows of zeros.
  var heldByteCount: Int { get }
  /// The number of shares into which the work may be divided, for different threads to compute, at the same time or
  /// not.
  var usefulShareCount: Int { get }
  /// Whether shares recompute values at their borders, which neighboring units of a share pass on: then there are only
  /// as many shares as threads.
  var recomputesAtBorders: Bool { get }
  /// The elements of its only output that each unit computes, one unit after another, where the work consists of units
  /// that may be computed alone (``OperatorIO/units``); nil otherwise.
  var elementsPerUnit: Int? { get }
  /// Neighboring elements of its only output that are computed from the inputs of all of them. A unit has whole groups.
  var elementsPerGroup: Int { get }
  /// Computes the share of the outputs given by `io`. No allocation, and no checks except those of indices computed at
  /// run time: one out of range is reported to `io` and not used.
  func run(_ io: OperatorIO)
  /// The calls of emitted code that ``run(_:)`` would execute for the share of `io`; nil if Swift code is involved.
  ///
  /// They are requested once for each share, with the addresses of a session, and stay valid as long as the operator
  /// and the session. If there are any, a session executes them itself and does not call ``run(_:)``.
  func calls(_ io: OperatorIO) -> [EmittedCall]?
}

extension PreparedOperator {
  package var precision: Precision { .exact }
  package var scratchByteCount: Int { 0 }
  package var heldByteCount: Int { 0 }
  package var memory: [any KernelMemory] { [] }
  package var usefulShareCount: Int { 1 }
  package var recomputesAtBorders: Bool { false }
  package var elementsPerUnit: Int? { nil }
  package var elementsPerGroup: Int { 1 }
  package func calls(_ io: OperatorIO) -> [EmittedCall]? { nil }
}

/// An operator's option table, or none, in which case every option has the schema's default.
package struct OperatorOptions: Sendable {
  private let table: FlatTable?

  /// Wraps the option table of a node.
  package init(_ table: FlatTable?) {
    self.table = table
  }

  /// A 32-bit option.
  func integer(_ field: Int, default value: Int32 = 0) throws(OperatorError) -> Int {
    do { return Int(try table?.scalar(field, default: value) ?? value) } catch { throw .format(error) }
  }

  /// An 8-bit option, such as an enumeration.
  func byte(_ field: Int) throws(OperatorError) -> Int {
    do { return Int(try table?.scalar(field, default: Int8(0)) ?? 0) } catch { throw .format(error) }
  }

  /// A Boolean option.
  func flag(_ field: Int, default value: Bool = false) throws(OperatorError) -> Bool {
    do { return try table?.bool(field, default: value) ?? value } catch { throw .format(error) }
  }

  /// A float option.
  func float(_ field: Int) throws(OperatorError) -> Float {
    do { return try table?.float(field, default: 0) ?? 0 } catch { throw .format(error) }
  }

  /// A text of at most a thousand bytes, as bytes; empty if absent.
  func name(_ field: Int) throws(OperatorError) -> [UInt8] {
    let bytes: Bytes?
    do { bytes = try table?.bytes(field) } catch { throw .format(error) }
    guard let bytes else { return [] }
    guard bytes.count <= FixedLimits.nameByteCount else { throw .value(name: "length of a name", bytes.count) }
    return bytes.array
  }

  /// A vector with a 32-bit integer for each dimension of a tensor; nil if absent.
  ///
  /// Any number of operators may share it, so a longer one is refused before it is copied.
  func integers(_ field: Int) throws(OperatorError) -> [Int]? {
    let limit = TensorType.largestRank
    let values: [Int32]?
    do { values = try table?.scalars(field, as: Int32.self, limit: limit + 1) } catch { throw .format(error) }
    if let values, values.count > limit { throw .value(name: "number of integers in an option", values.count) }
    return values?.map(Int.init)
  }
}

/// What a node is prepared from.
package struct PreparationContext {
  /// The inputs, with their values if known.
  package let inputs: Operands
  /// The types of the outputs in the graph.
  package let outputs: [TensorType]
  /// The requested provider; nil for the fastest.
  package let provider: KernelProvider?
  /// The arithmetic that kernels may use.
  package let precision: Precision
  /// Where kernels get memory for code.
  package let code: CodeAllocator
  /// Where copies of weights that are soon packed take their pages from.
  var spares: SparePages?

  /// What a plan, or a test that runs an operator by itself, prepares a node from; by default, the code of kernels has
  /// no limit.
  package init(
    inputs: Operands, outputs: [TensorType], provider: KernelProvider?, precision: Precision = .exact,
    code: CodeAllocator = CodeAllocator()
  ) {
    (self.inputs, self.outputs, self.provider) = (inputs, outputs, provider)
    (self.precision, self.code) = (precision, code)
  }
}
