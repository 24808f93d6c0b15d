import Foundation
import TFLiteFormat
import TensorRuntime
import TestSupport

/// A case of Tests/TensorRuntimeTests/Fixtures: a model, its inputs and LiteRT's outputs; made by Tools/dev/reference.
public struct OperatorFixture: Sendable, CustomStringConvertible {
  /// An inconsistent fixture.
  public struct Failure: Error, CustomStringConvertible {
    /// The failure as a sentence.
    public let description: String
  }

  /// The name of the archive: the operator's TFLite name in lowercase, or `graph` or `large`.
  public let folder: String
  /// Name of the case, and of its entries before the first dot.
  public let name: String
  /// The name in failure messages and test arguments.
  public var description: String { "\(folder)/\(name)" }

  /// The folder of all archives.
  public static let root = PackageFolders.fixtures(of: "TensorRuntimeTests")

  /// A case by its name.
  public init(_ folder: String, _ name: String) {
    (self.folder, self.name) = (folder, name)
  }

  // MARK: Cases

  /// Cases with an expected result, by name; there is at least one.
  ///
  /// - Throws: ``Failure`` for an archive that is missing, damaged or without a case: a test over no cases would pass.
  public static func cases(of folder: String) throws -> [OperatorFixture] {
    try models(of: folder) { !$0.hasPrefix("bad_") }
  }

  /// Models that must be refused, by name; there is at least one.
  ///
  /// - Throws: ``Failure`` for an archive that is missing, damaged or without such a model.
  public static func badModels(of folder: String) throws -> [OperatorFixture] {
    try models(of: folder) { $0.hasPrefix("bad_") }
  }

  /// Models of either kind, by name; there is at least one.
  ///
  /// - Throws: ``Failure`` for an archive that is missing, damaged or without such a model.
  public static func models(
    of folder: String, where isWanted: (String) -> Bool = { _ in true }
  ) throws -> [OperatorFixture] {
    let names = try entries(of: folder).filter { $0.hasSuffix(".tflite") }.map { String($0.dropLast(7)) }
    let models = names.filter(isWanted).map { OperatorFixture(folder, $0) }
    guard !models.isEmpty else { throw Failure(description: "\(folder).zip has none of the models asked for") }
    return models
  }

  /// Names of the entries of an archive, sorted.
  ///
  /// - Throws: ``Failure`` for an archive that is missing or damaged.
  public static func entries(of folder: String) throws -> [String] {
    try FixtureArchives.entries(of: folder).keys.sorted()
  }

  // MARK: Contents

  /// The parsed model.
  public func model() throws -> Model {
    try Model(entry("tflite"))
  }

  /// The values of the model's inputs.
  public func inputs() throws -> [NPYFile] {
    try arrays("input", count: model().subgraphs[0].inputs.count)
  }

  /// LiteRT's values of the model's outputs.
  public func expectedOutputs() throws -> [NPYFile] {
    try arrays("output", count: model().subgraphs[0].outputs.count)
  }

  /// The values of inputs and outputs of all runs of a case, in order.
  public func runs() throws -> [(inputs: [NPYFile], outputs: [NPYFile])] {
    let entries = try Set(Self.entries(of: folder))
    var runs = [(try inputs(), try expectedOutputs())]
    while entries.contains("\(name).run\(runs.count).input0.npy") {
      let (model, prefix) = (try model(), "run\(runs.count).")
      runs.append(
        (
          try arrays(prefix + "input", count: model.subgraphs[0].inputs.count),
          try arrays(prefix + "output", count: model.subgraphs[0].outputs.count)
        ))
    }
    return runs
  }

  /// The shape of operand `index` of the first operator of kind `operatorName`, as stated in the file.
  public func shape(ofOperand index: Int, of operatorName: String? = nil) throws -> [Int] {
    let model = try model()
    let graph = model.subgraphs[0]
    let entry = graph.operators.first {
      operatorName == nil || model.operatorCodes[$0.codeIndex].name == operatorName
    }
    guard let entry, entry.inputs.indices.contains(index) else {
      throw Failure(description: "\(self): no such operand")
    }
    return graph.tensors[entry.inputs[index]].shape
  }

