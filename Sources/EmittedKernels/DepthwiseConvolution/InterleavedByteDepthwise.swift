import MachineCode
import TensorKernels

/// Integer depthwise convolution of bytes, one output row at a time: input rows are interleaved, so that one
/// instruction multiplies four rows of a filter column.
///
/// A unit is a few rows.
final class InterleavedByteDepthwise: DepthwiseConvolutionKernel, EmittedCode {
  struct RowArguments {
    let row0: UnsafeRawPointer, row1: UnsafeRawPointer, row2: UnsafeRawPointer, row3: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
  }

  /// The arguments of the code that pads the rows of a group.
  struct BorderArguments {
    let target: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
  }

  /// The arguments of the code for a row. Without a second group, it is the first.
  struct Arguments {
    let group0: UnsafeRawPointer, group1: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let weights: UnsafeRawPointer
    let constants: UnsafePointer<Float>
  }

  struct Constants {
    let flip: SIMD64<UInt8>, zero: SIMD64<UInt8>
    /// Exchanges rows and columns of a vector of 4 × 4 words: between four words of every 128 bits and a sequence.
    let transposed = SIMD16<UInt32>(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    let fused: FusedRequantization.Constants
    let lower: SIMD64<UInt8>, upper: SIMD64<UInt8>

    init(_ layout: InterleavedByteLayout) {
      let (input, output) = (layout.input, layout.output)
      flip = SIMD64(repeating: layout.flip)
      zero = SIMD64(repeating: UInt8(truncatingIfNeeded: input.zeroPoint) ^ layout.flip)
      fused = FusedRequantization.Constants(output)
      lower = SIMD64(repeating: UInt8(truncatingIfNeeded: output.lower))
      upper = SIMD64(repeating: UInt8(truncatingIfNeeded: output.upper))
    }
  }

  private static let rowsPerUnit = 4

  private let layout: InterleavedByteLayout
  /// Computed once from the layout.
  private let shifts: [Int], weightsByteCount: Int
  /// A row outside the picture.
  private let border: AlignedBuffer
  private let weights: AlignedBuffer, constants: AlignedBuffer
  private let code: ExecutableMemory
  private let interleaving: EmittedFunction<RowArguments>, bordering: EmittedFunction<BorderArguments>
  private let function: EmittedFunction<Arguments>

  /// The functions of the code, which begins with a jump to each.
  enum Function: Int, CaseIterable { case sums, interleaving, bordering }

  /// Packs the weights and emits the code; nil if they do not fit, or the system refuses the pages.
  init?(_ problem: DepthwiseConvolution.Problem, _ weights: ByteDepthwiseWeights, _ allocator: CodeAllocator) {
    guard let layout = InterleavedByteLayout(problem) else { return nil }
    let form = layout.form
    guard let packed = layout.pack(weights),
      let code = allocator.code(for: form, name: "byte-depthwise", emit: { Self.emitted(form) })
    else { return nil }
    (self.layout, self.weights, self.code) = (layout, packed, code)
    (shifts, weightsByteCount) = (layout.shifts, layout.weightsByteCount)
    function = EmittedFunction(code, offset: Function.sums.offset)
    interleaving = EmittedFunction(code, offset: Function.interleaving.offset)
    bordering = EmittedFunction(code, offset: Function.bordering.offset)
    constants = AlignedBuffer(Constants(layout))
    border = AlignedBuffer(zeros: (layout.window.inputWidth * layout.channels + 3) / 4)
    UnsafeMutableRawPointer(border.pointer).initializeMemory(
      as: UInt8.self, repeating: UInt8(truncatingIfNeeded: layout.input.zeroPoint), count: border.byteCount)
  }

  private var unitsPerPicture: Int { (layout.window.outputHeight + Self.rowsPerUnit - 1) / Self.rowsPerUnit }
  var unitCount: Int { layout.problem.batch * unitsPerPicture }
  var elementsPerUnit: Int? { Self.rowsPerUnit * layout.window.outputWidth * layout.channels }
  var scratchCount: Int { layout.groupCount * layout.groupByteCount / 4 }
  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { [border, weights, constants, code] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    KernelCall.run(units) { calls(of: $0, operands) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    let callCount = (units.count * Self.rowsPerUnit + 1) * (layout.groupCount + 1)
    return callCount <= KernelCall.maxPerOperator ? calls(of: units, operands) : nil
  }

  private func calls(of units: Range<Int>, _ operands: KernelOperands) -> [KernelCall] {
    let window = layout.window
    /// The groups' buffers, and the picture and first row in each.
    let places = (0..<layout.groupCount).map { UnsafeMutableRawPointer(operands.scratch) + $0 * layout.groupByteCount }
    var contents = [(picture: Int, row: Int)?](repeating: nil, count: places.count)
    var calls = places.map { bordering.call(BorderArguments(target: $0, constants: constants.pointer)) }

    for unit in units {
      let (picture, band) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
      let pixels = operands.inputBytes(0) + picture * window.inputHeight * window.inputWidth * layout.channels
      let first = band * Self.rowsPerUnit
      for y in first..<min(first + Self.rowsPerUnit, window.outputHeight) {
        let wanted = (0..<layout.groupCount).map { layout.firstRow(y) + $0 * 4 * window.dilationY }
        var groups: [UnsafeRawPointer] = []
        for row in wanted {
          if let place = contents.firstIndex(where: { $0.map { $0 == (picture, row) } ?? false }) {
            groups.append(places[place])
            continue
          }
          // A buffer whose group this window does not need.
          let place = contents.firstIndex { $0.map { $0.picture != picture || !wanted.contains($0.row) } ?? true } ?? 0
          contents[place] = (picture, row)
          groups.append(places[place])
          func inputRow(_ index: Int) -> UnsafeRawPointer {
            let row = row + index * window.dilationY
            guard row >= 0, row < window.inputHeight else { return UnsafeRawPointer(border.pointer) }
            return pixels + row * window.inputWidth * layout.channels
          }
          calls.append(
            interleaving.call(
              RowArguments(
                row0: inputRow(0), row1: inputRow(1), row2: inputRow(2), row3: inputRow(3), target: places[place],
                constants: constants.pointer)))
        }
        let shift = shifts.firstIndex(of: layout.shift(y)) ?? 0
        let row = (picture * window.outputHeight + y) * window.outputWidth * layout.channels
        calls.append(
          function.call(
            Arguments(
              group0: groups[0], group1: groups[groups.count - 1], output: operands.outputBytes() + row,
              weights: UnsafeRawPointer(weights.pointer) + shift * weightsByteCount,
              constants: constants.pointer)))
      }
    }
    return calls
  }
}
