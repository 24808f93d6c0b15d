import TFLiteFormat
import TensorKernels

/// The different elements of a vector, in the order of their first places, and each element's index among them (TFLite
/// `UNIQUE`).
///
/// - Input: a vector of numbers. Outputs: elements; int32 or int64 indices, as many as there are numbers.
/// - Edge cases: zeros of both signs are the same. NaN is the same as the smallest number before it, and a first
///   element of NaN as everything, since neither is less.
/// - The number of elements depends on the values, so a separate stage computes them.
struct Unique: Operator {
  static let tfliteName = "UNIQUE"
  static let builtinCode = 103

  private let indexType: ElementType

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let code = try options.byte(0, default: 2)
    guard let type = ElementType(rawValue: UInt8(truncatingIfNeeded: code)), indexTypes.contains(type) else {
      throw .option(name: "idx_out_type", value: code)
    }
    indexType = type
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.float32, .int64, .int32, .int16, .int8, .uint8], rank: 1...1)
    let distinct = try DistinctElements(inputs), places = distinct.places, size = input.elementType.byteCount ?? 1
    let indices = try ConstantTensor(integers: distinct.indices, as: indexType, shape: input.shape)
    let elements = try inputs.constant(0).aligned()
    let prepared = UndividedWork(memory: [elements] + indices.memory) { io in
      for (index, place) in places.enumerated() {
        (io.outputBytes(0) + index * size).copyMemory(from: elements.pointer + place * size, byteCount: size)
      }
      io.write(indices, to: 1)
    }
    // Two numbers of up to eight bytes for each element; sorting goes over all elements for each of their bytes.
    return KeptInference(
      OperationBox(self), outputs: [try input.reshaped([places.count]), indices.type],
      packedByteCount: saturatingProduct(16, input.elementCount),
      repeatedWork: saturatingProduct(input.elementCount, size), prepared: prepared)
  }

  func readsAtRunTime(_ index: Int) -> Bool { false }
}

/// Where each different number of input 0 comes first, and each element's index among them.
private struct DistinctElements {
  private(set) var places: [Int] = []
  private(set) var indices: [Int]

  init(_ inputs: Operands) throws(OperatorError) {
    let constant = try inputs.constant(0)
    let count = constant.type.elementCount, isFloat = constant.type.elementType == .float32
    guard count <= FixedLimits.comparedCount else { throw .value(name: "number of elements", count) }
    let keys = try Self.keys(constant, inputs.number(0))
    func isNaN(_ place: Int) -> Bool { isFloat && keys[place].magnitude > UInt64(Float.infinity.bitPattern) }
    indices = [Int](repeating: 0, count: count)
    guard count > 0, !isNaN(0) else {
      places = count > 0 ? [0] : []
      return
    }
    // The first place of the same number, which becomes its index once that is known.
    let order = Self.grouped(keys, byteCount: constant.type.elementType.byteCount ?? 8)
    for (position, place) in order.enumerated() {
      let isSame = position > 0 && keys[order[position - 1]] == keys[place]
      indices[place] = isSame ? indices[order[position - 1]] : place
    }
    var smallest = 0
    for place in 0..<count {
      if isNaN(place) {
        indices[place] = indices[smallest]
      } else if indices[place] < place {
        indices[place] = indices[indices[place]]
      } else {
        indices[place] = places.count
        places.append(place)
        if keys[place] < keys[smallest] { smallest = place }
      }
    }
  }

  /// Integers that are equal, or less, if the numbers are; those of NaN are farther from zero than those of infinity.
  private static func keys(_ constant: ConstantTensor, _ type: NumberType) -> [Int64] {
    let memory = constant.aligned(), count = constant.type.elementCount
    defer { withExtendedLifetime(memory) {} }
    var keys = [Int64](repeating: 0, count: count)
    guard type == .float32 else {
      keys.withUnsafeMutableBytes { keys in
        guard let target = keys.baseAddress else { return }
        NumberConversion.run(from: .type(type), to: .type(.int64), 0..<count, memory.pointer, target)
      }
      return keys
    }
    let floats = memory.pointer.assumingMemoryBound(to: Float.self)
    for place in 0..<count {
      let magnitude = Int64(floats[place].magnitude.bitPattern)
      keys[place] = floats[place].sign == .minus ? -magnitude : magnitude
    }
    return keys
  }

  /// All places, those of equal keys together and rising: sorted by each of the lowest bytes of the keys.
  private static func grouped(_ keys: [Int64], byteCount: Int) -> [Int] {
    var order = Array(keys.indices), sorted = order
    for byte in 0..<byteCount {
      func digit(_ place: Int) -> Int { Int(truncatingIfNeeded: keys[place] >> Int64(8 * byte)) & 255 }
      var starts = [Int](repeating: 0, count: 257)
      for place in order { starts[digit(place) + 1] += 1 }
      for digit in 1...256 { starts[digit] += starts[digit - 1] }
      for place in order {
        sorted[starts[digit(place)]] = place
        starts[digit(place)] += 1
      }
      swap(&order, &sorted)
    }
    return order
  }
}
