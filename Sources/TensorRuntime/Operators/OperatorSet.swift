import TFLiteFormat

/// The operators that a model may use: the registry's, and custom ones by name, including TFLite's own.
struct OperatorSet {
  #if !hasFeature(Embedded)
    /// An array: for a dictionary by name, the runtime would search all conformances.
    private let custom: [AnyCustomOperator]
  #endif

  /// Of custom operators with the same name, the last one applies.
  init(custom: [AnyCustomOperator]) {
    #if !hasFeature(Embedded)
      self.custom = custom
    #endif
  }

  #if !hasFeature(Embedded)
    private func customOperator(_ name: String) -> AnyCustomOperator? {
      custom.last { $0.name.hasSameBytes(as: name) }
    }
  #endif

  func contains(_ code: OperatorCode) -> Bool {
    #if !hasFeature(Embedded)
      if let name = code.customName, code.isCustom {
        return customOperator(name) != nil || BuiltinCustomOperators.contains(name)
      }
    #endif
    return OperatorRegistry.find(builtinCode: code.builtinCode) != nil || modelOperator(code) != nil
  }

  /// The operator if it involves the model's variables or subgraphs.
  func modelOperator(_ code: OperatorCode) -> ModelOperators.Registered? {
    code.isCustom ? nil : ModelOperators.find(builtinCode: code.builtinCode)
  }

  /// Throws `ModelError.unsupportedOperators` naming each missing operator of a subgraph once.
  func check(_ model: Model, _ subgraph: InlinedSubgraph) throws(ModelError) {
    var missing: [String] = []
    var seen: Set<Int> = []
    var named: Set<NameKey> = []
    for use in subgraph.operators where seen.insert(use.entry.codeIndex).inserted {
      let code = model.operatorCodes[use.entry.codeIndex]
      if !contains(code), named.insert(NameKey(code.name)).inserted { missing.append(code.name) }
    }
    guard missing.isEmpty else { throw .unsupportedOperators(missing) }
  }

  /// The operation of an operator in a model, with its options.
  ///
  /// - Precondition: the operator passed ``check(_:_:)``, and is no ``modelOperator(_:)``.
  func operation(_ entry: OperatorEntry, code: OperatorCode) throws(OperatorError) -> any AnyOperation {
    #if !hasFeature(Embedded)
      if let name = code.customName, code.isCustom, let type = customOperator(name) {
        let bytes = entry.customOptions ?? Bytes([])
        return OperationBox(CustomNode(try type.init(options: bytes, version: code.version), name: name))
      }
      if let name = code.customName, code.isCustom,
        let operation = try BuiltinCustomOperators.operation(name, options: entry.customOptions ?? Bytes([]))
      {
        return operation
      }
    #endif
    guard let registered = OperatorRegistry.find(builtinCode: code.builtinCode) else {
      preconditionFailure("operators are checked before they are read")
    }
    return try registered.read(OperatorOptions(entry.options, newer: entry.newerOptions))
  }
}

#if hasFeature(Embedded)
  /// Embedded Swift has no metatypes, so no operators beyond TFLite's own.
  public typealias AnyCustomOperator = Never
  /// None of them.
  public enum MediaPipeOperators {
    /// None.
    public static let all: [AnyCustomOperator] = []
  }
#else
  /// A custom operator: its type.
  public typealias AnyCustomOperator = any CustomOperator.Type
#endif
