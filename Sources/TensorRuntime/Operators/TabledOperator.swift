import TFLiteFormat

/// An operator declared by a line of its family's table; the family's protocol has all logic.
package protocol TabledOperator: Operator {
  associatedtype Function: Sendable
  typealias Entry = OperatorTableEntry<Function>
  static var entry: Entry { get }
}

extension TabledOperator {
  package static var tfliteName: String { entry.tfliteName }
  package static var builtinCode: Int { entry.builtinCode }
}

/// An operator's line of the table.
package struct OperatorTableEntry<Function: Sendable>: Sendable {
  let tfliteName: String, builtinCode: Int
  let function: Function
  /// Nil for all that the family supports.
  let elementTypes: [ElementType]?

  /// The name must be on the first line, where `Tools/dev/check-layout` and `Tools/dev/operator-table` find it.
  init(_ tfliteName: String, _ builtinCode: Int, _ function: Function, of elementTypes: [ElementType]? = nil) {
    self.tfliteName = tfliteName
    self.builtinCode = builtinCode
    self.function = function
    self.elementTypes = elementTypes
  }
}

package protocol OptionlessOperator: Operator {
  init()
}

extension OptionlessOperator {
  package init(parsing options: OperatorOptions) throws(OperatorError) { self.init() }
}
