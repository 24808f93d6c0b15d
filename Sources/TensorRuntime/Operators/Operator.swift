import MachineCode
import TFLiteFormat
import TensorKernels

/// What a node of a graph does: the checks on its inputs, the shape of its outputs, its preparation.
///
/// What preparation gives is another type, so that what the model says and what was derived from it do not mix.
package protocol NodeOperation: Sendable {
  /// What it is called in messages and tables: TFLite's name, or several where a pass made one operator of them.
  var name: String { get }

  /// Checks the inputs; gives the outputs' types, and with them all that preparation needs to know of the inputs. Pure.
  ///
  /// An operator whose output shape depends on an input's value demands that value with ``Operands/constant(_:)``:
  /// where it is computed at run time, the plan's next stage begins, in which it is a constant.
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference

  /// The outputs' values where the inputs' types decide them, as for SHAPE; nil where they do not.
  func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]?

  /// Whether it takes quantized tensors as they are; the others have a form for them.
  var readsQuantized: Bool { get }

  /// Whether the prepared operator reads input `index` when it runs; packed weights and axes are read before.
  func readsAtRunTime(_ index: Int) -> Bool
}

/// One operator of TFLite, as a file has it: its name, its number and its options.
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
}

extension Operator {
  package var name: String { Self.tfliteName }
}

/// A node ready to run: immutable, shared by all sessions of a plan.
package protocol PreparedOperator: KernelMemoryOwner, Sendable {
  /// Where its kernel comes from.
  var provider: KernelProvider { get }
  /// Bytes of scratch that each thread needs while it runs.
  var scratchByteCount: Int { get }
  /// Bytes that it holds besides the constants of the model: tables, lists, rows of zeros.
  var heldByteCount: Int { get }
  /// Into how many shares the work may be divided, which different threads compute, at the same time or not.
  var usefulShareCount: Int { get }
  /// Whether shares compute anew what lies at their borders, which neighboring units of a share pass on: then there are
  /// as few shares as threads.
  var recomputesAtBorders: Bool { get }
  /// Computes a share of the outputs, that of `io`. No allocation, and no checks but those of indices that are computed
  /// at run time: one out of range is told to `io`, and not followed.
  func run(_ io: OperatorIO)
  /// The calls of emitted code that ``run(_:)`` would make for the share of `io`; nil where Swift code takes part.
  ///
  /// They are asked for once for each share, with the addresses of a session, and stay valid as long as the operator
  /// and the session. Where there are any, a session makes them itself and leaves ``run(_:)`` alone.
  func calls(_ io: OperatorIO) -> [EmittedCall]?
}

extension PreparedOperator {
  package var scratchByteCount: Int { 0 }
  package var heldByteCount: Int { 0 }
  package var memory: [any KernelMemory] { [] }
  package var usefulShareCount: Int { 1 }
  package var recomputesAtBorders: Bool { false }
  package func calls(_ io: OperatorIO) -> [EmittedCall]? { nil }
}

/// An operator's option table, or none: then every option has the schema's default.
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
  func flag(_ field: Int) throws(OperatorError) -> Bool {
    do { return try table?.bool(field, default: false) ?? false } catch { throw .format(error) }
  }

  /// A float option.
  func float(_ field: Int) throws(OperatorError) -> Float {
    do { return try table?.float(field, default: 0) ?? 0 } catch { throw .format(error) }
  }

  /// A vector of 32-bit integers; nil when absent.
  func integers(_ field: Int) throws(OperatorError) -> [Int]? {
    do { return try table?.scalars(field, as: Int32.self)?.map(Int.init) } catch { throw .format(error) }
  }
}

/// What a node is prepared from.
package struct PreparationContext {
  /// The inputs, with their values where these are known.
  package let inputs: Operands
  /// The outputs' types, as the graph has them.
  package let outputs: [TensorType]
  /// The provider asked for, or nil for the fastest.
  package let provider: KernelProvider?
  /// Where kernels get memory for code from.
  package let code: CodeAllocator

  /// What a plan, or whoever runs an operator by itself, prepares a node from; the code of kernels is without a limit
  /// unless an allocator says otherwise.
  package init(
    inputs: Operands, outputs: [TensorType], provider: KernelProvider?, code: CodeAllocator = CodeAllocator()
  ) {
    (self.inputs, self.outputs, self.provider, self.code) = (inputs, outputs, provider, code)
  }
}
