import TFLiteFormat
import TensorKernels

/// The execution of operators that only move elements, whatever their type: strided copies, one after the other.
struct MovedElements: PreparedOperator {
  /// A copy from one operand to another; offsets in bytes.
  struct Part {
    var input = 0, sourceOffset = 0
    var output = 0, targetOffset = 0
    let copy: StridedCopy
  }

  let parts: [Part]

  var provider: KernelProvider {
    parts.allSatisfy { $0.copy.isMachineCode } ? .machineCode : .reference
  }

  /// - Precondition: the operator has an output; parts that write zeros name an input that exists.
  func run(_ io: OperatorIO) {
    for part in parts {
      let (source, target) = places(of: part, io)
      part.copy.run(from: source, to: target)
    }
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    // Very many calls would be a table of very many words.
    guard parts.reduce(0, { $0 + $1.copy.planeCount }) <= 1 << 10 else { return nil }
    var calls: [EmittedCall] = []
    for part in parts {
      let (source, target) = places(of: part, io)
      guard let next = part.copy.calls(from: source, to: target) else { return nil }
      calls += next
    }
    return calls
  }

  private func places(of part: Part, _ io: OperatorIO) -> (UnsafeRawPointer, UnsafeMutableRawPointer) {
    (
      UnsafeRawPointer(io.input(part.input, as: UInt8.self) + part.sourceOffset),
      UnsafeMutableRawPointer(io.output(part.output, as: UInt8.self) + part.targetOffset)
    )
  }
}

/// Elements from one element of each axis to the next, in a tensor of `shape` without gaps.
func elementSteps(_ shape: [Int]) -> [Int] {
  var steps = [Int](repeating: 1, count: shape.count)
  for axis in shape.indices.dropLast().reversed() { steps[axis] = steps[axis + 1] * shape[axis + 1] }
  return steps
}

/// The element types that operators which only move elements take.
let movableTypes: [ElementType] = [
  .float32, .float16, .int8, .uint8, .int16, .int32, .int64, .bool,
]
