/// Sum, mean, product, maximum or minimum over some axes.
package enum Reduction {
  /// The result of a group of elements.
  package enum Operation: Sendable, Hashable {
    case sum, mean, maximum, minimum, product

    /// The value of an empty group, before the mean's division.
    package var start: Float {
      switch self {
      case .sum, .mean: 0
      case .maximum: -.infinity
      case .minimum: .infinity
      case .product: 1
      }
    }
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let operation: Operation
    package let shape: [Int], isReduced: [Bool]
    package let element: NumberType
    /// What sums and means of quantized bytes need.
    package let byteSum: ByteSum?

    /// A reduction of an input of `shape` over the axes marked in `isReduced`; of quantized bytes, their sum or mean.
    package init(
      _ operation: Operation, shape: [Int], isReduced: [Bool], element: NumberType = .float32, byteSum: ByteSum? = nil
    ) {
      (self.operation, self.shape, self.isReduced, self.element) = (operation, shape, isReduced, element)
      self.byteSum = byteSum
    }

    package var groups: ReductionGroups { ReductionGroups(shape: shape, isReduced: isReduced) }
    package var work: Int { KernelWork.of(shape.reduce(1, *)) }
  }

  /// Products of rows, a unit of which is a row; vectors along a kept innermost axis, whose only unit is everything;
  /// integers and the plain loops, a unit of which is a group.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "reduction",
    kernels: [
      KernelCandidate(
        .simd, form: "products of rows",
        supports: { $0.operation == .product && rowLength($0) != nil },
        make: { problem, _, _ in
          rowLength(problem).map { length in
            LoopKernel(problem.groups.count) { multiplyRows(length, $0, $1.input(0), $1.output()) }
          }
        }),
      KernelCandidate(
        .simd,
        make: { problem, _, _ in
          LoopKernel(1) { units, operands in
            guard !units.isEmpty else { return }
            run(
              problem.operation, shape: problem.shape, isReduced: problem.isReduced, input: operands.input(0),
              output: operands.output())
          }
        }),
      KernelCandidate(
        .simd, form: "bytes", elements: [.int8, .uint8, .bool], supports: { ByteReduction.supports($0) },
        make: { problem, _, _ in ByteReduction(problem) }),
      KernelCandidate(
        .simd, form: "integers", elements: [.int32, .int16], supports: { vectors($0) != nil },
        make: { problem, _, _ in vectors(problem) }),
      KernelCandidate(
        .reference, elements: NumberType.all,
        make: { problem, _, _ in
          let (groups, element) = (problem.groups, problem.element)
          if let sums = problem.byteSum {
            return LoopKernel(groups.count) { runReference(sums, groups, $0, $1.inputBytes(0), $1.outputBytes()) }
          }
          return element == .float32
            ? LoopKernel(groups.count) {
              runReference(problem.operation, groups, $0, $1.input(0), $1.output())
            }
            : LoopKernel(groups.count) {
              run(problem.operation, element, groups, $0, $1.inputBytes(0), $1.outputBytes())
            }
        }),
    ])

  /// Extents of outer kept, reduced and inner kept axes; nil if the axes do not merge to these.
  package static func counts(shape: [Int], isReduced: [Bool]) -> [Int]? {
    var counts = [1, 1, 1]
    var part = 0
    for (axis, extent) in shape.enumerated() where extent != 1 {
      if isReduced[axis] {
        guard part < 2 else { return nil }
        part = 1
      } else if part == 1 {
        part = 2
      }
      counts[part] *= extent
    }
    // Nothing may be reduced.
    return part == 0 ? [1, 1, counts[0]] : counts
  }

  /// The elements of each group, if these are rows.
  package static func rowLength(_ problem: Problem) -> Int? {
    let counts = counts(shape: problem.shape, isReduced: problem.isReduced)
    return counts.flatMap { $0[2] == 1 && $0[1] > 1 ? $0[1] : nil }
  }

  /// Products of some rows, four at a time: each waits for one multiplication after the other.
  private static func multiplyRows(
    _ length: Int, _ rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    var row = rows.lowerBound
    while row + 4 <= rows.upperBound {
      let source = input + row * length
      var (a, b, c, d): (Float, Float, Float, Float) = (1, 1, 1, 1)
      for i in 0..<length {
        a *= source[i]
        b *= source[length + i]
        c *= source[2 * length + i]
        d *= source[3 * length + i]
      }
      (output[row], output[row + 1], output[row + 2], output[row + 3]) = (a, b, c, d)
      row += 4
    }
    for row in row..<rows.upperBound {
      var product: Float = 1
      for i in 0..<length { product *= input[row * length + i] }
      output[row] = product
    }
  }

  /// The plain loops that define the reduction of floats.
  private static func runReference(
    _ operation: Operation, _ groups: ReductionGroups, _ some: Range<Int>, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    // The reciprocal, as XNNPACK does, so that means equal LiteRT's to the bit.
    let scale = 1 / Float(groups.groupCount)
    groups.reduce(some, input, output, from: operation.start) { held, value in
      switch operation {
      case .sum, .mean: held + value
      case .maximum: value > held ? value : held
      case .minimum: value < held ? value : held
      case .product: held * value
      }
    }
    if operation == .mean {
      for group in some { output[group] *= scale }
    }
  }

  /// Reduces an input of `shape` over the axes marked in `isReduced`; the output keeps the order of the other axes.
  ///
  /// Elements are taken in memory order. An empty group gives 0, 1, −∞ or ∞; its mean is NaN. A NaN never becomes a
  /// maximum or minimum.
  package static func run(
    _ operation: Operation, shape: [Int], isReduced: [Bool], input: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>
  ) {
    // Output step of each axis; 0 for a reduced one.
    var outputCount = 1
    var groupCount = 1
    withUnsafeTemporaryAllocation(of: Int.self, capacity: max(shape.count, 1) * 2) { memory in
      let steps = memory.baseAddress.unsafelyUnwrapped
      let index = steps + shape.count
      for axis in (0..<shape.count).reversed() {
        steps[axis] = isReduced[axis] ? 0 : outputCount
        index[axis] = 0
        if isReduced[axis] { groupCount *= shape[axis] } else { outputCount *= shape[axis] }
      }
      output.update(repeating: operation.start, count: outputCount)
      let innerLength = shape.last ?? 1
      let innerStep = shape.isEmpty ? 0 : steps[shape.count - 1]
      let rowCount = shape.dropLast().reduce(1, *)
      guard innerLength > 0 else { return }
      var source = input
      for _ in 0..<rowCount {
        var offset = 0
        for axis in 0..<max(shape.count - 1, 0) { offset += index[axis] * steps[axis] }
        reduceRow(operation, source, innerLength, output + offset, innerStep)
        source += innerLength
        var axis = shape.count - 2
        while axis >= 0 {
          index[axis] += 1
          if index[axis] < shape[axis] { break }
          index[axis] = 0
          axis -= 1
        }
      }
    }
    if operation == .mean {
      // The reciprocal, as XNNPACK does, so that means equal LiteRT's to the bit.
      let scale = 1 / Float(groupCount)
      for i in 0..<outputCount { output[i] *= scale }
    }
  }

  @inline(__always)
  private static func reduceRow(
    _ operation: Operation, _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Float>,
    _ step: Int
  ) {
    var i = 0
    // Along a kept axis, elements have distinct places, so four can be processed at a time.
    while step == 1, i + 4 <= count {
      let value = Vector4(loading: source + i)
      let held = Vector4(loading: target + i)
      switch operation {
      case .sum, .mean: (held + value).store(to: target + i)
      case .maximum: held.larger(value).store(to: target + i)
      case .minimum: held.replacing(with: value, where: value .< held).store(to: target + i)
      case .product: (held * value).store(to: target + i)
      }
      i += 4
    }
    while i < count {
      let value = source[i]
      let place = target + i * step
      switch operation {
      case .sum, .mean: place.pointee += value
      case .maximum: if value > place.pointee { place.pointee = value }
      case .minimum: if value < place.pointee { place.pointee = value }
      case .product: place.pointee *= value
      }
      i += 1
    }
  }
}
