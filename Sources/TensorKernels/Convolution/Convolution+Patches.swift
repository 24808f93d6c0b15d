import MachineCode

/// Convolution as a matrix product over patches (im2col), a tile of rows at a time.
///
///     patch of a pixel:  [ky 0: kx 0: i… | kx 1: i… | …][ky 1: …]…     = the order of an OHWI filter's row
///
/// A 1×1 convolution of stride one needs no copy: its rows are the input's pixels.
final class PatchConvolution: UnitKernel {
  let problem: Convolution.Problem
  let matrix: any RowProductKernel
  let pixelsPerUnit: Int

  init(_ problem: Convolution.Problem, matrix: any RowProductKernel) {
    self.problem = problem
    self.matrix = matrix
    // Scratch for the patches of a unit: at most 256 KiB, or one patch.
    let limit = problem.isPointwise ? Int.max : max((64 << 10) / max(problem.depth, 1), 1)
    pixelsPerUnit = min(matrix.rowsPerUnit, limit)
  }

  var memory: [any KernelMemory] { matrix.memory }
  var unitCount: Int { (problem.pixelCount + pixelsPerUnit - 1) / pixelsPerUnit }
  var elementsPerUnit: Int? { pixelsPerUnit * problem.outputChannels }
  /// A unit's patches, then what the product needs.
  var scratchCount: Int { patchCount + matrix.scratchCount }
  private var patchCount: Int { problem.isPointwise ? 0 : saturatingProduct(pixelsPerUnit, problem.depth) }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let operands = Convolution.Operands(operands, hasAddend: problem.hasAddend)
    let (input, addend, output, scratch) = (operands.input, operands.addend, operands.output, operands.scratch)
    let depth = problem.depth
    let channels = problem.outputChannels
    if problem.isPointwise, matrix.takesAnyRows {
      let pixels = pixels(of: units)
      let first = pixels.lowerBound
      matrix.run(
        rows: pixels.count, input: input + first * depth, addend: addend.map { $0 + first * channels },
        output: output + first * channels, scratch: scratch)
      return
    }
    for unit in units {
      let first = unit * pixelsPerUnit
      let count = min(pixelsPerUnit, problem.pixelCount - first)
      let rows: UnsafePointer<Float>
      if problem.isPointwise {
        rows = input + first * depth
      } else {
        for pixel in 0..<count { copyPatch(of: first + pixel, from: input, to: scratch + pixel * depth) }
        rows = UnsafePointer(scratch)
      }
      matrix.run(
        rows: count, input: rows, addend: addend.map { $0 + first * channels }, output: output + first * channels,
        scratch: scratch + patchCount)
    }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    guard problem.isPointwise, matrix.takesAnyRows else { return nil }
    let operands = Convolution.Operands(operands, hasAddend: problem.hasAddend)
    let pixels = pixels(of: units)
    let first = pixels.lowerBound
    let place = first * problem.outputChannels
    return matrix.calls(
      rows: pixels.count, input: operands.input + first * problem.depth, addend: operands.addend.map { $0 + place },
      output: operands.output + place, scratch: operands.scratch)
  }

  private func pixels(of units: Range<Int>) -> Range<Int> {
    units.lowerBound * pixelsPerUnit..<min(units.upperBound * pixelsPerUnit, problem.pixelCount)
  }

  private func copyPatch(of pixel: Int, from input: UnsafePointer<Float>, to patch: UnsafeMutablePointer<Float>) {
    let window = problem.window
    let channels = problem.inputChannels
    let (line, x) = pixel.quotientAndRemainder(dividingBy: window.outputWidth)
    let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
    window.copyPatch(
      row: y, column: x, of: input + picture * window.inputHeight * window.inputWidth * channels, channels: channels,
      pixelStride: channels, to: patch)
  }
}

extension Window2D {
  /// Copies the window of output pixel (`y`, `x`); taps outside the picture become zero.
  ///
  /// - Parameters:
  ///   - pixels: the first channel to copy of the picture's first pixel.
  ///   - channels: channels to copy, and elements between pixels.
  func copyPatch(
    row y: Int, column x: Int, of pixels: UnsafePointer<Float>, channels: Int, pixelStride: Int,
    to patch: UnsafeMutablePointer<Float>
  ) {
    let rowTaps = rowTaps(y)
    let columnTaps = columnTaps(x)
    if rowTaps.count < filterHeight || columnTaps.count < filterWidth {
      patch.update(repeating: 0, count: filterHeight * filterWidth * channels)
    }
    guard !columnTaps.isEmpty else { return }
    for ky in rowTaps {
      let line = pixels + (firstRow(y) + ky * dilationY) * inputWidth * pixelStride
      let target = patch + ky * filterWidth * channels
      let firstColumn = firstColumn(x)
      if dilationX == 1, pixelStride == channels {
        (target + columnTaps.lowerBound * channels).update(
          from: line + (firstColumn + columnTaps.lowerBound) * channels, count: columnTaps.count * channels)
      } else {
        for kx in columnTaps {
          (target + kx * channels).update(
            from: line + (firstColumn + kx * dilationX) * pixelStride, count: channels)
        }
      }
    }
  }
}