  private func arrays(_ kind: String, count: Int) throws -> [NPYFile] {
    try (0..<count).map { try NPYFile(encoded: entry("\(kind)\($0).npy").array) }
  }

  /// The entry `<name>.<suffix>` of the archive.
  public func entry(_ suffix: String) throws -> Bytes {
    guard let bytes = try FixtureArchives.entries(of: folder)["\(name).\(suffix)"] else {
      throw Failure(description: "\(self) has no .\(suffix)")
    }
    return bytes
  }

  // MARK: Running

  /// What differs from LiteRT's outputs in a case of several runs, on every provider with one and two threads, with
  /// fusion and without; empty if nothing does.
  public func failuresOfRuns(_ tolerance: Tolerance) throws -> [String] {
    let runs = try runs()
    var failures: [String] = []
    for provider in KernelProvider.available {
      for (threads, fusion) in [(1, true), (2, true), (1, false)] {
        var options = PlanOptions()
        (options.provider, options.fusion) = (provider, fusion)
        let inference = try Inference(model(), options: options, threads: threads)
        for (run, values) in runs.enumerated() {
          for (index, pair) in zip(try inference.runOnce(values.inputs), values.outputs).enumerated() {
            if let text = Self.difference(pair.0, pair.1, tolerance) {
              failures.append("\(self) run \(run), output \(index), \(provider), \(threads) threads: \(text)")
            }
          }
        }
      }
    }
    return failures
  }

  /// The outputs of the runtime; for the fixture's inputs by default.
  public func run(
    _ inputs: [NPYFile]? = nil, provider: KernelProvider? = nil, fusion: Bool = true, threads: Int = 1
  ) throws -> [NPYFile] {
    var options = PlanOptions()
    options.provider = provider
    options.fusion = fusion
    return try Inference(model(), options: options, threads: threads).run(inputs ?? self.inputs())
  }

  /// The outputs' floats.
  public func floats(provider: KernelProvider? = nil) throws -> [[Float]] {
    try run(provider: provider).map(\.floats)
  }

  /// What differs from LiteRT's outputs, on every provider with one and two threads; empty if nothing does.
  public func failures(_ tolerance: Tolerance, fusion: Bool = true) throws -> [String] {
    let (inputs, expected) = try (self.inputs(), expectedOutputs())
    var failures: [String] = []
    for provider in KernelProvider.available {
      for threads in [1, 2] {
        let found = try run(inputs, provider: provider, fusion: fusion, threads: threads)
        if found.count != expected.count {
          failures.append("\(self) has \(found.count) outputs, expected \(expected.count)")
        }
        for (index, pair) in zip(found, expected).enumerated() {
          if let text = Self.difference(pair.0, pair.1, tolerance) {
            failures.append("\(self) output \(index), \(provider), \(threads) threads: \(text)")
          }
        }
      }
    }
    return failures
  }

  /// What differs between two arrays, or nil. Arrays that are not of floats must be equal, except that halves may be a
  /// thousandth of their range apart where the floats that they are rounded from may differ.
  public static func difference(_ found: NPYFile, _ expected: NPYFile, _ tolerance: Tolerance) -> String? {
    guard found.elementType == expected.elementType else {
      return "elements are \(found.elementType), expected \(expected.elementType)"
    }
    guard found.shape == expected.shape else { return "shape \(found.shape), expected \(expected.shape)" }
    if expected.elementType == .float16, tolerance.description != Tolerance.exact.description {
      return Tolerance.relativeToRange(0x1p-10).failure(actual: found.halves, expected: expected.halves)
    }
    if expected.elementType != .float32 { return found.bytes == expected.bytes ? nil : "other values" }
    return tolerance.failure(actual: found.floats, expected: expected.floats)
  }

  /// The sentence with which the model is refused, or nil if it is accepted.
  ///
  /// Any error other than the two promised ones is rethrown.
  public func refusal(fusion: Bool = true) throws -> String? {
    var options = PlanOptions()
    options.fusion = fusion
    do {
      _ = try Plan(model(), options: options)
      return nil
    } catch let error as FormatError {
      return error.description
    } catch let error as ModelError {
      return error.description
    }
  }
}
