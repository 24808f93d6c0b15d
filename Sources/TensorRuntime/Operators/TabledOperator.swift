import TFLiteFormat

/// An operator that its family's table declares in a few lines: the family's protocol has all of its logic.
package protocol TabledOperator: Operator {
  /// What distinguishes the operators of the family.
  associatedtype Function: Sendable
  typealias Entry = OperatorTableEntry<Function>
  /// The operator's line of the table.
  static var entry: Entry { get }
}

extension TabledOperator {
  package static var tfliteName: String { entry.tfliteName }
  package static var builtinCode: Int { entry.builtinCode }
}

/// What a family's table says about an operator.
package struct OperatorTableEntry<Function: Sendable>: Sendable {
  /// TFLite's name, such as `EXP`, and its `BuiltinOperator` number.
  let tfliteName: String, builtinCode: Int
  /// What the operator computes.
  let function: Function
  /// The element types of its input; nil for those that the family supports.
  let elementTypes: [ElementType]?

  /// Written with the name on its first line, where `Tools/dev/check-layout` and `Tools/dev/operator-table` find it.
  init(_ tfliteName: String, _ builtinCode: Int, _ function: Function, of elementTypes: [ElementType]? = nil) {
    self.tfliteName = tfliteName
    self.builtinCode = builtinCode
    self.function = function
    self.elementTypes = elementTypes
  }
}

/// An operator without options.
package protocol OptionlessOperator: Operator {
  /// Creates the operator.
  init()
}

extension OptionlessOperator {
  package init(parsing options: OperatorOptions) throws(OperatorError) { self.init() }
}
