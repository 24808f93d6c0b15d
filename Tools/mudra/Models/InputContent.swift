import TensorRuntime

/// What a file gives to an input of a model.
enum InputContent {
  /// The elements, as they are.
  case array(NPYFile)
  /// Real numbers in the shape of the input.
  case numbers([Float], shape: [Int])

  /// The shape that the input takes.
  var shape: [Int] {
    switch self {
    case .array(let array): array.shape
    case .numbers(_, let shape): shape
    }
  }

  /// Sets an input of this type and shape.
  func set(_ interpreter: Interpreter, _ index: Int) {
    switch self {
    case .numbers(let numbers, _): interpreter.setInput(index, toRealNumbers: numbers)
    case .array(let array):
      interpreter.withInput(index) { memory in
        array.bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
        if array.elementType == .bool {
          for position in memory.indices where memory[position] > 1 { memory[position] = 1 }
        }
      }
    }
  }
}
