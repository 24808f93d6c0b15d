import KernelChoice
import MachineCode
import TFLiteFormat
import TensorKernels

/// Shared by operators that only move elements of any type.
package protocol MovementOperator: Operator {
  /// Checks the inputs; returns the output types and the moves that fill them.
  func movement(_ inputs: Operands) throws(OperatorError) -> Movement
  /// ``Inference/rowDependence(_:)``.
  func rowDependence(of movement: Movement) -> RowDependence?
}

package struct Movement: Sendable {
  let outputs: [TensorType]
  let moves: [Move]

  init(to output: TensorType, _ moves: [Move]) {
    self.init(to: [output], moves)
  }

  init(to outputs: [TensorType], _ moves: [Move]) {
    self.outputs = outputs
    self.moves = moves
  }

  func inferred(by operation: any AnyOperation, _ rowDependence: RowDependence? = nil) -> any Inference {
    KeptInference(operation, outputs: outputs, rowDependence: rowDependence) { context throws(OperatorError) in
      MovedElements(self, context)
    }
  }
}

/// Elements that move from an input to an output, each with its own steps.
package struct Move: Sendable {
  /// Nil for zeros.
  var input: Int? = 0
  /// The byte of zeros: quantized bytes' zero point.
  var zeroByte: UInt8 = 0
  var output = 0
  let extents: [Int]
  let source: Walk, target: Walk

  init(_ extents: [Int], input: Int? = 0, from source: Walk, output: Int = 0, to target: Walk) {
    self.input = input
    self.output = output
    self.extents = extents
    self.source = source
    self.target = target
  }

  /// All elements of a tensor, in memory order.
  init(all type: TensorType, input: Int? = 0) {
    self.init([type.elementCount], input: input, from: Walk(steps: [1]), to: Walk(steps: [1]))
  }

  /// Fills everything around a block of a tensor with zeros, or with the single element of another input.
  ///
  /// - Parameters:
  ///   - extents, corner: the block and its first index.
  ///   - shape, walk: the tensor and its traversal.
  static func around(
    _ extents: [Int], at corner: [Int], in shape: [Int], _ walk: Walk, input: Int?, zeroByte: UInt8 = 0
  ) -> [Move] {
    let element = Walk(steps: [Int](repeating: 0, count: shape.count))
    var moves: [Move] = []
    // Before and after along each axis, within the block's range of outer axes.
    var (sides, index) = (shape, [Int](repeating: 0, count: shape.count))
    for axis in shape.indices {
      let end = corner[axis] + extents[axis]
      for side in [0..<corner[axis], end..<shape[axis]] {
        (sides[axis], index[axis]) = (side.count, side.lowerBound)
        var move = Move(sides, input: input, from: element, to: walk.moved(to: index))
        move.zeroByte = zeroByte
        moves.append(move)
      }
      (sides[axis], index[axis]) = (extents[axis], corner[axis])
    }
    return moves.filter { !$0.extents.contains(0) }
  }
}

/// A tensor's first element to access, and elements between indices of each dimension.
package struct Walk: Sendable {
  var start = 0
  var steps: [Int]

  init(start: Int = 0, steps: [Int]) {
    self.start = start
    self.steps = steps
  }

  /// All elements of a tensor, in order.
  init(over shape: [Int]) {
    var steps = [Int](repeating: 1, count: shape.count)
    for axis in shape.indices.dropLast().reversed() { steps[axis] = steps[axis + 1] * shape[axis + 1] }
    self.init(steps: steps)
  }

  /// The same steps starting at another index.
  func moved(to index: [Int]) -> Walk {
    Walk(start: zip(index, steps).reduce(start) { $0 + $1.0 * $1.1 }, steps: steps)
  }
}

extension MovementOperator {
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferMovement(inputs) }

  func inferMovement(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let movement = try movement(inputs)
    return movement.inferred(by: OperationBox(self), rowDependence(of: movement))
  }

  package func rowDependence(of movement: Movement) -> RowDependence? { nil }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }
}

extension TensorType {
  var zeroByte: UInt8 {
    guard isQuantized, let zeroPoint = quantization?.zeroPoints.first else { return 0 }
    return UInt8(truncatingIfNeeded: zeroPoint)
  }
}

/// Runs a movement as consecutive strided copies.
final class MovedElements: PreparedOperator {
  private struct Part {
    let input: Int?, sourceOffset: Int
    let output: Int, targetOffset: Int
    let copy: any StridedCopyKernel
    let provider: KernelProvider
  }

  private let parts: [Part]

  init(_ movement: Movement, _ context: PreparationContext) {
    parts = movement.moves.compactMap { move in
      guard !move.extents.contains(0) else { return nil }
      let size = movement.outputs[move.output].elementType.byteCount ?? 1
      let problem =
        move.input == nil
        ? StridedCopy.Problem(
          zeros: move.extents, byte: move.zeroByte, targetSteps: move.target.steps, elementByteCount: size)
        : StridedCopy.Problem(
          extents: move.extents, sourceSteps: move.source.steps, targetSteps: move.target.steps,
          elementByteCount: size)
      let (copy, provider) = context.kernel(StridedCopy.family, problem, ())
      return Part(
        input: move.input, sourceOffset: move.source.start * size, output: move.output,
        targetOffset: move.target.start * size, copy: copy, provider: provider)
    }
  }

  var provider: KernelProvider {
    [.reference, .simd].first { provider in parts.contains { $0.provider == provider } } ?? .machineCode
  }

  var isEmitted: Bool { parts.allSatisfy { $0.copy.isEmitted } }
  var mayFail: Bool { false }
  var memory: [any KernelMemory] { parts.flatMap { $0.copy.memory } }

  /// Each copy has lists of its steps.
  var heldByteCount: Int { parts.count * 512 }

  /// 256 KiB are worth a share.
  var usefulShareCount: Int { parts.reduce(0) { $0 + $1.copy.problem.byteCount } / ThreadGrain.bytes }

  func run(_ io: OperatorIO) {
    for part in parts {
      let (source, target) = places(of: part, io)
      part.copy.run(units: io.share(of: part.copy.unitCount), from: source, to: target)
    }
  }

  func calls(_ io: OperatorIO) -> [KernelCall]? {
    // More calls would make the table too large.
    guard parts.reduce(0, { $0 + $1.copy.callCount }) <= 1 << 10 else { return nil }
    var calls: [KernelCall] = []
    for part in parts {
      let (source, target) = places(of: part, io)
      let units = io.share(of: part.copy.unitCount)
      guard let next = part.copy.calls(units: units, from: source, to: target) else { return nil }
      calls += next
    }
    return calls
  }

  /// Zeros have no source; any address will do.
  private func places(of part: Part, _ io: OperatorIO) -> (UnsafeRawPointer, UnsafeMutableRawPointer) {
    let target = UnsafeMutableRawPointer(io.output(part.output, as: UInt8.self))
    let source = part.input.map { UnsafeRawPointer(io.input($0, as: UInt8.self)) } ?? UnsafeRawPointer(target)
    return (source + part.sourceOffset, target + part.targetOffset)
  }
}

let movableTypes: [ElementType] = [
  .float32, .float16, .int8, .uint8, .int16, .int32, .int64, .bool, .complex64, .float64, .uint32, .uint16,
]
