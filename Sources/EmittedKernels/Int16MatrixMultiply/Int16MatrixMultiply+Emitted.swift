import MachineCode
import TensorKernels

/// An int16 product emitted for its sizes. For each block of rows: code that converts them into scratch, code that
/// multiplies them by all panels, and a function for rows that cannot be converted.
final class MachineInt16MatrixMultiply: RowProductKernel, EmittedCode {
  struct Arguments {
    /// Converted rows (``Int16Row``).
    let rows: UnsafeRawPointer
    let panels: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let count: Int
    /// Bytes from an output to its addend.
    let addendDistance: Int
  }

  struct ConversionArguments {
    let input: UnsafePointer<Float>
    /// Scratch (``Int16Row``).
    let scratch: UnsafeMutablePointer<Float>
    let count: Int
    let constants: UnsafePointer<Float>
  }

  struct Constants {
    let magnitudeMask = SIMD8<UInt32>(repeating: 0x7FFF_FFFF)
    let largestValue = Lanes(repeating: Int16Row.largestValue)
    let scaleOfOne = Lanes(repeating: Int16Row.scaleOfOne)
    let smallestMagnitude = Lanes(repeating: Int16Row.smallestMagnitude)
    let tailMasks = TailMasks()
  }

  private let problem: Int16MatrixMultiply.Problem
  private var product: MatrixMultiply.Problem { problem.product }
  private let panels: Int16Panels
  private let rowsPerBlock: Int
  private let constants = AlignedBuffer(Constants())
  private let code: ExecutableMemory
  private let multiply: EmittedFunction<Arguments>
  /// Nil if rows are integers.
  private let conversion: Conversion?

  private struct Conversion: Sendable {
    let code: ExecutableMemory
    let function: EmittedFunction<ConversionArguments>

    init?(depth: Int, _ allocator: CodeAllocator) {
      guard let conversion = Int16Row.emitted(depth),
        let code = allocator.allocate(conversion, name: "int16-rows")
      else { return nil }
      self.code = code
      function = EmittedFunction(code)
    }
  }

  /// Vectors must be whole. The last panel may overlap its neighbor, so an in-place addend is not supported there.
  /// Displacements must fit in 32 bits.
  static func supports(_ problem: Int16MatrixMultiply.Problem) -> Bool {
    let product = problem.product
    return Architecture.current == .x86 && product.rows > 0
      && (product.columns.isMultiple(of: 8) ? product.columns > 0 : product.columns > 8 && !product.hasAddend)
      && product.columns < 1 << 20 && product.depth > 0 && product.depth <= Int16Filter.maxTerms
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: Int16MatrixMultiply.Problem, _ weights: Int16MatrixMultiply.Weights, _ allocator: CodeAllocator) {
    self.problem = problem
    panels = Int16Panels(problem, weights)
    rowsPerBlock = panels.rowsPerBlock
    guard let emitted = Self.emitted((panels.layout, nil)),
      let code = allocator.allocate(emitted, name: "int16-matrix-multiply")
    else { return nil }
    self.code = code
    multiply = EmittedFunction(code)
    conversion = problem.input == .floats ? Conversion(depth: problem.product.depth, allocator) : nil
    guard problem.input == .integers || conversion != nil else { return nil }
  }

  var rowsPerUnit: Int { Int16Panels.rowsPerUnit }
  var rowsPerGroup: Int { problem.rowsPerGroup }
  var scratchCount: Int { problem.scratchCount(rows: rowsPerBlock) }
  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { panels.memory + [constants, code] + (conversion.map { [$0.code] } ?? []) }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for first in stride(from: 0, to: rows, by: rowsPerBlock) {
      forEachStep(first, of: rows, input, addend, output, scratch, { $0.run() }, finish: panels.finish)
    }
  }

  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [KernelCall]? {
    guard (rows / rowsPerBlock + 1) * (conversion == nil ? 1 : 3) <= KernelCall.maxPerOperator else { return nil }
    var calls: [KernelCall] = []
    for first in stride(from: 0, to: rows, by: rowsPerBlock) {
      forEachStep(first, of: rows, input, addend, output, scratch) {
        calls.append($0)
      } finish: {
        calls.append(panels.call(finishing: $0))
      }
    }
    return calls
  }

  /// Calls `body` with the calls for the block of rows that begins at `first`, and `finish` if they convert it.
  private func forEachStep(
    _ first: Int, of rows: Int, _ input: UnsafePointer<Float>, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>, _ body: (KernelCall) -> Void,
    finish: (Int16Panels.ConvertedRows) -> Void
  ) {
    let count = min(rowsPerBlock, rows - first)
    let input = input + first * problem.inputStride
    let target = output + first * problem.outputStride
    var rows = UnsafeRawPointer(input)
    if let conversion {
      body(
        conversion.function.call(
          ConversionArguments(input: input, scratch: scratch, count: count, constants: constants.pointer)))
      rows = UnsafeRawPointer(scratch) + Int16Row.statusByteCount
    }
    body(
      multiply.call(
        Arguments(
          rows: rows, panels: panels.buffer.pointer, output: target, count: count,
          addendDistance: addend.map { UnsafeRawPointer($0) - UnsafeRawPointer(output) } ?? 0)))
    guard conversion != nil else { return }
    finish(
      Int16Panels.ConvertedRows(
        count, input: input, status: scratch, addend: addend.map { $0 + first * product.columns }, output: target))
  }
}
