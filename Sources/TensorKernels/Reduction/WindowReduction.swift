/// The windows of a tensor, each of which is reduced to an element.
package struct WindowReduction: KernelProblem {
  /// How a value is combined with an element. Integers wrap around; Booleans are bytes of 0 and 1.
  package enum Operation: Int, Sendable { case sum = 1, product, minimum, maximum, all, any }

  /// Along an axis: results, elements of the input from one to the next, those in a window and between these.
  private struct Axis: Sendable, Hashable {
    let count: Int, step: Int, extent: Int, tapStep: Int
  }

  let operation: Operation
  package let element: NumberType
  package let inputCount: Int, outputCount: Int
  private let axes: [Axis]

  /// A unit is a result. Inputs: the elements, and the value to begin with.
  package static let family = KernelFamily<WindowReduction, any UnitKernel>("window reduction") { reduction, _ in
    LoopKernel(reduction.outputCount) {
      reduction.run($0, $1.inputBytes(0), start: $1.inputBytes(1), $1.outputBytes())
    }
  }

  /// - Parameters:
  ///   - shape: the input's shape.
  ///   - window: for each axis, how many elements a window has, and how far apart windows and their elements are.
  package init(
    _ operation: Operation, of element: NumberType, shape: [Int], output: [Int],
    window: [(extent: Int, stride: Int, dilation: Int)]
  ) {
    (self.operation, self.element) = (operation, element)
    (inputCount, outputCount) = (shape.reduce(1, *), output.reduce(1, *))
    var step = 1
    var axes: [Axis] = []
    for axis in shape.indices.reversed() {
      let (extent, stride, dilation) = window[axis]
      // Where there is one window, or one element in it, the step is not used and may be of any size.
      axes.append(
        Axis(count: output[axis], step: step &* stride, extent: extent, tapStep: step &* dilation))
      step *= shape[axis]
    }
    self.axes = axes.reversed()
  }

  package var work: Int { axes.reduce(KernelWork.of(outputCount)) { saturatingProduct($0, $1.extent) } }

  /// Writes some results: the first value combined with the elements of the window, in order.
  private func run(
    _ results: Range<Int>, _ input: UnsafeRawPointer, start: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    // One loop for each type, which calls what combines: a loop for each function would be five times the code.
    func integers<Integer: FixedWidthInteger & BitwiseCopyable>(_ type: Integer.Type) {
      let combine: (Integer, Integer) -> Integer =
        switch operation {
        case .sum: { $0 &+ $1 }
        case .product: { $0 &* $1 }
        case .minimum, .all: { min($0, $1) }
        case .maximum, .any: { max($0, $1) }
        }
      run(results, input, start, output, combine)
    }
    switch element {
    case .float32:
      let combine: (Float, Float) -> Float =
        switch operation {
        case .sum: { $0 + $1 }
        case .product: { $0 * $1 }
        case .minimum, .all: { $0 <= $1 ? $0 : $1 }
        case .maximum, .any: { $0 >= $1 ? $0 : $1 }
        }
      run(results, input, start, output, combine)
    case .int64: integers(Int64.self)
    case .int32: integers(Int32.self)
    case .int16: integers(Int16.self)
    case .int8: integers(Int8.self)
    case .uint8, .bool: integers(UInt8.self)
    }
  }

  private func run<Element: BitwiseCopyable>(
    _ results: Range<Int>, _ input: UnsafeRawPointer, _ start: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ combine: (Element, Element) -> Element
  ) {
    let source = input.assumingMemoryBound(to: Element.self), first = start.load(as: Element.self)
    for result in results {
      var (place, offset) = (result, 0)
      for axis in axes.reversed() {
        offset &+= place % axis.count &* axis.step
        place /= axis.count
      }
      var value = first
      reduce(0, source + offset, &value, combine)
      output.storeBytes(of: value, toByteOffset: result * MemoryLayout<Element>.size, as: Element.self)
    }
  }

  /// The axes from `axis` on.
  private func reduce<Element>(
    _ axis: Int, _ source: UnsafePointer<Element>, _ value: inout Element, _ combine: (Element, Element) -> Element
  ) {
    guard axis < axes.count else { return value = combine(value, source.pointee) }
    for tap in 0..<axes[axis].extent { reduce(axis + 1, source + tap &* axes[axis].tapStep, &value, combine) }
  }
}
