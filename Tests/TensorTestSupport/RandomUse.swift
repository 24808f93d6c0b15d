import TFLiteFormat
import TensorRuntime
import TestSupport

/// A use of an operator with options, shapes and constants drawn from those that it expects and from values that break
/// arithmetic.
package struct RandomUse {
  /// The use, as a graph of one node.
  package let graph: Graph

  /// Draws a use.
  ///
  /// - Throws: `OperatorError` if the operator rejects what was drawn.
  package init(of type: RegisteredOperator, _ random: inout some RandomNumberGenerator) throws {
    var builder = GraphBuilder()
    let operands = try Self.operands(of: type, &builder, &random)
    let operation = try type.read(
      type.tfliteName == "STABLEHLO_PAD" ? Self.paddings(&random) : Self.options(&random))
    let bytes = try TensorType(.int8, [], quantization: TensorQuantization(scale: 0.1, zeroPoint: 3))
    let declared: [String: TensorType] = [
      "QUANTIZE": bytes, "MULTINOMIAL": try TensorType(Self.pick([.int32, .int64], &random), []),
      "BITCAST": try TensorType(Self.pick([.int32, .int16, .int64], &random), []),
    ]
    // Operators that always have a form write as many outputs as the file declares.
    let formed = [
      "ADD_N", "CONV_3D", "CONV_3D_TRANSPOSE", "RNN", "LSTM", "BIDIRECTIONAL_SEQUENCE_RNN",
      "BIDIRECTIONAL_SEQUENCE_LSTM",
    ]
    let hasForm = formed.contains(type.tfliteName) || type.tfliteName.hasPrefix("STABLEHLO")
    let floats = hasForm ? try TensorType(.float32, []) : nil
    let count = type.tfliteName.hasPrefix("BIDIRECTIONAL") ? Int(random.next() % 2) + 1 : 1
    let outputs = try builder.applyAll(
      operation, operands,
      declared: (declared[type.tfliteName] ?? floats).map { [TensorType](repeating: $0, count: count) } ?? [])
    graph = builder.graph(outputs: outputs)
  }

  private static let extents = [0, 1, 1, 2, 3, 4, 5, 8, 9, 17, 1 << 10, 1 << 24, 1 << 29, 1 << 31]
  private static let optionValues = [
    0, 0, 1, 1, 1, 2, 3, -1, 6, 255, 1 << 24, Int(Int32.max), Int(Int32.min),
  ]
  private static let longs: [Int64] = [0, 0, 1, 1, 2, 3, -1, -2, 5, 1 << 24, .min, .max, Int64(Int32.min), 1 << 31]
  private static let ints: [Int32] = [0, 0, 1, 1, 2, 3, -1, -2, 5, 1 << 24, .min, .max]

  /// Floats determined by one number, so that a generator of few numbers suffices for weights.
  private static func floats(_ count: Int, _ random: inout some RandomNumberGenerator) -> [Float] {
    var values = SeededGenerator(seed: random.next())
    return values.floats(count)
  }

  private static func pick<T>(_ values: [T], _ random: inout some RandomNumberGenerator) -> T {
    values[Int(random.next() % UInt64(values.count))]
  }

  /// A shape of mostly small extents, so that many uses get as far as running.
  private static func shape(_ random: inout some RandomNumberGenerator, rank: Int? = nil) -> [Int] {
    let rank = rank ?? pick([4, 4, 4, 4, 0, 1, 2, 3, 5, 8, 9], &random)
    let isTame = random.next() % 4 != 0
    return (0..<rank).map { _ in isTame ? pick(Array(extents[..<10]), &random) : pick(extents, &random) }
  }

  /// An operand: a tensor of the caller, floats, halves, or integers of either width.
  private static func operand(
    _ builder: inout GraphBuilder, _ index: Int, _ shape: [Int], _ random: inout some RandomNumberGenerator
  ) throws -> Int? {
    let count = shape.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
    let isSmall = count >= 0 && count <= 4096
    switch random.next() % (index == 0 ? 3 : 8) {
    case 0, 1: return try builder.input(shape)
    case 2:
      return try builder.input(shape, pick([.float32, .float16, .int8, .int64, .bool, .complex64], &random))
    case 3 where isSmall, 4 where isSmall:
      return try builder.constant(floats(count, &random), shape)
    case 5:
      let length = pick([0, 1, 2, 3, 4, 8], &random)
      return try builder.integers((0..<length).map { _ in pick(ints, &random) })
    case 6:
      let length = pick([0, 1, 2, 4, 8], &random)
      return try builder.longs(
        (0..<length).map { _ in pick(longs, &random) }, length == 8 && random.next() % 2 == 0 ? [4, 2] : nil)
    default: return random.next() % 8 == 0 ? nil : try builder.input(shape)
    }
  }

  /// A use of an operator in its usual form except for a few values.
  private static func operands(
    of type: RegisteredOperator, _ builder: inout GraphBuilder, _ random: inout some RandomNumberGenerator
  ) throws -> [Int?] {
    let first = shape(&random)
    if random.next() % 4 != 0, let operands = try suited(type.tfliteName, first, &builder, &random) { return operands }
    var operands: [Int?] = []
    for index in 0..<pick([1, 1, 2, 2, 2, 3, 4, 4, 0], &random) {
      let next = index == 0 || random.next() % 2 == 0 ? first : shape(&random)
      operands.append(try operand(&builder, index, next, &random))
    }
    return operands
  }

  /// Operands of an LSTM with or without its optional parts, one of which may be missing or superfluous; or of two of
  /// them, which have the same weights.
  private static func longShortTermMemory(
    _ builder: inout GraphBuilder, _ random: inout some RandomNumberGenerator, bothWays: Bool = false,
    isStep: Bool = false
  ) throws -> [Int?] {
    let (rows, depth) = ((pick([0, 1, 2, 3], &random), pick([0, 1, 2, 3], &random)), pick([0, 1, 3, 8], &random))
    let (cells, projects) = (pick([0, 1, 2, 5, 8], &random), random.next() % 3 == 0)
    let outputs = projects ? pick([0, 1, 3, 4], &random) : cells
    let (isCoupled, hasPeepholes) = (random.next() % 4 == 0, random.next() % 4 == 0)
    let isNormalized = random.next() % 4 == 0
    func constant(_ shape: [Int], _ isPresent: Bool) throws -> Int? {
      guard isPresent != (random.next() % 64 == 0) else { return nil }
      return try builder.constant(floats(shape.reduce(1, *), &random), shape)
    }
    var operands: [Int?] = [try builder.input(isStep ? [rows.0, depth] : [rows.0, rows.1, depth])]
    for columns in [depth, outputs] {
      for gate in 0..<4 { operands.append(try constant([cells, columns], gate > 0 || !isCoupled)) }
    }
    for gate in 0..<3 { operands.append(try constant([cells], hasPeepholes && (gate > 0 || !isCoupled))) }
    for gate in 0..<4 { operands.append(try constant([cells], gate > 0 || !isCoupled)) }
    operands += [try constant([outputs, cells], projects), try constant([outputs], projects)]
    let batch = random.next() % 8 == 0 ? rows.1 : rows.0
    if bothWays { operands += operands[1...] }
    for _ in 0..<(bothWays ? 2 : 1) {
      operands += [try builder.state([batch, outputs]), try builder.state([batch, cells])]
    }
    if bothWays { return operands + [Int?](repeating: nil, count: 9) }
    for gate in 0..<4 { operands.append(try constant([cells], isNormalized && (gate > 0 || !isCoupled))) }
    return operands
  }

  /// Operands of a plain recurrent network, or of two.
  private static func recurrent(
    _ name: String, _ builder: inout GraphBuilder, _ random: inout some RandomNumberGenerator
  ) throws -> [Int?] {
    let (batch, times) = (pick([0, 1, 2, 3], &random), pick([0, 1, 2, 3], &random))
    let (depth, units) = (pick([0, 1, 3, 8], &random), pick([0, 1, 2, 5], &random))
    var operands: [Int?] = [try builder.input(name == "RNN" ? [batch, depth] : [batch, times, depth])]
    for _ in 0..<(name.hasPrefix("BI") ? 2 : 1) {
      for shape in [[units, depth], [units, units], [units]] {
        let count = random.next() % 24 == 0 ? [units] : shape
        operands.append(try builder.constant(floats(count.reduce(1, *), &random), count))
      }
      operands.append(try builder.state(random.next() % 12 == 0 ? [units] : [batch, units]))
    }
    return operands + [Int?](repeating: nil, count: name.hasPrefix("BI") ? 3 : 0)
  }

  /// Operands of the form that an operator expects, with a few unexpected values; nil if any will do.
  private static func suited(
    _ name: String, _ first: [Int], _ builder: inout GraphBuilder, _ random: inout some RandomNumberGenerator
  ) throws -> [Int?]? {
    func values(_ count: Int) -> [Int64] {
      (0..<count).map { _ in random.next() % 12 == 0 ? pick(longs, &random) : pick([0, 1, 1, 2, 3, -1], &random) }
    }
    switch name {
    case "CONV_2D", "DEPTHWISE_CONV_2D":
      guard first.count == 4, first[3] <= 1 << 10 else { return nil }
      let isDepthwise = name != "CONV_2D"
      let filter = [
        isDepthwise ? 1 : pick([0, 1, 1, 2, 9], &random), pick([0, 1, 1, 2, 2, 3, 3, 5, 1 << 10], &random),
        pick([1, 2, 3], &random), isDepthwise ? first[3] * pick([1, 1, 2], &random) : first[3],
      ]
      let count = filter.reduce(1, *)
      guard count <= 1 << 14 else { return nil }
      return [try builder.input(first), try builder.constant(floats(count, &random), filter)]
    case "CONV_3D":
      let input = shape(&random, rank: 5)
      guard input[4] <= 1 << 10 else { return nil }
      let filter = [
        pick([0, 1, 2, 3, 1 << 10], &random), pick([1, 2, 3], &random), pick([1, 2, 3], &random), input[4],
        pick([0, 1, 2, 9], &random),
      ]
      let count = filter.reduce(1, *)
      guard count <= 1 << 14 else { return nil }
      return [try builder.input(input), try builder.constant(floats(count, &random), filter)]
    case "CONV_3D_TRANSPOSE":
      let input = (0..<5).map { _ in random.next() % 24 == 0 ? pick(extents, &random) : pick([1, 1, 2, 3], &random) }
      guard input[4] <= 1 << 10 else { return nil }
      let filter = (0..<3).map { _ in random.next() % 24 == 0 ? pick([0, 1 << 10], &random) : pick([1, 2, 3], &random) }
      let channels = [pick([1, 2, 9], &random), input[4]]
      let count = (filter + channels).reduce(1, *)
      guard count <= 1 << 14 else { return nil }
      // The shape of the input, or for valid padding that and the filter's.
      let isSame = random.next() % 2 == 0
      let sides = (0..<3).map { Int32(truncatingIfNeeded: input[$0 + 1] + (isSame ? 0 : filter[$0] - 1)) }
      return [
        try builder.integers([Int32(truncatingIfNeeded: input[0])] + sides + [Int32(channels[0])]),
        try builder.constant(floats(count, &random), filter + channels), try builder.input(input),
      ]
    case "TRANSPOSE_CONV":
      guard first.count == 4, first[3] <= 1 << 10 else { return nil }
      let outputs = pick([1, 1, 2, 9], &random)
      let filter = [outputs, pick([0, 1, 2, 3], &random), pick([1, 2, 3], &random), first[3]]
      let size = values(2)
      return [
        try builder.longs([Int64(first[0])] + size + [Int64(outputs)]),
        try builder.constant(floats(filter.reduce(1, *), &random), filter), try builder.input(first),
      ]
    case "AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D":
      return [try builder.input(first)]
    case "DENSIFY":
      return [try builder.constant(floats(12, &random), [3, 4])]
    case "DEQUANTIZE":
      return [try builder.input(first, .float16)]
    case "LOGICAL_AND", "LOGICAL_OR", "LOGICAL_NOT":
      return try (0..<(name == "LOGICAL_NOT" ? 1 : 2)).map { _ in try builder.input(first, .bool) }
    case "WHERE":
      let count = first.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
      return (0...4096).contains(count) ? [try builder.constant(floats(count, &random), first)] : nil
    case "UNIQUE":
      let count = pick([0, 1, 2, 9, 300], &random)
      return [try builder.constant(floats(count, &random))]
    case "BITWISE_XOR", "RIGHT_SHIFT", "STABLEHLO_AND", "STABLEHLO_SHIFT_LEFT":
      let type = pick([.int32, .int16, .int8, .uint8] as [ElementType], &random)
      return [try builder.input(first, type), try builder.input(first, type)]
    case "STABLEHLO_ADD", "STABLEHLO_MULTIPLY", "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM":
      return [try builder.input(first), try builder.input(first)]
    case "STABLEHLO_PAD":
      return [try builder.input(first), try builder.input([])]
    case "DILATE":
      let steps = values(first.count).map { Int32(truncatingIfNeeded: $0) }
      return [try builder.input(first), try builder.integers(steps), try builder.input([])]
    case "REDUCE_WINDOW":
      let numbers = try (0..<3).map { _ in try builder.longs(values(first.count).map { $0 == 0 ? 1 : $0 }) }
      return [try builder.input(first), try builder.input([])] + numbers
    case "SEGMENT_SUM", "UNSORTED_SEGMENT_SUM", "UNSORTED_SEGMENT_PROD", "UNSORTED_SEGMENT_MAX",
      "UNSORTED_SEGMENT_MIN":
      let numbers = values(pick([0, 1, 2, 3], &random)).map { Int32(truncatingIfNeeded: $0) }
      let operands = [
        try builder.input([numbers.count] + first.dropFirst()), try builder.integers(numbers.sorted()),
      ]
      guard name.hasPrefix("UN") else { return operands }
      return operands + [try builder.integers([Int32(truncatingIfNeeded: values(1)[0]) &+ 2], [])]
    case "SPARSE_TO_DENSE":
      let count = pick([0, 1, 2, 3], &random)
      return [
        try builder.longs(values(2 * count), [count, 2]), try builder.longs(values(2).map { $0 &+ 2 }),
        try builder.input([count]), try builder.input([]),
      ]
    case "MATRIX_SET_DIAG":
      guard first.count > 1 else { return nil }
      return [try builder.input(first), try builder.input(first.dropLast(2) + [first.suffix(2).min() ?? 0])]
    case "RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL":
      return [try builder.integers(values(pick([0, 1, 2], &random)).map { Int32(truncatingIfNeeded: $0) })]
    case "MULTINOMIAL":
      let samples = Int32(truncatingIfNeeded: values(1)[0])
      return [
        try builder.input([pick([0, 1, 3], &random), pick([0, 1, 5], &random)]), try builder.integers([samples], []),
      ]
    case "SELECT", "SELECT_V2":
      return [try builder.input(first, .bool), try builder.input(first), try builder.input(first)]
    case "REDUCE_ANY", "REDUCE_ALL":
      return [try builder.input(first, .bool), try builder.longs(values(pick([0, 1, 2], &random)))]
    case "ARG_MAX", "ARG_MIN", "CUMSUM", "TOPK_V2":
      return [try builder.input(first), try builder.longs(values(1))]
    case "ONE_HOT":
      let depth = Int32(truncatingIfNeeded: values(1)[0])
      return [
        try builder.input(first, .int32), try builder.integers([depth], []), try builder.input([]),
        try builder.input([]),
      ]
    case "GATHER", "MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD":
      return [try builder.input(first), try builder.longs(values(pick([0, 1, 2], &random)))]
    case "FULLY_CONNECTED":
      guard let depth = first.last, depth <= 1 << 10 else { return nil }
      let columns = pick([0, 1, 3, 8, 9], &random)
      return [
        try builder.input(first), try builder.constant(floats(columns * depth, &random), [columns, depth]),
        random.next() % 2 == 0 ? nil : try builder.constant(floats(columns, &random)),
      ]
    case "PAD", "MIRROR_PAD":
      return [try builder.input(first), try builder.longs(values(2 * first.count), [first.count, 2])]
    case "RESHAPE":
      let shape = (first.dropLast() + [random.next() % 2 == 0 ? -1 : first.last ?? 1]).shuffled(using: &random)
      return [try builder.input(first), try builder.longs(shape.map(Int64.init) + values(pick([0, 0, 1], &random)))]
    case "PADV2":
      return [
        try builder.input(first), try builder.longs(values(2 * first.count), [first.count, 2]), try builder.input([1]),
      ]
    case "SPLIT":
      return [try builder.longs(values(1)), try builder.input(first)]
    case "SPLIT_V":
      return [try builder.input(first), try builder.longs(values(2)), try builder.longs(values(1))]
    case "EXPAND_DIMS":
      return [try builder.input(first), try builder.longs(values(1))]
    case "TRANSPOSE":
      let axes = first.indices.map { Int64($0) }.shuffled(using: &random)
      return [try builder.input(first), try builder.longs(axes + values(pick([0, 0, 0, 1], &random)))]
    case "TILE":
      return [try builder.input(first), try builder.longs(values(first.count))]
    case "BROADCAST_TO":
      return [try builder.input(first), try builder.longs(values(pick([0, 1], &random)) + first.map(Int64.init))]
    case "BROADCAST_ARGS":
      return try (0..<2).map { _ in try builder.longs(values(pick([1, 2, 3], &random))) }
    case "DYNAMIC_UPDATE_SLICE":
      let block = first.map { random.next() % 12 == 0 ? pick(extents, &random) : min($0, pick([0, 1, 2], &random)) }
      return [try builder.input(first), try builder.input(block), try builder.longs(values(first.count))]
    case "EMBEDDING_LOOKUP":
      let indices = values(pick([0, 1, 2, 3], &random))
      return [try builder.integers(indices.map { Int32(truncatingIfNeeded: $0) }), try builder.input(first)]
    case "SVDF":
      let (batch, depth) = (pick([0, 1, 1, 2], &random), pick([0, 1, 3, 8], &random))
      let (filters, times) = (pick([0, 1, 2, 6, 12], &random), pick([0, 1, 2, 5], &random))
      let state = random.next() % 12 == 0 ? shape(&random) : [batch, filters * times]
      return [
        try builder.input([batch, depth]), try builder.constant(floats(filters * depth, &random), [filters, depth]),
        try builder.constant(floats(filters * times, &random), [filters, times]), nil, try builder.state(state),
      ]
    case "UNIDIRECTIONAL_SEQUENCE_LSTM":
      return try longShortTermMemory(&builder, &random)
    case "LSTM":
      return try longShortTermMemory(&builder, &random, isStep: true)
    case "RNN", "UNIDIRECTIONAL_SEQUENCE_RNN", "BIDIRECTIONAL_SEQUENCE_RNN":
      return try recurrent(name, &builder, &random)
    case "BIDIRECTIONAL_SEQUENCE_LSTM":
      return try longShortTermMemory(&builder, &random, bothWays: true)
    case "REAL", "IMAG", "COMPLEX_ABS":
      return [try builder.input(first, .complex64)]
    case "RFFT2D":
      let lengths = (0..<2).map { _ in random.next() % 4 == 0 ? pick(longs, &random) : pick([1, 2, 2, 4, 8], &random) }
      return [try builder.input(first), try builder.longs(lengths)]
    case "ADD_N":
      return try (0..<pick([2, 2, 3], &random)).map { _ in try builder.input(first) }
    case "REVERSE_SEQUENCE":
      // Batches are often an axis of one element.
      let lengths = values(1).map { Int32(truncatingIfNeeded: $0) }
      return [try builder.input([1, 1, 4]), try builder.integers(lengths)]
    case "NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5":
      let count = pick([0, 1, 5, 9], &random)
      let numbers = try (0..<(name.hasSuffix("V5") ? 3 : 2)).map { _ in try builder.input([]) }
      let limit = Int32(truncatingIfNeeded: values(1)[0])
      return [try builder.input([count, 4]), try builder.input([count]), try builder.integers([limit], [])] + numbers
    case "SLICE":
      return [
        try builder.input(first), try builder.longs(first.map { _ in 0 }), try builder.longs(values(first.count)),
      ]
    case "FILL":
      return [try builder.longs(values(2)), try builder.input([])]
    case "RANGE":
      return try (0..<3).map { _ in try builder.longs(values(1), []) }
    case "SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND":
      let shape = first.count == 4 ? [pick([4, 6], &random)] + first[1...] : first
      return [try builder.input(shape), try builder.longs(values(2)), try builder.longs(values(4), [2, 2])]
    case "SCATTER_ND":
      return [try builder.longs(values(3), [3, 1]), try builder.input([3]), try builder.longs(values(1))]
    case "RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR":
      return [try builder.input(first), try builder.longs(values(2))]
    case "STRIDED_SLICE":
      return [
        try builder.input(first), try builder.longs(values(first.count)), try builder.longs(values(first.count)),
        try builder.longs(values(first.count)),
      ]
    default:
      return nil
    }
  }

  private static func paddings(_ random: inout some RandomNumberGenerator) throws -> OperatorOptions {
    let count = pick([0, 1, 2, 4, 4, 4, 8, 9], &random)
    var fields: [Int: FlatWriter.Value] = [:]
    for field in 0..<3 {
      fields[field] = .int64s(
        (0..<count).map { _ in random.next() % 24 == 0 ? pick(longs, &random) : pick([0, 0, 1, 2, -1], &random) })
    }
    return try .fields(fields)
  }

  private static func options(_ random: inout some RandomNumberGenerator) throws -> OperatorOptions {
    guard random.next() % 8 != 0 else { return .defaults }
    let isTame = random.next() % 2 == 0
    var fields: [Int: FlatWriter.Value] = [:]
    for field in 0..<8 where random.next() % 8 != 0 {
      let value = isTame ? pick([0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3], &random) : pick(optionValues, &random)
      fields[field] = .int(value)
    }
    return try .fields(fields)
  }
}
