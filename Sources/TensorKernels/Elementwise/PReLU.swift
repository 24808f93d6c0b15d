/// Negative values times a slope.
package enum PReLU {
  /// What a kernel may specialize on.
  package enum Problem: KernelProblem {
    /// The slopes of bytes, one per channel; none for floats, whose slopes are an input.
    package typealias Weights = [Float]

    /// Input and slopes, with NumPy's broadcasting of the slopes.
    case floats(BroadcastPair)
    case bytes(Bytes)

    package var element: NumberType {
      switch self {
      case .floats: .float32
      case .bytes(let bytes): bytes.output.element
      }
    }

    package var work: Int {
      switch self {
      case .floats(let operands): KernelWork.of(operands.broadcasting.elementCount)
      case .bytes(let bytes): KernelWork.of(bytes.rows, bytes.channels)
      }
    }
  }

  /// Fastest first. A unit is an element of floats, or a row of bytes.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "PReLU",
    kernels: [
      KernelCandidate(
        .simd, elements: [.float32, .int8, .uint8],
        make: { problem, slopes, _ in
          switch problem {
          case .floats(let operands): loop(operands, isPlain: false)
          case .bytes(let bytes): bytes.tables(slopes)
          }
        }),
      KernelCandidate(
        .reference, elements: [.float32, .int8, .uint8],
        make: { problem, slopes, _ in
          switch problem {
          case .floats(let operands): loop(operands, isPlain: true)
          case .bytes(let bytes): bytes.loop(slopes)
          }
        }),
    ])

  private static func loop(_ operands: BroadcastPair, isPlain: Bool) -> LoopKernel {
    let run = isPlain ? Self.runReference : Self.run
    return LoopKernel(operands.broadcasting.elementCount, elementsPerUnit: 1) {
      run(operands, $0, $1.input(0), $1.input(1), $1.output())
    }
  }

  /// Computes elements `elements` of the flattened output.
  package static func run(
    _ problem: BroadcastPair, elements: Range<Int>, input: UnsafePointer<Float>,
    slopes: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    let length = problem.rowLength
    let inputStep = problem.leftSteps[problem.leftSteps.count - 1]
    let slopeStep = problem.rightSteps[problem.rightSteps.count - 1]
    var position = elements.lowerBound
    while position < elements.upperBound {
      let (row, start) = position.quotientAndRemainder(dividingBy: length)
      let count = min(length - start, elements.upperBound - position)
      let offsets = problem.offsets(ofRow: row)
      let source = input + offsets.left + start * inputStep
      let slope = slopes + offsets.right + start * slopeStep
      let target = output + position
      var i = 0
      while i + 4 <= count, inputStep == 1 {
        let factors = slopeStep == 1 ? Vector4(loading: slope + i) : Vector4(repeating: slope[0])
        Vector4(loading: source + i).leaky(factors).store(to: target + i)
        i += 4
      }
      while i < count {
        let value = source[i * inputStep]
        target[i] = value < 0 ? value * slope[i * slopeStep] : value
        i += 1
      }
      position += count
    }
  }
}
