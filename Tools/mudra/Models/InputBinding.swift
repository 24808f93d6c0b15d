import ArgumentParser
import TFLiteFormat
import TensorRuntime

/// A file for an input of a model.
struct InputBinding {
  /// The input's index in the model's list.
  let index: Int
  /// The file.
  let path: String

  /// Parses `NAME=FILE`. The name is that of a tensor or of a signature's input, or the input's number; names and
  /// paths may contain equals signs.
  init(_ argument: String, model: Model, signature: String?, inputs: [TensorDescription], file: String) throws {
    // By bytes: an equals sign with a mark behind it is another character.
    let bytes = argument.utf8
    let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "=") }
    for equals in places {
      let name = String(decoding: bytes[..<equals], as: UTF8.self)
      guard let index = Self.index(of: name, model, signature, inputs) else { continue }
      self.index = index
      path = String(decoding: bytes[bytes.index(after: equals)...], as: UTF8.self)
      guard !path.isEmpty else { throw ValidationError("--input \(argument): no file is named") }
      return
    }
    guard !places.isEmpty else {
      throw ValidationError("--input \(argument): expected NAME=FILE")
    }
    let names = inputs.prefix(10).map { "“\($0.name.printable)”" }.joined(separator: ", ")
    let rest = inputs.count > 10 ? " and \(inputs.count - 10) others" : ""
    throw ValidationError("--input \(argument): \(file) has no such input; it has \(names)\(rest)")
  }

  private static func index(
    of name: String, _ model: Model, _ signature: String?, _ inputs: [TensorDescription]
  ) -> Int? {
    // Byte for byte: strings are equal when they look equal, and two inputs may look so.
    if let index = inputs.firstIndex(where: { $0.name.hasSameBytes(as: name) }) { return index }
    if let signature = signature.flatMap({ model.signature(named: $0) }) {
      let tensors = model.subgraphs[signature.subgraphIndex].tensors
      if let index = signature.inputs.firstIndex(where: { tensors[$0.tensorIndex].name.hasSameBytes(as: name) }) {
        return index
      }
    }
    for other in model.signatures where signature == nil && other.subgraphIndex == 0 {
      if let argument = other.inputs.first(where: { $0.name.hasSameBytes(as: name) }),
        let index = model.subgraphs[0].inputs.firstIndex(of: argument.tensorIndex)
      {
        return index
      }
    }
    return Int(name).flatMap { inputs.indices.contains($0) ? $0 : nil }
  }
}
